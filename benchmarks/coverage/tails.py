"""p of differences beyond the draws: how often equally good clusterings get a very small one.

Small tables and 199 draws allow many samples, and make most small p those of Student's t.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from counting import Case, Key, seed_of
from scipy.optimize import brentq

from partita.inference.differences.differences import by_measure
from partita.inference.sampling.bootstrap_intervals import Settings
from partita.inference.sampling.pairing import paired
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

MEASURES = {"ARI": "adjusted_rand", "V, NMI": "v_measure"}
DRAWS = 199
LEVELS = {"p <= 0.01": 0.01, "p <= 0.001": 0.001, "p <= 0.0001": 0.0001}
MANY = 10**15  # objects in the table of a population


@dataclass(frozen=True)
class Tails(Case):
    """Two clusterings that are equally good by every measure, or only by one."""

    k: int
    n: int
    share: float  # of objects in place
    rare: float = 0.0  # share of the rare one of two classes, which only b misplaces; 0 for none
    samples: int = 5000

    part = "tails"

    @property
    def name(self) -> str:
        """A short name of the case."""
        alike = "alike" if not self.rare else f"b misplaces a class of {100 * self.rare:g}%"
        return f"K {self.k}; n {self.n}; {100 * self.share:g}% in place; {alike}"

    @cached_property
    def kinds(self) -> dict[str, np.ndarray]:
        """Shares of truth × a × b, in which the measure of this symbol is equal."""
        if not self.rare:
            in_place = self.share * np.eye(self.k) + (1 - self.share) / self.k
            shares = np.einsum("ti,tj->tij", in_place, in_place) / self.k
            return dict.fromkeys(MEASURES, shares)
        return {symbol: self._skewed(name) for symbol, name in MEASURES.items()}

    def _skewed(self, name: str) -> np.ndarray:
        classes = np.array([1 - self.rare, self.rare])
        a = np.array([[self.share, 1 - self.share], [0.02, 0.98]])

        def b(missed: float) -> np.ndarray:
            return np.array([[0.98, 0.02], [missed, 1 - missed]])

        def score(side: np.ndarray) -> float:
            cells = np.round(MANY * classes[:, None] * side).astype(np.int64)
            return choose(name).of(Contingency.from_matrix(cells))

        missed = brentq(lambda share: score(b(share)) - score(a), 0.02, 0.5)
        return np.einsum("t,ti,tj->tij", classes, a, b(missed))

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Test the difference of two equally good clusterings."""
        seed, found = seed_of(random), {}
        for symbol, name in MEASURES.items():
            shares = self.kinds[symbol]
            counts = random.multinomial(self.n, shares.ravel())
            sides = np.repeat(np.indices(shares.shape).reshape(3, -1), counts, axis=1)
            settings = [Settings("calibrated", 0.95, seed, 1)]
            own = by_measure([choose(name)], paired(*sides, None), DRAWS, settings)[0][0]
            for what, level in LEVELS.items():
                found[symbol, "difference", what] = own.p_value <= level
        return found


def cases() -> Iterator[Tails]:
    """Clusterings of the same kind, and clusterings that misplace different objects."""
    yield Tails(2, 60, 0.8)
    yield Tails(3, 60, 0.8)
    yield Tails(3, 200, 0.9)
    yield Tails(2, 100, 0.9, rare=0.1)
    yield Tails(2, 500, 0.95, rare=0.1)
