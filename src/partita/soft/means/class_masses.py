"""Masses on sets of clusters against hard classes: the sums that bounds of means need.

An object of class i picks the set A with its mass. The number of objects of a class that pick a
set, or a set with a given property, is a sum of independent indicators, so its mean, its variance
and the range that it hardly ever leaves follow from sums over the objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import exp

import numpy as np

from ...base.arrays import Counts, Floats, Mask
from ..kinds.evidential import Evidential
from ..kinds.fuzzy import Fuzzy
from ..kinds.grouping import by_appearance, crossed
from ..two_sides.fuzzy_pair import FuzzyPair, without_unused_clusters

_PRODUCTS = 4_000_000  # numbers in the tables of second moments
_LOGARITHM = 30.0  # of the probability that a count leaves its range on one side
_SLICE = 1 << 16  # groups at a time


@dataclass(frozen=True, eq=False)
class ClassMasses:
    """The classes of a hard side, and the masses of the objects on the other side."""

    hard: Evidential
    masses: Evidential
    truth_hard: bool

    @classmethod
    def of(cls, truth: Evidential, prediction: Evidential) -> ClassMasses | None:
        """Describe two sides; None if neither is hard, or there are too many sets."""
        for hard, other in ((truth, prediction), (prediction, truth)):
            if hard.is_hard and (hard.focal_sets.sum(axis=1) == 1).all():
                classes, sets = hard.focal_sets.shape[0], other.focal_sets.shape[0]
                if classes * sets * sets > _PRODUCTS:
                    return None
                return cls(hard, other, hard is truth)
        return None

    @property
    def sets(self) -> Mask:
        """The focal sets over the clusters."""
        return self.masses.focal_sets

    @cached_property
    def sizes(self) -> Counts:
        """The number of objects in each class."""
        label = self.hard.rows.argmax(axis=1)
        return np.bincount(label, weights=self.hard.counts, minlength=self._classes).astype(int)

    @property
    def _classes(self) -> int:
        return len(self.hard.focal_sets)

    def _slices(self) -> Iterator[tuple[int, Floats, Counts]]:
        """Yield a class, the masses of some objects in it, and how many have each row."""
        groups = crossed(self.hard.rows.argmax(axis=1)[self.hard.index], self.masses.index)
        for i in range(self._classes):
            mine = np.flatnonzero(groups.first == i)
            for start in range(0, len(mine), _SLICE):
                part = mine[start : start + _SLICE]
                yield i, self.masses.rows[groups.second[part]], groups.size[part]

    @cached_property
    def _moments(self) -> tuple[Floats, Floats]:
        classes, sets = self._classes, len(self.sets)
        mean, product = np.zeros((classes, sets)), np.zeros((classes, sets, sets))
        for i, rows, size in self._slices():
            mean[i] += size @ rows
            product[i] += (rows * size[:, None]).T @ rows
        return mean, product

    @property
    def _alone(self) -> Mask:
        """The sets of a single cluster, as rows of `sets`; the other rows are empty."""
        return np.asarray((self.sets.sum(axis=1) == 1)[:, None] & self.sets)

    def _possible(self) -> tuple[Floats, Floats]:
        """The smallest and the largest count of each cell over all selections."""
        low, high = np.zeros((2, self._classes, self.sets.shape[1]))
        for i, rows, size in self._slices():
            low[i] += size @ (rows @ self._alone >= 1)
            high[i] += size @ (rows @ self.sets > 0)
        return low, high

    @property
    def mean(self) -> Floats:
        """The mean number of objects of each class that pick each set."""
        return self._moments[0]

    @property
    def squares(self) -> Floats:
        """The sum over the objects of each class of the squared mass on each set."""
        return np.diagonal(self._moments[1], axis1=1, axis2=2)

    def variance(self, weights: Floats) -> Floats:
        """Return the variance of a sum of weights of the picked sets, by class.

        `weights` has the shape (..., classes, sets): Σ_x Σ_A m w² - (Σ_A m w)².
        """
        mean, product = self._moments
        squares = (mean * weights * weights).sum(axis=-1)
        own = (np.matmul(weights[..., None, :], product)[..., 0, :] * weights).sum(axis=-1)
        return np.asarray(np.maximum(squares - own, 0.0))

    @cached_property
    def ranges(self) -> tuple[Floats, Floats]:
        """The counts that cells and column sums hardly ever leave, the column sums last.

        The objects that must be in a cell and those that can be there are sums of independent
        indicators; each leaves its range with a probability of exp(-30) at most (Bernstein).
        """
        ends = []
        for weights, sign in ((self._alone, -1.0), (self.sets, 1.0)):
            mean, spread = self.moments_of(weights.T.astype(float))
            mean, spread = (np.vstack((part, part.sum(axis=0))) for part in (mean, spread))
            ends.append(mean + sign * room_of(spread, _LOGARITHM))
        low, high = (np.vstack((part, part.sum(axis=0))) for part in self._possible())
        return np.maximum(low, np.ceil(ends[0])), np.minimum(high, np.floor(ends[1]))

    def typical(self, numbers: Floats) -> Mask:
        """Return for each table of the numbers that pick each set whether it is in the ranges."""
        low, high = self.ranges
        counts = numbers @ self._alone, numbers @ self.sets
        least, most = (
            np.concatenate((part, part.sum(axis=1, keepdims=True)), axis=1) for part in counts
        )
        return np.asarray(((least >= low) & (most <= high)).all(axis=(1, 2)))

    def moments_of(self, events: Floats) -> tuple[Floats, Floats]:
        """Return mean and variance of the number of objects of each class with a set in an event.

        `events` are tables of 0 and 1 of shape (..., sets); results have the shape (classes, ...).
        """
        mean = np.tensordot(self.mean, events, axes=(1, -1))
        spread = self.variance(np.repeat(events[..., None, :], self._classes, axis=-2))
        return mean, np.moveaxis(spread, -1, 0)

    @property
    def outside(self) -> float:
        """A bound of the probability that a count leaves its range."""
        return 2 * exp(-_LOGARITHM)

    def under(self, policy: Floats) -> FuzzyPair:
        """Return the two sides if objects of class i divide the mass of A by policy[i, A]."""
        groups = crossed(self.hard.rows.argmax(axis=1)[self.hard.index], self.masses.index)
        index, old, _ = by_appearance(groups.index)
        rows = np.empty((len(old), self.sets.shape[1]))
        for start in range(0, len(old), _SLICE):
            part = old[start : start + _SLICE]
            shares = policy[groups.first[part]]
            rows[start : start + _SLICE] = np.einsum(
                "gs,gsk->gk", self.masses.rows[groups.second[part]], shares
            )
        divided = Fuzzy._make(rows=rows, index=index, clusters=self.masses.clusters)
        sides = _labels(self.hard), without_unused_clusters(divided)
        return FuzzyPair(*(sides if self.truth_hard else sides[::-1]))


def room_of(variance: Floats, logarithm: float) -> Floats:
    """Return h with Pr(|D| > h) <= 2 exp(-logarithm), D a centered sum of indicators.

    This is Bernstein's inequality.
    """
    return np.asarray(np.sqrt(2 * logarithm * variance) + logarithm / 3)


def _labels(hard: Evidential) -> Fuzzy:
    return without_unused_clusters(
        Fuzzy._make(
            rows=hard.rows @ hard.focal_sets.astype(float),
            index=hard.index,
            clusters=hard.clusters,
        )
    )
