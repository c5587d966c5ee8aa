"""All that a report shows, computed before it is laid out.

Intervals and levels of chance that the comparison lacks are added with few draws; what would take
long is left out, and each of these decisions is a remark that the report prints.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..base.draws import ADDED, ADDED_LARGE, CHANCE_LEVEL, OBJECTS
from ..base.errors import UndefinedError
from ..base.wording import level_text
from ..chance import MODELS, exact_mean
from ..chance.null_values import Null
from ..inference.widening.cautions import few_per_cell
from .counting.counting import Counted, can_be_drawn
from .draws.certainty import Inference, chance_means, score_intervals
from .verdict.best import best_first, leading_measure, rank_or_reason
from .verdict.verdicts import verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..measures.chosen import Chosen
    from ..results import Advice, Edit, Verdict
    from ..table.contingency import AnyTable
    from .comparison import Comparison
    from .counting.columns import Columns
    from .counting.score import Score
    from .ranking.ranking import Ranking

LEVEL = 0.95
SMALL, CELLS = 2_000, 10_000  # cells of all tables together, up to which drawing takes a second
DETAILED = 8  # clusterings with pictures and tables of their own, the best first
EDITS = 8  # of each of them


@dataclass(frozen=True, slots=True)
class ReportData:
    """A comparison with intervals, and all that is said about it."""

    comparison: Comparison
    asked: Chosen  # the measure that orders the clusterings
    order: tuple[str, ...]  # from the best to the worst; those without a value last
    chance: Mapping[tuple[str, str], float]  # by prediction and measure, where known
    ranking: Ranking | str | None  # a text says why there is none; None for one clustering
    verdicts: tuple[Verdict, ...]
    advice: tuple[Advice, ...]
    plane: Columns | None  # None without a hard clustering
    sparse: bool  # few objects per cell: the regions of the plane may be too small
    edits: Mapping[str, Sequence[Edit] | str]  # of the best; a text says why there are none
    remarks: tuple[str, ...]


def report_data(comparison: Comparison) -> ReportData:
    """Add what a reader of scores wants to see, as far as it is cheap."""
    tables = [one.table for one in comparison.counted.values()]
    cheap = sum(table.nnz for table in tables) <= CELLS
    completed, intervals = _with_intervals(comparison, sum(table.nnz for table in tables))
    chance = dict(_chances(comparison, cheap=cheap))
    ranking = rank_or_reason(completed) if len(comparison.predictions) > 1 else None
    asked = leading_measure(completed)
    valued = [one.prediction for one in best_first(completed, asked)]
    order = (*valued, *(name for name in comparison.predictions if name not in valued))
    detailed = [name for name in order if name in comparison.counted][:DETAILED]
    return ReportData(
        comparison=completed,
        asked=asked,
        order=order,
        chance=chance,
        ranking=ranking,
        verdicts=verdicts(completed, ranking),
        advice=completed.advice,
        plane=completed.plane() if tables else None,
        sparse=any(map(few_per_cell, tables)),
        edits={name: _edits(completed, name, asked) for name in detailed},
        remarks=(*intervals, *(_chance_remarks(comparison, cheap=cheap) if chance else ())),
    )


def _edits(comparison: Comparison, name: str, asked: Chosen) -> Sequence[Edit] | str:
    """The changes that would improve the leading measure most, or why it cannot be said."""
    try:
        return comparison.edits(name, measure=asked, limit=EDITS)
    except UndefinedError as error:
        return str(error)


def _with_intervals(comparison: Comparison, cells: int) -> tuple[Comparison, list[str]]:
    """The comparison with intervals, and what was done."""
    hard = comparison.counted
    if not hard:
        return comparison, []
    given = next((one.estimate for one in comparison.scores if one.estimate is not None), None)
    if given is not None:
        drawn = f", {given.draws:,} draws, seed {given.rng}" if given.draws else ""
        return comparison, [f"Intervals as asked for: {level_text(given.confidence)}{drawn}."]
    if not all(can_be_drawn(one.table) for one in hard.values()):
        said = "No intervals: objects with fractional weights, or 2**63 of them, cannot be drawn."
        return comparison, [said]
    if cells > CELLS:
        dear = (
            f"No intervals: the tables have more than {CELLS:,} cells, and drawing them takes "
            "long. Ask compare for them with confidence=0.95."
        )
        return comparison, [dear]
    draws = ADDED if cells <= SMALL else ADDED_LARGE
    first = leading_measure(comparison).label
    found = {
        (name, one.measure): one
        for name, counted in hard.items()
        for one in _estimated(comparison, name, counted, first, draws)
    }
    if not found:
        return comparison, ["No intervals: drawn tables have no value of some measure."]
    scores = tuple(found.get((one.prediction, one.measure), one) for one in comparison.scores)
    added = (
        f"Intervals were not asked for and are added: {level_text(LEVEL)}, {OBJECTS:,} draws of "
        f"objects for {first}, {draws} for other measures, seed {comparison.rng}."
    )
    return replace(comparison, scores=scores), [added]


def _estimated(
    comparison: Comparison, name: str, counted: Counted, first: str, draws: int
) -> Iterator[Score]:
    """The scores of one prediction with intervals; that of the first measure is as in its ranks."""
    own = [one for one in comparison.scores if one.prediction == name and one.value is not None]
    for size, some in (
        (OBJECTS, [one for one in own if one.measure == first]),
        (draws, [one for one in own if one.measure != first]),
    ):
        plan = Inference(LEVEL, None, "calibrated", size, comparison.rng, None)
        try:
            found = score_intervals(counted, [one.chosen for one in some], plan)
        except UndefinedError:  # a drawn table has no value of some measure
            continue
        pairs = zip(some, found, strict=True)
        yield from (replace(one, estimate=interval) for one, interval in pairs)


def _chances(comparison: Comparison, *, cheap: bool) -> Iterator[tuple[tuple[str, str], float]]:
    """The level of chance of every score for which it is known, or cheap to find."""
    for name in comparison.predictions:
        own = [one for one in comparison.scores if one.prediction == name and one.value is not None]
        levels = {one.measure: one.expected for one in own if one.expected is not None}
        asked = [one for one in own if one.measure not in levels]
        counted = comparison.counted.get(name)
        if counted is not None and asked:
            levels |= _levels(counted.table, asked, comparison.rng, cheap=cheap)
        yield from (((name, measure), level) for measure, level in levels.items())


def _levels(table: AnyTable, asked: Sequence[Score], seed: int, *, cheap: bool) -> dict[str, float]:
    """Means over random labels: by formula, the others together from the same random tables."""
    if 1 in table.shape or table.n in table.shape:  # the sizes leave one table
        return {one.measure: one.value for one in asked if one.value is not None}
    if not can_be_drawn(table):
        return {}
    if cheap:
        null = Null(MODELS["permutation"], seed=seed)
        found = chance_means(table, [one.chosen for one in asked], null)
    else:
        found = [exact_mean(one.chosen, table) for one in asked]
    levels = zip(asked, found, strict=True)
    return {one.measure: level for one, level in levels if level is not None}


def _chance_remarks(comparison: Comparison, *, cheap: bool) -> Iterator[str]:
    if not comparison.counted:
        return
    given = next((one.significance for one in comparison.scores if one.significance), None)
    if given is not None:
        seed = "" if given.rng is None else f", seed {given.rng}"
        yield f"Levels of chance as asked for ({given.tables}{seed})."
    elif cheap:
        yield (
            "Levels of chance are means over random labels with the same group sizes: by formula, "
            f"or where there is none from at most {CHANCE_LEVEL} random tables, "
            f"seed {comparison.rng}."
        )
    else:
        yield (
            "Levels of chance are shown where there is a formula for them; random tables as large "
            "as these take long. Ask compare for them with null='permutation'."
        )
