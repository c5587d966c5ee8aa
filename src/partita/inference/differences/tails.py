"""p beyond the last draw: the interval of a difference, continued as Student's t.

Draws say no more than p ≤ 2/(draws + 1). Beyond that, the distance from the value to a point is
measured in standard errors, by the jackknife or by the interval, whichever is larger. Its p is that
of Student's t, with one degree of freedom less than units in which the clusterings differ.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from ...base.draws import SMALLEST_P
from ..sampling.bootstrap_intervals import p_of_point
from .ends import least_p

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..sampling.bootstrap_intervals import Ends
    from ..sampling.pairing import Pairing

_BEYOND = 20  # draws beyond the two ends of the interval that the tail continues


class Tail(NamedTuple):
    """The tail of one difference."""

    value: float
    reach: Ends  # how far the interval goes below and above the value, in quantiles of t
    freedom: int
    least: float  # p of the sign test if all units favored the same side

    def z(self, point: float) -> float:
        """Return the |z| that is as improbable as the distance of the value from a point."""
        from scipy.special import ndtri, stdtr

        return float(-ndtri(stdtr(self.freedom, -self.t(point))))

    def p(self, point: float) -> float:
        """Return the two-sided p of a point, `SMALLEST_P` at least."""
        from scipy.special import stdtr

        return max(2 * float(stdtr(self.freedom, -self.t(point))), self.least, SMALLEST_P)

    def t(self, point: float) -> float:
        """Return the distance of the value from a point in standard errors."""
        deviation = self.reach[0] if point < self.value else self.reach[1]
        distance = abs(self.value - point)
        return distance / deviation if deviation > 0 else inf if distance else 0.0


def tail_of(
    ends: Callable[[float], Ends], value: float, error: float, pair: Pairing, draws: int
) -> Tail:
    """Continue an interval from the level at which ten draws are beyond each end."""
    from scipy.special import stdtrit

    freedom = max(pair.differing - 1, 1)
    level = max(1 - _BEYOND / (draws + 1), 0.5)
    low, high = ends(level)
    quantile = float(stdtrit(freedom, (1 + level) / 2))
    reach = max(error, (value - low) / quantile), max(error, (high - value) / quantile)
    return Tail(value, reach, freedom, least_p(pair))


class ZeroTest(NamedTuple):
    """p of no difference, the |z| that it is worth, and how p was found if not from draws."""

    p_value: float
    z: float
    notes: tuple[str, ...] = ()


def zero_test(ends: Callable[[float], Ends], tail: Tail | None, least: float) -> ZeroTest:
    """Invert the interval at 0, and continue it beyond p = `least` if there is a tail."""
    p_value = p_of_point(ends, 0.0, least)
    if tail is not None and p_value <= least and tail.p(0.0) < least:
        note = f"no draw reaches 0: p from Student's t({tail.freedom}) = {tail.t(0.0):.1f}"
        return ZeroTest(tail.p(0.0), tail.z(0.0), (note,))
    return ZeroTest(p_value, inf if p_value <= SMALLEST_P else z_of_p(p_value))


def z_of_p(p_value: float) -> float:
    """Return the |z| of a two-sided p."""
    from scipy.special import ndtri

    return float(-ndtri(min(p_value, 1.0) / 2))
