"""How much the margin program may use, and an estimate of its cost before it starts.

The estimate needs only standard deviations, so a refusal takes no time.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ..two_sides.margin_problem import MarginProblem

WORK = 5e8  # some seconds
PATIENT_WORK = 2e10  # some minutes, if only an exact result will do
STATES = 50_000_000
BYTES = 800_000_000  # some seconds
PATIENT_BYTES = 4_000_000_000
_STATE, _STATE_AND_CLUSTER = 32, 24  # bytes of a state, here and in the kernel
_MARGIN = 8  # a box of counts is larger than what the kernel keeps of it, the more so the wider
_REACH = 14  # standard deviations that hold all but 1e-12 of a count


@dataclass(frozen=True)
class Budget:
    """How much the margin program may use."""

    states: int = STATES
    work: float = WORK
    bytes: int = BYTES

    def states_of(self, clusters: int) -> int:
        """Return the most states; each is a vector of cluster sizes with two numbers."""
        fitting = self.bytes // (_STATE + _STATE_AND_CLUSTER * clusters)
        return max(1, min(self.states, fitting))


def check_cost(problem: MarginProblem, budget: Budget, *, trims: bool, transforms: bool) -> None:
    """Refuse a problem with too many vectors of cluster sizes, or too many steps between them.

    A class with v count vectors takes about v²/4 steps to build and, unless the kernel transforms,
    v steps from each state before it.
    """
    widths = _widths(problem, trims=trims)
    total = float(prod(sorted(_total(widths, problem, trims=trims).tolist())[:-1]))
    if total > budget.states:
        raise InputError(
            f"there are about {total:.2g} vectors of cluster sizes, more than {budget.states:,}"
        )
    steps, before = 0.0, 1.0
    for row in widths:
        vectors = float(prod(sorted(row.tolist())[:-1]))
        steps += vectors * vectors / 4 + (0.0 if transforms else before * vectors)
        before = min(before * vectors, total)
    if steps > _MARGIN ** max(1, problem.clusters - 2) * budget.work:
        raise InputError(
            f"the margin program would take about {steps:.2g} steps, more than {budget.work:.2g}"
        )


def _widths(problem: MarginProblem, *, trims: bool) -> Floats:
    """How many values the count of each class in each cluster can take, (classes, clusters)."""
    shape = problem.classes, problem.clusters
    p, size = problem.group_options, problem.group_size[:, None]
    reach, spread = np.zeros(shape), np.zeros(shape)
    np.add.at(reach, problem.group_class, (p > 0) * size)
    if trims:
        np.add.at(spread, problem.group_class, p * (1 - p) * size)
        reach = np.minimum(reach, _REACH * np.sqrt(spread))
    return np.asarray(1 + reach)


def _total(widths: Floats, problem: MarginProblem, *, trims: bool) -> Floats:
    """How many values each cluster size can take."""
    reach = widths - 1
    whole = np.sqrt((reach * reach).sum(axis=0)) if trims else reach.sum(axis=0)
    return np.asarray(1 + np.minimum(whole, problem.uncertain))
