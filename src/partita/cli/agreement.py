"""`partita agreement`: every clustering against every other, without a truth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..base.errors import InputError
from .options import Once, columns_option, file_options, label_options, output_options
from .source import note_left_out, policies, read_source
from .status import DONE
from .terminal import progress
from .writing import rendered


def options(command: ArgumentParser) -> None:
    """What can be typed."""
    command.description = (
        "Compare every clustering with every other by a symmetric measure, and put like ones"
        " together. CSV and JSON lines hold a row per pair."
    )
    command.usage = "partita agreement FILE --prediction COL COL [COL ...] [options]"
    file_options(command)
    columns_option(command, "--prediction", help="columns with clusterings, at least two")
    command.add_argument(
        "--measure",
        action=Once,
        default="adjusted_rand",
        metavar="NAME",
        help="a symmetric measure, options after a colon (default: adjusted_rand)",
    )
    label_options(command)
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Compare the columns with each other."""
    from ..comparison.agreement import agreement
    from ..report.formats.series import agreement_sheet

    if len(arguments.prediction) < 2:
        raise InputError("--prediction: name at least two columns to compare with each other")
    source = read_source(arguments, arguments.prediction)
    note_left_out(arguments, source)
    with progress(f"comparing {len(source.predictions)} clusterings with each other"):
        found = agreement(source.labels, measure=arguments.measure, **policies(arguments, source))
    return rendered(agreement_sheet(found, source.rows), arguments), DONE
