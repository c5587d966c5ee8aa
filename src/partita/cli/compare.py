"""`partita compare`: find the best of several clusterings, and how certain that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..base.progress import working
from .comparing import check_interactive, compared, save_report
from .gate_options import limit_option, outcome_files
from .gating import gate_of, hold
from .options import inference_options, output_options, report_option, source_options
from .patterns import predictions_of
from .terminal import note
from .writing import rendered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..comparison.comparison import Comparison
    from ..comparison.ranking.ranking import Ranking
    from ..measures.chosen import Chosen

DEFAULT = ("adjusted_rand", "v_measure")


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Rank clusterings of the same objects by each measure, say which of them are not"
        " significantly different, and which measure to read. CSV has the leaderboards, JSON"
        " everything."
    )
    command.usage = (
        "partita compare FILE [FILE ...] --truth COL --prediction COL COL [COL ...] [options]"
    )
    command.epilog = (
        "example:\n  partita compare cells.csv --truth cell_line --prediction kmeans_5 mixture_5 \\"
        "\n    --groups donor --report report.html"
    )
    source_options(
        command, "columns with clusterings, or patterns such as 'leiden_*'", ", ".join(DEFAULT)
    )
    inference_options(command, "level of intervals, ranks and letters (default: 0.95)", level=0.95)
    limit_option(command)
    outcome_files(command)
    output_options(command)
    report_option(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Rank the clusterings of a file."""
    from ..comparison.sizes.uniform_effect_record import effect_in
    from ..comparison.verdict.verdicts import verdicts_by
    from ..measures.chosen import asks_for_all, choose_all
    from ..report.formats.decision import decision_sheet

    check_interactive(arguments)
    arguments.prediction = predictions_of(arguments)
    if len(arguments.prediction) < 2:
        raise InputError("--prediction: name at least two columns, or use partita score for one")
    gate = gate_of(arguments)
    ranked = choose_all(arguments.measure or DEFAULT)
    source, comparison = compared(arguments, [*ranked, *gate.asked])
    if asks_for_all(arguments.measure):
        ranked = [one for one in ranked if _has_values(comparison, one)]
    rankings = rankings_of(comparison, ranked, arguments.confidence, arguments.draws)
    if arguments.report is not None:
        note(save_report(arguments, comparison, arguments.report))
    outcome = hold(gate, arguments, source, comparison)
    verdicts, sizes = verdicts_by(comparison, rankings), effect_in(comparison.counted)
    sheet = decision_sheet(comparison, rankings, verdicts, sizes)
    return rendered(outcome.added_to(sheet), arguments), outcome.status


def _has_values(comparison: Comparison, one: Chosen) -> bool:
    """Whether clusterings can be ranked by a measure; if not, note a reason, the shortest."""
    scores = [score for score in comparison.scores if score.chosen == one]
    missing = [score.undefined for score in scores if score.undefined]
    if missing:
        note(f"not ranked by {one.label}: {min(missing, key=len)}")
    return not missing


def rankings_of(
    comparison: Comparison, measures: list[Chosen], level: float, draws: int | None
) -> list[Ranking]:
    """A ranking by each measure."""
    found = []
    for one in measures:
        with working(f"ranking by {one.label}"):
            found.append(comparison.ranks(one, confidence=level, draws=draws))
    return found
