"""Intervals of one score: samples from known cells, over sizes, groups and qualities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from counting import HELD, Case, Key, seed_of

from partita.inference.intervals.estimation import estimate_all
from partita.inference.sampling.bootstrap_intervals import Settings
from partita.inference.sampling.samples import ObjectSample, evaluate
from partita.measures.chosen import Chosen, choose
from partita.table.contingency import Contingency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from partita.inference.sampling.jackknife import Influence

MEASURES = {
    "ARI": "adjusted_rand",
    "V, NMI": "v_measure",  # equal, with arithmetic means
    "AMI": "adjusted_mutual_information",
    "R": "rand",
    "FM": "fowlkes_mallows",
    "VD_n": "normalized_van_dongen",
    "F": "f_measure",
}
QUALITIES = {"good": 0.95, "fair": 0.7, "poor": 0.3, "random": 0.0}
# Groups on each side, objects, samples: fewer if a sample costs more.
SIZES = [
    *[(2, n, 300) for n in (50, 80, 1000, 100_000)],
    *[(5, n, 300) for n in (100, 500, 5000, 100_000)],
    *[(10, n, 180) for n in (600, 2000, 20_000, 100_000)],
    *[(20, n, 90) for n in (8000, 100_000)],
    *[(50, n, 45) for n in (50_000, 100_000)],
]
METHODS = ("calibrated", "bca", "percentile")
DRAWS = 199
FEWER_DRAWS = 149  # at K = 50, where the AMI of a draw takes a millisecond


class Remembering(ObjectSample):
    """A sample whose jackknife is computed once for all methods."""

    __slots__ = ("known",)

    def influences(self, chosen: Sequence[Chosen], threads: int) -> list[Influence]:
        """Return the jackknife of several scores."""
        if not hasattr(self, "known"):
            object.__setattr__(self, "known", {})
        known: dict[str, Influence] = self.known
        new = [s for s in chosen if s.measure.name not in known]
        found = super().influences(new, threads) if new else []
        known.update({s.measure.name: one for s, one in zip(new, found, strict=True)})
        return [known[s.measure.name] for s in chosen]


def cells_of(groups: int, shape: str, good: float) -> NDArray[np.float64]:
    """Cell probabilities: a share of the objects in place, the others independent."""
    sizes = np.ones(groups) if shape == "balanced" else 1 / np.arange(1, groups + 1)
    sizes /= sizes.sum()
    return good * np.diag(sizes) + (1 - good) * np.outer(sizes, sizes)


def population(cells: NDArray[np.float64]) -> Contingency:
    """A table of 10^15 objects with these shares, whose score is the true score."""
    return Contingency.from_matrix(np.round(cells * 1e15).astype(np.int64))


@dataclass(frozen=True)
class Scores(Case):
    """One population and one sample size."""

    groups: int
    n: int
    shape: str
    quality: str
    samples: int

    part = "scores"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"K {self.groups}; n {self.n}; {self.shape}; {self.quality}"

    @cached_property
    def cells(self) -> NDArray[np.float64]:
        """Cell probabilities."""
        return cells_of(self.groups, self.shape, QUALITIES[self.quality])

    @cached_property
    def truth(self) -> list[float]:
        """Return the true scores."""
        whole = population(self.cells)
        return [choose(name).of(whole) for name in MEASURES.values()]

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check which intervals cover the true score, by measure and method."""
        few = self.groups >= 50
        counts = random.multinomial(self.n, self.cells.ravel()).reshape(self.cells.shape)
        sample = Remembering(Contingency.from_matrix(counts))
        own = [choose(name) for name in MEASURES.values()]
        draws = evaluate(own, sample, FEWER_DRAWS if few else DRAWS, seed_of(random), 1)
        held = {}
        for method in METHODS[:1] if few else METHODS:
            found = estimate_all(own, sample, draws, Settings(method, 0.95, threads=1))
            for symbol, one, true in zip(MEASURES, found, self.truth, strict=True):
                held[symbol, method, HELD] = one.low - 1e-9 <= true <= one.high + 1e-9
        return held


def cases() -> Iterator[Scores]:
    """All populations and sample sizes."""
    for groups, n, samples in SIZES:
        for shape in ("balanced", "skewed"):
            for quality in QUALITIES:
                yield Scores(groups, n, shape, quality, samples)
