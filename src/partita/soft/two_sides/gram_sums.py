"""Gram sums (sums of products of memberships), and the pair counts and means that they give.

A cell n_ij of two independent random labelings is a sum of independent Bernoulli variables with
probabilities u_xi v_xj, so E n_ij² = N_ij² + N_ij - Σ_x u_xi² v_xj² with N = UᵀV. The same holds
for the group sizes. The sums come from rows of memberships (floats) or from a `SoftTable`
(integers).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ...base.arrays import Array, Floats
from ...statistics.pairs import PairCounts
from .from_sums import pair_counts

_ROUNDING = 64 * np.finfo(np.float64).eps  # of sums of floats, as a share of them


class GramSums(NamedTuple):
    """Sums over the objects: floats (unit 1), or integers in units of 1/unit.

    `own` and `shared` may be single numbers, already summed over the groups, if only
    `degree_counts` is read. `shared` may also be summed over the clusters.
    """

    n: int
    joint: Array  # N = UᵀV: Σ u_i v_j
    totals: tuple[Array, Array]  # Σ u_i and Σ v_j
    own: tuple[Any, Any]  # Σ u_i² and Σ v_j²
    shared: Any  # Σ u_i² v_j²
    unit: int = 1

    @property
    def squares(self) -> tuple[float, float, float]:
        """E Σ a_i², E Σ b_j² and E Σ n_ij²."""
        sizes = (self._squared(*side) for side in zip(self.totals, self.own, strict=True))
        classes, clusters, cells = (part.sum() for part in (*sizes, self._cells))
        scale = self.unit**2
        return float(classes / scale), float(clusters / scale), float(cells / scale)

    def mean_counts(self) -> PairCounts:
        """Return the mean pair counts of two independent random labelings."""
        return pair_counts(self.n, *self.squares)

    def mean_shares(self, sizes: Array) -> float:
        """Return (1/n) Σ E n_ij²/a_i with known class sizes a_i, over those above 0."""
        inside = self._cells.reshape(len(sizes), -1).sum(axis=1) / self.unit**2
        occupied = sizes > 0
        return float((inside[occupied].astype(float) / sizes[occupied]).sum()) / self.n

    def degree_counts(self) -> PairCounts:
        """Count pairs that are together to the degree of the inner product of their rows.

        Σ_{x≠y} <u_x,u_y><v_x,v_y> = |UᵀV|² - Σ_x |u_x|²|v_x|², and the same with one factor.
        """
        squared = (self.joint**2).sum(), *(total @ total for total in self.totals)
        both, first, second = (
            float((whole - self.unit * np.sum(part)) / self.unit**2) / 2
            for whole, part in zip(squared, (self.shared, *self.own), strict=True)
        )
        return degree_counts(both, first, second, self.n)

    @property
    def _cells(self) -> Array:
        """E n_ij², summed over the clusters if `shared` is."""
        if np.ndim(self.shared) == 2:
            return self._squared(self.joint, self.shared)
        return np.asarray(self._squared(self.joint, 0).sum(axis=1) - self.unit * self.shared)

    def _squared(self, mean: Array, part: Any) -> Array:
        return np.asarray(mean * mean + self.unit * mean - self.unit * part)


def degree_counts(together: float, first: float, second: float, n: int) -> PairCounts:
    """Make pair counts from the sums of "together" in both, in the first, and in the second."""
    both, pairs = Fraction(together), n * (n - 1) // 2
    rounding = Fraction(_ROUNDING * pairs)

    def left(rest: Fraction) -> Fraction:
        return rest if rest > rounding else Fraction(0)

    first_only, second_only = left(Fraction(first) - both), left(Fraction(second) - both)
    apart = left(pairs - both - first_only - second_only)
    return PairCounts(both, first_only, second_only, apart, n)


def gram_sums(first: Floats, second: Floats, weight: Floats) -> GramSums:
    """Sum over groups of objects with equal rows, in time linear in the number of groups."""
    norms = (first**2).sum(axis=1), (second**2).sum(axis=1)
    return GramSums(
        n=int(weight.sum()),
        joint=first.T @ (weight[:, None] * second),
        totals=(weight @ first, weight @ second),
        own=(weight @ norms[0], weight @ norms[1]),
        shared=weight @ (norms[0] * norms[1]),
    )
