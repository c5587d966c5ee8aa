"""The smallest Σ v φ(b_j) - Σ w φ(n_ij), v, w >= 0, with hard rows: the classes gather.

If the column sums are paid for by prices, the classes are independent, and each is least at a
corner of the rows that it allows (`reaches`). Where the best prices mix several corners of a class
(`class_mixtures`), the count of one cell is split.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Counts, Floats
from .branching import Incumbent, Visit, branch
from .class_mixtures import Limits, Mixtures
from .convex_sums import ConvexSums
from .grid import Flows, Grid
from .prices import best_prices, rounds_of
from .programs import EFFORT, Solved
from .reaches import boxed, chains, reach_of
from .witness import flows_of

_ROUNDS_OF_PART = 40


def least_by_classes(
    grid: Grid, sums: ConvexSums, starts: list[Flows], effort: float = EFFORT
) -> Solved:
    """Minimize `sums` over the tables of a grid whose groups lie in one row each.

    `starts` are flows to begin with, at least one. The weights of cells must not be positive, those
    of columns not negative.
    """
    search = _Search(grid, sums, [grid.table(flows) for flows in starts])
    bound = branch(search.visit, search.whole, search.best, rounds_of(effort, search.constraints))
    return Solved(flows_of(grid, search.best.table), bound)


@dataclass(frozen=True, eq=False)
class _Part:
    """Limits of all classes, and what was learned about them."""

    classes: tuple[Limits, ...]
    rows: tuple[tuple[Counts, ...], ...]  # known rows of each class
    prices: Floats


class _Search:
    """What all parts share: the grid, and the best table so far."""

    def __init__(self, grid: Grid, sums: ConvexSums, tables: list[Counts]) -> None:
        self.sums, self.base = sums, grid.base
        self.reach, self.chains = reach_of(grid), chains(grid.shape[1])
        totals = (grid.base.sum(axis=1) + self.reach[:, -1]).astype(float)
        self.constant = float(np.sum(sums.rows * sums.convex(totals)))
        table = min(tables, key=sums.of)
        self.best = Incumbent(sums, table, sums.of(table))
        self.constraints = grid.shape[0] + 2 * grid.shape[1]
        nothing = np.zeros(grid.shape[1], dtype=np.int64)
        classes = [self.within(i, nothing, room) for i, room in enumerate(grid.room)]
        sizes = table.sum(axis=0).astype(float)
        slopes = sums.columns * (sums.convex(sizes + 1) - sums.convex(sizes))
        rows = tuple((row,) for row in table - grid.base)
        self.whole = _Part(tuple(one for one in classes if one is not None), rows, slopes)

    def within(self, i: int, lowest: Counts, highest: Counts) -> Limits | None:
        """Return class i within limits, or None if no row is within them."""
        reach = boxed(self.reach[i], lowest, highest)
        if reach is None:
            return None
        steps = self.chains
        amounts = reach[steps.after] - reach[steps.before]
        counts = (self.base[i, steps.cluster] + amounts).astype(float)
        costs = self.sums.cells[i, steps.cluster] * self.sums.convex(counts)
        return Limits(lowest, highest, amounts, costs)

    def visit(self, part: _Part) -> Visit[_Part]:
        """Bound a part, and split it at the cell whose cost is understated most."""
        mixtures = Mixtures(self.sums, self.base, part.classes, part.rows)
        goal = self.best.goal - self.constant
        bound, prices, rounds = best_prices(mixtures, part.prices, _ROUNDS_OF_PART, goal)
        mixed = mixtures.mixed()
        found = replace(part, rows=tuple(map(tuple, mixtures.rows)), prices=prices)
        halves = self._halves(found, *mixed) if mixed is not None else ()
        return Visit(bound + self.constant, mixtures.likeliest(), halves, rounds)

    def _halves(self, part: _Part, i: int, j: int, at: int) -> tuple[_Part, ...]:
        """The parts with at most `at` objects in cell (i, j), and with more."""
        one = part.classes[i]
        here = np.arange(len(one.lowest)) == j
        halves = (
            self.within(i, one.lowest, np.where(here, at, one.highest)),
            self.within(i, np.where(here, at + 1, one.lowest), one.highest),
        )
        return tuple(
            _Part(
                (*part.classes[:i], half, *part.classes[i + 1 :]),
                (*part.rows[:i], half.inside(part.rows[i]), *part.rows[i + 1 :]),
                part.prices,
            )
            for half in halves
            if half is not None
        )
