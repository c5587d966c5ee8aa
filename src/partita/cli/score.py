"""`partita score`: score every clustering of a file by every measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .comparing import check_interactive, compared, save_report
from .gate_options import baseline_options, limit_option, outcome_files
from .gating import gate_of, hold
from .options import inference_options, output_options, report_option, source_options
from .terminal import note
from .writing import rendered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

COMPARED = ("adjusted_rand", "v_measure")  # with a baseline, unless measures are named


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Score clusterings against the truth. Labels of text files are text: an empty field is a"
        " missing value, any other text (NA, nan, 0) is a label."
    )
    command.usage = "partita score FILE [FILE ...] --truth COL --prediction COL [COL ...] [options]"
    command.epilog = (
        "example:\n  partita score cells.csv --truth cell_line --prediction kmeans_5 hdbscan \\\n"
        "    --noise=-1 --measure ARI V --confidence 0.95\n\n"
        "  partita score cells.h5ad --truth cell_type --prediction 'leiden_*' \\\n"
        "    --groups donor --confidence 0.95"
    )
    source_options(
        command, "columns with clusterings, or patterns such as 'leiden_*'", "the headline measures"
    )
    inference_options(command, "add an interval to every score, with this level, such as 0.95")
    limit_option(command)
    baseline_options(command)
    outcome_files(command)
    output_options(command)
    report_option(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Score columns of a file against its truth column."""
    from ..measures.chosen import choose_all
    from ..report.formats.scores import explained

    check_interactive(arguments)
    gate = gate_of(arguments, COMPARED)
    asked = [*choose_all(arguments.measure), *gate.asked]
    source, comparison = compared(arguments, asked)
    if arguments.report is not None:
        note(save_report(arguments, comparison, arguments.report))
    outcome = hold(gate, arguments, source, comparison)
    sheet = outcome.added_to(explained(comparison).sheet())
    return rendered(sheet, arguments), outcome.status
