"""Two sides as independent random labelings: what every mean and every draw starts from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...base.arrays import Counts
from ...table.contingency import Contingency
from ..kinds.clusterings import Fuzzy
from .from_sums import table_of
from .problem import HardSoft, SoftSoft


@dataclass(frozen=True, eq=False)
class Pair:
    """A truth and a prediction of the same objects, each fuzzy (hard ones have rows of 0 and 1)."""

    truth: Fuzzy
    prediction: Fuzzy

    @property
    def n(self) -> int:
        """How many objects there are."""
        return self.truth.n

    @property
    def shape(self) -> tuple[int, int]:
        """Groups of the truth and of the prediction, those that may stay empty included."""
        return self.truth.k, self.prediction.k

    @property
    def effort(self) -> int:
        """What a draw costs, in objects with few clusters."""
        return self.n * max(1, sum(self.shape) // 20)

    @property
    def swapped(self) -> Pair:
        """The pair with the roles exchanged."""
        return Pair(self.prediction, self.truth)

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
        """Whether there is one table only."""
        return self.truth_hard and self.prediction_hard

    @cached_property
    def cells(self) -> SoftSoft:
        """The objects in groups of equal rows on both sides."""
        return SoftSoft.of(self.truth, self.prediction)

    @cached_property
    def margins(self) -> HardSoft:
        """The objects in groups of one class and one row, where a side is hard."""
        return HardSoft.of(self.truth, self.prediction)

    def table(self) -> Contingency:
        """The one table there is when every object is certain."""
        return table_of(self.cells.base)


def sizes_of(side: Fuzzy) -> Counts:
    """Group sizes of a hard side."""
    sizes = np.zeros(side.k, dtype=np.int64)
    np.add.at(sizes, side.rows.argmax(axis=1), side.counts)
    return sizes


def without_unused_clusters(side: Fuzzy) -> Fuzzy:
    """Leave out the clusters that no object can belong to, and the rounding of row sums."""
    used = np.ones(len(side.rows)) @ side.rows > 0
    rows = side.rows if used.all() else np.ascontiguousarray(side.rows[:, used])
    sums = rows @ np.ones(rows.shape[1])
    if np.abs(sums - 1).max() > 1e-15 * side.k:
        rows = rows / sums[:, None]
    if rows is side.rows:
        return side
    return Fuzzy._make(rows=rows, index=side.index, clusters=side.clusters[used])
