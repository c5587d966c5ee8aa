"""`partita demo`: scores, certainty, advice and the report, for bundled cells."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..base.wording import printable
from .compare import rankings_of
from .comparing import comparison_of, save_report
from .options import output_options, report_option, seed_option
from .source import read_source
from .status import DONE
from .terminal import note
from .writing import rendered

if TYPE_CHECKING:
    from ..comparison.comparison import Comparison

TRUTH = "cell_line"
CLUSTERINGS = ["kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5", "hdbscan"]
MEASURES = (
    "homogeneity",
    "completeness",
    "v_measure",
    "adjusted_mutual_information",
    "adjusted_rand",
    "normalized_van_dongen",
)
REPORT = "partita-demo-report.html"
TITLE = "Single cells of five known cell lines, clustered by six methods."
READING = """
Higher is better unless the second column says lower; 1 (0 for a distance) is perfect agreement.
kmeans_2 merges cell lines, so it is complete but not homogeneous; kmeans_10 splits them, so it is
homogeneous but not complete. A random clustering gets about 0 in the adjusted measures, but not in
v_measure.
"""


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.epilog = "example:\n  partita demo --report cells.html"
    seed_option(command)
    report_option(command, f" (default: {REPORT})")
    output_options(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Compare the bundled clusterings; noise of HDBSCAN is counted as single objects."""
    from ..comparison.sizes.uniform_effect_record import effect_in
    from ..comparison.verdict.verdicts import verdicts_by
    from ..measures.chosen import choose_all
    from ..report.formats.decision import decision_sheet

    package = os.path.dirname(os.path.dirname(__file__))
    settings = Namespace(
        file=[os.path.join(package, "data", "cells.csv")],
        delimiter=None,
        truth=TRUTH,
        weights=None,
        missing="error",
        noise="-1",
        noise_as=None,
        confidence=0.95,
        null=None,
        method="calibrated",
        draws=None,
        seed=arguments.seed,
    )
    source = read_source(settings, CLUSTERINGS)
    comparison = comparison_of(settings, source, choose_all(MEASURES))
    rankings = rankings_of(comparison, choose_all("adjusted_rand"), 0.95, None)
    verdicts, sizes = verdicts_by(comparison, rankings), effect_in(comparison.counted)
    text = rendered(decision_sheet(comparison, rankings, verdicts, sizes), arguments)
    outcome = _report(arguments, comparison)
    if arguments.format == "table":  # at the end, where it is noticed
        return f"{TITLE}\n{text}{READING}\npartita: {printable(outcome)}\n", DONE
    note(outcome)
    return text, DONE


def _report(arguments: Namespace, comparison: Comparison) -> str:
    """Write the report; go on if the folder cannot be written to."""
    try:
        return save_report(arguments, comparison, arguments.report or REPORT)
    except InputError as error:
        return f"no report: {error} (--report FILE)"
