"""Intervals and differences from draws of groups, by the number of groups.

Each group has 30 objects in four classes, of equal sizes or not. In each group a share of the
objects, uniform between 0.4 and 1, has the right label and the others have a random one. The true
score is the score of 3 million objects. Two clusterings are equally good in every group, so their
true difference is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from counting import HELD, Case, Key, seed_of

import partita

MEASURES = {"ARI": "adjusted_rand", "V, NMI": "v_measure"}
GROUPS = (4, 5, 6, 8, 10, 15, 20, 30)
UNEQUAL = 0.48, 0.24, 0.16, 0.12  # in proportion to 1/k
DRAWS = 199


def sample(
    random: np.random.Generator, groups: int, classes: tuple[float, ...] | None = None
) -> tuple[np.ndarray, ...]:
    """A truth, two clusterings with equal quality in each group, and the groups."""
    group = np.repeat(np.arange(groups), 30)
    labels = _labels(random, len(group), classes)
    truth = labels()
    quality = random.uniform(0.4, 1.0, groups)[group]
    a, b = (np.where(random.random(len(group)) < quality, truth, labels()) for _ in "ab")
    return truth, a, b, group


def _labels(
    random: np.random.Generator, size: int, classes: tuple[float, ...] | None
) -> Callable[[], np.ndarray]:
    """Return a function that draws labels from four classes; equal shares by default."""
    if classes is None:
        return lambda: random.integers(0, 4, size)
    return lambda: random.choice(4, size, p=classes)


@cache
def truths(classes: tuple[float, ...] | None = None) -> dict[str, float]:
    """Return the true scores."""
    truth, a, _, _ = sample(np.random.default_rng(0), 100_000, classes)
    return {symbol: partita.MEASURES[name](truth, a) for symbol, name in MEASURES.items()}


@dataclass(frozen=True)
class Groups(Case):
    """A population with this number of groups."""

    groups: int
    samples: int = 1000
    classes: tuple[float, ...] | None = None  # shares of the classes, equal by default

    part = "groups"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"{self.groups} groups" + "; unequal classes" * (self.classes is not None)

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check whether intervals of a score and of a difference cover the true value."""
        truth, a, b, group = sample(random, self.groups, self.classes)
        held, true = {}, truths(self.classes)
        settings = {"groups": group, "draws": DRAWS, "rng": seed_of(random), "threads": 1}
        for symbol, name in MEASURES.items():
            one = partita.confidence_interval(name, truth, a, **settings)
            two = partita.difference(name, truth, a, b, **settings)
            held[symbol, "score", HELD] = one.low <= true[symbol] <= one.high
            held[symbol, "difference", HELD] = two.low <= 0 <= two.high
        return held


def cases() -> Iterator[Groups]:
    """All numbers of groups."""
    yield from map(Groups, GROUPS)
    for groups in (5, 8):
        yield Groups(groups, classes=UNEQUAL)
