"""Interval ends from draws: percentile, basic, BCa and calibrated, and the p-values they imply."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...base.arrays import Floats

Ends = tuple[float, float]
METHODS = ("calibrated", "bca", "percentile", "basic", "jackknife")
_HALVINGS = 33


class Settings(NamedTuple):
    """How an interval is made."""

    method: str
    level: float
    seed: int = 0
    threads: int = 0


class Bootstrap(NamedTuple):
    """The draws around an estimate, and the acceleration of the score."""

    draws: Floats
    center: float
    acceleration: float

    @property
    def median_bias(self) -> float:
        """z0 of BCa: the distance of the estimate from the median of the draws; ties count half."""
        from scipy.special import ndtri

        draws, center = self.draws, self.center
        below, equal = (np.count_nonzero(one) for one in (draws < center, draws == center))
        share = below / len(draws) + equal / len(draws) / 2
        least = 1 / (len(draws) + 1)
        return float(ndtri(min(max(share, least), 1 - least)))


def is_constant(draws: Floats) -> bool:
    """Whether the draws differ by no more than rounding."""
    return bool(np.ptp(draws) <= 1e-12 * max(1.0, float(np.abs(draws).max())))


def is_degenerate(draws: Floats, deviation: float) -> bool:
    """Whether the jackknife misses most of the spread of the draws: at ties, at independence."""
    return bool(deviation < draws.std(ddof=1) / 4)


def including(ends: Ends, value: float) -> Ends:
    """Widen an interval to include a value."""
    return min(ends[0], value), max(ends[1], value)


def calibrated(draws: Floats, center: float, deviation: float, acceleration: float) -> Bootstrap:
    """Keep the shape of the draws, and give them another center and standard deviation."""
    spread = float(draws.std(ddof=1))
    width = deviation / spread if spread > 0 else 0.0
    return Bootstrap((draws - draws.mean()) * width + center, center, acceleration)


def with_t_tails(found: Bootstrap, freedom: int) -> Bootstrap:
    """Give the draws the tails of Student's t: few groups estimate their own spread poorly."""
    from scipy.special import ndtri, stdtrit

    draws, center = found.draws, found.center
    ranks = np.empty(len(draws))
    ranks[np.argsort(draws, kind="stable")] = np.arange(len(draws)) + 0.5
    shares = ranks / len(draws)
    shares[shares == 0.5] = 0.5 + 1e-9  # where both quantiles are 0, the limit of their ratio
    stretch = stdtrit(freedom, shares) / ndtri(shares)
    return found._replace(draws=np.asarray(center + (draws - center) * stretch))


def percentile_of_both_centers(draws: Floats, center: float, level: float) -> Ends:
    """Return an interval that holds the percentiles of the draws as they are, and recentered."""
    low, high = percentile(Bootstrap(draws, center, 0.0), level)
    move = center - float(draws.mean())  # the draws repeat a bias that the center may lack
    return min(low, low + move), max(high, high + move)


def percentile(found: Bootstrap, level: float) -> Ends:
    """Return the central share of the draws."""
    return quantiles(found.draws, (1 - level) / 2, (1 + level) / 2)


def basic(found: Bootstrap, level: float) -> Ends:
    """Return the percentile interval mirrored at the estimate."""
    low, high = percentile(found, level)
    return 2 * found.center - high, 2 * found.center - low


def bca(found: Bootstrap, level: float) -> Ends:
    """Return Efron's interval, corrected for median bias and acceleration (1987, eq. 2.3)."""
    from scipy.special import ndtr, ndtri

    bias, a = found.median_bias, found.acceleration
    shares = []
    for z in (ndtri((1 - level) / 2), ndtri((1 + level) / 2)):
        scale = max(1 - a * (bias + z), 1e-3)  # a is small unless one object dominates
        shares.append(float(ndtr(bias + (bias + z) / scale)))
    return quantiles(found.draws, *shares)


def normal(center: float, deviation: float, level: float) -> Ends:
    """Return center ± z · deviation."""
    from scipy.special import ndtri  # SciPy takes longer to import than most intervals

    reach = float(ndtri((1 + level) / 2)) * deviation
    return center - reach, center + reach


def p_of_point(ends: Callable[[float], Ends], point: float, least: float) -> float:
    """Return 1 - the lowest level at which an interval holds a point, but not below `least`.

    Intervals must grow with their level. Bisection on the logarithm of p finds it to 9 digits.
    """

    def holds(p: float) -> bool:
        low, high = ends(1 - p)
        return low <= point <= high

    if least >= 1 or holds(1.0 - 1e-12):
        return 1.0
    if not holds(least):
        return least
    inside, outside = log(least), 0.0
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if holds(exp(middle)) else (inside, middle)
    return exp(outside)


def quantiles(draws: Floats, low: float, high: float) -> Ends:
    """Return the order statistics number share·(B + 1), interpolated.

    They equal NumPy's quantiles by Weibull's method to the bit; p needs dozens of them.
    """
    last, places = len(draws) - 1, []
    for share in (low, high):
        at = min(max(len(draws) * share + share - 1, 0.0), float(last))
        places.append((int(at), min(int(at) + 1, last), at - int(at)))
    ordered = np.partition(draws, sorted({k for below, above, _ in places for k in (below, above)}))
    first, second = (
        _between(float(ordered[below]), float(ordered[above]), part)
        for below, above, part in places
    )
    return first, second


def _between(one: float, other: float, part: float) -> float:
    step = other - one
    return other - step * (1 - part) if part >= 0.5 else one + step * part
