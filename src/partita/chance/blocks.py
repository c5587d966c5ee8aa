"""Uniform random partitions of n objects into k blocks, or any number: expected pairs and sizes.

If m pairs of objects must be together, a partition of n - m objects remains. So two given objects
are together with probability S(n-1,k)/S(n,k), or B(n-1)/B(n), and the expected number of blocks of
size a is C(n,a) S(n-a,k-1)/S(n,k), or C(n,a) B(n-a)/B(n) (Gates and Ahn 2017).
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, expm1, lgamma, log, log1p, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..base.arithmetic import weighted_sum
from .contour import Circle, blocks_circle, partitions_circle, rate_of_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SMOOTH_FROM = 400.0  # mean size from which the distribution of sizes is nearly continuous


class Together(NamedTuple):
    """How likely objects are together in a random partition."""

    pair: float  # probability that two given objects are together
    excess: float  # covariance of two pairs being together, whether or not they share an object


class SizeNumbers(NamedTuple):
    """Block sizes and the expected number of blocks of each size."""

    sizes: NDArray[np.int64]
    numbers: NDArray[np.float64]


@lru_cache(maxsize=64)
def together(n: int, groups: int | None) -> Together:
    """Return the probabilities for `groups` blocks, or for any number of them.

    >>> round(together(4, None).pair, 12)  # 5 of the 15 partitions of four objects
    0.333333333333
    """
    if n < 2 or groups == n:
        return Together(0.0, 0.0)
    if groups == 1:
        return Together(1.0, 0.0)
    if groups is None:
        rate, circle = partitions_circle(n)
        return _on_circle(rate, circle, n)
    if log(groups) + n * log1p(-1 / groups) <= log(0.5):
        return _in_series(n, groups)
    rate = rate_of_blocks(n / groups)
    return _on_circle(rate, blocks_circle(groups, rate, n), n)


def _on_circle(rate: float, circle: Circle, n: int) -> Together:
    turn = np.exp(1j * circle.angles)
    first = circle.mean(turn)  # P(sum = n - 1) / P(sum = n)
    pair = rate * first / n
    if n < 3:
        return Together(pair, -pair * pair)
    # S(n-2)/S(n) - (S(n-1)/S(n))², as a variance on the circle: nothing large is subtracted
    second = circle.mean((turn - first) ** 2) / (n - 1) + first * first / (n * (n - 1))
    return Together(pair, rate * rate / n * second)


def _in_series(n: int, k: int) -> Together:
    """Inclusion-exclusion over empty urns: S(n,k) k!/k^n = 1 - k (1-1/k)^n + ..."""
    last, but_one, but_two = (_missing(m, k) for m in (n, n - 1, n - 2))
    whole = 1 + last
    second = but_two + last - 2 * but_one + but_two * last - but_one**2
    return Together((1 + but_one) / whole / k, second / (k * whole) ** 2)


def _missing(m: int, k: int) -> float:
    total = 0.0
    for j in range(1, k):
        term = exp(lgamma(k + 1) - lgamma(j + 1) - lgamma(k - j + 1) + m * log1p(-j / k))
        total += -term if j % 2 else term
        if term < 1e-22:
            break
    return total


@lru_cache(maxsize=16)
def size_numbers(n: int, groups: int | None) -> SizeNumbers:
    """Return the block sizes and the expected number of blocks of each size.

    If there are many large sizes, every h-th size stands for h neighbors: sums of smooth functions
    over them differ by rounding only.

    >>> size_numbers(3, 2).numbers.round(12)  # one block of one object, one of two
    array([1., 1.])
    """
    if groups is None:
        return _numbers_of_all(n)
    if groups in (1, n):
        return SizeNumbers(np.array([n // groups]), np.array([float(groups)]))
    return _numbers_of_blocks(n, groups)


def _numbers_of_all(n: int) -> SizeNumbers:
    rate, circle = partitions_circle(n)
    sizes = np.arange(1, min(n, int(rate + 14 * sqrt(rate) + 60)) + 1)
    weights = np.array([exp(a * log(rate) - lgamma(a + 1)) for a in sizes.tolist()])
    return _kept(sizes, weights * circle.shifts(sizes) / circle.total())


def _numbers_of_blocks(n: int, k: int) -> SizeNumbers:
    """Return k P(X = a) P(the others sum to n - a) / P(all sum to n), X Poisson without 0."""
    mean = n / k
    rate = rate_of_blocks(mean)
    deviation = sqrt(rate)
    low = max(1, int(mean - 13 * deviation))
    high = min(n - k + 1, int(mean + 13 * deviation + 60))
    step = max(1, int(deviation / 4)) if mean >= _SMOOTH_FROM else 1
    sizes = np.arange(low, high + 1, step)
    target = n - round(mean)
    others = blocks_circle(k - 1, rate, target).shifts(sizes - (n - target))
    whole = blocks_circle(k, rate, n).total()
    poisson = _poisson(sizes, rate) / -expm1(-rate)
    found = _kept(sizes, step * k * poisson * others / whole)
    # corrects rounding and spacing: the blocks hold n objects in total
    return found._replace(numbers=found.numbers * (n / weighted_sum(found.sizes, found.numbers)))


def _kept(sizes: NDArray[np.int64], numbers: NDArray[np.float64]) -> SizeNumbers:
    kept = numbers > 1e-18 * numbers.max()
    return SizeNumbers(sizes[kept], numbers[kept])


def _poisson(k: NDArray[np.int64], rate: float) -> NDArray[np.float64]:
    """Poisson probabilities in Loader's form, which subtracts no large logarithms."""
    x = k.astype(np.float64)
    u = (x - rate) / rate
    deviance = rate * ((1 + u) * np.log1p(u) - u)
    s = 1 / (x * x)
    rest = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / x
    for at in np.flatnonzero(k < 16).tolist():
        y = float(x[at])
        rest[at] = lgamma(y + 1) - (y * log(y) - y + 0.5 * log(2 * pi * y))
    return np.asarray(np.exp(-deviance - rest) / np.sqrt(2 * pi * x))
