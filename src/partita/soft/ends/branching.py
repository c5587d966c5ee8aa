"""Branch and bound over the tables of a grid: the part with the lowest bound is split first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import Generic, TypeVar

from ...base.arrays import Counts
from .convex_sums import ConvexSums

Part = TypeVar("Part")
_CLOSE = 1e-10


@dataclass(frozen=True, eq=False)
class Visit(Generic[Part]):
    """What is known about a part of the tables after a visit."""

    bound: float  # no table of the part is below it
    table: Counts | None  # a table of the grid, if one was found
    halves: tuple[Part, ...]  # together all tables of the part; empty if it cannot be split
    rounds: int  # linear programs that were solved


@dataclass(eq=False)
class Incumbent:
    """The best table that is known, and its value."""

    sums: ConvexSums
    table: Counts
    value: float

    @property
    def goal(self) -> float:
        """A part with this bound contains no better table."""
        return self.value - _CLOSE * (1 + abs(self.value))

    def offer(self, table: Counts | None) -> None:
        """Keep a table if it is better."""
        if table is not None and (value := self.sums.of(table)) < self.value:
            self.table, self.value = table, value


def branch(
    visit: Callable[[Part], Visit[Part]], whole: Part, best: Incumbent, rounds: int
) -> float:
    """Visit parts until none can be better than `best`, or the rounds are over.

    Return a bound of all tables.
    """
    left: list[tuple[float, int, Part]] = [(-inf, 0, whole)]
    settled, number = inf, 0
    while left and left[0][0] < best.goal and rounds > 0:
        above, _, part = heappop(left)
        found = visit(part)
        best.offer(found.table)
        rounds -= found.rounds
        bound = max(above, found.bound)
        if not found.halves:
            settled = min(settled, bound)
        for half in found.halves:
            number += 1
            heappush(left, (bound, number, half))
    return min(settled, left[0][0] if left else settled, best.value)
