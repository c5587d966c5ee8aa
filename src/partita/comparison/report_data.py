"""All that a report shows, computed before it is laid out.

Intervals and means under chance that the comparison lacks are added with few draws. Whatever takes
long is left out. The report prints a remark on each of these decisions.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..base.draws import ADDED_LARGE, CHANCE_LEVEL, SCORED_GROUPS, draws_of_report
from ..base.errors import InputError, UndefinedError
from ..base.progress import step_through
from ..base.short_names import short_names
from ..base.wording import level_text
from ..chance import MODELS, exact_mean
from ..chance.null_values import Null
from ..inference.widening.cautions import few_per_cell
from .counting.counting import Counted, can_be_drawn
from .draws.certainty import LEVEL, Inference, chance_means, score_intervals
from .plane import CELLS
from .robustness.alternatives import treated_comparisons
from .sizes.uniform_effect_record import UniformEffect, effect_in
from .verdict.best import reason_against_ranks
from .verdict.verdicts import verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..measures.chosen import Chosen
    from ..results import Edit, Verdict
    from ..table.contingency import AnyTable
    from .comparison import Comparison
    from .counting.columns import Columns
    from .counting.score import Score
    from .ranking.ranking import Ranking
    from .robustness.robustness import Robustness

DETAILED = 8  # clusterings with figures and tables of their own, the best first
EDITS = 8  # edits of each of these


@dataclass(frozen=True, slots=True)
class ReportData:
    """A comparison with intervals, and what a report adds to it."""

    comparison: Comparison  # with a short name for each clustering
    full_names: Mapping[str, str]  # the names as given, by their short ones; empty if none is long
    asked: Chosen  # the measure that ranks the clusterings
    order: tuple[str, ...]  # the clusterings, the best first, those without a value last
    chance: Mapping[tuple[str, str], float]  # means under chance by prediction and measure
    ranking: Ranking | str | None  # a text says why there is none; None for one clustering
    verdicts: tuple[Verdict, ...]
    robustness: Robustness | None  # None without two hard clusterings or another choice
    plane: Columns | None  # None without a hard clustering
    sizes: UniformEffect | None  # None without a hard clustering
    by_group: Columns | None  # scores in each group; None without groups, or of too many
    sparse: bool  # few objects per cell: the regions of the plane may be too small
    edits: Mapping[str, Sequence[Edit] | str]  # by prediction; a text says why there are none
    remarks: tuple[str, ...]
    treated: Mapping[str, Comparison] = field(default_factory=dict)  # with noise treated otherwise


def report_data(comparison: Comparison) -> ReportData:
    """Add what a reader of scores wants to see, if it is cheap."""
    comparison, full_names = _with_short_names(comparison)
    tables = [one.table for one in comparison.counted.values()]
    cells = sum(table.nnz for table in tables)
    completed, interval_remarks = _add_intervals(comparison, cells)
    chance = dict(_chance(comparison, cheap=cells <= CELLS))
    ranking = completed.ranking if len(comparison.predictions) > 1 else None
    asked, order = completed.leading, completed.order
    detailed = [name for name in order if name in comparison.counted][:DETAILED]
    chance_remarks = _chance_remarks(comparison, cheap=cells <= CELLS) if chance and tables else ()
    return ReportData(
        comparison=completed,
        full_names=full_names,
        asked=asked,
        order=order,
        chance=chance,
        ranking=ranking,
        verdicts=verdicts(completed, ranking),
        robustness=completed.robustness,
        plane=completed.plane() if tables else None,
        sizes=effect_in(comparison.counted),
        by_group=_by_group(completed, cells),
        sparse=any(map(few_per_cell, tables)),
        edits={name: _edits_or_reason(completed, name, asked) for name in detailed},
        remarks=(*interval_remarks, *chance_remarks),
    )


def with_treatments(found: ReportData) -> ReportData:
    """The same with the scores under each treatment of noise."""
    return replace(found, treated=treated_comparisons(found.comparison))


def _with_short_names(comparison: Comparison) -> tuple[Comparison, dict[str, str]]:
    """The comparison with short names for its clusterings, and the full name of each."""
    names = comparison.predictions
    short = dict(zip(names, short_names(names), strict=True))
    if all(name == shown for name, shown in short.items()):
        return comparison, {}
    renamed = replace(
        comparison,
        scores=tuple(replace(one, prediction=short[one.prediction]) for one in comparison.scores),
        counted={short[name]: one for name, one in comparison.counted.items()},
        sizes={short[name]: size for name, size in comparison.sizes.items()},
    )
    return renamed, {shown: name for name, shown in short.items()}


def _by_group(comparison: Comparison, cells: int) -> Columns | None:
    """The scores in each group of objects, with intervals if these are quick to draw."""
    counts = [one.group_count for one in comparison.counted.values()]
    if not counts or any(n is None or n > SCORED_GROUPS for n in counts):
        return None
    return comparison.by_group(confidence=LEVEL if cells <= CELLS else None, draws=ADDED_LARGE)


def _edits_or_reason(comparison: Comparison, name: str, asked: Chosen) -> Sequence[Edit] | str:
    try:
        return comparison.edits(name, measure=asked, limit=EDITS)
    except UndefinedError as error:
        return str(error)


def _add_intervals(comparison: Comparison, cells: int) -> tuple[Comparison, list[str]]:
    """The comparison with intervals, and a remark on them."""
    hard = comparison.counted
    if not hard:
        return comparison, []
    given = next((one.estimate for one in comparison.scores if one.estimate is not None), None)
    if given is not None:
        drawn = f", {given.draws:,} draws, seed {given.rng}" if given.draws else ""
        return comparison, [f"Intervals as requested: {level_text(given.confidence)}{drawn}."]
    if not all(can_be_drawn(one.table) for one in hard.values()):
        remark = "No intervals: objects with fractional weights, or 2**63 of them, cannot be drawn."
        return comparison, [remark]
    draws = draws_of_report(cells) if cells <= CELLS else 0
    if not draws and not _is_ranked(comparison):
        remark = (
            f"No intervals: the tables have more than {CELLS:,} cells, so drawing takes long. "
            "Pass confidence=0.95 to compare to get them."
        )
        return comparison, [remark]
    first = comparison.leading.label
    found = {
        (name, one.measure): one
        for name, counted in step_through(hard.items(), "clusterings")
        for one in _estimate(comparison, name, counted, first, draws)
    }
    if not found:
        return comparison, ["No intervals: drawn tables have no value of some measure."]
    scores = tuple(found.get((one.prediction, one.measure), one) for one in comparison.scores)
    others = (
        f"{draws} for other measures" if draws
        else f"none for other measures, as the tables have more than {CELLS:,} cells"
    )  # fmt: skip
    added = (
        f"Intervals were added by the report: {level_text(LEVEL)}, {_draws_of(found, first)} draws "
        f"of objects for {first}, {others}, seed {comparison.rng}."
    )
    return replace(comparison, scores=scores), [added]


def _draws_of(found: Mapping[tuple[str, str], Score], measure: str) -> str:
    """The numbers of draws of a measure's intervals; tables of many cells are drawn less often."""
    every = {
        one.estimate.draws for (_, name), one in found.items() if name == measure and one.estimate
    }
    return " or ".join(f"{draws:,}" for draws in sorted(every))


