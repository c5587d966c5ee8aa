"""How far intervals reach at each sample size: simulated, fitted, and solved for the size.

A sample of the planned size is drawn from the population of the pilot, and its interval is computed
as `confidence_interval` and `difference` do. So the plan knows how much wider than 1.96 standard
errors these are.

The reach of samples of the pilot's size differs from the pilot's own: the first depends on what is
assumed about unseen cells, the second on chance. Plans by the one err in one direction and plans by
the other vary more, so a plan uses their geometric mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.draws import CELLS, draws_of_objects, enough_draws
from ...base.progress import portions
from ..differences.differences import by_measure
from ..intervals.estimation import estimate_all
from ..sampling.pairing import PairedGroups, PairedObjects
from ..sampling.samples import evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...results import Difference, Estimate
    from ..sampling.bootstrap_intervals import Settings
    from ..sampling.pairing import Sample
    from .populations import Source

AT_PILOT, AT_GUESS, AT_CURVE = 20, 3, 6  # samples of one size
_GUESSES = 3
_SPREAD = (0.25, 0.5, 1.0, 2.0, 4.0)  # sizes of the curve, in units of the planned size
_LEAST = 1e-12  # reach; a smaller one is rounding


class Reach(NamedTuple):
    """How far the interval of one sample reaches, and whether no draw of the sample differs."""

    length: float
    constant: bool


@dataclass(frozen=True)
class Question:
    """What must be small: half an interval, or the smallest difference that is detected."""

    chosen: Chosen
    settings: Settings
    deviations: float | None = None  # added for the power of a test; None for half an interval
    sign: int = 1  # of the difference that is to be detected

    def reach(self, sample: Sample, draws: int, seed: int) -> Reach:
        """Return the reach of a sample's interval, from this number of draws."""
        found = self._interval(sample, draws, self.settings._replace(seed=seed))
        constant = "rule of three" in found.how
        if self.deviations is None:
            return Reach((found.high - found.low) / 2, constant)
        inner = found.value - found.low if self.sign > 0 else found.high - found.value
        return Reach(inner + self.deviations * found.standard_error, constant)

    def _interval(self, sample: Sample, draws: int, settings: Settings) -> Estimate | Difference:
        if isinstance(sample, (PairedObjects, PairedGroups)):
            return by_measure([self.chosen], sample, draws, [settings])[0][0]
        drawn = evaluate([self.chosen], sample, draws, settings.seed, settings.threads)
        return estimate_all([self.chosen], sample, drawn, settings)[0]


@dataclass
class Simulation:
    """Samples of several sizes from one population; every call goes on with the random numbers."""

    question: Question
    source: Source
    cells: int  # of one draw of the pilot, which bounds the work
    random: np.random.Generator

    def lengths(self, size: int, samples: int, fewest: int = 1) -> Floats:
        """Return the reaches of fresh samples of this size, fewer if tables are large."""
        level = self.question.settings.level
        draws = min(enough_draws(1 - level), draws_of_objects(self.cells, level))
        some = max(fewest, min(samples, CELLS // (draws * self.cells)))
        found = []
        for _ in portions(some, 1, "samples"):
            sample, seed = self.source.sample(size, self.random), int(self.random.integers(2**63))
            found.append(self.question.reach(sample, draws, seed).length)
        return np.array(found)


@dataclass(frozen=True)
class Curve:
    """The logarithm of the reach as a parabola in that of the size; its slope is near -1/2."""

    low: int
    high: int
    terms: tuple[float, float, float]

    def at(self, size: float) -> float:
        """Return the reach at a size; outside the fit it falls as 1/√n."""
        inside = min(max(size, self.low), self.high)
        return float(exp(np.polyval(self.terms, log(inside))) * (inside / size) ** 0.5)

    def size(self, reach: float) -> float:
        """Return the size at which the reach is this, by bisection."""
        if self.at(self.low) <= reach:
            return self.low * (self.at(self.low) / reach) ** 2
        if self.at(self.high) >= reach:
            return self.high * (self.at(self.high) / reach) ** 2
        low, high = log(self.low), log(self.high)
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self.at(exp(middle)) > reach else (low, middle)
        return exp(high)


def curve_for(
    simulation: Simulation, target: float, start: tuple[int, float], scale: float, most: int
) -> Curve:
    """Find the size with this reach, and fit the curve around it.

    `start` is a size and its reach. `scale` multiplies all simulated reaches.
    """
    known = [start]
    least = smallest(start[0])
    for _ in range(_GUESSES):
        size = _between(_power_law(known, target), least, most)
        reach = scale * simulation.lengths(size, AT_GUESS).mean()
        known.append((size, float(reach)))
    center = _between(_power_law(known, target), least, most)
    sizes = sorted({_between(center * factor, least, most) for factor in _SPREAD})
    means = [scale * float(simulation.lengths(size, AT_CURVE).mean()) for size in sizes]
    return fitted(list(zip(sizes, means, strict=True)))


def fitted(points: Sequence[tuple[int, float]]) -> Curve:
    """Fit the curve by least squares."""
    known = [(size, max(reach, _LEAST)) for size, reach in points]
    sizes, reaches = np.log(np.array(known)).T
    degree = min(2, len(points) - 1)
    terms = [0.0] * (2 - degree) + np.polyfit(sizes, reaches, degree).tolist()
    return Curve(points[0][0], points[-1][0], (terms[0], terms[1], terms[2]))


def smallest(pilot: int) -> int:
    """Return the smallest sample that a plan considers: a tenth of the pilot, but not below 10."""
    return min(pilot, max(10, ceil(pilot / 10)))


def _power_law(known: list[tuple[int, float]], target: float) -> float:
    """Return the size with this reach by the power law through the last two sizes.

    Reaches fall at least as n^-1/4 and at most as n^-2: about 1/√n, or 1/n by the rule of three.
    """
    size, reach = known[-1]
    if reach <= 0:
        return float(size)
    slope = -0.5
    if len(known) > 1 and abs(log(size / known[-2][0])) > 0.2 and known[-2][1] > 0:
        slope = log(reach / known[-2][1]) / log(size / known[-2][0])
        slope = min(max(slope, -2.0), -0.25)
    return float(exp(min(log(size) + log(target / reach) / slope, 700.0)))


def _between(size: float, least: int, most: int) -> int:
    return int(min(max(ceil(size), least), most))
