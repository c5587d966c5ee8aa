"""The variance of a method's score: the part of the objects, of the seed, and of both together.

The score of run r on a sample of objects is modeled as μ + a + b_r + c_r: a varies with the
objects and is common to all runs, b_r varies with the seed, and c_r with both. Runs on the same
objects have a in common. So the covariance of two runs over the objects (jackknife) estimates
Var a; the variance of a run over the objects, less this, estimates Var c; and the variance s²
between runs estimates Var b + Var c. If a score is a mean over objects, these are the estimates
of the analysis of variance of objects × runs (Searle, Casella and McCulloch 1992).
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ...base.arrays import Floats
    from .pulls import Pulls

_SOON = 0.95  # of the standard error is left by infinitely many runs when runs are enough


class Part(NamedTuple):
    """A part of a variance, with its interval."""

    variance: float
    low: float
    high: float


class Parts(NamedTuple):
    """The variance of a single run, and what it is due to."""

    objects: Part
    seeds: Part
    both: Part
    runs: int
    units: int

    @property
    def total(self) -> float:
        """The variance of the score of one run, over objects and seeds."""
        return sum(part.variance for part in self[:3])

    @property
    def between(self) -> float:
        """The variance between runs on the same objects."""
        return self.seeds.variance + self.both.variance

    def error(self, runs: float) -> float:
        """The standard error of the mean of a number of runs."""
        return sqrt(self.objects.variance + self.between / runs)

    @property
    def enough(self) -> int | None:
        """The runs from which on more of them reduce the standard error by less than 5%.

        The error of infinitely many runs is that of the objects. None if the interval of their
        variance begins at 0: then every further run helps, as far as is known.
        """
        if not self.between:
            return 1
        if not self.objects.low:
            return None
        few = _SOON**2 * self.between / ((1 - _SOON**2) * self.objects.variance)
        return max(1, int(np.ceil(few)))


def parts_of(values: Floats, pulls: Pulls, level: float) -> Parts:
    """Split the variance of one method's score; `values` are the scores of its runs."""
    runs, units = pulls.pull.shape[1], pulls.units
    squares = (pulls.pull**2).mean(axis=1) * (units - 1)
    if runs == 1:
        return Parts(
            _part(squares, pulls, np.zeros(0), level), Part(0, 0, 0), Part(0, 0, 0), 1, units
        )
    sums = pulls.pull.sum(axis=1) ** 2 * (units - 1)
    common = (sums - runs * squares) / (runs * (runs - 1))
    left = _without_each_run(pulls.covariance)
    objects = _part(common, pulls, left[:, 0], level)
    both = _part(squares - common, pulls, left[:, 1], level)
    return Parts(objects, _seeds(float(values.var(ddof=1)), both, runs, level), both, runs, units)


def _without_each_run(covariance: Floats) -> Floats:
    """The parts of objects and of both, without each run; nothing with two runs."""
    runs = len(covariance)
    if runs < 3:
        return np.zeros((0, 2))
    own = np.diag(covariance)
    rest = own.sum() - own
    every = covariance.sum() - 2 * covariance.sum(axis=1) + own
    common = (every - rest) / ((runs - 1) * (runs - 2))
    return np.column_stack([common, rest / (runs - 1) - common])


def _part(by_kind: Floats, pulls: Pulls, left: Floats, level: float) -> Part:
    """A mean over units, with an interval of χ² by Satterthwaite's degrees of freedom.

    Its variance is that over the units, and over the runs by leaving out each of them.
    """
    from scipy.stats import chi2

    variance = max(0.0, float(pulls.weights @ by_kind))
    spread = float(pulls.weights @ (by_kind - variance) ** 2) / pulls.units
    if len(left):
        spread += (len(left) - 1) * float(left.var())
    if not spread:
        return Part(variance, variance, variance)
    freedom = 2 * variance**2 / spread
    if freedom < 1:
        return Part(variance, 0.0, variance + _normal(level) * sqrt(spread))
    low, high = chi2.ppf([(1 + level) / 2, (1 - level) / 2], freedom)
    return Part(variance, variance * freedom / low, variance * freedom / high)


def _seeds(between: float, both: Part, runs: int, level: float) -> Part:
    """The variance between runs less the part of both, and the interval of their difference.

    (runs - 1) s² / σ² is χ² if the scores of runs are normal. The ends of a difference combine
    those of its terms (Zou and Donner 2008).
    """
    from scipy.stats import chi2

    low, high = chi2.ppf([(1 + level) / 2, (1 - level) / 2], runs - 1)
    ends = between * (runs - 1) / low, between * (runs - 1) / high
    value = between - both.variance
    below = value - sqrt((between - ends[0]) ** 2 + (both.high - both.variance) ** 2)
    above = value + sqrt((ends[1] - between) ** 2 + (both.variance - both.low) ** 2)
    return Part(max(0.0, value), max(0.0, below), max(0.0, above))


def _normal(level: float) -> float:
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))
