"""Ends of a ratio of sums for two rough sides, one of them hard, without the tables they need.

The margin program gives the smallest and the largest Σ φ(n_ij) for every vector of cluster sizes,
and a ratio of affine functions of Σ φ(n_ij) and Σ φ(b_j) is read from all of them at once. This
takes milliseconds where `extremes` also finds labels that attain the ends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ... import _soft
from ...base.arrays import Counts, Floats
from ..ends.affine_ratios import ratio_of
from ..ends.margin_reading import MarginReader
from ..ends.values import Value
from ..kinds.rough import Rough
from ..two_sides.margin_problem import MarginProblem
from ..two_sides.object_groups import ObjectGroups
from .convex_shapes import Shape
from .interval_cost import MARGIN_STEPS, log_margin_steps
from .plan import Plan

_STATES = 1_000_000


def ends_by_margins(truth: Rough, prediction: Rough, plan: Plan) -> tuple[float, float] | None:
    """Return the smallest and the largest value; None if that is too costly or not possible."""
    problem = ObjectGroups.of(truth, prediction).margin_problem()
    if problem is None or not problem.uncertain:
        return None
    steps = log_margin_steps(problem.uncertain, problem.classes, problem.clusters)
    if steps > np.log(MARGIN_STEPS):
        return None
    ratio = ratio_of(plan.chosen, problem.class_sizes, truth_hard=not problem.swapped)
    if ratio is None:
        return None
    try:
        sums = _Sums.of(problem, squares=ratio.squares)
    except MemoryError:
        return None
    reader = MarginReader(Value(plan.chosen), problem.class_sizes, swapped=problem.swapped)
    found = []
    for cells, sign in ((sums.least, 1.0), (sums.most, -1.0), (sums.least, -1.0), (sums.most, 1.0)):
        below = ratio.below.of(cells, sums.sizes)
        if not (below > 1e-9).all():
            return None  # undefined in some world
        at = int(np.argmin(sign * ratio.above.of(cells, sums.sizes) / below))
        found.append(sums.read(reader, cells, at))
    return min(found), max(found)


class _Sums(NamedTuple):
    """The smallest and the largest Σ φ(n_ij) for all vectors of cluster sizes."""

    vectors: Counts
    sizes: Floats  # Σ φ(b_j)
    least: Floats
    most: Floats

    @classmethod
    def of(cls, problem: MarginProblem, *, squares: bool) -> _Sums:
        allowed = problem._replace(group_options=(problem.group_options > 0).astype(float))
        vectors, least, most = _soft.margin_extremes(
            *allowed.arrays,
            "square" if squares else "entropy",
            max_states=_STATES,
            max_work=50 * MARGIN_STEPS,
        )
        sizes = Shape(squares).of(np.asarray(vectors, dtype=np.float64)).sum(axis=1)
        return cls(vectors, sizes, np.asarray(least, dtype=float), np.asarray(most, dtype=float))

    def read(self, reader: MarginReader, cells: Floats, at: int) -> float:
        """Read the measure as everywhere else, to the last bit."""
        sizes = self.vectors[at]
        key = np.array([(sizes * sizes).sum()]) if reader.value.source == "pairs" else sizes
        found = reader.read(key, cells[at])
        if found is None:
            raise TypeError("a positive denominator and no value")
        return found
