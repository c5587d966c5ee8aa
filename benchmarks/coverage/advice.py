"""Advice: how often a rule applies to samples of a population in which its finding is false."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from counting import Case, Key

from partita.comparison import compare

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

APPLIED = "false alarm"
Random: TypeAlias = np.random.Generator
Sample: TypeAlias = "tuple[Any, ...]"  # truth, clusterings, and options of compare

EVEN = np.full(4, 0.25)
LARGE = np.array([0.6, 0.1, 0.1, 0.1, 0.1])
PAPER = (1 + 0.85 * np.array([3, -1, -1, -1]) / 2) / 4  # their coefficient of variation is 0.85


@dataclass(frozen=True)
class FalseAlarms(Case):
    """A rule, and a population in which its finding is false."""

    rule: str
    words: str
    n: int
    draw: Callable[[Random, int], Sample]
    samples: int = 200

    part = "advice"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"{self.rule}: {self.words}; n {self.n}"

    def one(self, random: Random) -> Mapping[Key, bool]:
        """Draw objects, and see whether the rule applies."""
        truth, clusterings, *options = self.draw(random, self.n)
        found = compare(truth, clusterings, measures="ARI", threads=1, **dict(*options)).advice
        return {("false alarms", "advice", APPLIED): self.rule in {one.rule for one in found}}


def labels(random: Random, n: int, shares: NDArray[np.float64] = EVEN) -> NDArray[np.int64]:
    """Independent labels with these shares."""
    return random.choice(len(shares), n, p=shares)


def wrong(
    random: Random, truth: NDArray[np.int64], share: float, groups: int = 4
) -> NDArray[np.int64]:
    """The truth, with a share of the objects in random clusters."""
    n = len(truth)
    return np.where(random.random(n) < share, random.integers(0, groups, n), truth)


def one_with(share: float, shares: NDArray[np.float64], random: Random, n: int) -> Sample:
    """One clustering with this share of objects in random clusters."""
    truth = labels(random, n, shares)
    return truth, wrong(random, truth, share, len(shares))


def several_with(
    wrongs: tuple[float, ...], shares: NDArray[np.float64], random: Random, n: int
) -> Sample:
    """Clusterings with these shares of objects in random clusters."""
    truth = labels(random, n, shares)
    return truth, {str(k): wrong(random, truth, one, len(shares)) for k, one in enumerate(wrongs)}


def one_more(random: Random, n: int) -> Sample:
    """Two clusterings with the same share of objects in random clusters: four, and five."""
    truth = labels(random, n)
    return truth, {str(k): wrong(random, truth, 0.3, k) for k in (4, 5)}


def unrelated(random: Random, n: int) -> Sample:
    """Clusters that are as uneven as the classes, and independent of them."""
    return labels(random, n, LARGE), labels(random, n, LARGE)


def half_distinct(random: Random, n: int) -> Sample:
    """Each object has a label of its own or that of the object before, as a coin decides."""
    return labels(random, n), np.cumsum(random.random(n) < 0.5)


def with_noise(objects: float, noise_as: str, random: Random, n: int) -> Sample:
    """A clustering with this number of noise objects, on average."""
    truth = labels(random, n)
    found = np.where(random.random(n) < objects / n, -1, wrong(random, truth, 0.3))
    return truth, found, {"noise": -1, "noise_as": noise_as}


def same_noise(random: Random, n: int) -> Sample:
    """Two equally good clusterings in which the same fifth of the objects has the label -1."""
    truth = labels(random, n)
    kept = random.random(n) > 0.2
    return truth, {name: np.where(kept, wrong(random, truth, 0.3), -1) for name in "ab"}


def cases() -> Iterator[FalseAlarms]:
    """Each rule that weighs sampling error, on populations where its finding is just not true."""
    equal = partial(several_with, (0.3, 0.3), EVEN)
    better = partial(several_with, (0.3, 0.4), EVEN)
    much = partial(several_with, (0.05, 0.25), LARGE)
    eight = partial(several_with, (0.3,) * 8, EVEN)
    pair = partial(one_with, 0.3, np.full(2, 0.5))
    for n in (60, 300):
        draw = partial(one_with, 0.2, PAPER)
        yield FalseAlarms("imbalanced classes", "CV0 is 0.85", n, draw)
        yield FalseAlarms("measures disagree", "two equally good", n, equal)
        yield FalseAlarms("more clusters, more V", "equally good, one cluster more", n, one_more)
    yield FalseAlarms("measures disagree", "eight equally good", 300, eight)
    yield FalseAlarms("measures disagree", "one is better", 300, better)
    yield FalseAlarms("matching problem", "two equally good", 300, equal)
    yield FalseAlarms("matching problem", "one is better", 300, better)
    yield FalseAlarms("close scores", "one is better", 300, much)
    yield FalseAlarms("uniform effect", "clusters vary as much as classes", 300, unrelated)
    draw = partial(one_with, 0.84, EVEN)
    yield FalseAlarms("no better than chance", "16% are not random", 300, draw)
    yield FalseAlarms("chance", "four groups", 300, partial(one_with, 0.4, EVEN))
    yield FalseAlarms("small sample", "two groups", 60, pair)
    yield FalseAlarms("label -1 decides", "the same noise in both", 300, same_noise)
    draw = partial(with_noise, 2, "singletons")
    yield FalseAlarms("noise", "2 objects on average", 300, draw)
    yield FalseAlarms("left out", "1 object on average", 300, partial(with_noise, 1, "drop"))
    for n in (20, 300):
        yield FalseAlarms("nearly continuous labels", "half are distinct", n, half_distinct)
