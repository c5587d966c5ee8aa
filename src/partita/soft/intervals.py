"""Lower and upper means: the ends of every selection of focal sets, averaged over selections.

A selection gives each object one of its focal sets, so it is a rough clustering; only how many
objects have which sets matters. Its ends are optimised, never sampled: ends of sampled labelings
lie inside and would make the interval too narrow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from .clusterings import Evidential, Fuzzy, Rough
from .enumeration import PROBABILITY, Tables, joint_tables
from .grouping import by_appearance
from .pair import Counts, Floats
from .plan import Plan
from .problem import SoftSoft
from .sampling import draw_cells, effect_of_one, mcdiarmid_draws, mean_error, number_of_draws
from .sides import Level, masses_of

_ERROR = 0.01  # aimed at by the number of draws
_DRAWS = 300


@dataclass(frozen=True, eq=False)
class Intervals:
    """Ends of the measure for selections of focal sets, and the mass of each selection."""

    low: Floats
    high: Floats
    mass: Floats
    certified: bool  # every end is attained
    sampled: bool
    error: float
    method: str

    @property
    def lower(self) -> float:
        """Mean of the lower ends."""
        return float(self.mass @ self.low)

    @property
    def upper(self) -> float:
        """Mean of the upper ends."""
        return float(self.mass @ self.high)


def intervals_of(level: Level, plan: Plan) -> Intervals:
    """The ends for all selections of focal sets, or for drawn ones where they are too many."""
    truth, prediction = masses_of(level.truth), masses_of(level.prediction)
    problem = SoftSoft.of(_over_sets(truth), _over_sets(prediction))
    if not plan.sample or not problem.uncertain:
        try:
            found = joint_tables(problem, PROBABILITY, plan.selections)
        except InputError as refusal:
            if plan.exact:
                reason = str(refusal).replace("tables", "selections of focal sets")
                raise plan.refuse(reason) from None
        else:
            return _exact(found, truth, prediction, plan)
    return _drawn(problem, truth, prediction, plan)


def _exact(found: Tables, truth: Evidential, prediction: Evidential, plan: Plan) -> Intervals:
    low, high, certified = _ends(found.tables, truth, prediction, plan)
    many = f"{len(low):,} selections of focal sets" if len(low) > 1 else "one selection"
    method = f"exact: ends of {many}" if certified else f"bounds: outer ends of {many}"
    return Intervals(low, high, found.weight, certified, False, 0.0, method)


def _drawn(problem: SoftSoft, truth: Evidential, prediction: Evidential, plan: Plan) -> Intervals:
    n, moving = problem.objects, problem.uncertain
    effect = effect_of_one(plan.measure, n, plan.options)
    wanted = _DRAWS if effect is None else min(_DRAWS, mcdiarmid_draws(_ERROR, moving, effect))
    draws = number_of_draws(plan.draws, n, max(20, wanted))
    rng = np.random.default_rng(plan.seed)
    drawn = np.array(list(draw_cells(problem, rng, draws)))
    tables, count = np.unique(drawn, axis=0, return_counts=True)
    low, high, certified = _ends(tables, truth, prediction, plan)
    ends = [np.repeat(end, count) for end in (low, high)]
    errors = [mean_error(plan.measure, plan.options, n, moving, end) for end in ends]
    error, sense = max(errors)
    inner = "exact" if certified else "certified outer"
    method = (
        f"sampled: {draws:,} selections of focal sets with {inner} ends, {sense} within {error:.2g}"
    )
    return Intervals(low, high, count / draws, certified, True, error, method)


def _ends(
    tables: Counts, truth: Evidential, prediction: Evidential, plan: Plan
) -> tuple[Floats, Floats, bool]:
    """The outer ends for each table of focal sets, and whether all of them are attained."""
    from .bounds import extremes

    low, high = np.empty(len(tables)), np.empty(len(tables))
    certified = True
    for at, table in enumerate(tables):
        rough = _rough_sides(table, truth, prediction)
        found = extremes(plan.measure, *rough, **plan.options)
        low[at], high[at] = found.low.outer, found.high.outer
        certified &= found.low.certified and found.high.certified
    return low, high, certified


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
