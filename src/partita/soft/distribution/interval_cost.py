"""How many selections of focal sets can be optimised.

A model and not a clock, so that results do not depend on the speed of a machine: steps of the
margin programme where it gives the ends; otherwise what a mixed integer program or a list of
tables takes, in the same unit (some 1e8 to the second).
"""

from __future__ import annotations

from math import comb

import numpy as np

from ..clusterings import Evidential
from ..problem import SoftSoft
from .plan import Plan

STEPS = 5e9  # in all, half a minute or so
_TABLE = 5e4
_PROGRAM = 3e7


def steps_of(problem: SoftSoft, truth: Evidential, prediction: Evidential, plan: Plan) -> float:
    """About how many steps the two ends of one selection take."""
    soft = _ambiguous(problem, truth, prediction)
    hard = [bool((side.focal_sets.sum(axis=1) == 1).all()) for side in (truth, prediction)]
    if any(hard) and plan.measure.family in ("pairs", "information", "coding"):
        rows, columns = (truth, prediction) if hard[0] else (prediction, truth)
        classes, clusters = rows.focal_sets.shape[1], columns.focal_sets.shape[1]
        states = comb(soft + clusters - 1, clusters - 1)
        return float(states * comb(soft // classes + clusters, clusters - 1) * classes)
    widest = max(int(side.focal_sets.sum(axis=1).max()) for side in (truth, prediction))
    if soft <= 40 and widest**soft <= 100:
        return _TABLE * float(widest**soft)
    wide = 1.0 if plan.measure.family in ("matching", "overlap") else 10.0
    return _PROGRAM * wide * max(1.0, soft / 200)


def _ambiguous(problem: SoftSoft, truth: Evidential, prediction: Evidential) -> int:
    """The mean number of objects with a choice in a selection."""
    single = [side.focal_sets.sum(axis=1) == 1 for side in (truth, prediction)]
    sure = np.logical_and.outer(*single)
    fixed = int(problem.base[~sure].sum())
    if not problem.uncertain:
        return fixed
    alone = (problem.group_first @ single[0]) * (problem.group_second @ single[1])
    return fixed + int(np.ceil((problem.group_size * (1 - alone)).sum()))
