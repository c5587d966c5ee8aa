"""p-values of random clusterings: how many are at most 0.05, and at most 0.5?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from counting import REJECTED, Case, Key, seed_of
from scores import MEASURES

from partita.inference import significance


@dataclass(frozen=True)
class Nulls(Case):
    """Group sizes of shuffled labels."""

    sizes: tuple[int, ...]
    samples: int = 2000

    part = "nulls"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"sizes {', '.join(map(str, self.sizes))}"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check which tests reject."""
        labels = np.repeat(np.arange(len(self.sizes)), self.sizes)
        other, seed = random.permutation(labels), seed_of(random)
        held: dict[Key, bool] = {}
        for symbol in ("ARI", "V, NMI", "F", "VD_n"):
            p = significance(
                MEASURES[symbol], labels, other, draws=199, rng=seed, threads=1
            ).p_value
            held[symbol, "permutation", REJECTED] = p <= 0.05
            held[symbol, "permutation", "p <= 0.5"] = p <= 0.5
        return held


def cases() -> Iterator[Nulls]:
    """A few groups of unequal size."""
    yield Nulls((60, 50, 40, 30))
