"""`partita measures`: list the measures."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..measures.measure import MEASURES
from ..report.formats.text import READING_WIDTH
from .options import Once, output_options
from .status import DONE
from .terminal import width


def options(command: ArgumentParser) -> None:
    """Add the options."""
    families = list(dict.fromkeys(m.family for m in MEASURES.values()))
    command.epilog = "example:\n  partita measures --family pairs"
    text = f"only this family: {', '.join(families)}"
    command.add_argument("--family", action=Once, choices=families, metavar="NAME", help=text)
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """List the measures: a table, or wrapped text if the table is too wide."""
    from ..report.formats.listing import listing_sheet, listing_text

    chosen = [m for m in MEASURES.values() if arguments.family in (None, m.family)]
    text = listing_sheet(chosen).render(arguments.format)
    columns = width(arguments.output) or READING_WIDTH
    if arguments.format == "table" and max(map(len, text.splitlines())) > columns:
        text = listing_text(chosen, columns)
    return text, DONE
