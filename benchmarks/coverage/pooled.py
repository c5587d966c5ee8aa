"""Several data sets: intervals of the mean difference of two methods, and of a new data set.

Each data set has 100 to 800 objects in 3 classes. The shares of objects that the methods place
correctly vary between data sets around 75%, with the given spread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from counting import HELD, REJECTED, Case, Key

import partita
from partita import Contingency

MEASURES = {"ARI": "adjusted_rand", "V, NMI": "v_measure"}
METHODS = ("paule-mandel", "dersimonian-laird")
K = 3
NEW = "new data set: interval holds"


@dataclass(frozen=True)
class Pooled(Case):
    """Two methods that are equally good on average, on this number of data sets."""

    datasets: int
    spread: float
    samples: int = 400

    part = "pooled"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"{self.datasets} data sets; spread {self.spread:g}"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check the interval of the mean difference 0, its test, and a new data set."""

        def share() -> float:
            return float(np.clip(0.75 + self.spread * random.standard_normal(), 0.2, 0.98))

        results = {}
        for k in range(self.datasets):
            n = int(random.integers(100, 801))
            truth = random.integers(0, K, n)
            sides = {
                name: np.where(random.random(n) < share(), truth, random.integers(0, K, n))
                for name in ("a", "b")
            }
            results[str(k)] = partita.compare(truth, sides, measures=list(MEASURES.values()))
        shares = share(), share()
        held: dict[Key, bool] = {}
        for symbol, name in MEASURES.items():
            first, second = (true_score(name, round(x, 4)) for x in shares)
            for method in METHODS:
                row = partita.pool_datasets(results, name, method=method).table.row(0)
                gap = first - second if row["first"] == "a" else second - first
                held[symbol, method, HELD] = row["low"] <= 0 <= row["high"]
                held[symbol, method, REJECTED] = row["p_value"] <= 0.05
                if self.datasets > 2:
                    held[symbol, method, NEW] = row["new_low"] <= gap <= row["new_high"]
        return held


@cache
def true_score(measure: str, share: float) -> float:
    """The score of very many objects, of which this share is placed correctly."""
    cells = np.full((K, K), (1 - share) / K**2) + share * np.eye(K) / K
    table = Contingency.from_matrix(np.rint(10**15 * cells).astype(np.int64))
    return float(partita.measure(measure).of(table))


def cases() -> Iterator[Pooled]:
    """Few and many data sets on which the difference is the same, or varies a little or more."""
    for datasets in (3, 5, 10, 20):
        yield Pooled(datasets, 0.05)
    yield Pooled(5, 0.0)
    yield Pooled(5, 0.15)
    yield Pooled(20, 0.0)
