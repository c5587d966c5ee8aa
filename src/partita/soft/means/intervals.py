"""Lower and upper means of one level: the mean ends of all selections of focal sets.

The ends of a selection are listed or optimized, never sampled, because ends of sampled labelings
lie inside and would make the interval too narrow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TypeAlias

import numpy as np

from ...base.arrays import Counts, Floats
from ...base.errors import InputError
from ...base.progress import step_through
from ..ends.extremes import extremes
from ..kinds.results import Method
from ..two_sides.object_groups import ObjectGroups
from .concentration import effect_of_one, mcdiarmid_draws, mean_error, range_of
from .draws import draw_cells
from .enumeration import PROBABILITY, joint_tables
from .focal_selections import FocalSelections
from .interval_cost import STEPS
from .known_intervals import KnownIntervals
from .margin_ratio_ends import ends_by_margins
from .plan import Plan

_ERROR = 0.01  # the error that the number of draws aims at
_DRAWS = 300  # if McDiarmid's inequality gives no number
_MANY = 400  # with fewer uncertain objects, bounds of ratios are wider than the error of draws
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
    def listed(self) -> Method:
        """How `low` and `high` were found."""
        return self.method

    @property
    def means(self) -> tuple[float, float]:
        """Means of the lower and of the upper ends."""
        return float(self.mass @ self.low), float(self.mass @ self.high)


Ends: TypeAlias = Intervals | KnownIntervals


def intervals_of(selections: FocalSelections, plan: Plan) -> Ends:
    """Return the ends for all selections of focal sets, for drawn ones, or bounds of the means."""
    groups = selections.groups
    if not groups.uncertain:
        return _of_all(groups.base[None], np.ones(1), selections, plan)
    steps = selections.steps(plan)
    affordable = int(min(STEPS / steps, 1e6))
    draws = _wanted(groups, plan, affordable)
    if not plan.sample:
        most = selections.most(plan, affordable, draws or 1)
        try:
            found = joint_tables(groups, PROBABILITY, most, "selections of focal sets")
        except InputError as refusal:
            if plan.exact:
                raise plan.refuse(str(refusal)) from None
        else:
            return _of_all(found.tables, found.weight, selections, plan)
    known = None
    wide = groups.uncertain < _MANY and plan.measure.family != "matching"
    if not plan.sample and plan.selections is None and not (draws and wide):
        known = KnownIntervals.of(selections, plan)
    if known is not None and (draws is None or known.gap <= 2 * _ERROR):
        return known.or_drawn(2 * _ERROR)
    if draws is None:
        return _all_together(selections, plan, _DRAWS * steps)
    return _drawn(selections, plan, draws)


def _of_all(tables: Counts, weight: Floats, selections: FocalSelections, plan: Plan) -> Intervals:
    """The ends of all selections; if exact ones were asked for, bounds are not enough."""
    listed = _optimized(tables, weight, selections, plan)
    if plan.exact and listed.method.name != "exact":
        raise plan.refuse("the ends of some selections of focal sets are only bounds")
    return listed


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
    if plan.selections is not None:
        return plan.selections
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
    tables, place, count = np.unique(drawn, axis=0, return_inverse=True, return_counts=True)
    found = _optimized(tables, count, selections, plan)
    known = range_of(plan.chosen, groups.objects, (selections.truth.k, selections.prediction.k))
    in_order = (end[place.ravel()] for end in (found.low, found.high))  # as bets take them
    error, by = max(mean_error(plan, groups, values, known) for values in in_order)
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
        sides = selections.rough_sides(table)
        ends = ends_by_margins(*sides, plan)
        if ends is not None:
            inner[:, at] = outer[:, at] = ends
            continue
        found = extremes(plan.measure, *sides, **plan.options)
        outer[:, at] = found.low.outer, found.high.outer
        inner[:, at] = found.low.inner, found.high.inner
        certified &= found.low.certified and found.high.certified
    return inner, outer, certified
