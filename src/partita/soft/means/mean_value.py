"""The mean of a measure over two independent random labelings, by the best available method."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..kinds.results import Method
from ..two_sides.from_sums import table_of
from . import (  # noqa: F401 - they enter their closed forms
    information_means,
    matching_means,
    overlap_means,
    pair_means,
)
from .closed_forms import CLOSED_FORMS, Mean
from .enumeration import PROBABILITY, joint_tables
from .margin_means import margin_mean
from .plan import attempts
from .ratio_means import ratio_mean
from .sampling import sampled_mean

if TYPE_CHECKING:
    from ..two_sides.fuzzy_pair import FuzzyPair
    from .plan import Plan

_EXACT = 1e-9  # an error up to this, absolute and relative, counts as exact
_COINCIDE = 1e-12  # bounds this close to each other, absolute and relative, are one number
_LARGE = 1e-3  # bounds wider than this are worth improving by draws


def mean_value(pair: FuzzyPair, plan: Plan) -> Mean:
    """Return the mean of the measure, exact if a method is known and affordable."""
    if pair.certain or pair.n == 1:  # in every world the two partitions are the same
        table = table_of(pair.groups.base if pair.certain else np.ones((1, 1), dtype=np.int64))
        return Mean(plan.chosen.of(table), 0.0, Method("exact", "there is one table only"), 0.0)
    if plan.sample:  # within bounds that are certain
        matched = plan.measure.family == "matching"
        return _sampled(pair, plan, _closed(pair, plan) if matched else ratio_mean(pair, plan))
    bounds: Mean | None = None
    reasons: list[str] = []
    ways = (partial(way, pair, plan) for way in (_closed, _by_margins, _by_tables, ratio_mean))
    for found in attempts(ways, reasons):
        if _good_enough(found, plan):
            return found
        bounds = found
    if plan.exact:
        if bounds is not None:
            reasons.insert(0, f"{plan.measure.name} is known within {bounds.error:.2g} only")
        raise plan.refuse(*reasons or ["no exact method is known"])
    if bounds is not None and bounds.error <= _LARGE * (1 + abs(bounds.value)):
        return bounds
    return _sampled(pair, plan, bounds)


def _sampled(pair: FuzzyPair, plan: Plan, bounds: Mean | None) -> Mean:
    """A mean by draws, kept within certain bounds."""
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


def _good_enough(found: Mean, plan: Plan) -> bool:
    """Whether to stop here; if exact was asked for, bounds must coincide."""
    limit = _COINCIDE if found.method.name == "bounds" and plan.exact else _EXACT
    return found.error <= limit * (1 + abs(found.value))


def _closed(pair: FuzzyPair, plan: Plan) -> Mean | None:
    form = CLOSED_FORMS.get(plan.measure.name)
    return form(pair, plan.chosen) if form else None


def _by_margins(pair: FuzzyPair, plan: Plan) -> Mean | None:
    return margin_mean(pair, plan.chosen, plan.program)


def _by_tables(pair: FuzzyPair, plan: Plan) -> Mean:
    found = joint_tables(pair.groups, PROBABILITY, plan.tables)
    values = found.read(plan.chosen)
    mean = float(found.weight @ values)
    variance = float(found.weight @ (values - mean) ** 2)
    return Mean(mean, 0.0, Method("exact", f"all {len(values):,} tables"), variance)
