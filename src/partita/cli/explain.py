"""`partita explain`: what a measure means, and when it misleads."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..measures.measure import measure
from .options import output_options
from .status import DONE
from .terminal import width


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.epilog = "example:\n  partita explain adjusted_rand"
    command.add_argument("name", metavar="NAME", help="name, symbol, or another package's name")
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Describe one measure."""
    from ..report.formats.listing import explanation, explanation_sheet

    found = measure(arguments.name)
    if arguments.format == "table":
        return explanation(found, width(arguments.output)), DONE
    return explanation_sheet(found).render(arguments.format), DONE
