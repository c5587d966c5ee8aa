"""From draws to the ends of an interval, and to the p-value at which an interval meets a point."""

from __future__ import annotations

from math import exp, inf, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...base.arrays import Floats
    from ...measures.measure import Measure

Ends = tuple[float, float]
_HALVINGS = 33
# The most that counts of objects (degree 1) and pairs (degree 2) are, as a multiple of n^degree.
_MOST = {"transfer_distance": 1.0, "split_join": 2.0, "mcnemar": sqrt(0.5), "mirkin": 1.0}


class BootstrapLaw(NamedTuple):
    """Draws about an estimate, with the acceleration of the score."""

    draws: Floats
    center: float
    acceleration: float

    @property
    def median_bias(self) -> float:
        """z0 of BCa: how far the estimate lies from the median of the draws, ties half."""
        return _normal_score(self.draws, self.center)


def is_constant(draws: Floats) -> bool:
    """Whether draws differ by no more than rounding."""
    return bool(np.ptp(draws) <= 1e-12 * max(1.0, float(np.abs(draws).max())))


def is_degenerate(draws: Floats, deviation: float) -> bool:
    """Whether single objects say nothing of how much the draws vary: at ties, at independence."""
    return bool(deviation < draws.std(ddof=1) / 4)


def most(measure: Measure, n: int) -> float:
    """No table of n objects has a higher value."""
    most = _MOST[measure.name] * float(n) ** (measure.degree or 0) if measure.name in _MOST else inf
    return min(measure.bounds[1], most)


def holding(ends: Ends, value: float) -> Ends:
    """Widen an interval so that it holds its own value."""
    return min(ends[0], value), max(ends[1], value)


def calibrated(draws: Floats, center: float, deviation: float, acceleration: float) -> BootstrapLaw:
    """Keep the shape of the draws, and give them another center and another width."""
    spread = float(draws.std(ddof=1))
    width = deviation / spread if spread > 0 else 0.0
    return BootstrapLaw((draws - draws.mean()) * width + center, center, acceleration)


def heavier(spread: BootstrapLaw, freedom: int) -> BootstrapLaw:
    """Give the draws the tails of Student's t: few groups do not know their own spread well."""
    from scipy.special import ndtri, stdtrit

    draws, center = spread.draws, spread.center
    ranks = np.empty(len(draws))
    ranks[np.argsort(draws, kind="stable")] = np.arange(len(draws)) + 0.5
    shares = ranks / len(draws)
    shares[shares == 0.5] = 0.5 + 1e-9  # where both quantiles are 0, the limit of their ratio
    stretch = stdtrit(freedom, shares) / ndtri(shares)
    return spread._replace(draws=np.asarray(center + (draws - center) * stretch))


def widest(draws: Floats, center: float, level: float) -> Ends:
    """Hold the middle share of the draws both where they fell and moved to another center."""
    low, high = percentile(BootstrapLaw(draws, center, 0.0), level)
    move = center - float(draws.mean())  # the draws repeat a bias that the center may lack
    return min(low, low + move), max(high, high + move)


def percentile(spread: BootstrapLaw, level: float) -> Ends:
    """Return the middle share of the draws."""
    return quantiles(spread.draws, (1 - level) / 2, (1 + level) / 2)


def basic(spread: BootstrapLaw, level: float) -> Ends:
    """Return the percentile interval mirrored at the estimate."""
    low, high = percentile(spread, level)
    return 2 * spread.center - high, 2 * spread.center - low


def bca(spread: BootstrapLaw, level: float) -> Ends:
    """Return Efron's interval, corrected for median bias and acceleration (1987, eq. 2.3)."""
    from scipy.special import ndtr, ndtri

    bias, a = spread.median_bias, spread.acceleration
    shares = []
    for z in (ndtri((1 - level) / 2), ndtri((1 + level) / 2)):
        scale = max(1 - a * (bias + z), 1e-3)  # a is small unless a single object decides
        shares.append(float(ndtr(bias + (bias + z) / scale)))
    return quantiles(spread.draws, *shares)


def normal(center: float, deviation: float, level: float) -> Ends:
    """Return center ± z · deviation."""
    from scipy.special import ndtri  # SciPy takes longer to import than most intervals

    reach = float(ndtri((1 + level) / 2)) * deviation
    return center - reach, center + reach


def p_of_point(ends: Callable[[float], Ends], point: float, least: float) -> float:
    """Return 1 - the level at which an interval just holds a point, not below `least`.

    Intervals must grow with their level. Halving on the logarithm of p finds it to 9 digits.
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


def _normal_score(draws: Floats, point: float) -> float:
    from scipy.special import ndtri

    below, equal = (np.count_nonzero(one) for one in (draws < point, draws == point))
    share = below / len(draws) + equal / len(draws) / 2
    least = 1 / (len(draws) + 1)
    return float(ndtri(min(max(share, least), 1 - least)))


def quantiles(draws: Floats, low: float, high: float) -> Ends:
    """Return the order statistics number share·(B + 1), interpolated.

    These are NumPy's quantiles by Weibull's method, to the bit; p asks for dozens of them.
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
