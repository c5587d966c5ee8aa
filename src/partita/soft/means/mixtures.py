"""Means, and lower and upper means, over the levels of a mixture."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush
from itertools import pairwise
from math import inf
from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats
from ..kinds.results import Method
from ..two_sides.sides import Level
from .closed_forms import Mean
from .focal_selections import FocalSelections
from .interval_cost import STEPS
from .intervals import Ends, intervals_of
from .mean_value import mean_value
from .plan import Plan


class MeanEnds(NamedTuple):
    """Lower and upper mean, how far off each may be, and how they were found."""

    low: float
    high: float
    error: float
    method: Method


def mixed_mean(levels: list[Level], plan: Plan) -> Mean:
    """Return the mean over a mixture of levels."""
    part = plan.shared(len(levels))
    means = [mean_value(level.pair(), part) for level in levels]
    if len(levels) == 1:
        return means[0]
    value = sum(level.weight * mean.value for level, mean in zip(levels, means, strict=True))
    error = sum(level.weight * mean.error for level, mean in zip(levels, means, strict=True))
    return Mean(value, error, _summary([mean.method for mean in means]))


def ends_by_level(levels: list[Level], plan: Plan) -> list[tuple[float, Ends]]:
    """Return the intervals of the levels, each with the weight of the levels it represents.

    Cuts shrink as the level rises, so the ends close in: those of a level lie between the ends of
    any two levels around it. After the outermost levels, the segment with the largest product of
    weight and distance is split, until all levels are known or the steps are used up.
    """
    if len(levels) == 1:
        return [(levels[0].weight, intervals_of(FocalSelections.of(levels[0]), plan))]
    part = plan.shared(len(levels))
    below = np.cumsum([0.0, *(level.weight for level in levels)])
    last = len(levels) - 1
    known: dict[int, Ends] = {}

    def settle(at: int) -> float:
        selections = FocalSelections.of(levels[at])
        known[at] = intervals_of(selections, part)
        return selections.steps(part)

    steps = STEPS - settle(0) - settle(last)
    waiting = [(-inf, 0, last)] if last > 1 else []
    while waiting and (steps > 0 or plan.exact):
        _, left, right = heappop(waiting)
        middle = (left + right) // 2
        steps -= settle(middle)
        for start, stop in ((left, middle), (middle, right)):
            distance = _distance(known[start], known[stop])
            if stop > start + 1 and distance > 0:  # else the levels between have the same ends
                weight = float(below[stop] - below[start + 1])
                heappush(waiting, (-weight * distance, start, stop))
    return _with_unknown(known, below)


def _distance(wide: Ends, narrow: Ends) -> float:
    """How far the ends of levels between two others may be from those of the wider one."""
    low, high = narrow.reached[0] - wide.means[0], wide.means[1] - narrow.reached[1]
    return max(0.0, low) + max(0.0, high)


def _with_unknown(known: dict[int, Ends], below: Floats) -> list[tuple[float, Ends]]:
    """Add the levels between known ones: their ends are bounded by those of their neighbors."""
    levels = len(below) - 1
    note = f"ends at {len(known):,} of {levels:,} levels"
    parts: list[tuple[float, Ends]] = []
    for at, following in pairwise([*sorted(known), levels]):
        parts.append((float(below[at + 1] - below[at]), known[at]))
        if following > at + 1:
            same = _distance(known[at], known[following]) == 0
            method = known[at].method if same else Method("bounds", note)
            between = replace(known[at], reached=known[following].reached, method=method)
            parts.append((float(below[following] - below[at + 1]), between))
    return parts


def listed_method(parts: list[tuple[float, Ends]]) -> Method:
    """Return how the ends of the single selections were found."""
    return _summary([ends.listed for _, ends in parts])


def mean_ends(parts: list[tuple[float, Ends]], mean: Mean) -> MeanEnds:
    """Return the lower and the upper mean over the levels.

    They reach at least as far as the mean itself; all three may be sampled. The mean of a level
    lies between its ends, and the mean over all levels is known up to its error. So if a level has
    no end of its own, its bounds may be off as far as the mean.
    """
    outer = [sum(weight * ends.means[side] for weight, ends in parts) for side in (0, 1)]
    reached = [sum(weight * ends.reached[side] for weight, ends in parts) for side in (0, 1)]
    inside = min(reached[0], mean.value + mean.error), max(reached[1], mean.value - mean.error)
    slack = max(0.0, inside[0] - outer[0], outer[1] - inside[1])
    error = sum(weight * ends.error for weight, ends in parts) + slack
    method = _summary([ends.method for _, ends in parts])
    if method.name == "bounds" and error == 0:  # bounds that coincide with what is attained
        method = method._replace(name="exact")
    return MeanEnds(min(outer[0], mean.value), max(outer[1], mean.value), error, method)


def _summary(methods: list[Method]) -> Method:
    """One method for what was done at several levels."""
    if len(methods) == 1:
        return methods[0]
    hardest = max(set(methods), key=lambda one: (_rank(one), methods.count(one), one.note))
    return hardest._replace(note=f"{hardest.note} (at the hardest of {len(methods):,} levels)")


def _rank(method: Method) -> int:
    return ("exact", "bounds", "sampled").index(method.name)
