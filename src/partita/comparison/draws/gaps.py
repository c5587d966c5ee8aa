"""How much clusterings differ by a measure, and the standard error of that difference.

The standard error is the jackknife's, on the objects (or groups of objects) that both clusterings
share. If the objects are not known to be the same, the sum of both standard errors bounds it,
whatever their correlation. There is no standard error for fractional weights and large tables.
"""

from __future__ import annotations

from functools import cached_property, partial
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
from ..counting.treatments import noise_of, treat
from .samples import joint_sample, sample_of
from .treated import of_change, treated_influence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ...inference.sampling.samples import GroupSample, ObjectSample
    from ...table.contingency import AnyTable
    from ..counting.treatments import Treated, Treatment
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
        self._treated: dict[str, Treated] = {}

    @cached_property
    def sure(self) -> float:
        """The z from which on the largest of all gaps is not sampling error."""
        pairs = max(1, len(self.names) * (len(self.names) - 1) // 2)
        return max(SURE, NormalDist().inv_cdf(1 - DOUBT / pairs))  # Bonferroni

    def values(self, measure: str) -> dict[str, float]:
        """The values of a measure by clustering, without those that have none."""
        if measure not in self._values:
            tables = {name: one.table for name, one in self.counted.items()}
            tables |= {name: one.table for name, one in self._treated.items()}
            found = {name: value_or_none(measure, table) for name, table in tables.items()}
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
        return Gap(size, self._error(partial(self._influence, measure), first, second))

    def contrast(self, measures: tuple[str, str], first: str, second: str) -> Gap:
        """By how much more the first is better by one measure than by another."""
        gaps = [self.gap(measure, first, second).size for measure in measures]
        signs = [choose(measure).sign for measure in measures]

        def difference(name: str) -> Influence:
            one, other = (self._influence(measure, name).change for measure in measures)
            return of_change(self._samples[name], signs[0] * one - signs[1] * other)

        return Gap(gaps[0] - gaps[1], self._error(difference, first, second))

    def shift(self, other: Gaps, measure: str, first: str, second: str) -> Gap:
        """By how much more the first is better here than under another treatment."""

        def difference(name: str) -> Influence:
            here, there = (gaps._influence(measure, name).change for gaps in (self, other))
            return of_change(self._samples[name], here - there)

        size = self.gap(measure, first, second).size - other.gap(measure, first, second).size
        return Gap(size, self._error(difference, first, second))

    def under(self, treatment: Treatment) -> Gaps | None:
        """The gaps after a treatment of noise; None if it leaves nothing of a clustering."""
        if not self._drawable:
            return None
        found = Gaps(self.counted)
        found.__dict__.update(_joint=self._joint, _samples=self._samples)
        for name, sample in self._samples.items():
            treated = treat(sample.table, noise_of(sample.table), treatment)
            if treated is None:
                return None
            found._treated[name] = treated
        return found

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

    @cached_property
    def _samples(self) -> dict[str, ObjectSample | GroupSample]:
        """What is resampled for each clustering."""
        if self._joint is not None:
            return dict(zip(self.names, self._joint.samples, strict=True))
        return {name: sample_of(one) for name, one in self.counted.items()}

    def _error(
        self, jackknife: Callable[[str], Influence], first: str, second: str
    ) -> float | None:
        """The standard error of a difference, from the jackknife of each clustering."""
        if not self._drawable:
            return None
        try:
            one, other = jackknife(first), jackknife(second)
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
            sample, s = self._samples[name], choose(measure)
            treated = self._treated.get(name)
            found = treated_influence(s, sample, treated) if treated else sample.influence(s, 0)
            self._influences[key] = found
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
