"""Mixtures of known rows of classes that gather, and the prices of the column sums.

A linear program mixes the known rows of each class, and known sizes of each column. Its duals are
prices. At these prices, each class is least at a corner of the rows that it allows (`reaches`),
and each column at a single size; those that are new join the known ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array

from ...base.arrays import Counts, Floats
from .convex_sums import ConvexSums
from .pieces import square
from .reaches import chains

_CLOSE = 1e-10


@dataclass(frozen=True, eq=False)
class Limits:
    """The rows that one class may have, within limits of its counts (without the base)."""

    lowest: Counts
    highest: Counts
    amounts: Counts  # by step of `Chains`
    costs: Floats  # of these amounts

    def inside(self, rows: tuple[Counts, ...]) -> tuple[Counts, ...]:
        """Return those of the rows that are within the limits."""
        return tuple(
            row for row in rows if (row >= self.lowest).all() and (row <= self.highest).all()
        )


class Mixtures:
    """Known rows of each class, and the linear program that mixes them (`prices.Parts`)."""

    def __init__(
        self,
        sums: ConvexSums,
        base: Counts,
        classes: tuple[Limits, ...],
        rows: tuple[tuple[Counts, ...], ...],
    ) -> None:
        self.sums, self.base = sums, base
        self.amounts = np.stack([one.amounts for one in classes])
        self.costs = np.stack([one.costs for one in classes])
        self.rows = [list(known) for known in rows]
        self.known = [{row.tobytes() for row in rows} for rows in self.rows]
        lowest = np.stack([one.lowest for one in classes]).sum(axis=0)
        highest = np.stack([one.highest for one in classes]).sum(axis=0)
        self.start = self.base.sum(axis=0)
        self.low, self.high = self.start + lowest, self.start + highest
        k = len(self.start)
        self.sizes: list[set[float]] = [{float(self.low[j]), float(self.high[j])} for j in range(k)]
        self.shares: list[Floats] = []

    def priced(self, prices: Floats) -> tuple[float, bool]:
        """Solve all classes and all columns at these prices."""
        steps = chains(len(prices))
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
        columns = self.sums.columns
        return np.asarray(columns[j] * self.sums.convex(sizes))

    def _cheapest(self, prices: Floats) -> Floats:
        """The column sums b with the lowest v φ(b) - p b."""
        weights = self.sums.columns
        slopes = prices / np.where(weights > 0, weights, 1.0)
        squares = self.sums.convex is square
        guess = slopes / 2 if squares else np.exp(np.minimum(slopes - 1, 100.0))
        tries = np.stack((np.floor(guess), np.ceil(guess)))
        tries = np.clip(np.vstack((tries, self.low, self.high)), self.low, self.high)
        values = weights * self.sums.convex(tries) - prices * tries
        return np.asarray(tries[np.argmin(values, axis=0), np.arange(len(prices))])

    def relaxed(self) -> tuple[float, Floats]:
        """Solve for the shares of the known rows; the column sums are mixed from known ones."""
        r, k = self.base.shape
        rows = np.concatenate([np.stack(known) for known in self.rows])
        owner = np.repeat(np.arange(r), [len(known) for known in self.rows])
        cells = self.sums.cells[owner] * self.sums.convex((self.base[owner] + rows).astype(float))
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
        return self.base + np.stack(chosen)

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
        worst, found = -np.inf, None
        for i, (known, shares) in enumerate(zip(self.rows, self._shares(), strict=True)):
            rows = np.stack(known)
            mean = shares @ rows
            weights = self.sums.cells[i]
            cost = weights * self.sums.convex(self.base[i] + mean)
            mix = shares @ (weights * self.sums.convex((self.base[i] + rows).astype(float)))
            used = rows[shares > _CLOSE]
            gaps = np.where(np.ptp(used, axis=0) > 0, cost - mix, -np.inf)
            j = int(np.argmax(gaps))
            if gaps[j] > worst:
                low, high = int(used[:, j].min()), int(used[:, j].max())
                worst, found = float(gaps[j]), (i, j, int(np.clip(mean[j], low, high - 1)))
        return found
