"""How much clusterings differ by a measure, and the standard error of that difference.

The standard error is the jackknife's, on the objects (or groups of objects) that both clusterings
share. If the objects are not known to be the same, the sum of both standard errors bounds it,
whatever their correlation. There is no standard error for fractional weights and large tables.
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
from ...inference.sampling.pairing import PairedObjects, Pairing
from ...measures.chosen import choose
from ...measures.measure import MEASURES
from ..counting.counting import Counted, can_be_drawn
from ..counting.score import value_or_none
from .samples import joint_sample, sample_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...table.contingency import AnyTable
    from .joint import Joint

JACKKNIFE_CELLS = 50_000  # of all tables together, up to which standard errors take seconds
WITHIN = 2.0  # standard errors: a smaller difference is sampling error
SURE = 2.5  # standard errors: a larger one is not; k objects for the same side give √k of them
DOUBT = 0.025  # probability of calling any two equally good clusterings different, one-sided
FEW = 5  # objects that cannot make two clusterings significantly different: 2 · 0.5⁵ = 0.06


class Gap(NamedTuple):
    """By how much one clustering is better than another, and the standard error of that."""

    size: float  # positive if the first is better
    error: float | None

    @property
    def z(self) -> float | None:
        """The gap in standard errors; None if these are not known."""
        if self.error is None:
            return None
        if self.error:
            return self.size / self.error
        return copysign(inf, self.size) if self.size else 0.0


class Gaps:
    """The gaps between all clusterings of one comparison, computed when asked for."""

    def __init__(self, counted: Mapping[str, Counted]) -> None:
        self.counted = counted
        self.names = list(counted)
        self._values: dict[str, dict[str, float]] = {}
        self._influences: dict[tuple[str, str], Influence] = {}

    @cached_property
    def sure(self) -> float:
        """The z from which on the largest of all gaps is not sampling error."""
        pairs = max(1, len(self.names) * (len(self.names) - 1) // 2)
        return max(SURE, NormalDist().inv_cdf(1 - DOUBT / pairs))  # Bonferroni

    def values(self, measure: str) -> dict[str, float]:
        """The values of a measure by clustering, without those that have none."""
        if measure not in self._values:
            found = {name: value_or_none(measure, one.table) for name, one in self.counted.items()}
            self._values[measure] = {name: v for name, v in found.items() if v is not None}
        return self._values[measure]

    def best_first(self, measure: str) -> list[str]:
        """The clusterings that have a value, the best first."""
        values, sign = self.values(measure), choose(measure).sign
        return sorted(values, key=lambda name: -sign * values[name])

    def gap(self, measure: str, first: str, second: str) -> Gap:
        """By how much the first is better than the second."""
        values = self.values(measure)
        size = choose(measure).sign * (values[first] - values[second])
        return Gap(size, self._error(measure, first, second))

    def close_pairs(self) -> list[tuple[str, str, int]]:
        """Pairs of clusterings that differ in at most `FEW` objects, and in how many."""
        joint = self._joint
        if joint is None or joint.groups is not None:
            return []
        sizes = {name: np.sort(one.table.cluster_sizes)[::-1] for name, one in self.counted.items()}
        found = []
        for (k, first), (j, second) in combinations(enumerate(self.names), 2):
            if _distance(sizes[first], sizes[second]) > 2 * FEW:  # each object changes two sizes
                continue
            pair = joint.pair(k, j)
            objects = 0 if pair.same else pair.differing
            if objects <= FEW:
                found.append((first, second, objects))
        return found

    def are_same(self, first: str, second: str) -> bool:
        """Whether two clusterings are the same partition; False if that is not known."""
        pair = self._pair(first, second)
        return isinstance(pair, PairedObjects) and pair.same

    @cached_property
    def _joint(self) -> Joint | None:
        """The objects of all clusterings together; None if they are not known to be the same."""
        if not self._drawable:
            return None
        try:
            return joint_sample(self.counted)
        except InputError:
            return None

    def _pair(self, first: str, second: str) -> Pairing | None:
        if self._joint is None:
            return None
        return self._joint.pair(self.names.index(first), self.names.index(second))

    @cached_property
    def _drawable(self) -> bool:
        tables = [one.table for one in self.counted.values()]
        cells = sum(table.nnz for table in tables)
        return all(map(can_be_drawn, tables)) and cells <= JACKKNIFE_CELLS

    def _error(self, measure: str, first: str, second: str) -> float | None:
        if not self._drawable:
            return None
        try:
            one, other = self._influence(measure, first), self._influence(measure, second)
        except UndefinedError:  # the table has no value without one of its objects
            return None
        pair = self._pair(first, second)
        if pair is None:
            return one.standard_error + other.standard_error
        if isinstance(pair, PairedObjects) and pair.same:
            return 0.0
        return pair.joined(one, other).standard_error

    def _influence(self, measure: str, name: str) -> Influence:
        key = measure, name
        if key not in self._influences:
            self._influences[key] = sample_of(self.counted[name]).influence(choose(measure), 0)
        return self._influences[key]


def homogeneity_lead(table: AnyTable) -> Gap:
    """Homogeneity minus completeness, and the jackknife standard error of that."""
    names = ("homogeneity", "completeness")
    h, c = (MEASURES[name].of(table) for name in names)
    if not can_be_drawn(table) or table.nnz > JACKKNIFE_CELLS:
        return Gap(h - c, None)
    one, other = (influence(choose(name), table) for name in names)
    found = summarize(0.0, one.change - other.change, table.counts, float(table.n))
    return Gap(h - c, found.standard_error)


def _distance(one: NDArray[Any], other: NDArray[Any]) -> float:
    """Σ |b_j - b'_j| of sorted sizes: at most two for each object in another cluster."""
    both = np.zeros((2, max(len(one), len(other))))
    both[0, : len(one)], both[1, : len(other)] = one, other
    return float(np.abs(both[0] - both[1]).sum())
