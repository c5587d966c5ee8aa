"""Tests on ranks over data sets (Demšar 2006): Friedman's, Nemenyi's and Wilcoxon's."""

from __future__ import annotations

from itertools import combinations, permutations
from math import exp, inf, lgamma, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ...base.arrays import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXACT, F_FORM = "exact", "F form"  # how the p of Friedman's test is found
_MOST_METHODS = 6  # up to which all orders of the methods are listed
_MOST_SUMS = 500_000  # rank sums per data set, which take well below a second


def nemenyi(ranked: Floats, datasets: int) -> tuple[list[float], list[float]]:
    """P-values of the studentized range, twice: it is made for all pairs, so they are corrected."""
    from scipy.stats import studentized_range

    methods = len(ranked)
    unit = sqrt(methods * (methods + 1) / (12 * datasets))
    gaps = [(ranked[j] - ranked[i]) / unit for i, j in combinations(range(methods), 2)]
    found = [float(studentized_range.sf(gap, methods, inf)) for gap in gaps]
    return found, found


def critical_difference(methods: int, datasets: int, level: float) -> float:
    """Nemenyi's critical difference of mean ranks: Demšar (2006), section 3.2.2."""
    from scipy.stats import studentized_range

    quantile = float(studentized_range.ppf(level, methods, inf)) / sqrt(2)
    return quantile * sqrt(methods * (methods + 1) / (6 * datasets))


def wilcoxon_signed_ranks(values: Floats) -> tuple[list[float], list[float]]:
    """Two-sided p-values of signed ranks and the same after Holm; zeros are split between signs."""
    from scipy.stats import wilcoxon

    from ...inference.multiple import holm

    found = []
    for one, other in combinations(values.T, 2):
        same = bool((one == other).all())
        found.append(1.0 if same else float(wilcoxon(one, other, zero_method="zsplit").pvalue))
    return found, holm(found)


def friedman_p(statistic: float, ranks: Floats) -> tuple[float, str]:
    """P-value of Friedman's χ² for a row of ranks per data set, and how it was found.

    It is exact for few data sets and methods, for which the approximation is far off: it rejects
    19% of equal methods at the 5% level, given three methods on three data sets. Otherwise it is
    the p of Iman and Davenport's F = (N-1)χ² / (N(k-1) - χ²).
    """
    from scipy.stats import f

    exact = _exact_friedman_p(ranks)
    if exact is not None:
        return exact, EXACT
    datasets, methods = ranks.shape
    rest = datasets * (methods - 1) - statistic
    if rest <= 1e-9 * datasets * methods:  # all data sets have the same order, and F is infinite
        return exp((1 - datasets) * lgamma(methods + 1)), EXACT
    ratio = (datasets - 1) * statistic / rest
    return float(f.sf(ratio, methods - 1, (methods - 1) * (datasets - 1))), F_FORM


def _exact_friedman_p(ranks: Floats) -> float | None:
    """The share of all orders of each data set whose rank sums differ as much; ties are kept.

    Data sets are added one by one; rank sums that differ only in their order are merged. None if
    there are too many.
    """
    doubled = np.rint(2 * ranks).astype(np.int64)  # ranks of ties are halves
    datasets, methods = ranks.shape
    base = 2 * datasets * methods + 1
    if methods > _MOST_METHODS or float(base) ** methods >= 2**63:
        return None
    powers = base ** np.arange(methods, dtype=np.int64)  # rank sums as one integer
    sums: NDArray[np.int64] = np.sort(doubled[:1])
    weights: Floats = np.ones(1)
    for row in doubled[1:]:
        orders = np.unique(list(permutations(row.tolist())), axis=0)
        if len(sums) * len(orders) > _MOST_SUMS:
            return None
        every = np.sort((sums[:, None, :] + orders).reshape(-1, methods))
        keys, place = np.unique(every @ powers, return_inverse=True)
        shares = np.repeat(weights / len(orders), len(orders))
        weights = np.bincount(place, shares).astype(np.float64)
        sums = keys[:, None] // powers % base
    as_far = (sums**2).sum(axis=1) >= (doubled.sum(axis=0) ** 2).sum()
    return min(1.0, float(weights[as_far].sum()))
