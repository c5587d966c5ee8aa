"""How much clusterings differ by a measure, and how much of that is sampling error.

The standard error of a difference is the jackknife's, on the objects (or groups of objects) that
both clusterings share. Where objects are not known to be the same it is bounded by the sum of both
standard errors, as no correlation can make it larger. It is absent where nothing can be drawn.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import copysign, inf
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.errors import InputError, UndefinedError
from ...inference.sampling.jackknife import Influence, influence, summarize
from ...inference.sampling.pairing import Paired
from ...measures.chosen import choose
from ...measures.measure import MEASURES
from ..counting.counting import Counted, can_be_drawn
from .drawing import joint_sample, sample_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...table.contingency import AnyTable
    from .joint import Joint

CELLS = 50_000  # of all tables together, up to which standard errors take seconds
WITHIN = 2.0  # standard errors within which a difference is sampling error
SURE = 2.5  # and from which on it is more: k objects that all favor one side give √k of them
DOUBT = 0.025  # of calling any two clusterings different in one direction that are not
FEW = 5  # objects that can never tell two clusterings apart: 2 · 0.5⁵ = 0.06


class Gap(NamedTuple):
    """By how much one clustering is better than another, and the standard error of that."""

    size: float  # positive where the first is better
    error: float | None

    @property
    def z(self) -> float | None:
        """The gap in standard errors; None where these are not known."""
        if self.error is None:
            return None
        if self.error:
            return self.size / self.error
        return copysign(inf, self.size) if self.size else 0.0


class Contrasts:
    """The clusterings of one comparison, two at a time."""

    def __init__(self, counted: Mapping[str, Counted]) -> None:
        self.counted = counted
        self.names = list(counted)
        self._values: dict[str, dict[str, float]] = {}
        self._pulls: dict[tuple[str, str], Influence] = {}

    @cached_property
    def sure(self) -> float:
        """From how many standard errors on the largest of all differences is no sampling error."""
        pairs = max(1, len(self.names) * (len(self.names) - 1) // 2)
        return max(SURE, NormalDist().inv_cdf(1 - DOUBT / pairs))  # Bonferroni

    def values(self, measure: str) -> dict[str, float]:
        """The values of a measure by clustering, where it has one."""
        if measure not in self._values:
            found = {name: value_of(measure, one.table) for name, one in self.counted.items()}
            self._values[measure] = {name: v for name, v in found.items() if v is not None}
        return self._values[measure]

    def ranked(self, measure: str) -> list[str]:
        """Clusterings with a value, the best first."""
        values = self.values(measure)
        return sorted(values, key=lambda name: -_sign(measure) * values[name])

    def gap(self, measure: str, first: str, second: str) -> Gap:
        """By how much the first is better than the second."""
        values = self.values(measure)
        size = _sign(measure) * (values[first] - values[second])
        return Gap(size, self._error(measure, first, second))

    def close_pairs(self) -> list[tuple[str, str, int]]:
        """Pairs of clusterings that differ in few objects, and in how many."""
        joint = self._joint
        if joint is None or joint.groups is not None:
            return []
        sizes = {name: np.sort(one.table.cluster_sizes)[::-1] for name, one in self.counted.items()}
        found = []
        for (k, first), (j, second) in combinations(enumerate(self.names), 2):
            if _moved(sizes[first], sizes[second]) > 2 * FEW:  # each object changes two sizes
                continue
            pair = joint.pair(k, j)
            objects = 0 if pair.same else pair.deciding
            if objects <= FEW:
                found.append((first, second, objects))
        return found

    def are_same(self, first: str, second: str) -> bool:
        """Whether two clusterings are one and the same, names apart; False where not known."""
        joint = self._joint
        if joint is None:
            return False
        pair = joint.pair(self.names.index(first), self.names.index(second))
        return isinstance(pair, Paired) and pair.same

    @cached_property
    def _joint(self) -> Joint | None:
        """The objects of all clusterings together, where they are known to be the same."""
        if not self._drawable:
            return None
        try:
            return joint_sample(self.counted)
        except InputError:
            return None

    @cached_property
    def _drawable(self) -> bool:
        tables = [one.table for one in self.counted.values()]
        return all(map(can_be_drawn, tables)) and sum(table.nnz for table in tables) <= CELLS

    def _error(self, measure: str, first: str, second: str) -> float | None:
        if not self._drawable:
            return None
        try:
            one, other = self._pull(measure, first), self._pull(measure, second)
        except UndefinedError:  # without one of its objects the table has no value
            return None
        joint = self._joint
        if joint is None:
            return one.standard_error + other.standard_error
        pair = joint.pair(self.names.index(first), self.names.index(second))
        if isinstance(pair, Paired) and pair.same:
            return 0.0
        return pair.joined(one, other).standard_error

    def _pull(self, measure: str, name: str) -> Influence:
        key = measure, name
        if key not in self._pulls:
            sample = sample_of(self.counted[name])
            self._pulls[key] = sample.influence(choose(measure), 0)
        return self._pulls[key]


def lean(table: AnyTable) -> Gap:
    """Homogeneity less completeness, and its jackknife standard error where that is known."""
    h, c = (MEASURES[name].of(table) for name in ("homogeneity", "completeness"))
    if not can_be_drawn(table) or table.nnz > CELLS:
        return Gap(h - c, None)
    one, other = (influence(choose(name), table) for name in ("homogeneity", "completeness"))
    found = summarize(0.0, one.change - other.change, table.counts, float(table.n))
    return Gap(h - c, found.standard_error)


def value_of(measure: str, table: AnyTable) -> float | None:
    """The value of a measure, None where it has none."""
    try:
        return MEASURES[measure].of(table)
    except UndefinedError:
        return None


def _sign(measure: str) -> int:
    return 1 if MEASURES[measure].better == "higher" else -1


def _moved(one: NDArray[Any], other: NDArray[Any]) -> float:
    """Σ |b_j - b'_j| of sizes in order: at most two for each object in another cluster."""
    both = np.zeros((2, max(len(one), len(other))))
    both[0, : len(one)], both[1, : len(other)] = one, other
    return float(np.abs(both[0] - both[1]).sum())
