"""Tests on ranks over data sets, as Demšar (2006) has them: Friedman's, Nemenyi's, Wilcoxon's."""

from __future__ import annotations

from itertools import combinations
from math import exp, inf, lgamma, sqrt

from .sums import Floats


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

    from ..inference.multiple import holm

    found = []
    for one, other in combinations(values.T, 2):
        same = bool((one == other).all())
        found.append(1.0 if same else float(wilcoxon(one, other, zero_method="zsplit").pvalue))
    return found, holm(found)


def friedman_p(statistic: float, datasets: int, methods: int) -> float:
    """P-value of Iman and Davenport's F = (N-1)χ² / (N(k-1) - χ²).

    Where every data set has the same order, F is infinite: there p is exact, the probability
    that N-1 random orders repeat the first.
    """
    from scipy.stats import f

    rest = datasets * (methods - 1) - statistic
    if rest <= 1e-9 * datasets * methods:  # 0 but for rounding: ties leave much more
        return exp((1 - datasets) * lgamma(methods + 1))
    ratio = (datasets - 1) * statistic / rest
    return float(f.sf(ratio, methods - 1, (methods - 1) * (datasets - 1)))
