"""`partita measures`: list the measures."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..measures.measure import MEASURES
from .options import Once, output_options
from .status import DONE
from .terminal import width


def options(command: ArgumentParser) -> None:
    """Add the options."""
    families = list(dict.fromkeys(m.family for m in MEASURES.values()))
    command.epilog = "example:\n  partita measures --family pairs"
    command.add_argument("--family", action=Once, choices=families, help="only this family")
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """List the measures: a table, or wrapped text if the table does not fit the terminal."""
    from ..report.formats.listing import listing_sheet, listing_text

    chosen = [m for m in MEASURES.values() if arguments.family in (None, m.family)]
    text = listing_sheet(chosen).render(arguments.format)
    columns = width(arguments.output)
    if arguments.format == "table" and columns and max(map(len, text.splitlines())) > columns:
        text = listing_text(chosen, columns)
    return text, DONE
