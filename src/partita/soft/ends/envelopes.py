"""Outer ends from bounds on sums, for measures that read two sums and are monotone in both.

Against a hard side with H = Σφ(size), a measure of pairs or information reads B = Σφ over the
sizes of the soft side and A = Σφ over the cells. Programs bound A, B and H + B - 2A. For fixed B,
agreement rises with A; for fixed A, it falls with B. So over a slice of B it is largest at the
smallest B and the largest A of the slice.
"""

from __future__ import annotations

from math import inf, log

import numpy as np

from ..two_sides import from_sums
from .convex_sums import ConvexSums
from .grid import Grid
from .local_search import search
from .objectives import SumObjective
from .pieces import Convex, square, t_log_t
from .programs import EFFORT
from .targets import MOST_FLOWS, least
from .values import Value

_SLICES = 512
_EFFORT = EFFORT / 5
_SLACK = 1e-9


def outer_ends(grid: Grid, value: Value, inner: tuple[float, float]) -> tuple[float, float] | None:
    """Return values that the measure cannot pass, or None if nothing is known.

    An inner end that equals a bound of the measure needs no program.
    """
    known = value.measure.ours and value.measure.monotone
    if sum(map(len, grid.cells)) > MOST_FLOWS:
        return None
    if not known or not (grid.truth.hard or grid.prediction.hard):
        return None
    low, high = value.measure.bounds
    needed = inner[0] > low, inner[1] < high
    if not any(needed):
        return low, high
    region = _Region(grid, value)
    ends = [region.least_agreement, region.most_agreement]
    if value.measure.better == "lower":
        ends.reverse()
    found = [end() if need else None for end, need in zip(ends, needed, strict=True)]
    return low if found[0] is None else found[0], high if found[1] is None else found[1]


class _Region:
    """The values of (B, A) within the bounds, in slices of B."""

    def __init__(self, grid: Grid, value: Value) -> None:
        self.value, self.n = value, grid.objects
        self.swapped = not grid.truth.hard
        self.grid = grid.T if self.swapped else grid
        self.pairs = value.measure.reads == "pairs"
        self.convex: Convex = square if self.pairs else t_log_t
        sizes = np.bincount(self.grid.truth.number).astype(float)
        self.hard = float(np.sum(self.convex(sizes)))
        self.whole = float(self.n**2) if self.pairs else self.n * log(self.n)
        edges = self._bound(0.0, 1.0), -self._bound(0.0, -1.0)
        self.low_b = max(edges[0], self.convex(np.array([self.n / self.grid.shape[1]]))[0])
        self.high_b = min(edges[1], self.whole)

    def _bound(self, cells: float, columns: float) -> float:
        """A lower bound of cells·A + columns·B."""
        sums = ConvexSums.uniform(self.convex, self.grid.shape, cells, 0.0, columns)
        starts = [search(self.grid, SumObjective(sums), visits=200)]
        bound = least(self.grid, sums, starts, _EFFORT).bound
        return bound - _SLACK * (1 + abs(bound)) if np.isfinite(bound) else -inf

    def _slices(self) -> list[tuple[float, float]]:
        edges = np.linspace(self.low_b, self.high_b, _SLICES + 1)
        if self.pairs:
            edges = np.unique(np.round(edges))
            edges[0] = np.floor(self.low_b)
        if len(edges) == 1:
            edges = np.repeat(edges, 2)
        return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))

    def most_agreement(self) -> float | None:
        most = min(-self._bound(-1.0, 0.0), self.hard)
        mirkin = self._bound(-2.0, 1.0)
        ends = []
        for low, high in self._slices():
            cells = min(most, (high - mirkin) / 2, high)
            ends.append(self._read(max(low, cells), cells))
        return self._outermost(ends, better=True)

    def least_agreement(self) -> float | None:
        fewest = self._bound(1.0, 0.0)
        mirkin = -self._bound(2.0, -1.0)
        ends = []
        for low, high in self._slices():
            cells = max(fewest, (low - mirkin) / 2, self.hard + low - self.whole)
            ends.append(self._read(min(high, cells + self.whole - self.hard), cells))
        return self._outermost(ends, better=False)

    def _outermost(self, ends: list[float | None], *, better: bool) -> float | None:
        if any(end is None for end in ends):
            return None
        highest = better == (self.value.measure.better == "higher")
        return (max if highest else min)(end for end in ends if end is not None)

    def _read(self, columns: float, cells: float) -> float | None:
        sides = (columns, self.hard) if self.swapped else (self.hard, columns)
        if self.pairs:
            return self.value.of_squares(self.n, round(sides[0]), round(sides[1]), round(cells))
        groups = self.grid.shape[::-1] if self.swapped else self.grid.shape
        h = from_sums.information(self.n, *sides, cells, *groups)
        return self.value.read(h)
