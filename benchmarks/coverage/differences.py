"""Intervals and tests of a difference: samples from known cells of truth × a × b."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from counting import HELD, REJECTED, Case, Key, seed_of
from scores import population

from partita.inference.differences.differences import contrast
from partita.inference.sampling.bootstrap_intervals import Settings
from partita.inference.sampling.pairing import paired
from partita.measures.chosen import choose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

MEASURES = {
    "ARI": "adjusted_rand", "V, NMI": "v_measure", "AMI": "adjusted_mutual_information",
    "F": "f_measure", "VD_n": "normalized_van_dongen",
}  # fmt: skip
DRAWS = 599


def independent(groups: int, a: float, b: float) -> NDArray[np.float64]:
    """Each clustering has its share of objects in place; the others are random in both."""
    of_a, of_b = (x * np.eye(groups) + (1 - x) / groups for x in (a, b))
    return of_a[:, :, None] * of_b[:, None, :] / groups


def cut(groups: int) -> NDArray[np.float64]:
    """70% in place; b splits every cluster of a into two random halves."""
    of_a = (0.7 * np.eye(groups) + 0.3 / groups) / groups
    halves = np.repeat(np.eye(groups), 2, axis=1) / 2
    return of_a[:, :, None] * halves[None, :, :]


def rare(groups: int, for_a: float, for_b: float) -> NDArray[np.float64]:
    """2% are misplaced in both, `for_a` in b only, `for_b` in a only; the others are in place."""
    cells = np.zeros((groups, groups, groups))
    wrong = (1 - np.eye(groups)) / (groups * (groups - 1))
    for t, u in np.argwhere(wrong > 0):
        cells[t, u, u] += 0.02 * wrong[t, u]
        cells[t, t, u] += for_a * wrong[t, u]
        cells[t, u, t] += for_b * wrong[t, u]
    for t in range(groups):
        cells[t, t, t] = (1 - 0.02 - for_a - for_b) / groups
    return cells


@dataclass(frozen=True)
class Differences(Case):
    """One population of objects with both labels, and one sample size."""

    kind: str
    groups: int
    n: int
    a: float = 0.0
    b: float = 0.0
    samples: int = 600

    part = "differences"

    @property
    def name(self) -> str:
        """A short name of the case."""
        words = {
            "independent": f"{100 * self.a:g} and {100 * self.b:g}% in place",
            "cut": "clusters of a cut in two",
            "rare": f"differ in {self.a:g} : {self.b:g} objects on average",
        }
        return f"{words[self.kind]}; K {self.groups}; n {self.n}"

    @cached_property
    def cells(self) -> NDArray[np.float64]:
        """Shares of truth × a × b."""
        if self.kind == "cut":
            return cut(self.groups)
        if self.kind == "rare":
            return rare(self.groups, self.a / self.n, self.b / self.n)
        return independent(self.groups, self.a, self.b)

    @cached_property
    def truth(self) -> dict[str, float]:
        """Return the true differences."""
        sides = [population(self.cells.sum(axis=axis)) for axis in (2, 1)]
        own = {symbol: choose(name) for symbol, name in MEASURES.items()}
        return {symbol: s.of(sides[0]) - s.of(sides[1]) for symbol, s in own.items()}

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check which intervals cover the true difference, and which tests reject."""
        drawn = random.choice(self.cells.size, self.n, p=self.cells.ravel() / self.cells.sum())
        pair = paired(*np.unravel_index(drawn, self.cells.shape), None)
        own = [choose(name) for name in MEASURES.values()]
        seed = seed_of(random)
        draws = pair.draws(own, DRAWS, seed, 1)
        held = {}
        for k, (symbol, s) in enumerate(zip(MEASURES, own, strict=True)):
            pull = pair.influence(s, 1)
            settings = Settings("calibrated", 0.95, seed)
            found = contrast(s, pair, draws[:, k].copy(), pull, settings).difference
            true = self.truth[symbol]
            held[symbol, "calibrated", HELD] = found.low - 1e-9 <= true <= found.high + 1e-9
            if abs(true) < 1e-9:
                held[symbol, "calibrated", REJECTED] = found.p_value <= 0.05
        return held


def cases() -> Iterator[Differences]:
    """Equally good clusterings, better ones, split clusters, rare differences."""
    for groups, n in ((3, 60), (3, 300), (10, 60), (10, 300), (10, 2000)):
        yield Differences("independent", groups, n, 0.7, 0.7)
    for groups, n in ((3, 300), (10, 300), (10, 1000)):
        yield Differences("independent", groups, n, 0.95, 0.95)
    yield Differences("independent", 5, 500, 0.85, 0.75)
    yield Differences("independent", 5, 500, 0.05, 0.0)
    for n in (60, 300, 1000, 5000):
        yield Differences("cut", 5, n)
    for a, b in ((1, 2), (2, 0), (3, 0), (6, 3), (12, 12), (1, 1), (3, 3)):
        yield Differences("rare", 5, 300, a, b)
    yield Differences("rare", 2, 100, 3, 1)
