"""Pairs of objects under two soft clusterings: groups of equal objects, blocks of pairs, counts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ...base.arithmetic import ZeroOverZero
from ...measures.measure import Measure
from ...statistics.pairs import PairCounts
from ..kinds.base import Soft
from ..kinds.grouping import Floats, crossed
from ..two_sides.problem import check_same_objects

_BLOCK = 1024  # groups on a side of a block: a block of pairs holds a million numbers


class Joint(NamedTuple):
    """The pairs of rows that occur, and how many objects have each pair."""

    first: Floats
    second: Floats
    weight: Floats

    @property
    def n(self) -> int:
        """Number of objects."""
        return int(self.weight.sum())

    @property
    def ordered_pairs(self) -> float:
        """Number of ordered pairs of different objects."""
        return float(self.n) * (self.n - 1)


def joint(a: Soft, b: Soft) -> Joint:
    """Group objects that have the same row on both sides."""
    check_same_objects(a, b)
    if a.n in (len(a.rows), len(b.rows)):  # no two objects are alike, so there is nothing to group
        return Joint(a.rows[a.index], b.rows[b.index], np.ones(a.n))
    groups = crossed(a.index, b.index)
    return Joint(a.rows[groups.first], b.rows[groups.second], groups.size.astype(np.float64))


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


def soft_counts(together: float, first: float, second: float, pairs: float, n: int) -> PairCounts:
    """Make pair counts from the sums of "together" in both, in the first, and in the second."""
    both = Fraction(together)
    one, two = (max(Fraction(side), both) for side in (first, second))  # rounding leaves no less
    return PairCounts.of_totals(both, one, two, max(Fraction(pairs), one + two - both), n)


def gram_counts(groups: Joint) -> PairCounts:
    """Count pairs with "together" the inner product of rows, in time linear in the groups.

    Σ_{x≠y} <u_x,u_y><v_x,v_y> = |UᵀV|² - Σ_x |u_x|²|v_x|², and the same with one factor.
    """
    first, second, weight = groups
    norm_first, norm_second = (first**2).sum(axis=1), (second**2).sum(axis=1)
    cross = first.T @ (weight[:, None] * second)
    both = float((cross**2).sum() - weight @ (norm_first * norm_second))
    alone = []
    for rows, norms in ((first, norm_first), (second, norm_second)):
        total = weight @ rows
        alone.append(float(total @ total - weight @ norms))
    return soft_counts(both / 2, alone[0] / 2, alone[1] / 2, groups.ordered_pairs / 2, groups.n)


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
