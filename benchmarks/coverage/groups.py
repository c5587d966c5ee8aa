"""Intervals and differences from draws of groups, by the number of groups.

Each group has 30 objects in four classes. In each group a share of the objects, uniform between
0.4 and 1, has the right label and the others have a random one. The true score is the score of 3
million objects. Two clusterings are equally good in every group, so their true difference is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from counting import HELD, Case, Key, seed_of

import partita

MEASURES = {"ARI": "adjusted_rand", "V, NMI": "v_measure"}
GROUPS = (4, 6, 8, 10, 15, 20, 30)
DRAWS = 199


def sample(random: np.random.Generator, groups: int) -> tuple[np.ndarray, ...]:
    """A truth, two clusterings with equal quality in each group, and the groups."""
    group = np.repeat(np.arange(groups), 30)
    truth = random.integers(0, 4, len(group))
    quality = random.uniform(0.4, 1.0, groups)[group]
    a, b = (
        np.where(random.random(len(group)) < quality, truth, random.integers(0, 4, len(group)))
        for _ in "ab"
    )
    return truth, a, b, group


@cache
def truths() -> dict[str, float]:
    """Return the true scores."""
    truth, a, _, _ = sample(np.random.default_rng(0), 100_000)
    return {symbol: partita.MEASURES[name](truth, a) for symbol, name in MEASURES.items()}


@dataclass(frozen=True)
class Groups(Case):
    """A population with this number of groups."""

    groups: int
    samples: int = 1000

    part = "groups"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"{self.groups} groups"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check whether intervals of a score and of a difference cover the true value."""
        truth, a, b, group = sample(random, self.groups)
        held = {}
        settings = {"groups": group, "draws": DRAWS, "rng": seed_of(random), "threads": 1}
        for symbol, name in MEASURES.items():
            one = partita.confidence_interval(name, truth, a, **settings)
            two = partita.difference(name, truth, a, b, **settings)
            held[symbol, "score", HELD] = one.low <= truths()[symbol] <= one.high
            held[symbol, "difference", HELD] = two.low <= 0 <= two.high
        return held


def cases() -> Iterator[Groups]:
    """All numbers of groups."""
    return map(Groups, GROUPS)
