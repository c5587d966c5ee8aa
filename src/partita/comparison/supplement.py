"""What a report shows beside the scores that were asked for, where it is cheap to find.

Intervals and levels of chance that the comparison lacks are added with few draws; what would take
long is left out, and each of these decisions is a remark that the report prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import UndefinedError
from ..inference.null import mean_by_formula
from ..inference.scores import scorer
from .certainty import Inference, estimates, significances
from .comparison import Comparison
from .contest import ranked
from .counting import AnyTable, can_be_drawn
from .ranking import Ranking
from .score import Score

LEVEL = 0.95
SMALL, CELLS = 2_000, 10_000  # cells of all tables together, up to which drawing takes a second
DRAWS, FEW_DRAWS = 499, 199  # of objects, for intervals of small tables and of larger ones
TABLES = 199  # random, for levels of chance without a formula


@dataclass(frozen=True, slots=True)
class Supplement:
    """A comparison with intervals, levels of chance, the ranking, and remarks on all three."""

    comparison: Comparison
    chance: Mapping[tuple[str, str], float]  # by prediction and measure, where known
    ranking: Ranking | str | None  # a text says why there is none; None for one clustering
    remarks: tuple[str, ...]


def supplemented(comparison: Comparison) -> Supplement:
    """Add what a reader of scores wants to see, as far as it is cheap."""
    cells = sum(one.table.nnz for one in comparison.counted.values())
    completed, intervals = _with_intervals(comparison, cells)
    chance = dict(_chances(comparison, cheap=cells <= CELLS))
    ranking = ranked(completed) if len(comparison.predictions) > 1 else None
    told = _chance_remarks(comparison, cheap=cells <= CELLS) if chance else ()
    remarks = [*intervals, *told]
    return Supplement(completed, chance, ranking, tuple(remarks))


def _with_intervals(comparison: Comparison, cells: int) -> tuple[Comparison, list[str]]:
    """The comparison with intervals, and what was done."""
    hard = comparison.counted
    if not hard:
        return comparison, []
    given = next((one.estimate for one in comparison.scores if one.estimate is not None), None)
    if given is not None:
        drawn = f", {given.draws:,} draws, seed {given.seed}" if given.draws else ""
        return comparison, [f"Intervals as asked for: {100 * given.level:g} %{drawn}."]
    if not all(can_be_drawn(one.table) for one in hard.values()):
        said = "No intervals: objects with fractional weights, or 2**63 of them, cannot be drawn."
        return comparison, [said]
    if cells > CELLS:
        dear = (
            f"No intervals: the tables have more than {CELLS:,} cells, and drawing them takes "
            "long. Ask compare for them with confidence=0.95."
        )
        return comparison, [dear]
    draws = DRAWS if cells <= SMALL else FEW_DRAWS
    scores = [one for name in comparison.predictions for one in _estimated(comparison, name, draws)]
    if all(one.estimate is None for one in scores):
        return comparison, ["No intervals: drawn tables have no value of some measure."]
    added = (
        f"Intervals were not asked for and are added: {100 * LEVEL:g} %, {draws} draws of objects, "
        f"seed {comparison.seed}."
    )
    return replace(comparison, scores=tuple(scores)), [added]


def _estimated(comparison: Comparison, name: str, draws: int) -> Iterator[Score]:
    """The scores of one prediction with intervals, all from the same draws."""
    own = [one for one in comparison.scores if one.prediction == name]
    if name not in comparison.counted:
        yield from own
        return
    valued = [one.request for one in own if one.value is not None]
    plan = Inference(LEVEL, None, "calibrated", draws, comparison.seed, None)
    try:
        found = iter(estimates(comparison.counted[name], valued, plan))
    except UndefinedError:  # a drawn table has no value of some measure
        found = iter([None] * len(valued))
    for one in own:
        yield one if one.value is None else replace(one, estimate=next(found))


def _chances(comparison: Comparison, *, cheap: bool) -> Iterator[tuple[tuple[str, str], float]]:
    """The level of chance of every score for which it is known, or cheap to find."""
    for name in comparison.predictions:
        own = [one for one in comparison.scores if one.prediction == name and one.value is not None]
        levels = {one.measure: one.expected for one in own if one.expected is not None}
        asked = [one for one in own if one.measure not in levels]
        counted = comparison.counted.get(name)
        if counted is not None and asked:
            levels |= _levels(counted.table, asked, comparison.seed, cheap=cheap)
        yield from (((name, measure), level) for measure, level in levels.items())


def _levels(table: AnyTable, asked: Sequence[Score], seed: int, *, cheap: bool) -> dict[str, float]:
    """Means over random labels: by formula, the others together from the same random tables."""
    if 1 in table.shape or table.n in table.shape:  # the sizes leave one table
        return {one.measure: one.value for one in asked if one.value is not None}
    if not can_be_drawn(table):
        return {}
    found: dict[str, float] = {}
    for one in asked:
        mean = mean_by_formula(scorer((one.request.measure, one.request.options)), table)
        if mean is not None:
            found[one.measure] = mean
    rest = [one for one in asked if one.measure not in found]
    if cheap and rest:
        plan = Inference(None, "permutation", "", TABLES, seed, None)
        tested = significances(table, [one.request for one in rest], plan)
        pairs = zip(rest, tested, strict=True)
        found |= {one.measure: test.expected for one, test in pairs if test is not None}
    return found


def _chance_remarks(comparison: Comparison, *, cheap: bool) -> Iterator[str]:
    if not comparison.counted:
        return
    given = next((one.significance for one in comparison.scores if one.significance), None)
    if given is not None:
        seed = "" if given.seed is None else f", seed {given.seed}"
        yield f"Levels of chance as asked for ({given.method.partition(', p ±')[0]}{seed})."
    elif cheap:
        yield (
            "Levels of chance are means over random labels with the same group sizes: by formula, "
            f"or where there is none from {TABLES} random tables, seed {comparison.seed}."
        )
    else:
        yield (
            "Levels of chance are shown where there is a formula for them; random tables as large "
            "as these take long. Ask compare for them with null='permutation'."
        )
