"""Ratios of Stirling and Bell numbers at any n, by Cauchy's integral on a circle.

S(n,k) k!/n! is the coefficient of z^n in (e^z - 1)^k, and B(n)/n! in exp(e^z - 1). On the circle
through the saddle point the integrand is the characteristic function of a sum with mean n. So the
trapezoidal rule needs a few dozen points for any n, and its error is below rounding: about 1e-13
relative, and eps √n beyond n = 10^6.
"""

from __future__ import annotations

from math import exp, expm1, log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..base.arrays import Floats

    Complex = NDArray[np.complex128]

_REACH = 16.0  # deviations on each side, where a normal density is e^-128
_NORMAL_FROM = 60.0  # deviation from which the integrand is negligible beyond its reach


class Circle(NamedTuple):
    """Points on half a circle and the values of an integrand; the other half is conjugate."""

    angles: Floats
    values: Complex  # times the weight of the point
    spacing: float

    def total(self, factor: Complex | float = 1.0) -> float:
        """Integrate over the circle, over 2π: the probability that a sum hits its target."""
        return float((self.values * factor).real.sum()) * self.spacing / (2 * pi)

    def mean(self, factor: Complex) -> float:
        """Integrate with a factor, and divide by the integral without it."""
        return self.total(factor) / self.total()

    def shifts(self, steps: NDArray[np.int64]) -> Floats:
        """Probabilities of the sums `steps` below the target."""
        turned = np.exp(1j * np.outer(steps, self.angles)) @ self.values
        return np.asarray(turned.real * (self.spacing / (2 * pi)))


def circle(deviation: float, log_integrand: Callable[[Floats], Complex]) -> Circle:
    """Place points around the saddle of an integrand whose sum has this deviation."""
    points = int(_REACH * deviation) + 64  # enough that no distant sum aliases the target
    spacing = 2 * pi / points
    last = points // 2
    if deviation > _NORMAL_FROM:
        last = min(last, int(_REACH / deviation / spacing) + 1)
    angles = spacing * np.arange(last + 1, dtype=np.float64)
    weights = np.full(last + 1, 2.0)
    weights[0] = 1.0
    if 2 * last == points:
        weights[-1] = 1.0
    return Circle(angles, weights * np.exp(log_integrand(angles)), spacing)


def blocks_circle(number: int, rate: float, target: int) -> Circle:
    """The sum of `number` Poisson variables of this rate without 0, around a target."""
    some = -expm1(-rate)
    mean = rate / some
    deviation = sqrt(number * mean * max(0.0, 1 + rate - mean))

    def log_integrand(t: Floats) -> Complex:
        turned = rate * np.exp(1j * t)
        one = -2 * rate * np.sin(t / 2) ** 2 + 1j * (rate * np.sin(t) - target / number * t)
        return np.asarray(number * (one + np.log(-np.expm1(-turned) / some)))

    return circle(deviation, log_integrand)


def partitions_circle(n: int) -> tuple[float, Circle]:
    """Return the rate of the sizes, and the circle of the size of a random set of blocks."""
    rate = _rate_of_all(n)

    def log_integrand(t: Floats) -> Complex:
        step = -2 * np.sin(t / 2) ** 2 + 1j * np.sin(t)
        return np.asarray(exp(rate) * np.expm1(rate * step) - 1j * n * t)

    return rate, circle(sqrt(n * (1 + rate)), log_integrand)


def rate_of_blocks(mean: float) -> float:
    """Solve rate / (1 - e^-rate) = mean, for a mean above 1."""
    rate = mean if mean > 1.5 else 2 * (mean - 1)
    for _ in range(60):
        zero, some = exp(-rate), -expm1(-rate)
        step = (rate / some - mean) * some**2 / (some - rate * zero)
        if rate - step <= 0 or abs(step) <= 1e-15 * rate:
            break
        rate -= step
    return rate


def _rate_of_all(n: int) -> float:
    """Solve rate e^rate = n."""
    rate = log(1 + n) * 0.75
    for _ in range(60):
        step = (rate + log(rate) - log(n)) * rate / (1 + rate)
        rate = max(rate - step, rate / 8)
        if abs(step) <= 1e-15 * rate:
            break
    return rate
