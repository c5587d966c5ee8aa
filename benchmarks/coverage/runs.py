"""Methods with several runs: intervals of their means, their differences, and their variances.

There are 4 classes. A quarter of the objects is hard, for every run. Run r puts an object into the
cluster of its class with probability 1 / (1 + exp(-ease - b)), where b ~ N(0, spread) belongs to
the seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np
from counting import HELD, REJECTED, Case, Key

import partita
from partita import Contingency
from partita.chance.batch import Tables, scores
from partita.measures.chosen import choose

MEASURES = {"ARI": "adjusted_rand", "V, NMI": "v_measure", "purity": "purity"}
EASES = np.array([-0.5, 1.5, 2.5, 2.5])  # equally frequent
K = 4
SAMPLES, SEEDS = 6000, 12  # for the true variances


@dataclass(frozen=True)
class Runs(Case):
    """Two equally good methods with this many runs each."""

    n: int
    runs: int
    spread: float
    others: int = 0  # runs of the second method, if it has another number of them
    samples: int = 400

    part = "runs"

    @property
    def name(self) -> str:
        """A short name of the case."""
        second = f" and {self.others}" if self.others else ""
        return f"{self.runs}{second} runs; seeds {self.spread:g}; n {self.n}"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check the means, the difference, and the parts of the variance of the first method."""
        truth, ease = random.integers(0, K, self.n), random.choice(EASES, self.n)

        def run() -> np.ndarray:
            chance = 1 / (1 + np.exp(-ease - random.normal(0, self.spread)))
            wrong = (truth + random.integers(1, K, self.n)) % K
            return np.where(random.random(self.n) < chance, truth, wrong)

        both = {"a": self.runs, "b": self.others or self.runs}
        runs = {name: [run() for _ in range(count)] for name, count in both.items()}
        held: dict[Key, bool] = {}
        for symbol, name in MEASURES.items():
            found = partita.compare_runs(truth, runs, name)
            mean, *parts = true_parts(self.spread, self.n)[name]
            (row,) = (row for row in found.table.rows() if row["method"] == "a")
            held[symbol, "t", f"mean: {HELD}"] = row["low"] <= mean <= row["high"]
            gap = found.differences.row(0)
            held[symbol, "t", f"difference: {HELD}"] = gap["low"] <= 0 <= gap["high"]
            held[symbol, "t", REJECTED] = gap["p_value"] <= 0.05
            own = [part for part in found.parts.rows() if part["method"] == "a"]
            for part, true in zip(own, parts, strict=True):
                held[symbol, "t", f"{part['part']}: {HELD}"] = part["low"] <= true <= part["high"]
        return held


@cache
def true_parts(spread: float, n: int) -> dict[str, tuple[float, ...]]:
    """The mean over seeds in the population, and the variances of objects, seeds and both.

    The variances over the objects are those of samples of this size: simulated, with the seeds at
    the quantiles of their distribution.
    """
    chosen = [choose(name) for name in MEASURES.values()]
    nodes, weights = np.polynomial.hermite_e.hermegauss(21 if spread else 1)
    score = np.array([[s.of(population(spread * b)) for s in chosen] for b in nodes])
    weights = weights / weights.sum()
    mean = weights @ score
    seeds = weights @ (score - mean) ** 2
    random = np.random.default_rng(0)
    kinds = random.multinomial(n, np.full(K * len(EASES), 1 / (K * len(EASES))), SAMPLES)
    found = np.empty((SEEDS, SAMPLES, len(chosen)))
    places = np.indices((K, K), dtype=np.int32).reshape(2, -1)
    for k in range(SEEDS):
        chance = shares(spread * NormalDist().inv_cdf((k + 0.5) / SEEDS))
        drawn = random.multinomial(kinds.reshape(-1, K, len(EASES)), chance).sum(axis=2)
        found[k] = scores(chosen, Tables(*places, drawn.reshape(SAMPLES, -1), (K, K)), 1)
    own = found.var(axis=1, ddof=1).mean(axis=0)
    of_mean = found.mean(axis=0).var(axis=0, ddof=1)
    common = (SEEDS * of_mean - own) / (SEEDS - 1)
    every = zip(MEASURES.values(), mean, common, seeds, own - common, strict=True)
    return {name: tuple(map(float, numbers)) for name, *numbers in every}


def shares(b: float) -> np.ndarray:
    """The probabilities of clusters, given class, ease and the effect of the seed."""
    chance = 1 / (1 + np.exp(-EASES - b))
    found = np.empty((K, len(EASES), K))
    found[:] = ((1 - chance) / (K - 1))[:, np.newaxis]
    found[range(K), :, range(K)] = chance
    return found


def population(b: float) -> Contingency:
    """The table of very many objects in the shares of a seed."""
    cells = shares(b).mean(axis=1) / K
    return Contingency.from_matrix(np.rint(10**15 * cells).astype(np.int64))


def cases() -> Iterator[Runs]:
    """Few and many runs; seeds of no, small and large variance; one method without a seed."""
    for runs in (2, 3, 5, 10, 20):
        yield Runs(300, runs, 0.3)
    yield Runs(1000, 10, 0.3)
    yield Runs(300, 5, 0.0)
    yield Runs(300, 5, 1.0)
    yield Runs(300, 10, 1.0)
    yield Runs(300, 10, 0.3, 3)
