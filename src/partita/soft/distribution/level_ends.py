"""Lower and upper means over the levels of a mixture.

Cuts shrink as the level rises, so the ends close in. Where there are too many levels to optimise
each, neighbours share the widest cut among them: the lower mean is then bounded from below and the
upper one from above.
"""

from __future__ import annotations

from .interval_cost import STEPS, steps_of
from .intervals import Intervals, focal_problem, intervals_of
from .plan import Plan
from .sides import Level


def ends_by_level(levels: list[Level], plan: Plan) -> list[tuple[float, Intervals]]:
    """Intervals with the weights of the levels that they stand for."""
    if len(levels) == 1:
        return [(levels[0].weight, intervals_of(levels[0], plan))]
    steps = sum(steps_of(*focal_problem(level), plan) for level in levels)
    block = 1 if plan.exact else min(len(levels), max(1, round(0.5 + steps / STEPS)))
    found = []
    for start in range(0, len(levels), block):
        part = levels[start : start + block]
        ends = intervals_of(part[0], plan)
        if len(part) > 1:
            where = f"one in {block}" if block < len(levels) else "the widest"
            ends = ends.as_bounds(f"ends at {where} of {len(levels):,} levels")
        found.append((sum(level.weight for level in part), ends))
    return found
