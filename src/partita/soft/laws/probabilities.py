"""Values of a measure with their probabilities, for two independent random labelings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import floor, log, sqrt

import numpy as np

from ...base.arrays import Floats
from ..kinds.results import Method
from ..means.concentration import DOUBT
from ..means.enumeration import PROBABILITY, joint_tables
from ..means.margin_means import pair_values
from ..means.mean_value import mean_value
from ..means.plan import Plan, attempts
from ..means.sampling import draw_cells, sampled_values
from ..two_sides.pair import Pair

MIDDLE = 0.95  # share of the draws between the ends that are shown


@dataclass(frozen=True, eq=False)
class WeightedValues:
    """Values with masses, in any order, and how they were found."""

    values: Floats
    mass: Floats
    certified: bool
    method: Method
    error: float


def probable_values(pair: Pair, plan: Plan) -> WeightedValues:
    """The law by the margin program, by all tables, or by draws."""
    if pair.certain or pair.n == 1:
        only = mean_value(pair, plan)
        return WeightedValues(np.array([only.value]), np.ones(1), True, only.method, 0.0)
    if plan.sample:
        return _drawn(pair, plan)
    reasons: list[str] = []
    ways = (partial(way, pair, plan) for way in (_by_margins, _by_tables))
    for found in attempts(ways, reasons):
        return found
    if plan.exact:
        raise plan.refuse(*reasons)
    return _drawn(pair, plan)


def _by_margins(pair: Pair, plan: Plan) -> WeightedValues | None:
    if plan.measure.reads != "pairs" or not (pair.truth_hard or pair.prediction_hard):
        return None
    found = pair_values(pair.margins, plan.measure, plan.options, plan.program)
    note = f"margin program, {found.states:,} states, probability left out {found.lost:.1g}"
    return WeightedValues(found.values, found.mass, True, Method("exact", note), found.lost)


def _by_tables(pair: Pair, plan: Plan) -> WeightedValues:
    found = joint_tables(pair.cells, PROBABILITY, plan.tables)
    values = found.read(plan.measure, plan.options)
    method = Method("exact", f"all {len(values):,} tables")
    return WeightedValues(values, found.weight, True, method, 0.0)


def _drawn(pair: Pair, plan: Plan) -> WeightedValues:
    draws = plan.worlds(pair.effort)
    tables = list(draw_cells(pair.cells, np.random.default_rng(plan.seed), draws))
    values = sampled_values(tables, plan.measure, plan.options)
    # Dvoretzky, Kiefer, Wolfowitz, with Massart's constant
    steps = sqrt(log(2 / DOUBT) / (2 * draws))
    held = max(0, floor(100 * (MIDDLE - 2 * steps)))  # each end may be off by a step
    note = (
        f"{draws:,} draws, seed {plan.seed}, distribution function within {steps:.2g}: "
        f"{100 * MIDDLE:g}% of the draws are at least {held}% of the clusterings"
    )
    return WeightedValues(values, np.full(draws, 1 / draws), False, Method("sampled", note), 0.0)
