"""Pairs of objects under two soft clusterings: groups of equal objects, blocks of pairs, counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...base.arithmetic import ZeroOverZero
from ...base.arrays import Floats
from ...measures.measure import Measure
from ...statistics.pairs import PairCounts
from ..kinds.base import Soft
from ..kinds.clusterings import Possibilistic
from ..kinds.conversions import as_fuzzy
from ..kinds.grouping import crossed
from ..two_sides.gram_sums import GramSums, gram_sums
from ..two_sides.problem import check_same_objects

_BLOCK = 1024  # groups on a side of a block: a block of pairs holds a million numbers


class RowPairs(NamedTuple):
    """The pairs of rows that occur, and how many objects have each pair."""

    first: Floats
    second: Floats
    weight: Floats

    @property
    def n(self) -> int:
        """Number of objects."""
        return int(self.weight.sum())

    @property
    def sums(self) -> GramSums:
        """Sums of products of the rows."""
        return gram_sums(*self)

    @property
    def ordered_pairs(self) -> float:
        """Number of ordered pairs of different objects."""
        return float(self.n) * (self.n - 1)


def row_pairs(a: Soft, b: Soft) -> RowPairs:
    """Group objects that have the same row on both sides."""
    check_same_objects(a, b)
    if a.n in (len(a.rows), len(b.rows)):  # no two objects are alike, so there is nothing to group
        return RowPairs(a.rows[a.index], b.rows[b.index], np.ones(a.n))
    groups = crossed(a.index, b.index)
    return RowPairs(a.rows[groups.first], b.rows[groups.second], groups.size.astype(np.float64))


def as_degrees(a: Any, side: str) -> Soft:
    """Take fuzzy or possibilistic memberships, or hard labels."""
    return a if isinstance(a, Possibilistic) else as_fuzzy(a, side)


def blocks(weight: Floats) -> Iterator[tuple[slice, slice, Floats]]:
    """Yield blocks of pairs of groups with how many ordered pairs of objects each stands for.

    A block off the diagonal counts twice, for itself and its mirror image; on the diagonal of a
    diagonal block an object is not paired with itself.
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

    A ratio without a value means that no pair speaks: 1 when no pair disagrees, which includes a
    single object, else what the hard measure declares.
    """
    try:
        return measure.function(counts)
    except ZeroOverZero:
        limit = measure.perfect if counts.disagreements == 0 else measure.undefined
        return 0.0 if limit is None else limit
