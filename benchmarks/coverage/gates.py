"""Gates: how often `partita score --baseline` fails although no score of the population fell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from counting import Case, Key, seed_of
from differences import cut, independent, rare
from scores import population

from partita.cli.gate.changes import compared
from partita.cli.gate.plan import Plan
from partita.inference.sampling.pairing import Pairing, paired
from partita.measures.chosen import choose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

MEASURES = ("adjusted_rand", "v_measure")
FAILS = {"certain": "fails, certain losses", "likely": "fails, likely losses too"}
HIGHEST = {FAILS[kind]: Plan(0.95, fail_on=kind).false_failures for kind in FAILS}


@dataclass(frozen=True)
class Gates(Case):
    """A population of objects with both labels, and how many scores one gate holds."""

    kind: str
    groups: int
    n: int
    before: float = 0.0
    now: float = 0.0
    clusterings: int = 1
    samples: int = 1000

    part = "gates"

    @property
    def name(self) -> str:
        """A short name of the case."""
        words = {
            "independent": f"{100 * self.before:g}, then {100 * self.now:g}% in place",
            "cut": "clusters cut in two, before and now",
            "rare": f"{self.before:g} objects better, {self.now:g} worse on average",
        }
        margin = "; margin is the loss" if self.margin else ""
        many = f"{self.clusterings} clusterings" if self.clusterings > 1 else "1 clustering"
        return f"{words[self.kind]}{margin}; K {self.groups}; n {self.n}; {many}"

    @cached_property
    def cells(self) -> NDArray[np.float64]:
        """Shares of truth × now × before."""
        if self.kind == "cut":
            halves = cut(self.groups).sum(axis=1)
            return halves[:, :, None] * halves[:, None, :] * self.groups
        if self.kind == "rare":
            return rare(self.groups, self.before / self.n, self.now / self.n)
        return independent(self.groups, self.now, self.before)

    @cached_property
    def margin(self) -> float:
        """The loss of the population, which is accepted."""
        if self.kind != "independent" or self.before == self.now:
            return 0.0
        before, now = (population(self.cells.sum(axis=axis)) for axis in (1, 2))
        return max(choose(name).of(before) - choose(name).of(now) for name in MEASURES)

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Draw clusterings of as many objects, and see whether any check fails."""
        plan = Plan(0.95, margin=self.margin, seed=seed_of(random))
        measures = [choose(name) for name in MEASURES]
        pairs = [self._pair(random) for _ in range(self.clusterings)]
        many = len(measures) * len(pairs)
        outcomes = [o for pair in pairs for _, o in compared(pair, measures, plan, many)]
        return {
            ("ARI, V", plan.method, what): any(map(plan._replace(fail_on=kind).fails, outcomes))
            for kind, what in FAILS.items()
        }

    def _pair(self, random: np.random.Generator) -> Pairing:
        drawn = random.choice(self.cells.size, self.n, p=self.cells.ravel() / self.cells.sum())
        return paired(*np.unravel_index(drawn, self.cells.shape), None)


def cases() -> Iterator[Gates]:
    """Equally good runs; runs that are worse by the margin; several clusterings."""
    for groups, n in ((3, 60), (3, 300), (10, 300), (10, 2000)):
        yield Gates("independent", groups, n, 0.7, 0.7)
    for groups, n in ((3, 300), (10, 1000)):
        yield Gates("independent", groups, n, 0.95, 0.95)
    yield Gates("cut", 5, 300)
    for few in (1, 3, 12):
        yield Gates("rare", 5, 300, few, few)
    yield Gates("independent", 5, 500, 0.85, 0.8)
    yield Gates("independent", 5, 300, 0.8, 0.8, clusterings=5)
