"""Random effects: the mean of differences that vary between data sets, each with its error."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ...base.arrays import Floats

ESTIMATES = {"paule-mandel": "Paule and Mandel", "dersimonian-laird": "DerSimonian and Laird"}


class Effects(NamedTuple):
    """The mean difference over a population of data sets."""

    value: float
    error: float
    between: float  # standard deviation of the true differences between data sets
    weights: Floats  # of the data sets, which add up to 1
    statistic: float  # Cochran's Q

    @property
    def freedom(self) -> int:
        """Degrees of freedom of Student's t."""
        return len(self.weights) - 1

    @property
    def homogeneity_p(self) -> float:
        """P-value of equal differences on all data sets: Q is χ² with k - 1 degrees of freedom."""
        from scipy.stats import chi2

        return float(chi2.sf(self.statistic, self.freedom))


def random_effects(values: Floats, errors: Floats, estimate: str) -> Effects:
    """Estimate the mean by weights 1 / (error² + τ²), where τ² is the variance between data sets.

    The error is that of Hartung and Knapp (2001), from the spread of the weighted differences, but
    at least that of known variances: with few data sets the spread may be small by chance.
    """
    variances = errors**2
    found = _paule_mandel if estimate == "paule-mandel" else _dersimonian_laird
    between = found(values, variances)
    weights, mean, q = _weighted(values, variances, between)
    total = float(weights.sum())
    spread = max(1.0, q / (len(values) - 1))
    cochran = _weighted(values, variances, 0.0)[2]
    return Effects(mean, sqrt(spread / total), sqrt(between), weights / total, cochran)


def _weighted(values: Floats, variances: Floats, between: float) -> tuple[Floats, float, float]:
    """The weights for a variance between data sets, the mean, and the sum of weighted squares."""
    weights = 1 / (variances + between)
    mean = float(weights @ values / weights.sum())
    return weights, mean, float(weights @ (values - mean) ** 2)


def _dersimonian_laird(values: Floats, variances: Floats) -> float:
    """τ² = (Q - (k - 1)) / (Σw - Σw²/Σw), at least 0 (1986, eq. 8)."""
    weights, _, q = _weighted(values, variances, 0.0)
    scale = weights.sum() - (weights**2).sum() / weights.sum()
    return max(0.0, float((q - (len(values) - 1)) / scale))


def _paule_mandel(values: Floats, variances: Floats) -> float:
    """The τ² whose weighted squares add up to their expectation k - 1; 0 if they are fewer."""
    from scipy.optimize import brentq

    def excess(between: float) -> float:
        return _weighted(values, variances, between)[2] - (len(values) - 1)

    if excess(0.0) <= 0:
        return 0.0
    high = float(np.ptp(values)) ** 2  # then Σ w (y - mean)² ≤ k (range / 2)² / τ² ≤ k/4 … < k - 1
    return float(brentq(excess, 0.0, high, xtol=1e-300, rtol=1e-14))
