"""`partita agreement`: compare every clustering with every other, without a truth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..base.errors import InputError
from ..base.progress import working
from .options import MEASURES, add, input_options, label_options, output_options
from .patterns import predictions_of
from .source import note_left_out, policies, read_source
from .status import DONE
from .writing import rendered


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Compare every clustering with every other by a symmetric measure, and list similar ones"
        " together. CSV and JSON lines have a row for each pair."
    )
    command.usage = "partita agreement FILE [FILE ...] --prediction COL COL [COL ...] [options]"
    command.epilog = (
        "example:\n  partita agreement cells.csv --prediction kmeans_5 mixture_5 hdbscan --noise=-1"
    )
    columns = "columns with clusterings, or patterns such as 'leiden_*'"
    input_options(command, "--prediction", columns, truth=False)
    measure = "a symmetric measure, options after a colon (default: adjusted_rand)"
    add(command, MEASURES, "--measure", default="adjusted_rand", metavar="NAME", help=measure)
    label_options(command)
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Compare the columns with each other."""
    from ..comparison.agreement import agreement
    from ..report.formats.series import agreement_sheet

    arguments.prediction = predictions_of(arguments)
    if len(arguments.prediction) < 2:
        raise InputError("--prediction: name at least two columns to compare with each other")
    source = read_source(arguments, arguments.prediction)
    note_left_out(arguments, source)
    with working(f"comparing {len(source.predictions)} clusterings with each other"):
        found = agreement(source.labels, measure=arguments.measure, **policies(arguments, source))
    return rendered(agreement_sheet(found, source.rows), arguments), DONE
