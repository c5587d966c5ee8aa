"""Statistics of the table that a program can push to their ends, and their best values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf

import numpy as np

from ...base.arrays import Counts
from .classes import least_by_classes
from .columns import least_by_columns
from .convex_sums import ConvexSums, least_by_rows, least_sum
from .grid import Flows, Grid
from .local_search import search
from .objectives import Objective, SumObjective, TableObjective
from .pieces import square
from .programs import EFFORT, Solved
from .reaches import MOST_CLUSTERS
from .selections import (
    greatest_matching,
    greatest_maxima,
    least_matching,
    least_maxima,
    matched,
)

MOST_FLOWS = 20_000  # more are left to the local search
_SLACK = 1e-9  # of the solvers' bounds, relative


@dataclass(frozen=True, eq=False)
class Target:
    """A statistic of the table on which a measure depends.

    It is a sum of a convex function (`sums`), a sum of maxima (`maxima`), or, without both, the
    maximum matching.
    """

    rising: bool  # whether the measure rises with the statistic
    integer: bool  # whether the statistic is an integer
    read: Callable[[float], object]  # the family statistic with this value
    sums: ConvexSums | None = None
    maxima: tuple[float, float] | None = None  # weights of row and of column maxima
    span: tuple[float, float] = (-inf, inf)  # the statistic of every table lies inside

    def score(self, sign: float) -> Objective:
        """Return what a search minimizes for the smallest (sign 1) or largest (-1) statistic."""
        if self.sums is not None:
            return SumObjective(self.sums if sign > 0 else -self.sums)
        return TableObjective(self.of, sign)

    def of(self, table: Counts) -> float:
        """Return the statistic of a table."""
        if self.sums is not None:
            return self.sums.of(table)
        if self.maxima is not None:
            rows, columns = self.maxima
            return float(rows * table.max(axis=1).sum() + columns * table.max(axis=0).sum())
        return float(matched(table))


def solve(grid: Grid, target: Target, sign: float, effort: float = EFFORT) -> tuple[Flows, float]:
    """Return the best flows for the smallest (sign 1) or largest (-1) statistic, and its bound."""

    def score(flows: Flows) -> float:
        return sign * target.of(grid.table(flows))

    found: list[Flows] = []
    end = target.span[0] if sign > 0 else -target.span[1]
    if target.sums is not None:
        found.append(search(grid, target.score(sign)))
        if score(found[0]) <= end:
            return found[0], sign * end
    solved = _solved(grid, target, sign, found, effort)
    if solved.flows is not None:
        found.append(solved.flows)
    lowest = max(end, _lowered(solved.bound, integer=target.integer))
    if not found or (target.sums is None and score(found[0]) > lowest):
        found.append(search(grid, target.score(sign), starts=[*found, _gathered(grid, sign)]))
    best = min(found, key=score)
    return best, sign * min(lowest, score(best))


def _gathered(grid: Grid, sign: float) -> Flows:
    """Flows that spread the objects over many cells (sign 1) or gather them in few (-1)."""
    return search(grid, SumObjective(ConvexSums.uniform(square, grid.shape, sign, 0.0, 0.0)))


def _lowered(bound: float, *, integer: bool) -> float:
    """A lower bound that allows for the tolerances of the solver."""
    if not np.isfinite(bound):
        return -inf
    lowest = bound - _SLACK * (1 + abs(bound))
    return float(ceil(lowest - 1e-6)) if integer else lowest


def _solved(grid: Grid, target: Target, sign: float, starts: list[Flows], effort: float) -> Solved:
    if target.sums is not None:
        return least(grid, target.sums if sign > 0 else -target.sums, starts, effort)
    if target.maxima is not None:
        choose = least_maxima if sign > 0 else greatest_maxima
        return choose(grid, *target.maxima, effort)
    return (least_matching if sign > 0 else greatest_matching)(grid, effort)


def least(grid: Grid, sums: ConvexSums, starts: list[Flows], effort: float = EFFORT) -> Solved:
    """Minimize sums by the strongest program that applies; `starts` are known flows."""
    if sum(map(len, grid.cells)) > MOST_FLOWS:
        return Solved(None, -inf)
    if not grid.truth.hard and grid.prediction.hard:
        return least(grid.T, sums.T, starts, effort)
    if grid.truth.hard:
        few = grid.shape[1] <= MOST_CLUSTERS
        if few and (sums.cells <= 0).all() and (sums.columns >= 0).all():
            return least_by_classes(grid, sums, starts, effort)
        if not sums.columns.any():
            return least_by_rows(grid, sums, effort)
        if (sums.cells >= 0).all() and (sums.columns <= 0).all():
            return least_by_columns(grid, sums, starts, effort)
    return least_sum(grid, sums, effort)
