"""Objects of two soft clusterings grouped by equal rows, and blocks of pairs of groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...base.arithmetic import ZeroOverZero
from ...base.arrays import Floats
from ...measures.measure import Measure
from ...statistics.pairs import PairCounts
from ..kinds.base import Soft
from ..kinds.checks import check_same_objects
from ..kinds.grouping import crossed
from ..two_sides.gram_sums import GramSums, gram_sums

_BLOCK = 1024  # groups on a side of a block, so that a block has a million numbers


class RowPairs(NamedTuple):
    """The pairs of rows that occur, and the number of objects with each pair."""

    first: Floats
    second: Floats
    weight: Floats

    @property
    def n(self) -> int:
        """Number of objects."""
        return int(self.weight.sum())

    @property
    def sums(self) -> GramSums:
        """Gram sums of the rows."""
        return gram_sums(*self)

    @property
    def ordered_pairs(self) -> float:
        """Number of ordered pairs of different objects."""
        return float(self.n) * (self.n - 1)


def row_pairs(a: Soft, b: Soft) -> RowPairs:
    """Group the objects that have equal rows on both sides."""
    check_same_objects(a, b)
    if a.n in (len(a.rows), len(b.rows)):  # no two objects have equal rows
        return RowPairs(a.rows[a.index], b.rows[b.index], np.ones(a.n))
    groups = crossed(a.index, b.index)
    return RowPairs(a.rows[groups.first], b.rows[groups.second], groups.size.astype(np.float64))


def blocks(weight: Floats) -> Iterator[tuple[slice, slice, Floats]]:
    """Yield blocks of pairs of groups, with the numbers of ordered pairs of objects.

    A block off the diagonal counts twice, for itself and its mirror image. On the diagonal, an
    object is not paired with itself.
    """
    for start in range(0, len(weight), _BLOCK):
        rows = slice(start, start + _BLOCK)
        own = np.multiply.outer(weight[rows], weight[rows])
        own[np.diag_indices_from(own)] -= weight[rows]
        yield rows, rows, own
        for other in range(start + _BLOCK, len(weight), _BLOCK):
            cols = slice(other, other + _BLOCK)
            yield rows, cols, 2 * np.multiply.outer(weight[rows], weight[cols])


def hard_formula(measure: Measure, counts: PairCounts) -> float:
    """Apply the formula of a hard pair measure to soft counts.

    A ratio 0/0 becomes the value of perfect agreement if no pair disagrees, which includes a
    single object; otherwise the value that the hard measure declares.
    """
    try:
        return measure.function(counts)
    except ZeroOverZero:
        limit = measure.perfect if counts.disagreements == 0 else measure.undefined
        return 0.0 if limit is None else limit
