"""Means of methods and their differences, with the variance of objects and of seeds.

The objects are common to all runs, so the jackknife of a mean (or of a difference of means) over
the objects contains their covariances. The seeds add the variance between runs, divided by their
number. The degrees of freedom of the sum are Satterthwaite's (1946), because few runs estimate
their own variance poorly.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Floats
    from .pulls import Pulls
    from .variance_parts import Parts


class Contrast(NamedTuple):
    """A sum of means of methods, and how well it is known."""

    value: float
    bias: float
    error: float
    freedom: float  # degrees of freedom of Student's t

    def ends(self, level: float) -> tuple[float, float]:
        """The interval around the value with and without its bias, which varies itself."""
        from scipy.special import stdtrit

        reach = float(stdtrit(self.freedom, (1 + level) / 2)) * self.error
        centers = self.value, self.value - self.bias
        return min(centers) - reach, max(centers) + reach

    @property
    def p_value(self) -> float:
        """The smallest 1 - level whose interval does not hold 0."""
        centers = self.value, self.value - self.bias
        near = 0.0 if min(centers) <= 0 <= max(centers) else min(map(abs, centers))
        return 2 * self.beyond(near)

    def beyond(self, distance: float) -> float:
        """The probability that the error exceeds a distance, which may be negative."""
        from scipy.special import stdtr

        if not self.error:
            return 0.5 if distance == 0 else float(distance < 0)
        return float(stdtr(self.freedom, -distance / self.error))


def contrast_of(
    terms: Sequence[tuple[float, Sequence[int], Parts]], values: Floats, pulls: Pulls
) -> Contrast:
    """The sum of signed means of runs; each term has a sign, the places of its runs, its parts."""
    signs = np.zeros(len(values))
    for sign, places, _ in terms:
        signs[list(places)] = sign / len(places)
    pull = pulls.pull @ signs
    of_runs = (pulls.units - 1) * float(pulls.weights @ pull**2)  # over objects, for these runs
    seeds = [(parts.seeds.variance / parts.runs, parts) for _, _, parts in terms]
    variance = of_runs + sum(own for own, _ in seeds)
    return Contrast(
        float(signs @ values), float(signs @ pulls.bias), sqrt(variance),
        _freedom(variance, [parts for _, parts in seeds], pulls.units),
    )  # fmt: skip


def _freedom(variance: float, methods: Sequence[Parts], units: int) -> float:
    """Satterthwaite's degrees of freedom: those of the runs of each method, and of the units.

    Two runs may be alike by chance, and then say nothing of the seeds: they leave at most 2.
    """
    between = [
        (parts.between / parts.runs, parts.runs - 1)
        for parts in methods
        if parts.seeds.variance > 0  # otherwise the variance between runs is that of the objects
    ]
    objects = max(0.0, variance - sum(own for own, _ in between))
    pieces = [*between, (objects, units - 1)]
    total = sum(own**2 / freedom for own, freedom in pieces)
    found = variance**2 / total if total > 0 else inf
    return min(found, 2.0) if any(parts.runs == 2 for parts in methods) else found
