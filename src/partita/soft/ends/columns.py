"""The smallest Σ w φ(n_ij) - v Σ φ(b_j), w, v >= 0, with hard rows: the classes spread.

A program with separate variables for cells and column sums is weak here: it tends to split every
group over all columns. Instead each column chooses among whole columns of counts, and prices of the
cells connect them with the classes (`prices`). The best column for given prices follows by sorting.
Where the best prices mix several columns, the column sum is split; with a known sum the cost of a
column is convex.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array

from ...base.arrays import Counts, Floats
from .branching import Incumbent, Visit, branch
from .column_costs import ColumnCosts
from .convex_sums import ConvexSums
from .grid import Flows, Grid
from .prices import best_prices, rounds_of
from .programs import EFFORT, Solved
from .witness import flows_of

_ROUNDS_OF_WHOLE, _ROUNDS_OF_PART = 100, 8
_CLOSE = 1e-10


def least_by_columns(
    grid: Grid, sums: ConvexSums, starts: list[Flows], effort: float = EFFORT
) -> Solved:
    """Minimize `sums` over the tables of a grid whose groups lie in one row each.

    `starts` are flows to begin with, at least one. The weights of cells must not be negative, those
    of columns not positive.
    """
    search = _Search(grid, sums, starts)
    bound = branch(search.visit, search.whole, search.best, rounds_of(effort, search.constraints))
    return Solved(flows_of(grid, search.best.table), bound)


@dataclass(frozen=True, eq=False)
class _Part:
    """Limits of the objects that each column gets, and what was learned within them."""

    lowest: Counts
    highest: Counts
    patterns: tuple[tuple[Counts, ...], ...]  # known columns of counts
    prices: Floats  # (r, k)


class _Search:
    """What all parts share: the grid, and the best table so far with its flows."""

    def __init__(self, grid: Grid, sums: ConvexSums, starts: list[Flows]) -> None:
        self.grid, self.sums = grid, sums
        self.columns = [ColumnCosts(grid, sums, j) for j in range(grid.shape[1])]
        table = min((grid.table(flows) for flows in starts), key=sums.of)
        self.best = Incumbent(sums, table, sums.of(table))
        self.constraints = grid.shape[1] + grid.base.size + len(grid.cells)
        row = np.array([cells[0] // grid.shape[1] for cells in grid.cells])
        sizes = np.bincount(row, weights=grid.sizes, minlength=grid.shape[0])
        totals = grid.base.sum(axis=1) + sizes
        self.constant = float(sums.rows @ sums.convex(totals.astype(np.float64)))
        counts, cells = table - grid.base, table.astype(float)
        slopes = sums.convex(cells + 1) - sums.convex(cells)
        b = table.sum(axis=0).astype(float)
        whole = np.divide(sums.convex(b), b, out=np.zeros(len(b)), where=b > 0)
        self.whole = _Part(
            np.zeros(grid.shape[1], dtype=np.int64),
            grid.room.sum(axis=0),
            tuple((counts[:, j],) for j in range(grid.shape[1])),
            sums.cells * slopes + sums.columns * whole,
        )

    def visit(self, part: _Part) -> Visit[_Part]:
        """Bound a part, and split it at the column whose cost is understated most."""
        master = _Master(self, part)
        goal = self.best.goal - self.constant
        rounds = _ROUNDS_OF_WHOLE if part is self.whole else _ROUNDS_OF_PART
        bound, prices, rounds = best_prices(master, part.prices, rounds, goal)
        found = replace(part, patterns=master.useful(), prices=prices)
        mixed = master.mixed()
        halves = _halves(found, *mixed) if mixed is not None else ()
        return Visit(bound + self.constant, master.rounded(), halves, rounds)


def _halves(part: _Part, j: int, at: int) -> tuple[_Part, ...]:
    """The parts with at most `at` undecided objects in column j, and with more."""
    here = np.arange(len(part.lowest)) == j
    halves = []
    for lowest, highest in (
        (part.lowest, np.where(here, at, part.highest)),
        (np.where(here, at + 1, part.lowest), part.highest),
    ):
        kept = tuple(c for c in part.patterns[j] if lowest[j] <= c.sum() <= highest[j])
        patterns = (*part.patterns[:j], kept, *part.patterns[j + 1 :])
        halves.append(_Part(lowest, highest, patterns, part.prices))
    return tuple(halves)


class _Master:
    """Known columns of counts, and the linear program that combines them with flows."""

    def __init__(self, search: _Search, part: _Part) -> None:
        self.search, self.part = search, part
        self.patterns = [list(known) for known in part.patterns]
        self.known = [{c.tobytes() for c in known} for known in self.patterns]
        self.costs = [
            [column.cost(c) for c in known]
            for column, known in zip(search.columns, self.patterns, strict=True)
        ]
        self.solution: Floats | None = None  # of the last linear program
        self.sizes: list[int] = []  # number of columns in it
        grid = search.grid
        self.cells = np.concatenate(grid.cells)
        lengths = [len(cells) for cells in grid.cells]
        self.owner = np.repeat(np.arange(len(lengths)), lengths)
        self.first = np.cumsum([0, *lengths[:-1]])
        n = np.array([float(grid.objects)])
        steep = (search.sums.convex(n + 1) - search.sums.convex(n))[0]
        self.steepest = 2 * steep * (search.sums.cells.max() - search.sums.columns.min())

    def priced(self, prices: Floats) -> tuple[float, bool]:
        """Solve all columns at these prices; each object is paid the lowest price that it can."""
        grid = self.search.grid
        lowest = np.minimum.reduceat(prices.ravel()[self.cells], self.first)
        reached, fresh = float(lowest @ grid.sizes), False
        for j, column in enumerate(self.search.columns):
            limits = int(self.part.lowest[j]), int(self.part.highest[j])
            value, counts = column.cheapest(prices[:, j], *limits)
            reached += value
            if counts.tobytes() not in self.known[j]:
                self.known[j].add(counts.tobytes())
                self.patterns[j].append(counts)
                self.costs[j].append(column.cost(counts))
                fresh = True
        return reached, fresh

    def relaxed(self) -> tuple[float, Floats]:
        """Solve for the shares of the known columns and the flows that agree with them.

        Variables that lack or exceed at the steepest price keep the program feasible.
        """
        r, k = self.search.grid.shape
        owners = np.repeat(np.arange(k), [len(known) for known in self.patterns])
        patterns = np.concatenate([np.stack(known) for known in self.patterns])
        which, rows = np.nonzero(patterns)
        links, many, flows = r * k, len(owners), len(self.cells)
        at = many + np.arange(flows)
        spare = many + flows + np.arange(links)
        parts = (
            (owners, np.arange(many), np.ones(many)),
            (k + rows * k + owners[which], which, patterns[which, rows].astype(float)),
            (k + self.cells, at, -np.ones(flows)),
            (k + links + self.owner, at, np.ones(flows)),
            (k + np.arange(links), spare, np.ones(links)),
            (k + np.arange(links), spare + links, -np.ones(links)),
        )
        places, variables, factors = (np.concatenate(one) for one in zip(*parts, strict=True))
        costs = np.concatenate((*self.costs, np.zeros(flows), np.full(2 * links, self.steepest)))
        sizes = self.search.grid.sizes
        matrix = csr_array(
            (factors, (places, variables)), shape=(k + links + len(sizes), len(costs))
        )
        sides = np.concatenate((np.ones(k), np.zeros(links), sizes))
        solved = linprog(costs, A_eq=matrix, b_eq=sides, bounds=(0, None), method="highs")
        if solved.status != 0:
            return np.inf, self.part.prices
        self.solution = np.asarray(solved.x)
        self.sizes = [len(known) for known in self.patterns]
        return float(solved.fun), np.asarray(solved.eqlin.marginals[k : k + links]).reshape(r, k)

    def mixed(self) -> tuple[int, int] | None:
        """The column whose cost the mixture of columns understates most, and where to split it."""
        worst, found = _CLOSE, None
        for j, (column, shares) in enumerate(zip(self.search.columns, self._shares(), strict=True)):
            patterns = np.stack(self.patterns[j][: len(shares)])
            sums = patterns.sum(axis=1)
            mean = float(shares @ sums)
            before = float(column.base.sum())
            cost = column.weight * column.convex(np.array([before + mean]))[0]
            gap = float(cost - shares @ (column.weight * column.convex(before + sums)))
            used = sums[shares > _CLOSE]
            if gap > worst and len(used) and used.min() < used.max():
                at = int(np.floor(mean))
                worst, found = gap, (j, int(np.clip(at, used.min(), used.max() - 1)))
        return found

    def _shares(self) -> list[Floats]:
        """The shares of the columns in the last linear program; later ones have none."""
        if self.solution is None:
            return [np.zeros(0) for _ in self.patterns]
        return np.split(self.solution, np.cumsum(self.sizes))[:-1]

    def useful(self) -> tuple[tuple[Counts, ...], ...]:
        """The columns with a share in the last linear program, and those that are newer."""
        return tuple(
            tuple(c for at, c in enumerate(known) if at >= len(shares) or shares[at] > _CLOSE)
            for known, shares in zip(self.patterns, self._shares(), strict=True)
        )

    def rounded(self) -> Counts | None:
        """Round the flows of the last linear program down, and the largest fractions up."""
        if self.solution is None:
            return None
        grid = self.search.grid
        many = sum(self.sizes)
        amounts = self.solution[many : many + len(self.cells)]
        flows = np.floor(amounts + _CLOSE).astype(np.int64)
        order = np.lexsort((flows - amounts, self.owner))
        left = grid.sizes - np.add.reduceat(flows, self.first)
        rank = np.arange(len(order)) - self.first[self.owner]
        flows[order] += rank < left[self.owner]
        table = grid.base.flatten()
        np.add.at(table, self.cells, flows)
        whole = table.reshape(grid.shape)
        return whole if (flows >= 0).all() and whole.sum() == grid.objects else None
