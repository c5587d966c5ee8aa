"""Lower and upper means of one level: the mean ends of all selections of focal sets.

The ends of a selection are listed or optimized, never sampled, because ends of sampled labelings
lie inside and would make the interval too narrow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from ...base.arrays import Counts, Floats
from ...base.errors import InputError
from ...base.progress import step_through
from ..ends.extremes import extremes
from ..kinds.results import Method
from ..two_sides.object_groups import ObjectGroups
from ..two_sides.sides import Level
from .concentration import effect_of_one, mcdiarmid_draws, mean_error, range_of
from .draws import draw_cells
from .enumeration import PROBABILITY, joint_tables
from .focal_selections import FocalSelections
from .interval_cost import STEPS
from .plan import Plan

_ERROR = 0.01  # the error that the number of draws aims at
_DRAWS = 300  # if McDiarmid's inequality gives no number
_FEWEST = 20  # with fewer, the bounds over all worlds say more


@dataclass(frozen=True, eq=False)
class Intervals:
    """Ends of the measure for selections of focal sets, and the mass of each selection.

    No value lies outside `low` and `high`. The means of the true ends lie between `means` and
    `reached`.
    """

    low: Floats
    high: Floats
    mass: Floats
    reached: tuple[float, float]  # means of ends that are attained
    method: Method  # exact if every end is attained
    error: float = 0.0  # of the means, by the draws of selections

    @property
    def means(self) -> tuple[float, float]:
        """Means of the lower and of the upper ends."""
        return float(self.mass @ self.low), float(self.mass @ self.high)


def intervals_of(level: Level, plan: Plan) -> Intervals:
    """Return the ends for all selections of focal sets, for drawn ones, or for all worlds."""
    selections = FocalSelections.of(level)
    groups, steps = selections.groups, selections.steps(plan)
    affordable = int(min(STEPS / steps, 1e6)) if groups.uncertain else 1
    draws = _wanted(groups, plan, affordable)
    if not plan.sample or not groups.uncertain:
        most = selections.most(plan, affordable, draws or 1)
        try:
            found = joint_tables(groups, PROBABILITY, most, "selections of focal sets")
        except InputError as refusal:
            if plan.exact:
                raise plan.refuse(str(refusal)) from None
        else:
            listed = _optimized(found.tables, found.weight, selections, plan)
            if plan.exact and listed.method.name != "exact":
                raise plan.refuse("the ends of some selections of focal sets are only bounds")
            return listed
    if draws is None:
        return _all_together(selections, plan, _DRAWS * steps)
    return _drawn(selections, plan, draws)


def _all_together(selections: FocalSelections, plan: Plan, steps: float) -> Intervals:
    """Ends over all worlds: they bound every selection, though few selections reach them."""
    found = extremes(plan.measure, *selections.sides, **plan.options)
    note = (
        f"ends over all worlds, as ends of selections would take {steps:.1g} steps "
        '(method="sample" takes them)'
    )
    return Intervals(
        low=np.array([found.low.outer]),
        high=np.array([found.high.outer]),
        mass=np.ones(1),
        reached=(inf, -inf),  # the ends of a selection may be anywhere inside
        method=Method("bounds", note),
    )


def _wanted(groups: ObjectGroups, plan: Plan, affordable: int) -> int | None:
    """How many selections to draw: as given, or for an error of 0.01 if that is affordable.

    None if so few are affordable that the result would say nothing.
    """
    if plan.draws is not None:
        return plan.draws
    effect = effect_of_one(plan.chosen, groups.objects)
    wanted = _DRAWS
    if effect is not None:
        wanted = max(_FEWEST, mcdiarmid_draws(_ERROR, groups.uncertain, effect))
    if affordable < max(_FEWEST, min(wanted, _DRAWS) // 5) and not plan.sample:
        return None
    return min(wanted, max(affordable, _DRAWS if plan.sample else _FEWEST))


def _drawn(selections: FocalSelections, plan: Plan, draws: int) -> Intervals:
    rng = np.random.default_rng(plan.seed)
    groups = selections.groups
    drawn = np.array(list(draw_cells(groups, rng, draws)))
    tables, count = np.unique(drawn, axis=0, return_counts=True)
    found = _optimized(tables, count, selections, plan)
    known = range_of(plan.chosen, groups.objects, (selections.truth.k, selections.prediction.k))
    error, by = max(
        mean_error(plan, groups, np.repeat(end, count), known) for end in (found.low, found.high)
    )
    exact = found.method.name == "exact"
    sort = "ends" if exact else "outer ends, whose means are"
    safe = "" if exact else ", or on the safe side"
    note = (
        f"{draws:,} selections of focal sets, seed {plan.seed}, with {sort} within "
        f"{error:.2g}, {by}{safe}"
    )
    return replace(found, method=Method("sampled", note), error=error)


def _optimized(
    drawn: Counts, weight: Floats | Counts, selections: FocalSelections, plan: Plan
) -> Intervals:
    """The ends of each selection, with its weight."""
    many = f"{len(drawn):,} selections of focal sets" if len(drawn) > 1 else "one selection"
    if selections.tables is None:
        inner, outer, certified = _searched(drawn, selections, plan)
    else:
        inner = outer = selections.ends(drawn, plan.chosen)
        certified = True
    exact = Method("exact", f"ends of {many}")
    method = exact if certified else Method("bounds", f"outer ends of {many}")
    mass = weight / weight.sum()
    reached = float(mass @ inner[0]), float(mass @ inner[1])
    return Intervals(outer[0], outer[1], mass, reached, method)


def _searched(
    drawn: Counts, selections: FocalSelections, plan: Plan
) -> tuple[Floats, Floats, bool]:
    """The ends that are attained, the bounds for them, and whether they are equal."""
    inner, outer = np.empty((2, len(drawn))), np.empty((2, len(drawn)))
    certified = True
    for at, table in enumerate(step_through(drawn, "tables")):
        found = extremes(plan.measure, *selections.rough_sides(table), **plan.options)
        outer[:, at] = found.low.outer, found.high.outer
        inner[:, at] = found.low.inner, found.high.inner
        certified &= found.low.certified and found.high.certified
    return inner, outer, certified