def _is_ranked(comparison: Comparison) -> bool:
    """Whether a ranking is made, which needs the intervals of its measure anyway."""
    try:
        return reason_against_ranks(comparison) is None
    except InputError:
        return False


def _estimate(
    comparison: Comparison, name: str, counted: Counted, first: str, draws: int
) -> Iterator[Score]:
    """The scores of one prediction with intervals; for the first measure those of its ranks.

    Without draws for the other measures, they get none.
    """
    own = [one for one in comparison.scores if one.prediction == name and one.value is not None]
    sizes: tuple[tuple[int | None, list[Score]], ...] = (
        (None, [one for one in own if one.measure == first]),
        (draws, [one for one in own if one.measure != first and draws]),
    )
    for size, some in sizes:
        plan = Inference(LEVEL, None, "calibrated", size, comparison.rng, None)
        try:
            found = score_intervals(counted, [one.chosen for one in some], plan)
        except UndefinedError:  # a drawn table has no value of some measure
            continue
        pairs = zip(some, found, strict=True)
        yield from (replace(one, estimate=interval) for one, interval in pairs)


def _chance(comparison: Comparison, *, cheap: bool) -> Iterator[tuple[tuple[str, str], float]]:
    """The means under chance that are known, or cheap to find."""
    for name in step_through(comparison.predictions, "clusterings"):
        own = [one for one in comparison.scores if one.prediction == name and one.value is not None]
        known = {one.measure: one.expected for one in own if one.expected is not None}
        missing = [one for one in own if one.measure not in known]
        counted = comparison.counted.get(name)
        if counted is not None and missing:
            known |= _means(counted.table, missing, comparison.rng, cheap=cheap)
        yield from (((name, measure), mean) for measure, mean in known.items())


def _means(
    table: AnyTable, missing: Sequence[Score], seed: int, *, cheap: bool
) -> dict[str, float]:
    """Means over random labels: by formula, the others from the same random tables."""
    if 1 in table.shape or table.n in table.shape:  # all random tables are the same
        return {one.measure: one.value for one in missing if one.value is not None}
    if not can_be_drawn(table):
        return {}
    if cheap:
        null = Null(MODELS["permutation"], seed=seed)
        found = chance_means(table, [one.chosen for one in missing], null)
    else:
        found = [exact_mean(one.chosen, table) for one in missing]
    means = zip(missing, found, strict=True)
    return {one.measure: mean for one, mean in means if mean is not None}


def _chance_remarks(comparison: Comparison, *, cheap: bool) -> Iterator[str]:
    given = next((one.significance for one in comparison.scores if one.significance), None)
    if given is not None:
        seed = "" if given.rng is None else f", seed {given.rng}"
        yield f"Tests against chance as requested ({given.tables}{seed})."
    elif cheap:
        yield (
            "Chance: means over random labels with the same group sizes, by formula or from at "
            f"most {CHANCE_LEVEL} random tables, seed {comparison.rng}."
        )
    else:
        yield (
            "Chance: only means that have a formula, as drawing random tables of this size takes "
            "long. Pass null='permutation' to compare to get the others."
        )
