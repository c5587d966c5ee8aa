"""How many selections of focal sets can be optimized.

A model and not a clock, so that results do not depend on the speed of a machine: steps of the
margin program where it gives the ends; otherwise what a mixed integer program or a list of
tables takes, in the same unit (some 1e8 to the second).
"""

from __future__ import annotations

from math import exp, inf, lgamma

import numpy as np

from ..ends.extremes import BUDGET
from ..kinds.clusterings import Evidential
from ..two_sides.problem import SoftSoft
from .concentration import effect_of_one
from .plan import Plan

STEPS = 5e8  # in all, some seconds
_TABLE = 5e4
_PROGRAM = 2e6
_SEARCH = 2e8


def steps_of(problem: SoftSoft, truth: Evidential, prediction: Evidential, plan: Plan) -> float:
    """About how many steps the two ends of one selection take."""
    soft = _ambiguous(problem, truth, prediction)
    hard = [bool((side.focal_sets.sum(axis=1) == 1).all()) for side in (truth, prediction)]
    if any(hard) and plan.measure.reads in ("pairs", "information", "coding"):
        rows, columns = (truth, prediction) if hard[0] else (prediction, truth)
        classes, clusters = rows.focal_sets.shape[1], columns.focal_sets.shape[1]
        states = _log_choose(soft + clusters - 1, clusters - 1)
        vectors = _log_choose(soft // classes + clusters, clusters - 1)
        margins = exp(min(states + vectors, 700.0)) * classes
        return margins if margins <= BUDGET else _program(soft, plan)
    widest = max(int(side.focal_sets.sum(axis=1).max()) for side in (truth, prediction))
    if soft <= 40 and widest**soft <= 100:
        return _TABLE * float(widest**soft)
    return _program(soft, plan)


def _program(soft: int, plan: Plan) -> float:
    # sums of largest overlaps have small programs; the rest needs many cuts or a search
    effect = effect_of_one(plan.measure, 2, plan.options)
    short = plan.measure.family in ("matching", "overlap") and effect is not None
    return (_PROGRAM if short else _SEARCH) * max(1.0, soft / 200)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) if 0 <= k <= n else -inf


def _ambiguous(problem: SoftSoft, truth: Evidential, prediction: Evidential) -> int:
    """The mean number of objects with a choice in a selection."""
    single = [side.focal_sets.sum(axis=1) == 1 for side in (truth, prediction)]
    sure = np.logical_and.outer(*single)
    fixed = int(problem.base[~sure].sum())
    if not problem.uncertain:
        return fixed
    alone = (problem.group_first @ single[0]) * (problem.group_second @ single[1])
    return fixed + int(np.ceil((problem.group_size * (1 - alone)).sum()))
