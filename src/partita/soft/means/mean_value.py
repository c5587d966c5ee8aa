"""The mean of a measure over two independent random labelings, by the best way there is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..kinds.results import Method
from ..two_sides.from_sums import table_of
from . import matchings, maxima  # noqa: F401 - they enter their closed forms into SHORTCUTS
from .closed_forms import SHORTCUTS, Mean
from .enumeration import PROBABILITY, joint_tables
from .margin_means import margin_mean
from .plan import attempts
from .sampling import sampled_mean

if TYPE_CHECKING:
    from ..two_sides.pair import Pair
    from .plan import Plan

_EXACT = 1e-9  # an error up to this, absolute and relative, counts as exact
_COINCIDE = 1e-12  # bounds this near to each other, absolute and relative, are one number
_LARGE = 1e-3  # bounds wider than this are worth improving by draws


def mean_value(pair: Pair, plan: Plan) -> Mean:
    """Mean of the measure; exact where a way is known and affordable."""
    if pair.certain or pair.n == 1:
        return Mean(_only_value(pair, plan), 0.0, Method("exact", "there is one table only"), 0.0)
    if plan.sample:
        return _sampled(pair, plan, _closed(pair, plan) if _is_bounded(plan) else None)
    bounds: Mean | None = None
    reasons: list[str] = []
    ways = (partial(way, pair, plan) for way in (_closed, _by_margins, _enumerated))
    for found in attempts(ways, reasons):
        if _good_enough(found, plan):
            return found
        bounds = found
    if plan.exact:
        if bounds is not None:
            reasons.insert(0, f"{plan.measure.name} is known within {bounds.error:.2g} only")
        raise plan.refuse(*reasons or ["no exact way is known"])
    if bounds is not None and bounds.error <= _LARGE * (1 + abs(bounds.value)):
        return bounds
    return _sampled(pair, plan, bounds)


def _sampled(pair: Pair, plan: Plan, bounds: Mean | None) -> Mean:
    """A mean by draws, kept within bounds that are certain."""
    drawn = sampled_mean(pair, plan)
    if bounds is None:
        return drawn
    low, high = bounds.value - bounds.error, bounds.value + bounds.error
    value = min(max(drawn.value, low), high)
    farthest = max(value - low, high - value)
    if farthest > drawn.error:
        return drawn._replace(value=value)
    note = f"{plan.worlds(pair.effort):,} draws, seed {plan.seed}, within {bounds.method}"
    return Mean(value, farthest, Method("sampled", note))


def _is_bounded(plan: Plan) -> bool:
    """Whether the closed form is a pair of bounds, which draws cannot make wrong."""
    return plan.measure.family == "matching"


def _good_enough(found: Mean, plan: Plan) -> bool:
    """Whether to look no further; where exact was asked for, bounds must coincide."""
    limit = _COINCIDE if found.method.name == "bounds" and plan.exact else _EXACT
    return found.error <= limit * (1 + abs(found.value))


def _closed(pair: Pair, plan: Plan) -> Mean | None:
    shortcut = SHORTCUTS.get(plan.measure.name)
    return shortcut(pair, plan.measure, plan.options) if shortcut else None


def _by_margins(pair: Pair, plan: Plan) -> Mean | None:
    return margin_mean(pair, plan.measure, plan.options, plan.program)


def _enumerated(pair: Pair, plan: Plan) -> Mean:
    found = joint_tables(pair.cells, PROBABILITY, plan.tables)
    values = found.read(plan.measure, plan.options)
    mean = float(found.weight @ values)
    variance = float(found.weight @ (values - mean) ** 2)
    return Mean(mean, 0.0, Method("exact", f"all {len(values):,} tables"), variance)


def _only_value(pair: Pair, plan: Plan) -> float:
    """With certain objects, or a single one, every world has the same partition."""
    table = pair.table() if pair.certain else table_of(np.ones((1, 1), dtype=np.int64))
    return plan.chosen.of(table)
