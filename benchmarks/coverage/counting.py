"""Count over seeded samples how often a statement holds.

Sample k of a case has its own seed, so it is the same in every process.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

FIRST = 5  # the first samples have a published count of their own, which a test repeats

Key: TypeAlias = tuple[str, str, str]  # measure, method, what is counted
HELD = "interval holds"
REJECTED = "p <= 0.05"
WIDTH = "half width in % of the plan"
POWER = "power in %"
PERCENT = (WIDTH, POWER)  # what is not counted but a percentage, of which the rows have the sum
TOGETHER = "all intervals hold"
DECIDED = "decided"


class Case(ABC):
    """A population, a sample size, and the statements that are checked on every sample."""

    part: str
    samples: int

    @property
    @abstractmethod
    def name(self) -> str:
        """A short name of the case, from which its seed follows."""

    @abstractmethod
    def one(self, random: np.random.Generator) -> Mapping[Key, int]:
        """Draw one sample; return which statements held."""


class Row(NamedTuple):
    """How often a statement held in the samples of a case."""

    part: str
    case: str
    measure: str
    method: str
    what: str
    samples: int
    held: int
    first: int  # among the first samples

    @property
    def share(self) -> float:
        """Percentage of the samples in which it held, or the mean percentage."""
        return (1 if self.what in PERCENT else 100) * self.held / self.samples


def seed_of(random: np.random.Generator) -> int:
    """Draw a seed for partita's own draws."""
    return int(random.integers(1 << 32))


def hits(case: Case, start: int, stop: int) -> dict[Key, list[int]]:
    """Check the samples from `start` to `stop` of a case."""
    found: dict[Key, list[int]] = {}
    name = f"{case.part} {case.name}".replace("%", " %")  # which gives the published seeds
    for k in range(start, stop):
        random = np.random.default_rng([crc32(name.encode()), k])
        for key, held in case.one(random).items():
            found.setdefault(key, []).append(int(held))
    return found


def rows(case: Case, found: Mapping[Key, list[int]]) -> list[Row]:
    """Sum over the samples of a case."""
    return [
        Row(case.part, case.name, *key, len(held), sum(held), sum(held[:FIRST]))
        for key, held in found.items()
    ]
