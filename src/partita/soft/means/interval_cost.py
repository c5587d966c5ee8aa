"""What the two ends of one selection of focal sets cost.

The cost is a model and not a measured time, so results do not depend on the speed of a machine. It
counts steps of the margin program if that gives the ends; otherwise it counts what a mixed integer
program or a list of tables takes, in the same unit (about 1e8 a second).
"""

from __future__ import annotations

from math import exp, inf, lgamma, log

import numpy as np

from ..ends.extremes import BUDGET
from ..kinds.evidential import Evidential
from ..two_sides.object_groups import ObjectGroups
from .concentration import effect_of_one
from .plan import Plan

STEPS = 5e8  # in all, some seconds
PATIENT_STEPS = 2e10  # some minutes, if only an exact result will do
MARGIN_STEPS = 1e9  # of one margin program
_PER_STEP = 50  # steps of the margin program that take as long as one step of a program
_TABLE = 5e4
_PROGRAM = 7e5
_SEARCH = 2e8


def listing_steps(tables: int) -> float:
    """Return about how many steps it takes to find which of the tables a selection allows."""
    return 2000 + tables * tables / 300


def optimizing_steps(
    groups: ObjectGroups, truth: Evidential, prediction: Evidential, plan: Plan
) -> float:
    """Return about how many steps it takes to optimize the two ends of one selection."""
    open_ = _mean_uncertain(groups, truth, prediction)
    hard = [bool((side.focal_sets.sum(axis=1) == 1).all()) for side in (truth, prediction)]
    if any(hard) and plan.measure.reads in ("pairs", "information", "coding"):
        rows, columns = (truth, prediction) if hard[0] else (prediction, truth)
        classes, clusters = rows.focal_sets.shape[1], columns.focal_sets.shape[1]
        logarithm = log_margin_steps(open_, classes, clusters)
        if logarithm <= log(BUDGET):
            return exp(logarithm) / _PER_STEP + 1e4
        return _program(open_, plan)
    widest = max(int(side.focal_sets.sum(axis=1).max()) for side in (truth, prediction))
    if open_ <= 40 and widest**open_ <= 100:
        return _TABLE * float(widest**open_)
    return _program(open_, plan)


def log_margin_steps(open_: int, classes: int, clusters: int) -> float:
    """Return the logarithm of about how many steps the margin program takes."""
    states = _log_choose(open_ + clusters - 1, clusters - 1)
    vectors = _log_choose(open_ // classes + clusters, clusters - 1)
    return states + vectors + log(classes)


def _program(open_: int, plan: Plan) -> float:
    # sums of largest overlaps have small programs; the others need many cuts or a search
    effect = effect_of_one(plan.chosen, 2)
    short = plan.measure.family in ("matching", "overlap") and effect is not None
    return (_PROGRAM if short else _SEARCH) * max(1.0, open_ / 200)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) if 0 <= k <= n else -inf


def _mean_uncertain(groups: ObjectGroups, truth: Evidential, prediction: Evidential) -> int:
    """The mean number of objects with a choice in a selection, rounded up."""
    single = [side.focal_sets.sum(axis=1) == 1 for side in (truth, prediction)]
    fixed = int(groups.base[~np.logical_and.outer(*single)].sum())
    if not groups.uncertain:
        return fixed
    alone = (groups.group_first @ single[0]) * (groups.group_second @ single[1])
    return fixed + int(np.ceil((groups.group_size * (1 - alone)).sum()))
