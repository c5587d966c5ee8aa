"""Measures that read two sums of a table, as functions of a point in the plane.

Against a hard side, a measure of pairs or information reads B = Σφ over the sizes of the soft side
and A = Σφ over the cells; H = Σφ over the sizes of the hard side is known. For fixed B, agreement
rises with A; for fixed A, it falls with B.
"""

from __future__ import annotations

from enum import Enum
from math import log
from typing import NamedTuple

import numpy as np

from ...base.arrays import Counts
from ..two_sides import from_sums
from .affine_ratios import ratio_of
from .convex_sums import ConvexSums
from .grid import Grid
from .pieces import Convex, square, t_log_t
from .reaches import MOST_CLUSTERS, chains, most_even, reach_of
from .values import Value

_STEPS = 100  # of bisection, to the last bit
_FAR = (0.1, 0.01, 1e-3, 1e-4, 1e-5)  # steps along a level, as a share of the range of B
_NEAR = (1e-5,)
_NO_SLOPE = 0.5  # that of Rand, where a level has only one point
_OF_RATIOS = (  # monotone functions of ratios
    "jaccard_distance_prime", "normalized_jaccard", "normalized_minkowski",
    "normalized_variation_of_information",
)  # fmt: skip
_CURVES = (
    "fowlkes_mallows", "normalized_fowlkes_mallows", "hubert_gamma",
    "normalized_information_distance", "normalized_mutual_information",
)  # fmt: skip


class Levels(Enum):
    """How A depends on B along a level of a measure."""

    LINES = "linear"
    CURVES = "either convex or concave, alike for all levels above 0 and for all below 0"
    UNKNOWN = "unknown"


def levels_of(value: Value, known: Counts, *, truth_hard: bool) -> Levels:
    """Return the shape of the levels of a measure against group sizes; a test checks it.

    Ratios of affine functions have lines. Roots and extremes of the two sizes make curves.
    """
    name = value.measure.name
    joint = value.chosen.options.get("average") == "joint"
    if joint or name in _OF_RATIOS or ratio_of(value.chosen, known, truth_hard=truth_hard):
        return Levels.LINES
    return Levels.CURVES if name in _CURVES else Levels.UNKNOWN


class Point(NamedTuple):
    """A pair of sums."""

    columns: float  # B
    cells: float  # A


class TwoSums:
    """The plane of (B, A) for one measure and grid, with the range of B."""

    def __init__(self, grid: Grid, value: Value) -> None:
        self.value, self.n = value, grid.objects
        self.swapped = not grid.truth.hard
        self.grid = grid.T if self.swapped else grid
        self.pairs = value.measure.reads == "pairs"
        self.convex: Convex = square if self.pairs else t_log_t
        sizes = np.bincount(self.grid.truth.number)
        self.levels = levels_of(value, sizes, truth_hard=not self.swapped)
        self.hard = float(np.sum(self.convex(sizes.astype(float))))
        self.whole = float(self.n**2) if self.pairs else self.n * log(self.n)
        self.least = float(self.n) if self.pairs else 0.0  # of A, B and H
        self.range = self._range()
        self.sign = 1.0 if value.measure.better == "higher" else -1.0

    def _range(self) -> tuple[float, float]:
        """The smallest and the largest B, from all classes together."""
        base = self.grid.base.sum(axis=0)
        if self.grid.shape[1] > MOST_CLUSTERS:
            alike = np.full(len(base), self.n / len(base))
            return max(self.least, float(np.sum(self.convex(alike)))), self.whole
        reach, steps = reach_of(self.grid).sum(axis=0), chains(len(base))
        counts = base[steps.cluster] + reach[steps.after] - reach[steps.before]
        lowest, _ = steps.least(-self.convex(counts.astype(float))[None, :])
        even = float(np.sum(self.convex(most_even(reach, base))))
        return max(self.least, even), min(self.whole, -float(lowest[0]))

    def agreement(self, point: Point) -> float | None:
        """Return the measure at a point, negated if lower is better; None if it is undefined.

        Where both sides are the same partition, 0/0 is the value for perfect agreement.
        """
        sides = self.hard, point.columns
        if self.swapped:
            sides = sides[1], sides[0]
        if self.pairs:
            found = self.value.read(from_sums.pair_counts(self.n, *sides, point.cells))
        else:
            shape = self.grid.shape[::-1] if self.swapped else self.grid.shape
            found = self.value.read(from_sums.information(self.n, *sides, point.cells, *shape))
        if found is None and min(point) >= self.hard == max(point):
            found = self.value.measure.perfect
        return None if found is None else self.sign * found

    def point(self, table: Counts) -> Point:
        """Return the sums of a table of the grid with hard rows."""
        columns = float(np.sum(self.convex(table.sum(axis=0).astype(float))))
        return Point(columns, float(np.sum(self.convex(table.astype(float)))))

    def sums(self, cells: float, columns: float) -> ConvexSums:
        """Return cells·A + columns·B as sums over the table."""
        return ConvexSums.uniform(self.convex, self.grid.shape, cells, 0.0, columns)

    def slope(self, point: Point) -> float:
        """Return dA/dB along the level of a point.

        A level that is a line has the slope of any two of its points. For others, it is the slope
        of a tangent.
        """
        level = self.agreement(point)
        width = self.range[1] - self.range[0]
        if level is None:
            return _NO_SLOPE
        for share in _FAR if self.levels is Levels.LINES else _NEAR:
            found = [
                (self._cells(point.columns + step, level) - point.cells) / step
                for step in (share * width, -share * width)
                if step
            ]
            usable = [slope for slope in found if np.isfinite(slope)]
            if usable:
                return max(0.0, float(np.mean(usable)))
        return _NO_SLOPE

    def _cells(self, columns: float, level: float) -> float:
        """The A at which the measure has a value; NaN if it has no such value for this B."""
        if not self.least <= columns <= self.whole:
            return float("nan")
        low = max(self.least, self.hard + columns - self.whole)
        high = min(self.hard, columns)
        ends = [self.agreement(Point(columns, end)) for end in (low, high)]
        if high <= low or ends[0] is None or ends[1] is None or not ends[0] <= level <= ends[1]:
            return float("nan")
        for _ in range(_STEPS):
            middle = (low + high) / 2
            found = self.agreement(Point(columns, middle))
            if found is None or middle in (low, high):
                break
            low, high = (middle, high) if found < level else (low, middle)
        return (low + high) / 2
