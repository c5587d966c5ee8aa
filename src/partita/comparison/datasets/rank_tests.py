"""Tests on ranks over data sets, as Demšar (2006) has them: Friedman's, Nemenyi's, Wilcoxon's."""

from __future__ import annotations

from itertools import combinations, permutations
from math import exp, inf, lgamma, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ...base.arrays import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_METHODS = 6  # for which all orders are listed
_MOST_SUMS = 500_000  # rank sums looked at for each data set; well below a second


def nemenyi(ranked: Floats, datasets: int) -> tuple[list[float], list[float]]:
    """P-values of the studentized range, which is made for all pairs at once."""
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
    """Two-sided p-values of signed ranks, zeros shared between the signs, and after Holm."""
    from scipy.stats import wilcoxon

    from ...inference.multiple import holm

    found = []
    for one, other in combinations(values.T, 2):
        same = bool((one == other).all())
        found.append(1.0 if same else float(wilcoxon(one, other, zero_method="zsplit").pvalue))
    return found, holm(found)


def friedman_p(statistic: float, ranks: Floats) -> float:
    """P-value of Friedman's χ² for a row of ranks per data set.

    Exact where data sets and methods are few, as the approximation is far off there: of three
    methods on three data sets it calls 19% different at the 5% level that are not. Else that of
    Iman and Davenport's F = (N-1)χ² / (N(k-1) - χ²).
    """
    from scipy.stats import f

    exact = _exact_friedman_p(ranks)
    if exact is not None:
        return exact
    datasets, methods = ranks.shape
    rest = datasets * (methods - 1) - statistic
    if rest <= 1e-9 * datasets * methods:  # every data set has the same order, and F is infinite
        return exp((1 - datasets) * lgamma(methods + 1))
    ratio = (datasets - 1) * statistic / rest
    return float(f.sf(ratio, methods - 1, (methods - 1) * (datasets - 1)))


def _exact_friedman_p(ranks: Floats) -> float | None:
    """The share of all ways to order each data set whose rank sums differ as much, ties kept.

    Data sets are added one after the other; rank sums that are the same but for their order count
    as one. None where these are too many.
    """
    doubled = np.rint(2 * ranks).astype(np.int64)  # ranks of ties are halves
    datasets, methods = ranks.shape
    base = 2 * datasets * methods + 1
    if methods > _MOST_METHODS or float(base) ** methods >= 2**63:
        return None
    powers = base ** np.arange(methods, dtype=np.int64)  # rank sums as one whole number
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
