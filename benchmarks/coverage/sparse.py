"""Sparse tables: intervals of corrected entropies, of half as many objects, and of AMI."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import scores
from counting import HELD, Case, Key, seed_of

import partita
from partita.inference.entropies.corrected_scores import corrected
from partita.inference.entropies.corrections import CHAO_WANG_JOST, alike
from partita.inference.rarefaction.expected import Draws, expected_score, known
from partita.inference.rarefaction.score_at import interval_at
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MEASURES = {
    "V, NMI": "v_measure", "VI": "variation_of_information", "I": "mutual_information",
}  # fmt: skip
SIZES = [(20, 60), (10, 60), (10, 300), (20, 300), (20, 1000), (100, 5000)]
SAMPLES, FEWER_SAMPLES = 20, 5  # fewer at K = 100
WIDE = "at most twice as wide as the scores vary"
HALF = "interval of half as many objects holds"
DRAWS = 199
ORACLE = 100  # samples for the spread of corrected scores; ten times as many for the mean V


def sample(known: scores.Scores, random: np.random.Generator, n: int) -> Contingency:
    """Draw a sample of n objects."""
    counts = random.multinomial(n, known.cells.ravel())
    return Contingency.from_matrix(counts.reshape(known.cells.shape))


@cache
def truth(known: scores.Scores) -> dict[str, float]:
    """Return the true scores; that of AMI is V: the population has no chance agreement."""
    whole = scores.population(known.cells)
    found = {symbol: choose(name).of(whole) for symbol, name in MEASURES.items()}
    return found | {"AMI": found["V, NMI"]}


@cache
def width(known: scores.Scores) -> dict[str, float]:
    """Return the width of 95% of the corrected scores, if they were normal."""
    random, by = np.random.default_rng(1), alike(CHAO_WANG_JOST)
    tables = [sample(known, random, known.n) for _ in range(ORACLE)]
    return {
        symbol: 3.92 * float(np.std([corrected(choose(name), t, by).value for t in tables]))
        for symbol, name in MEASURES.items()
    }


@cache
def half(known: scores.Scores) -> float:
    """Return the mean V of samples of half as many objects."""
    random, s = np.random.default_rng(2), choose("v_measure")
    every = [s.of(sample(known, random, known.n // 2)) for _ in range(10 * ORACLE)]
    return float(np.mean(every))


@dataclass(frozen=True)
class Sparse(Case):
    """One population and one sample size."""

    known: scores.Scores
    samples: int

    part = "sparse"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return self.known.name

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check the intervals of one sample."""
        table, seed = sample(self.known, random, self.known.n), seed_of(random)
        settings = {"table": table, "draws": DRAWS, "rng": seed, "threads": 1}
        held = {}
        for symbol, name in MEASURES.items():
            found = partita.confidence_interval(name, bias_correction="chao-wang-jost", **settings)
            true = truth(self.known)[symbol]
            held[symbol, "chao-wang-jost", HELD] = found.low - 1e-9 <= true <= found.high + 1e-9
            narrow = found.high - found.low <= 2 * width(self.known)[symbol]
            held[symbol, "chao-wang-jost", WIDE] = narrow
        ami = partita.confidence_interval("adjusted_mutual_information", **settings)
        held["AMI", "calibrated", HELD] = (
            ami.low - 1e-9 <= truth(self.known)["AMI"] <= ami.high + 1e-9
        )
        of, objects = known(choose("v_measure"), table), self.known.n // 2
        draws = Draws(DRAWS, seed, 1)
        around = interval_at(of, objects, expected_score(of, objects, draws), draws, 0.95)
        held["V, NMI", "score_at", HALF] = around.low <= half(self.known) <= around.high
        return held


def cases() -> Iterator[Sparse]:
    """All sizes, shapes and qualities."""
    for groups, n in SIZES:
        samples = SAMPLES if groups < 100 else FEWER_SAMPLES
        for shape in ("balanced", "skewed"):
            for quality in scores.QUALITIES:
                yield Sparse(scores.Scores(groups, n, shape, quality, samples), samples)
