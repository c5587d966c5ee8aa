"""`partita score`: score every clustering of a file by every measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .comparing import compared, save_report
from .options import inference_options, outcome_options, source_options
from .terminal import note
from .thresholds import judge, threshold
from .writing import rendered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Score clusterings against the truth. Labels of text files are text: an empty field is a"
        " missing value, any other text (NA, nan, 0) is a label."
    )
    command.usage = "partita score FILE --truth COL --prediction COL [COL ...] [options]"
    command.epilog = (
        "example:\n  partita score cells.csv --truth cell_line --prediction kmeans_5 hdbscan \\\n"
        "    --noise=-1 --measure ARI V --confidence 0.95"
    )
    source_options(command, "columns with clusterings", "the headline measures")
    inference_options(command, "add an interval to every score, with this level, such as 0.95")
    outcome_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Score columns of a file against its truth column."""
    from ..measures.chosen import choose_all
    from ..report.formats.scores import explained

    thresholds = [threshold(text) for text in arguments.fail_under]
    asked = [*choose_all(arguments.measure), *(one.chosen for one in thresholds)]
    comparison = compared(arguments, asked)
    if arguments.report is not None:
        note(save_report(comparison, arguments.report))
    return rendered(explained(comparison).sheet(), arguments), judge(comparison, thresholds)
