"""Plans from pilots: the half width and the power of fresh samples of the planned size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import differences
import numpy as np
import scores
from counting import HELD, POWER, WIDTH, Case, Key, seed_of

from partita.inference.differences.differences import by_measure
from partita.inference.intervals.estimation import estimate_all
from partita.inference.planning.plan import plan
from partita.inference.sampling.bootstrap_intervals import Settings
from partita.inference.sampling.pairing import paired
from partita.inference.sampling.samples import evaluate, object_sample
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from partita.results import Difference

FRESH = 4  # samples of the planned size for each pilot
DRAWS = 399


@dataclass(frozen=True)
class Widths(Case):
    """A pilot of n objects, a measure, and half of the interval that is wanted."""

    groups: int
    n: int
    shape: str
    quality: str
    measure: str
    half_width: float
    samples: int = 15

    part = "plans"

    @property
    def name(self) -> str:
        """A short name of the case."""
        sizes = f"K {self.groups}; pilot of {self.n}; {self.shape}; {self.quality}"
        return f"{sizes}; {self.measure} ±{self.half_width:g}"

    @cached_property
    def cells(self) -> NDArray[np.float64]:
        """Cell probabilities."""
        return scores.cells_of(self.groups, self.shape, scores.QUALITIES[self.quality])

    def table(self, n: int, random: np.random.Generator) -> Contingency:
        """Draw n objects."""
        counts = random.multinomial(n, self.cells.ravel()).reshape(self.cells.shape)
        return Contingency.from_matrix(counts)

    def realized(self, n: int, random: np.random.Generator) -> float:
        """Return the mean half width of intervals of fresh samples."""
        s, found = choose(self.measure), []
        for _ in range(FRESH):
            sample, settings = object_sample(self.table(n, random)), Settings("calibrated", 0.95)
            draws = evaluate([s], sample, DRAWS, 0, 1)
            found += estimate_all([s], sample, draws, settings)
        return float(np.mean([(one.high - one.low) / 2 for one in found]))

    def one(self, random: np.random.Generator) -> Mapping[Key, int]:
        """Plan from one pilot; return the realized width, and whether the range holds."""
        pilot = self.table(self.n, random)
        width = self.half_width
        found = plan(self.measure, table=pilot, half_width=width, rng=seed_of(random), threads=1)
        widest, narrowest = (self.realized(n, random) for n in (found.low, found.high))
        return {
            ("all", "plan", WIDTH): round(100 * self.realized(found.n, random) / width),
            ("all", "plan", HELD): narrowest <= width <= widest,
        }


@dataclass(frozen=True)
class Detections(Case):
    """A pilot with two clusterings, and their true difference, which is to be detected."""

    known: differences.Differences
    measure: str
    samples: int = 24

    part = "plans"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"{self.known.name}; {self.measure}; detect"

    @cached_property
    def truth(self) -> float:
        """Return the true difference."""
        s, cells = choose(self.measure), self.known.cells
        a, b = (s.of(scores.population(cells.sum(axis=axis))) for axis in (2, 1))
        return a - b

    def labels(self, n: int, random: np.random.Generator) -> tuple[NDArray[np.intp], ...]:
        """Draw n objects with their labels in truth, a and b."""
        cells = self.known.cells
        drawn = random.choice(cells.size, n, p=cells.ravel() / cells.sum())
        return np.unravel_index(drawn, cells.shape)

    def compared(self, n: int, random: np.random.Generator) -> Difference:
        """Compare the clusterings on a fresh sample."""
        settings = [Settings("calibrated", 0.95)]
        pair = paired(*self.labels(n, random), None)
        return by_measure([choose(self.measure)], pair, DRAWS, settings)[0][0]

    def one(self, random: np.random.Generator) -> Mapping[Key, int]:
        """Plan from one pilot; return in how many fresh samples the difference is found."""
        pilot, goal, seed = self.labels(self.known.n, random), abs(self.truth), seed_of(random)
        found = plan(self.measure, *pilot, detect=goal, rng=seed, threads=1)
        fresh = [self.compared(found.n, random) for _ in range(FRESH)]
        right = [one.p_value <= 0.05 and one.value * self.truth > 0 for one in fresh]
        return {("all", "plan", POWER): round(100 * np.mean(right))}


# The last number, if any, is the number of pilots.
WIDTHS = (
    (2, 100, "balanced", "fair", "adjusted_rand", 0.1),
    (2, 300, "balanced", "good", "v_measure", 0.04),
    (2, 100, "balanced", "poor", "f_measure", 0.05),
    (5, 200, "balanced", "good", "adjusted_rand", 0.03),
    (5, 200, "skewed", "fair", "adjusted_mutual_information", 0.055),
    (5, 200, "balanced", "poor", "purity", 0.035, 6),
    (5, 300, "balanced", "fair", "b_cubed_f", 0.02, 6),
    (5, 500, "skewed", "poor", "v_measure", 0.02, 6),
    (5, 100, "balanced", "fair", "fowlkes_mallows", 0.06, 6),
    (10, 300, "balanced", "fair", "purity", 0.02, 6),
    (10, 300, "balanced", "good", "v_measure", 0.025, 6),
    (10, 1000, "skewed", "poor", "adjusted_rand", 0.0135),
    (10, 500, "skewed", "good", "f_measure", 0.005, 6),
    (10, 1000, "balanced", "poor", "adjusted_mutual_information", 0.01, 6),
    (10, 400, "skewed", "fair", "normalized_van_dongen", 0.035, 6),
    (20, 1000, "balanced", "good", "adjusted_rand", 0.0135),
    (20, 1000, "balanced", "fair", "v_measure", 0.02, 6),
    (20, 1000, "skewed", "poor", "purity", 0.0185, 6),
    (20, 600, "balanced", "fair", "variation_of_information", 0.22, 6),
    (5, 1000, "balanced", "good", "adjusted_mutual_information", 0.0095),
)
DETECTIONS = (
    (("independent", 5, 300, 0.85, 0.75), "adjusted_rand", 24),
    (("independent", 3, 200, 0.8, 0.7), "purity", 12),
    (("independent", 5, 400, 0.85, 0.8), "v_measure", 12),
    (("rare", 5, 300, 12, 6), "adjusted_rand", 24),
    (("rare", 5, 400, 12, 4), "f_measure", 12),
    (("independent", 5, 500, 0.7, 0.6), "adjusted_mutual_information", 12),
    (("independent", 3, 150, 0.6, 0.5), "b_cubed_f", 12),
    (("rare", 3, 500, 10, 3), "adjusted_rand", 12),
)


def cases() -> Iterator[Case]:
    """Half widths in 20 populations, and differences in 8."""
    yield from (Widths(*one) for one in WIDTHS)
    yield from (
        Detections(differences.Differences(*one), name, samples)
        for one, name, samples in DETECTIONS
    )
