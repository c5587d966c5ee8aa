"""Lower and upper means over the levels of a mixture.

Cuts shrink as the level rises, so the ends close in. Where there are too many levels to optimize
each, neighbors share the widest cut among them: the lower mean is then bounded from below and the
upper one from above.
"""

from __future__ import annotations

from math import inf

from ..two_sides.sides import Level
from .interval_cost import STEPS, steps_of
from .intervals import Intervals, focal_problem, intervals_of
from .plan import Plan


def ends_by_level(levels: list[Level], plan: Plan) -> list[tuple[float, Intervals]]:
    """Intervals with the weights of the levels that they stand for."""
    if len(levels) == 1:
        return [(levels[0].weight, intervals_of(levels[0], plan))]
    steps = sum(steps_of(*focal_problem(level), plan) for level in levels)
    block = 1 if plan.exact else min(len(levels), max(1, round(0.5 + steps / STEPS)))
    starts = range(0, len(levels), block)
    part = plan.shared(len(starts))
    ends = [intervals_of(levels[start], part) for start in starts]
    if block > 1:
        ends = _for_all(ends, block, len(levels))
    weights = [sum(level.weight for level in levels[start : start + block]) for start in starts]
    return list(zip(weights, ends, strict=True))


def mean_ends(parts: list[tuple[float, Intervals]], value: float) -> tuple[float, float]:
    """The lower and the upper mean, which reach as far as the mean itself; all may be sampled."""
    lower, upper = (sum(weight * ends.means[side] for weight, ends in parts) for side in (0, 1))
    return min(lower, value), max(upper, value)


def ends_error(parts: list[tuple[float, Intervals]], value: float, slack: float) -> float:
    """How far off the lower and the upper mean may be.

    The mean of a level lies between its ends and is known within `slack` on the whole; where a
    level has no end of its own its bounds may be off as far as the mean value.
    """
    error = sum(weight * ends.error for weight, ends in parts)
    outer = [sum(weight * ends.means[side] for weight, ends in parts) for side in (0, 1)]
    reached = [sum(weight * ends.reached[side] for weight, ends in parts) for side in (0, 1)]
    inside = min(reached[0], value + slack), max(reached[1], value - slack)
    return error + max(0.0, inside[0] - outer[0], outer[1] - inside[1])


def _for_all(ends: list[Intervals], block: int, levels: int) -> list[Intervals]:
    """Ends that stand for the levels up to the next ones, which lie inside."""
    where = f"one in {block}" if block < levels else "the widest"
    text = f"ends at {where} of {levels:,} levels"
    after = [*(one.reached for one in ends[1:]), (inf, -inf)]
    return [one.as_bounds(text, reached) for one, reached in zip(ends, after, strict=True)]
