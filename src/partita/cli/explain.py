"""`partita explain`: what a measure says, and when it misleads."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..measures.measure import measure
from .options import output_options
from .status import DONE


def options(command: ArgumentParser) -> None:
    """What can be typed."""
    command.add_argument("name", metavar="NAME", help="name, symbol, or another package's name")
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Describe one measure."""
    from ..report.formats.listing import explanation, explanation_sheet

    found = measure(arguments.name)
    if arguments.format == "table":
        return explanation(found), DONE
    return explanation_sheet(found).render(arguments.format), DONE
