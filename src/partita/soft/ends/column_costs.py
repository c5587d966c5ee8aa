"""What one column of a table costs, and its cheapest counts if objects are paid for by prices."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Counts, Floats, Int64
from .convex_sums import ConvexSums
from .grid import Grid
from .pieces import chords_above, most_above

_BLOCKS = 16_384  # of the units of a cell


class ColumnCosts:
    """The counts that one column may have, with rising costs of the units of each cell.

    Many units form blocks with one cost for each unit. `slack` is how much a chord of a block may
    exceed the true cost, in all cells together.
    """

    def __init__(self, grid: Grid, sums: ConvexSums, j: int) -> None:
        self.base: Counts = grid.base[:, j]
        self.convex, self.weights, self.weight = sums.convex, sums.cells[:, j], sums.columns[j]
        self.start = float(self.weights @ self.convex(self.base.astype(float)))
        rows, lengths, slopes = [], [], []
        self.slack = 0.0
        for i, room in enumerate(grid.room[:, j].tolist()):
            if room:
                chords = chords_above(self.convex, int(self.base[i]), room, _BLOCKS)
                rows.append(np.full(len(chords.lengths), i))
                lengths.append(chords.lengths)
                slopes.append(self.weights[i] * chords.slopes)
                self.slack += self.weights[i] * most_above(self.convex, int(self.base[i]), chords)
        none = [np.zeros(0)]
        self.rows: Int64 = np.concatenate(rows or none).astype(np.int64)
        self.lengths, self.slopes = np.concatenate(lengths or none), np.concatenate(slopes or none)

    def cost(self, counts: Counts) -> float:
        """Return the cost of a column of counts."""
        whole = (self.base + counts).astype(float)
        total = self.convex(np.array([whole.sum()]))[0]
        return float(self.weights @ self.convex(whole) + self.weight * total)

    def cheapest(self, prices: Floats, low: int, high: int) -> tuple[float, Counts]:
        """Return a bound of the cost less the prices, and a column, for sums from low to high.

        Between the ends of blocks the chords are linear and the cost of the sum is concave, so the
        minimum is at the end of a block, or at the lowest or highest sum.
        """
        costs = self.slopes - prices[self.rows]
        order = np.argsort(costs, kind="stable")
        ends = np.concatenate(([0.0], np.cumsum(self.lengths[order])))
        paid = np.concatenate(([0.0], np.cumsum((costs * self.lengths)[order])))
        tried = np.concatenate(([low], ends[(ends > low) & (ends < high)], [high]))
        start = float(self.base.sum())
        values = np.interp(tried, ends, paid) + self.weight * self.convex(start + tried)
        best = int(np.argmin(values))
        taken = np.clip(tried[best] - ends[:-1], 0.0, self.lengths[order])
        counts = np.zeros(len(self.base))
        np.add.at(counts, self.rows[order], taken)
        return float(values[best]) + self.start - self.slack, np.round(counts).astype(np.int64)
