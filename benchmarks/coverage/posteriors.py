"""Central 95% intervals of posteriors: the populations of scores.py and differences.py again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import differences
import numpy as np
import scores
from counting import HELD, Case, Key, seed_of

from partita.inference.posteriors.posterior import drawn
from partita.inference.sampling.pairing import paired
from partita.inference.sampling.samples import ObjectSample
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from partita.inference.posteriors.shares import Sample

MEASURES = {
    "ARI": "adjusted_rand", "V, NMI": "v_measure", "AMI": "adjusted_mutual_information",
    "VI": "variation_of_information", "purity": "purity", "F": "f_measure",
}  # fmt: skip
DRAWS = 299


class Posteriors(Case):
    """One population and one sample size."""

    part = "posteriors"
    known: Case  # the same population in another part

    @property
    def name(self) -> str:
        """A short name of the case."""
        return self.known.name

    def held(self, sample: Sample, seed: int) -> Mapping[Key, bool]:
        """Check which central 95% intervals hold the true value, by measure."""
        found = {}
        for symbol, name in MEASURES.items():
            draws = drawn(choose(name), sample, size=DRAWS, seed=seed, threads=1).values
            low, high = np.quantile(draws, [0.025, 0.975], method="weibull")
            found[symbol, "posterior", HELD] = low - 1e-9 <= self.truth[symbol] <= high + 1e-9
        return found

    @property
    def cells(self) -> NDArray[np.float64]:
        """Shares of the population."""
        return self.known.cells

    @cached_property
    def truth(self) -> dict[str, float]:
        """Return the true values."""
        sides = [self.cells] if self.cells.ndim == 2 else [self.cells.sum(axis=k) for k in (2, 1)]
        tables = [scores.population(side) for side in sides]
        own = {symbol: choose(name) for symbol, name in MEASURES.items()}
        return {
            symbol: s.of(tables[0]) - sum(s.of(table) for table in tables[1:])
            for symbol, s in own.items()
        }


@dataclass(frozen=True)
class OfScore(Posteriors):
    """The posterior of one score."""

    known: scores.Scores
    samples: int = 300

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Draw one sample; return which intervals hold the true score."""
        counts = random.multinomial(self.known.n, self.cells.ravel()).reshape(self.cells.shape)
        return self.held(ObjectSample(Contingency.from_matrix(counts)), seed_of(random))


@dataclass(frozen=True)
class OfDifference(Posteriors):
    """The posterior of a difference."""

    known: differences.Differences
    samples: int = 300

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Draw one sample; return which intervals hold the true difference."""
        shares = self.cells.ravel() / self.cells.sum()
        chosen = random.choice(self.cells.size, self.known.n, p=shares)
        labels = np.unravel_index(chosen, self.cells.shape)
        return self.held(paired(*labels, None), seed_of(random))


SIZES = ((2, 20), (5, 125), (10, 500), (5, 500))  # 5 objects per cell, and 20

DIFFERENCES = {
    ("independent", 300, 0.7, 0.7), ("independent", 500, 0.85, 0.75), ("cut", 300, 0.0, 0.0),
    ("rare", 300, 1, 2), ("rare", 300, 6, 3), ("rare", 100, 3, 1),
}  # fmt: skip


def cases() -> Iterator[Posteriors]:
    """Scores with 5 and with 20 objects per cell, and differences."""
    for groups, n in SIZES:
        for shape in ("balanced", "skewed"):
            for quality in scores.QUALITIES:
                yield OfScore(scores.Scores(groups, n, shape, quality, 300))
    for known in differences.cases():
        if known.groups < 10 and (known.kind, known.n, known.a, known.b) in DIFFERENCES:
            yield OfDifference(known)
