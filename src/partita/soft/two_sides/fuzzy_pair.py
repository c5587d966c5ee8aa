"""Two fuzzy clusterings as independent random labelings: the input of every mean and every draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...base.arrays import Counts, Floats
from ..kinds.fuzzy import Fuzzy
from .gram_sums import GramSums
from .margin_problem import MarginProblem
from .object_groups import ObjectGroups

_CHUNK = 200_000  # cells of objects at a time: in the cache, and not worth waking threads for


@dataclass(frozen=True, eq=False)
class FuzzyPair:
    """A truth and a prediction of the same objects, each fuzzy; a hard side has rows of 0 and 1."""

    truth: Fuzzy
    prediction: Fuzzy

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.truth.n

    @property
    def shape(self) -> tuple[int, int]:
        """Number of classes and of clusters, including those that may stay empty."""
        return self.truth.k, self.prediction.k

    @property
    def effort(self) -> int:
        """What a draw costs, in objects with few clusters."""
        return self.n * max(1, sum(self.shape) // 20)

    @property
    def swapped(self) -> FuzzyPair:
        """The pair with truth and prediction exchanged."""
        return FuzzyPair(self.prediction, self.truth)

    @cached_property
    def truth_hard(self) -> bool:
        """Whether every object is certain in the truth."""
        return self.truth.is_hard

    @cached_property
    def prediction_hard(self) -> bool:
        """Whether every object is certain in the prediction."""
        return self.prediction.is_hard

    @property
    def certain(self) -> bool:
        """Whether both sides are hard, so that there is only one table."""
        return self.truth_hard and self.prediction_hard

    @cached_property
    def groups(self) -> ObjectGroups:
        """The objects in groups of equal rows."""
        return ObjectGroups.of(self.truth, self.prediction)

    @cached_property
    def margin_problem(self) -> MarginProblem | None:
        """The problem of the margin program, or None if both sides are soft."""
        return self.groups.margin_problem()

    @cached_property
    def gram_sums(self) -> GramSums:
        """Sums of products of memberships."""
        mean, square = np.zeros(self.shape), np.zeros(self.shape)
        sums = [np.zeros((2, k)) for k in self.shape]  # Σ u and Σ u² of either side
        for slices in self.slices():
            u, v = slices
            powers = u * u, v * v
            mean += u.T @ v
            square += powers[0].T @ powers[1]
            ones = np.ones(len(u))
            for side in (0, 1):
                sums[side] += ones @ slices[side], ones @ powers[side]
        (classes, own_classes), (clusters, own_clusters) = sums
        return GramSums(self.n, mean, (classes, clusters), (own_classes, own_clusters), square)

    def slices(self) -> Iterator[tuple[Floats, Floats]]:
        """Yield the memberships of both sides, a slice of the objects at a time."""
        cells = (1 + self.truth.k) * (1 + self.prediction.k)
        step = max(64, _CHUNK // cells)
        for start in range(0, self.n, step):
            part = slice(start, start + step)
            yield _rows(self.truth, part), _rows(self.prediction, part)


def _rows(side: Fuzzy, part: slice) -> Floats:
    # rows are numbered by first appearance: if all differ, they are in the order of the objects
    return side.rows[part] if len(side.rows) == side.n else side.rows[side.index[part]]


def sizes_of(side: Fuzzy) -> Counts:
    """Cluster sizes of a hard side."""
    sizes = np.zeros(side.k, dtype=np.int64)
    np.add.at(sizes, side.rows.argmax(axis=1), side.counts)
    return sizes


def without_unused_clusters(side: Fuzzy) -> Fuzzy:
    """Drop the clusters that no object can belong to, and the rounding of row sums."""
    used = np.ones(len(side.rows)) @ side.rows > 0
    rows = side.rows if used.all() else np.ascontiguousarray(side.rows[:, used])
    sums = rows @ np.ones(rows.shape[1])
    if np.abs(sums - 1).max() > 1e-15 * side.k:
        rows = rows / sums[:, None]
    if rows is side.rows:
        return side
    return Fuzzy._make(rows=rows, index=side.index, clusters=side.clusters[used])
