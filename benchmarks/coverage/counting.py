"""Count over seeded samples how often a statement holds.

Sample k of a case has a seed of its own: it is the same whoever draws it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

FIRST = 5  # samples whose count is published too, so that a test can repeat them

Key: TypeAlias = tuple[str, str, str]  # measure, method, what is counted
HELD = "interval holds"
REJECTED = "p <= 0.05"


class Case(ABC):
    """A population, a sample size, and what is asked of every sample."""

    part: str
    samples: int

    @property
    @abstractmethod
    def name(self) -> str:
        """The case in a few words; its seed follows from it."""

    @abstractmethod
    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Draw one sample and tell what held."""


class Row(NamedTuple):
    """How often something held in the samples of a case."""

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
        """Per cent of the samples."""
        return 100 * self.held / self.samples


def seed_of(random: np.random.Generator) -> int:
    """Draw a seed for what partita draws itself."""
    return int(random.integers(1 << 32))


def hits(case: Case, start: int, stop: int) -> dict[Key, list[bool]]:
    """Ask samples number start to stop of a case."""
    found: dict[Key, list[bool]] = {}
    for k in range(start, stop):
        random = np.random.default_rng([crc32(f"{case.part} {case.name}".encode()), k])
        for key, held in case.one(random).items():
            found.setdefault(key, []).append(bool(held))
    return found


def rows(case: Case, found: Mapping[Key, list[bool]]) -> list[Row]:
    """Sum up the samples of a case."""
    return [
        Row(case.part, case.name, *key, len(held), sum(held), sum(held[:FIRST]))
        for key, held in found.items()
    ]
