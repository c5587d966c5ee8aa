"""Column generation for the smallest Σ w φ(n_ij) - v Σ φ(b_j), w, v > 0, with hard rows.

A program with separate variables for cells and column sums is weak here: it tends to split every
group over all columns. Instead each column chooses among whole patterns (the number of objects
that it takes from each group), and only the sizes of the groups connect the columns (Dantzig and
Wolfe). For given prices of the groups, sorting finds the best pattern of a column, so a bound is
cheap and valid for any prices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csc_array

from ...base.arrays import Counts, Floats, Int64
from .convex_sums import ConvexSums
from .grid import Flows, Grid
from .programs import EFFORT, Solved, nodes

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROUNDS, _LEAST_ROUNDS = 500, 5
_OBJECTS = 120_000  # priced in all rounds together
_CLOSE = 1e-9
_PULL = 0.4


@dataclass(frozen=True, eq=False)
class ColumnChoices:
    """The objects that one column may take, row by row, with rising costs of the units."""

    groups: Int64  # by row
    rows: Int64  # row of each of these groups
    marginals: Floats  # cost of the units of the cells, by row
    margin: Floats  # cost of the column sum for 0, 1, ... units
    start: float  # cost of the cells with only the certain objects

    def priced(self, prices: Floats, sizes: Counts) -> tuple[float, Counts]:
        """Return the lowest cost at these prices, and the number of objects from each group."""
        order = np.lexsort((-prices[self.groups], self.rows))
        groups = self.groups[order]
        units = np.repeat(groups, sizes[groups])
        costs = self.marginals - prices[units]
        first = np.argsort(costs, kind="stable")
        totals = self.margin + np.concatenate(([0.0], np.cumsum(costs[first])))
        taken = int(np.argmin(totals))
        counts = np.bincount(units[first[:taken]], minlength=len(sizes))
        return float(totals[taken]) + self.start, counts


def least_by_columns(
    grid: Grid, sums: ConvexSums, starts: list[Flows], effort: float = EFFORT
) -> Solved:
    """Minimize `sums` over the tables of a grid whose groups lie in one row each.

    `starts` are flows to begin with, at least one.
    """
    master = _Master(grid, sums)
    for flows in starts:
        master.add_flows(flows)
    bound = master.generate(_rounds(grid, effort))
    return Solved(master.best(effort / 4), bound)


def _rounds(grid: Grid, effort: float) -> int:
    """The number of rounds of prices for an effort; each visits the objects and the patterns."""
    size = int(grid.sizes.sum()) + len(grid.cells) * grid.shape[1]
    return int(min(_ROUNDS, max(_LEAST_ROUNDS, effort / EFFORT * _OBJECTS / size)))


class _Master:
    """The known patterns, and the linear program that combines them."""

    def __init__(self, grid: Grid, sums: ConvexSums) -> None:
        self.grid, self.sums = grid, sums
        self.row = np.array([cells[0] // grid.shape[1] for cells in grid.cells], dtype=np.int64)
        self.columns = [self._column(j) for j in range(grid.shape[1])]
        self.owners: list[int] = []
        self.costs: list[float] = []
        self.patterns: list[Counts] = []
        self.known: set[tuple[int, bytes]] = set()
        rows = grid.base.sum(axis=1) + np.bincount(
            self.row, weights=grid.sizes, minlength=grid.shape[0]
        )
        self.constant = float(np.sum(sums.rows * sums.convex(rows.astype(float))))

    def _column(self, j: int) -> ColumnChoices:
        grid, sums = self.grid, self.sums
        k = grid.shape[1]
        able = [g for g, cells in enumerate(grid.cells) if (cells % k == j).any()]
        groups = np.array(sorted(able, key=lambda g: self.row[g]), dtype=np.int64)
        rows = self.row[groups]
        room = np.bincount(rows, weights=grid.sizes[groups], minlength=grid.shape[0])
        marginals = [
            sums.cells[i, j] * np.diff(sums.convex(grid.base[i, j] + np.arange(room[i] + 1.0)))
            for i in np.unique(rows).tolist()
        ]
        start = float(np.sum(sums.cells[:, j] * sums.convex(grid.base[:, j].astype(float))))
        sizes = grid.base[:, j].sum() + np.arange(room.sum() + 1.0)
        return ColumnChoices(
            groups,
            rows,
            np.concatenate(marginals) if marginals else np.zeros(0),
            sums.columns[j] * sums.convex(sizes),
            start,
        )

    def add(self, j: int, pattern: Counts) -> bool:
        """Add a pattern of a column; return whether it is new."""
        key = (j, pattern.tobytes())
        if key in self.known:
            return False
        self.known.add(key)
        self.owners.append(j)
        self.patterns.append(pattern)
        taken = np.bincount(self.row, weights=pattern, minlength=self.grid.shape[0])
        cells: Floats = self.grid.base[:, j] + taken.astype(float)
        cost = np.sum(self.sums.cells[:, j] * self.sums.convex(cells))
        total = np.array([cells.sum()])
        self.costs.append(float(cost + self.sums.columns[j] * self.sums.convex(total)[0]))
        return True

    def add_flows(self, flows: Flows) -> None:
        """Add the columns of an attained table."""
        k = self.grid.shape[1]
        taken = np.zeros((k, len(flows)), dtype=np.int64)
        for g, (cells, flow) in enumerate(zip(self.grid.cells, flows, strict=True)):
            taken[cells % k, g] = flow
        for j in range(k):
            self.add(j, taken[j])

    def generate(self, rounds: int) -> float:
        """Add patterns until none helps or the rounds are over; return the best bound.

        Prices are pulled towards the prices of the best bound so far, which keeps them from
        oscillating (Wentges). If that finds nothing new, they are used as they are.
        """
        bound, center = -np.inf, None
        for _ in range(rounds):
            value, prices = self._relaxed()
            tries = [prices] if center is None else [_PULL * center + (1 - _PULL) * prices, prices]
            for tried in tries:
                reached, fresh = self._price(tried)
                if reached > bound:
                    bound, center = reached, tried
                if fresh:
                    break
            if not fresh or value - bound <= _CLOSE * (1 + abs(value)):
                break
        return bound + self.constant

    def _price(self, prices: Floats) -> tuple[float, bool]:
        """Return the bound at these prices, and whether a pattern was new."""
        found = [column.priced(prices, self.grid.sizes) for column in self.columns]
        reached = sum(cost for cost, _ in found) + float(prices @ self.grid.sizes)
        fresh = [self.add(j, pattern) for j, (_, pattern) in enumerate(found)]
        return reached, any(fresh)

    def _relaxed(self) -> tuple[float, Floats]:
        solved = linprog(
            self.costs, A_eq=self._matrix(), b_eq=self._sides(), bounds=(0, None), method="highs"
        )
        k = self.grid.shape[1]
        if solved.status != 0:  # any prices give a bound, so use zero
            return np.inf, np.zeros(len(self.grid.cells))
        return float(solved.fun), np.asarray(solved.eqlin.marginals[k:])

    def best(self, effort: float) -> Flows | None:
        """Return the best table that combines known patterns."""
        sides = self._sides()
        matrix = self._matrix()
        solved = milp(
            self.costs,
            integrality=np.ones(len(self.costs)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, sides, sides),
            options={"node_limit": nodes(effort, matrix.nnz), "mip_rel_gap": 0.0},
        )
        return None if solved.x is None else self._flows(np.flatnonzero(solved.x > 0.5))

    def _flows(self, chosen: NDArray[np.intp]) -> Flows | None:
        k = self.grid.shape[1]
        taken = np.zeros((k, len(self.grid.cells)), dtype=np.int64)
        for p in chosen.tolist():
            taken[self.owners[p]] += self.patterns[p]
        if not np.array_equal(taken.sum(axis=0), self.grid.sizes):
            return None
        return [taken[cells % k, g] for g, cells in enumerate(self.grid.cells)]

    def _matrix(self) -> csc_array:
        k = self.grid.shape[1]
        picks = np.array(self.owners)
        which, groups = np.nonzero(np.stack(self.patterns))
        amounts = np.stack(self.patterns)[which, groups].astype(float)
        rows = np.concatenate((picks, k + groups))
        columns = np.concatenate((np.arange(len(picks)), which))
        factors = np.concatenate((np.ones(len(picks)), amounts))
        return csc_array((factors, (rows, columns)), shape=(k + len(self.grid.cells), len(picks)))

    def _sides(self) -> Floats:
        return np.concatenate((np.ones(self.grid.shape[1]), self.grid.sizes))
