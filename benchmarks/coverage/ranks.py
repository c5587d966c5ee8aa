"""Ranks of several clusterings: intervals of ranks, and letters that separate equal ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from counting import Case, Key, seed_of

import partita

MEASURES = {"ARI": "adjusted_rand", "V, NMI": "v_measure"}
DRAWS = 999


@dataclass(frozen=True)
class Ranks(Case):
    """Clusterings with these shares of objects in place."""

    shares: tuple[float, ...]
    n: int
    samples: int = 500

    part = "ranks"

    @property
    def name(self) -> str:
        """A short name of the case."""
        listed = ", ".join(f"{100 * x:g}" for x in self.shares)
        return f"{listed}% in place; K 4; n {self.n}"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check whether all intervals cover the true rank, and no two equal ones are separated."""
        truth = random.integers(0, 4, self.n)
        sides = {
            str(k): np.where(random.random(self.n) < x, truth, random.integers(0, 4, self.n))
            for k, x in enumerate(self.shares)
        }
        held: dict[Key, bool] = {}
        compared = partita.compare(
            truth, sides, measures=list(MEASURES.values()), rng=seed_of(random)
        )
        for symbol, name in MEASURES.items():
            ranking = compared.ranks(name, draws=DRAWS)
            if len(set(self.shares)) == 1:
                apart = any(map(ranking.is_apart, ranking.differences.rows()))
                held[symbol, "ranks", "all share a letter"] = not apart
                continue
            held[symbol, "ranks", "all rank intervals hold"] = all(
                row["rank_low"] <= int(row["prediction"]) + 1 <= row["rank_high"]
                for row in ranking.table.rows()
            )
        return held


def cases() -> Iterator[Ranks]:
    """Equally good clusterings, and clusterings that differ a little or more."""
    yield Ranks((0.8,) * 4, 300)
    yield Ranks((0.95,) * 4, 300)
    yield Ranks((0.8, 0.76, 0.72, 0.68), 300)
    yield Ranks((0.9, 0.8, 0.7, 0.6), 300)
