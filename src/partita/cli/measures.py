"""`partita measures`: what can be asked for."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..measures.measure import MEASURES
from .options import Once, output_options
from .status import DONE


def options(command: ArgumentParser) -> None:
    """What can be typed."""
    families = list(dict.fromkeys(m.family for m in MEASURES.values()))
    command.add_argument("--family", action=Once, choices=families, help="only this family")
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """List the measures."""
    from ..report.formats.listing import listing_sheet

    chosen = [m for m in MEASURES.values() if arguments.family in (None, m.family)]
    return listing_sheet(chosen).render(arguments.format), DONE
