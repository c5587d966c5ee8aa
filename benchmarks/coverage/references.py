"""Several references: intervals of the mean score over them, and of the score against the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from counting import HELD, Case, Key, seed_of

import partita
from partita import Contingency
from partita.comparison import join_references

MEASURES = {"ARI": "adjusted_rand", "V, NMI": "v_measure"}
K = 3
PLACED = 0.8  # share of objects that the clustering places correctly
DRAWS = 499


@dataclass(frozen=True)
class References(Case):
    """Annotators who label these shares of the objects correctly."""

    shares: tuple[float, ...]
    n: int = 300
    samples: int = 300

    part = "references"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"{', '.join(f'{100 * x:g}' for x in self.shares)}% right; K {K}; n {self.n}"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check the intervals of the mean and of the best."""
        classes = random.integers(0, K, self.n)

        def labels(share: float) -> np.ndarray:
            right = random.random(self.n) < share
            return np.where(right, classes, random.integers(0, K, self.n))

        sides = {"p": labels(PLACED)}
        measures = list(MEASURES.values())
        results = {
            str(k): partita.compare(labels(share), sides, measures=measures)
            for k, share in enumerate(self.shares)
        }
        held: dict[Key, bool] = {}
        for symbol, name in MEASURES.items():
            true = [true_score(name, share) for share in self.shares]
            found = join_references(results, name, draws=DRAWS, rng=seed_of(random))
            rows = {row["reference"]: row for row in found.table.rows()}
            for key, score in (("mean", np.mean(true)), ("best", max(true))):
                inside = rows[key]["low"] <= score <= rows[key]["high"]
                held[symbol, "calibrated", f"{key}: {HELD}"] = bool(inside)
        return held


@cache
def true_score(measure: str, share: float) -> float:
    """The score of very many objects."""
    truth, side = (np.full((K, K), (1 - x) / K) + x * np.eye(K) for x in (share, PLACED))
    cells = np.rint(10**15 * (truth.T @ side) / K).astype(np.int64)
    return float(partita.measure(measure).of(Contingency.from_matrix(cells)))


def cases() -> Iterator[References]:
    """References of one quality, and of different ones."""
    yield References((0.9, 0.9))
    yield References((0.9, 0.9, 0.9, 0.9, 0.9))
    yield References((0.95, 0.8, 0.6))
    yield References((0.95, 0.93, 0.9))
