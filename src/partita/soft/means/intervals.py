"""Lower and upper means: the ends of every selection of focal sets, averaged over selections.

A selection gives each object one of its focal sets, so it is a rough clustering; only how many
objects have which sets matters. Its ends are optimized, never sampled: ends of sampled labelings
lie inside and would make the interval too narrow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from ...base.arrays import Counts, Floats
from ...base.errors import InputError
from ..ends.extremes import extremes
from ..kinds.clusterings import Evidential, Fuzzy, Rough
from ..kinds.grouping import by_appearance
from ..kinds.results import Method
from ..two_sides.problem import SoftSoft
from ..two_sides.sides import Level, masses_of
from .concentration import effect_of_one, mcdiarmid_draws, mean_error, range_of
from .enumeration import PROBABILITY, WeightedTables, joint_tables
from .interval_cost import STEPS, steps_of
from .plan import Plan
from .sampling import draw_cells

_ERROR = 0.01  # aimed at by the number of draws
_DRAWS = 300  # where McDiarmid's inequality gives no number
_FEWEST = 20  # with less the bounds over all worlds say more


@dataclass(frozen=True, eq=False)
class Intervals:
    """Ends of the measure for selections of focal sets, and the mass of each selection.

    No value lies outside `low` and `high`; the true ends are not further in than what `reached`
    says of their means.
    """

    low: Floats
    high: Floats
    mass: Floats
    reached: tuple[float, float]
    certified: bool  # every end is attained
    sampled: bool
    error: float  # of the means, by the draws of selections
    method: Method

    def as_bounds(self, text: str, reached: tuple[float, float]) -> Intervals:
        """The same ends, where they stand for more than they were computed for."""
        return replace(self, certified=False, reached=reached, method=Method("bounds", text))

    @property
    def means(self) -> tuple[float, float]:
        """Means of the lower and of the upper ends."""
        return self.lower, self.upper

    @property
    def lower(self) -> float:
        """Mean of the lower ends."""
        return float(self.mass @ self.low)

    @property
    def upper(self) -> float:
        """Mean of the upper ends."""
        return float(self.mass @ self.high)


def intervals_of(level: Level, plan: Plan) -> Intervals:
    """The ends for all selections of focal sets, for drawn ones, or for all worlds together."""
    problem, truth, prediction = focal_problem(level)
    steps = steps_of(problem, truth, prediction, plan)
    affordable = int(min(STEPS / steps, 1e6)) if problem.uncertain else 1
    if not plan.sample or not problem.uncertain:
        most = plan.selections if plan.exact else min(plan.selections, max(1, affordable))
        try:
            found = joint_tables(problem, PROBABILITY, most, "selections of focal sets")
        except InputError as refusal:
            if plan.exact:
                raise plan.refuse(str(refusal)) from None
        else:
            return _exact(found, truth, prediction, plan)
    draws = _wanted(problem, plan, affordable)
    if draws is None:
        return _all_together(truth, prediction, plan, _DRAWS * steps)
    return _drawn(problem, (truth, prediction), plan, draws)


def focal_problem(level: Level) -> tuple[SoftSoft, Evidential, Evidential]:
    """The table of pairs of focal sets that objects pick, and the two sides."""
    truth, prediction = masses_of(level.truth), masses_of(level.prediction)
    return SoftSoft.of(_over_sets(truth), _over_sets(prediction)), truth, prediction


def _exact(
    found: WeightedTables, truth: Evidential, prediction: Evidential, plan: Plan
) -> Intervals:
    low, high, inner, certified = _ends(found.tables, truth, prediction, plan)
    if plan.exact and not certified:
        raise plan.refuse("the ends of some selections of focal sets are known as bounds only")
    many = f"{len(low):,} selections of focal sets" if len(low) > 1 else "one selection"
    method = (
        Method("exact", f"ends of {many}")
        if certified
        else Method("bounds", f"outer ends of {many}")
    )
    mass = found.weight / found.weight.sum()
    reached = float(mass @ inner[0]), float(mass @ inner[1])
    return Intervals(low, high, mass, reached, certified, sampled=False, error=0.0, method=method)


def _all_together(truth: Evidential, prediction: Evidential, plan: Plan, steps: float) -> Intervals:
    """Ends over all worlds: they hold for every selection, though few selections reach them."""
    found = extremes(plan.measure, truth, prediction, **plan.options)
    note = (
        f"ends over all worlds, as ends of selections would take {steps:.1g} steps "
        '(method="sample" takes them)'
    )
    return Intervals(
        low=np.array([found.low.outer]),
        high=np.array([found.high.outer]),
        mass=np.ones(1),
        reached=(inf, -inf),  # the ends of a selection may be anywhere inside
        certified=False,
        sampled=False,
        error=0.0,
        method=Method("bounds", note),
    )


def _wanted(problem: SoftSoft, plan: Plan, affordable: int) -> int | None:
    """How many selections to draw: as given, or for an error of 0.01 where that is affordable.

    None where too few are affordable for the result to say anything.
    """
    if plan.draws is not None:
        return plan.draws
    effect = effect_of_one(plan.measure, problem.objects, plan.options)
    wanted = _DRAWS
    if effect is not None:
        wanted = max(_FEWEST, mcdiarmid_draws(_ERROR, problem.uncertain, effect))
    if affordable < max(_FEWEST, min(wanted, _DRAWS) // 5) and not plan.sample:
        return None
    return min(wanted, max(affordable, _DRAWS if plan.sample else _FEWEST))


def _drawn(
    problem: SoftSoft, sides: tuple[Evidential, Evidential], plan: Plan, draws: int
) -> Intervals:
    rng = np.random.default_rng(plan.seed)
    drawn = np.array(list(draw_cells(problem, rng, draws)))
    tables, count = np.unique(drawn, axis=0, return_counts=True)
    low, high, inner, certified = _ends(tables, *sides, plan)
    ends = (np.repeat(end, count) for end in (low, high))
    groups = sides[0].k, sides[1].k
    known = range_of(plan.measure, problem.objects, groups, plan.options)
    error, by = max(mean_error(plan, problem, end, known) for end in ends)
    mass = count / draws
    reached = float(mass @ inner[0]), float(mass @ inner[1])
    sort = "ends" if certified else "outer ends, whose means are"
    safe = "" if certified else ", or on the safe side"
    note = (
        f"{draws:,} selections of focal sets, seed {plan.seed}, with {sort} within "
        f"{error:.2g}, {by}{safe}"
    )
    method = Method("sampled", note)
    return Intervals(low, high, mass, reached, certified, sampled=True, error=error, method=method)


def _ends(
    tables: Counts, truth: Evidential, prediction: Evidential, plan: Plan
) -> tuple[Floats, Floats, Floats, bool]:
    """The outer ends for each table of focal sets, the inner ones, and whether they all agree."""
    low, high = np.empty(len(tables)), np.empty(len(tables))
    inner = np.empty((2, len(tables)))
    certified = True
    for at, table in enumerate(tables):
        rough = _rough_sides(table, truth, prediction)
        found = extremes(plan.measure, *rough, **plan.options)
        low[at], high[at] = found.low.outer, found.high.outer
        inner[:, at] = found.low.inner, found.high.inner
        certified &= found.low.certified and found.high.certified
    return low, high, inner, certified


def _rough_sides(table: Counts, truth: Evidential, prediction: Evidential) -> tuple[Rough, Rough]:
    """Objects with as many of each pair of focal sets as the table says."""
    pairs = np.repeat(np.arange(table.size), table.ravel())
    first, second = np.divmod(pairs, table.shape[1])
    return _rough(truth, first), _rough(prediction, second)


def _rough(side: Evidential, chosen: Any) -> Rough:
    index, old, _ = by_appearance(chosen)
    rows = np.ascontiguousarray(side.focal_sets[old])
    return Rough._make(rows=rows, index=index, clusters=side.clusters)


def _over_sets(side: Evidential) -> Fuzzy:
    """The masses as memberships in the focal sets."""
    return Fuzzy._make(rows=side.rows, index=side.index, clusters=np.arange(len(side.focal_sets)))
