"""The mean of the smallest of several linear functions of randomly picked sets.

X_q = g_q + Σ_x c_q(class of x, set of x) is a sum of independent terms. With an average Y of the
X_q and any t > 0, min X_q = Y + min (X_q - Y), and by Jensen's inequality

    E min (X_q - Y) >= -(1/t) log Σ_q E exp(-t (X_q - Y)),

where Bennett's inequality bounds each exponential by the mean and the variance of X_q - Y. So the
bound is certain, and no selection has to be drawn. It is below the smallest mean by about
sqrt(2 log(functions)) standard deviations of the differences between the functions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats
from .class_masses import ClassMasses
from .relaxations import Lines

_RATES = np.geomspace(0.03, 300.0, 80)  # of t, in units of one over a standard deviation
_AVERAGES = 4  # averages Y to try
_LARGEST = 500.0  # exponent


class LeastMean(NamedTuple):
    """Bounds of the mean of X = min X_q, and of that of its negative part max(0, -X)."""

    mean: float  # at least
    below: float  # at most


def mean_of_least(parts: list[Lines], masses: ClassMasses) -> LeastMean:
    """Bound the mean of X = Σ_parts min X_q, and the mean of its negative part.

    The exponents of different parts must depend on different objects, or there is one part only.
    """
    mean = sum(_part_mean(part, masses) for part in parts)
    return LeastMean(mean, max(0.0, -mean, _mean_below(parts, masses)))


def _part_mean(lines: Lines, masses: ClassMasses) -> float:
    """The best bound over some averages Y: first the X_q of smallest mean alone."""
    means = lines.at(masses.mean)
    share = np.zeros(len(means))
    share[means.argmin()] = 1.0
    found = []
    for _ in range(_AVERAGES):
        bound, share = _Exponents.of(lines, share, masses).least()
        found.append(bound)
    return max(found)


def _mean_below(parts: list[Lines], masses: ClassMasses) -> float:
    """The best bound of E max(0, -X) <= (1/t) log(1 + Π_parts Σ_q E exp(-t X_q)) over t."""
    plain = [_Exponents.of(part, np.zeros(len(part.rest)), masses) for part in parts]
    spread = sum(float(np.median(one.variance)) for one in plain) ** 0.5 or 1.0
    bounds: list[float] = []
    for t in _RATES / spread:
        total = sum(one.log_sum(t)[0] for one in plain)
        bounds.append(float(np.logaddexp(0.0, total)) / t)
    return min(bounds)


class _Exponents(NamedTuple):
    """Mean, variance and range of the terms of X_q - Y, and the mean of Y."""

    center: float
    mean: Floats
    variance: Floats
    width: Floats

    @classmethod
    def of(cls, lines: Lines, share: Floats, masses: ClassMasses) -> _Exponents:
        costs = lines.costs - np.tensordot(share, lines.costs, 1)
        means = lines.at(masses.mean)
        center = float(share @ means)
        used = masses.mean > 0
        width = np.where(used, costs, -np.inf).max(axis=2) - np.where(used, costs, np.inf).min(
            axis=2
        )
        return cls(center, means - center, masses.variance(costs).sum(axis=1), width.max(axis=1))

    def least(self) -> tuple[float, Floats]:
        """The best bound of E min X_q over t, and the weights of the functions there."""
        spread = float(np.sqrt(np.median(self.variance))) or 1.0
        best, share = -np.inf, np.zeros(len(self.mean))
        for t in _RATES / spread:
            total, parts = self.log_sum(t)
            bound = self.center - total / t
            if bound > best:
                best, share = bound, parts / parts.sum()
        return best, share

    def log_sum(self, t: float) -> tuple[float, Floats]:
        """A bound of log Σ_q E exp(-t (X_q - Y)), and the terms of the sum up to a factor."""
        logs = self._bennett(t) - t * self.mean
        top = float(logs.max())
        parts = np.exp(logs - top) if np.isfinite(top) else np.ones(len(logs))
        return top + float(np.log(parts.sum())), parts

    def _bennett(self, t: float) -> Floats:
        """A bound of log E exp(-t (X - EX)): V (exp(tb) - 1 - tb)/b², b the width of a term."""
        reach = np.minimum(t * self.width, _LARGEST)
        small = reach < 1e-4
        growth = np.where(
            small, (1 + reach) * 0.5, (np.expm1(reach) - reach) / np.maximum(reach, 1e-4) ** 2
        )
        return np.where(t * self.width > _LARGEST, np.inf, t * t * self.variance * growth)
