"""Means, and lower and upper means, over the levels of a mixture."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import NamedTuple

from ..kinds.results import Method
from ..two_sides.sides import Level
from .closed_forms import Mean
from .focal_selections import FocalSelections
from .interval_cost import STEPS
from .intervals import Intervals, intervals_of
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


def ends_by_level(levels: list[Level], plan: Plan) -> list[tuple[float, Intervals]]:
    """Return the intervals of the levels, each with the weight of the levels it represents.

    Cuts shrink as the level rises, so the ends close in. If there are too many levels to optimize
    each, neighbors share the widest cut among them: its ends bound the lower mean from below and
    the upper mean from above.
    """
    if len(levels) == 1:
        return [(levels[0].weight, intervals_of(levels[0], plan))]
    steps = sum(FocalSelections.of(level).steps(plan) for level in levels)
    block = 1 if plan.exact else min(len(levels), max(1, round(0.5 + steps / STEPS)))
    starts = range(0, len(levels), block)
    part = plan.shared(len(starts))
    ends = [intervals_of(levels[start], part) for start in starts]
    if block > 1:
        ends = _for_all(ends, block, len(levels))
    weights = [sum(level.weight for level in levels[start : start + block]) for start in starts]
    return list(zip(weights, ends, strict=True))


def _for_all(ends: list[Intervals], block: int, levels: int) -> list[Intervals]:
    """Let ends represent the levels up to the next ones, which lie inside."""
    where = f"one in {block}" if block < levels else "the widest"
    text = f"ends at {where} of {levels:,} levels"
    after = [*(one.reached for one in ends[1:]), (inf, -inf)]
    bounds = Method("bounds", text)
    return [
        replace(one, reached=reached, method=bounds)
        for one, reached in zip(ends, after, strict=True)
    ]


def mean_ends(parts: list[tuple[float, Intervals]], mean: Mean) -> MeanEnds:
    """Return the lower and the upper mean over the levels.

    They reach at least as far as the mean itself; all three may be sampled. The mean of a level
    lies between its ends, and the mean over all levels is known up to its error. So if a level has
    no end of its own, its bounds may be off as far as the mean.
    """
    outer = [sum(weight * ends.means[side] for weight, ends in parts) for side in (0, 1)]
    reached = [sum(weight * ends.reached[side] for weight, ends in parts) for side in (0, 1)]
    inside = min(reached[0], mean.value + mean.error), max(reached[1], mean.value - mean.error)
    slack = max(0.0, inside[0] - outer[0], outer[1] - inside[1])
    return MeanEnds(
        low=min(outer[0], mean.value),
        high=max(outer[1], mean.value),
        error=sum(weight * ends.error for weight, ends in parts) + slack,
        method=_summary([ends.method for _, ends in parts]),
    )


def _summary(methods: list[Method]) -> Method:
    """One method for what was done at several levels."""
    if len(methods) == 1:
        return methods[0]
    hardest = max(set(methods), key=lambda one: (_rank(one), methods.count(one), one.note))
    return hardest._replace(note=f"{hardest.note} (at the hardest of {len(methods):,} levels)")


def _rank(method: Method) -> int:
    return ("exact", "bounds", "sampled").index(method.name)
