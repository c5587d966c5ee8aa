"""The smallest Σ v φ(b_j) - Σ w φ(n_ij), v, w >= 0, with hard rows: the classes gather.

If the column sums are paid for by prices, the classes are independent, and each is least at a
corner of the rows that it allows (`reaches`). Where the best prices mix several corners of a class,
the count of one cell is split.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array

from ...base.arrays import Counts, Floats
from .branching import Incumbent, Visit, branch
from .convex_sums import ConvexSums
from .grid import Flows, Grid
from .pieces import square
from .prices import best_prices, rounds_of
from .programs import EFFORT, Solved
from .reaches import boxed, chains, reach_of
from .witness import flows_of

_ROUNDS_OF_PART = 40
_CLOSE = 1e-10


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
class _Class:
    """The rows that one class may have, within limits of its counts (without the base)."""

    lowest: Counts
    highest: Counts
    amounts: Counts  # by step of `Chains`
    costs: Floats  # of these amounts


@dataclass(frozen=True, eq=False)
class _Part:
    """Limits of all classes, and what was learned about them."""

    classes: tuple[_Class, ...]
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

    def within(self, i: int, lowest: Counts, highest: Counts) -> _Class | None:
        """Return class i within limits, or None if no row is within them."""
        reach = boxed(self.reach[i], lowest, highest)
        if reach is None:
            return None
        steps = self.chains
        amounts = reach[steps.after] - reach[steps.before]
        counts = (self.base[i, steps.cluster] + amounts).astype(float)
        costs = self.sums.cells[i, steps.cluster] * self.sums.convex(counts)
        return _Class(lowest, highest, amounts, costs)

    def visit(self, part: _Part) -> Visit[_Part]:
        """Bound a part, and split it at the cell whose cost is understated most."""
        master = _Master(self, part)
        goal = self.best.goal - self.constant
        bound, prices, rounds = best_prices(master, part.prices, _ROUNDS_OF_PART, goal)
        mixed = master.mixed()
        found = replace(part, rows=tuple(map(tuple, master.rows)), prices=prices)
        halves = self._halves(found, *mixed) if mixed is not None else ()
        return Visit(bound + self.constant, master.likeliest(), halves, rounds)

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
                (*part.rows[:i], _inside(part.rows[i], half), *part.rows[i + 1 :]),
                part.prices,
            )
            for half in halves
            if half is not None
        )


def _inside(rows: tuple[Counts, ...], one: _Class) -> tuple[Counts, ...]:
    return tuple(row for row in rows if (row >= one.lowest).all() and (row <= one.highest).all())


class _Master:
    """Known rows of each class, and the linear program that combines them."""

    def __init__(self, search: _Search, part: _Part) -> None:
        self.search = search
        self.amounts = np.stack([one.amounts for one in part.classes])
        self.costs = np.stack([one.costs for one in part.classes])
        self.rows = [list(rows) for rows in part.rows]
        self.known = [{row.tobytes() for row in rows} for rows in self.rows]
        lowest = np.stack([one.lowest for one in part.classes]).sum(axis=0)
        highest = np.stack([one.highest for one in part.classes]).sum(axis=0)
        self.start = search.base.sum(axis=0)
        self.low, self.high = self.start + lowest, self.start + highest
        k = len(self.start)
        self.sizes: list[set[float]] = [{float(self.low[j]), float(self.high[j])} for j in range(k)]
        self.shares: list[Floats] = []

    def priced(self, prices: Floats) -> tuple[float, bool]:
        """Solve all classes and all columns at these prices."""
        steps = self.search.chains
        lowest, last = steps.least(self.costs + prices[steps.cluster] * self.amounts)
        fresh = False
        for i, row in enumerate(steps.corners(last, self.amounts)):
            if row.tobytes() not in self.known[i]:
                self.known[i].add(row.tobytes())
                self.rows[i].append(row)
                fresh = True
        reached = float(lowest.sum() + prices @ self.start)
        for j, size in enumerate(self._cheapest(prices).tolist()):
            if size not in self.sizes[j]:
                self.sizes[j].add(size)
                fresh = True
            reached += self._column(j, np.array([size]))[0] - prices[j] * size
        return reached, fresh

    def _column(self, j: int, sizes: Floats) -> Floats:
        columns = self.search.sums.columns
        return np.asarray(columns[j] * self.search.sums.convex(sizes))

    def _cheapest(self, prices: Floats) -> Floats:
        """The column sums b with the lowest v φ(b) - p b."""
        weights = self.search.sums.columns
        slopes = prices / np.where(weights > 0, weights, 1.0)
        if self.search.sums.convex is square:
            guess = slopes / 2
        else:
            guess = np.exp(np.minimum(slopes - 1, 100.0))
        tries = np.stack((np.floor(guess), np.ceil(guess)))
        tries = np.clip(np.vstack((tries, self.low, self.high)), self.low, self.high)
        values = weights * self.search.sums.convex(tries) - prices * tries
        return np.asarray(tries[np.argmin(values, axis=0), np.arange(len(prices))])

    def relaxed(self) -> tuple[float, Floats]:
        """Solve for the shares of the known rows; the column sums are mixed from known ones."""
        r, k = self.search.base.shape
        rows = np.concatenate([np.stack(known) for known in self.rows])
        owner = np.repeat(np.arange(r), [len(known) for known in self.rows])
        sums = self.search.sums
        cells = sums.cells[owner] * sums.convex((self.search.base[owner] + rows).astype(float))
        sizes = [np.array(sorted(known)) for known in self.sizes]
        columns = np.repeat(np.arange(k), [len(known) for known in sizes])
        costs = np.concatenate(
            (cells.sum(axis=1), *(self._column(j, known) for j, known in enumerate(sizes)))
        )
        flat = np.concatenate(sizes)
        at, many = np.arange(len(costs)), len(owner)
        which, clusters = np.nonzero(rows)
        entries = np.concatenate((np.ones(len(costs)), rows[which, clusters].astype(float), -flat))
        places = np.concatenate((owner, r + columns, r + k + clusters, r + k + columns))
        matrix = csr_array(
            (entries, (places, np.concatenate((at, which, at[many:])))),
            shape=(r + 2 * k, len(costs)),
        )
        sides = np.concatenate((np.ones(r + k), -self.start.astype(float)))
        solved = linprog(costs, A_eq=matrix, b_eq=sides, bounds=(0, None), method="highs")
        if solved.status != 0:
            return np.inf, np.zeros(k)
        self.shares = np.split(solved.x[:many], np.cumsum([len(p) for p in self.rows])[:-1])
        # the dual of Σ rows - Σ sizes = -base; a larger column sum costs the price
        return float(solved.fun), -np.asarray(solved.eqlin.marginals[r + k :])

    def likeliest(self) -> Counts:
        """The table of the rows with the largest shares."""
        chosen = [
            known[int(np.argmax(shares)) if len(shares) else 0]
            for known, shares in zip(self.rows, self._shares(), strict=True)
        ]
        return self.search.base + np.stack(chosen)

    def _shares(self) -> list[Floats]:
        """The shares of all known rows in the last linear program."""
        if not self.shares:  # it failed
            return [np.eye(1, len(known))[0] for known in self.rows]
        return [
            np.concatenate((shares, np.zeros(len(known) - len(shares))))
            for known, shares in zip(self.rows, self.shares, strict=True)
        ]

    def mixed(self) -> tuple[int, int, int] | None:
        """The cell whose cost the mixture of rows understates most, and where to split it."""
        search = self.search
        worst, found = -np.inf, None
        for i, (known, shares) in enumerate(zip(self.rows, self._shares(), strict=True)):
            rows = np.stack(known)
            mean = shares @ rows
            weights = search.sums.cells[i]
            cost = weights * search.sums.convex(search.base[i] + mean)
            mix = shares @ (weights * search.sums.convex((search.base[i] + rows).astype(float)))
            used = rows[shares > _CLOSE]
            gaps = np.where(np.ptp(used, axis=0) > 0, cost - mix, -np.inf)
            j = int(np.argmax(gaps))
            if gaps[j] > worst:
                low, high = int(used[:, j].min()), int(used[:, j].max())
                worst, found = float(gaps[j]), (i, j, int(np.clip(mean[j], low, high - 1)))
        return found
