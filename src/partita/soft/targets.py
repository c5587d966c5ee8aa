"""Measures that rise or fall with one statistic which a program can push to its ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf, log

import numpy as np

from ..statistics import Information, Matching, Overlaps, PairCounts
from . import reuse
from .columns import least_by_columns
from .grid import Counts, Flows, Grid
from .local_search import Score, SumScore, TableScore, search
from .pieces import entropy, square
from .programs import SECONDS, Solved, Sums, least_sum
from .selections import (
    greatest_matching,
    greatest_maxima,
    least_matching,
    least_maxima,
    matched,
)
from .values import Value

_SLACK = 1e-9  # of the solvers' bounds, relative


@dataclass(frozen=True, eq=False)
class Target:
    """A statistic of the table, and the measure as a function of it."""

    rising: bool  # whether the measure rises with the statistic
    whole: bool  # whether the statistic is a whole number
    read: Callable[[float], object]  # the family statistic that has this value
    sums: Sums | None = None
    maxima: tuple[float, float] | None = None  # weights of row and of column maxima
    # neither: the maximum matching
    span: tuple[float, float] = (-inf, inf)  # no table's statistic lies outside

    def score(self, sign: float) -> Score:
        """What a search makes small to find the least (sign 1) or greatest (-1) statistic."""
        if self.sums is not None:
            return SumScore(self.sums if sign > 0 else -self.sums)
        return TableScore(self.of, sign)

    def of(self, table: Counts) -> float:
        """The statistic of a table."""
        if self.sums is not None:
            return self.sums.of(table)
        if self.maxima is not None:
            rows, columns = self.maxima
            return float(rows * table.max(axis=1).sum() + columns * table.max(axis=0).sum())
        return float(matched(table))


def solve(grid: Grid, target: Target, sign: float, seconds: float = SECONDS) -> tuple[Flows, float]:
    """The best flows found for the least (sign 1) or greatest (-1) statistic, and its bound."""

    def score(flows: Flows) -> float:
        return sign * target.of(grid.table(flows))

    found: list[Flows] = []
    end = target.span[0] if sign > 0 else -target.span[1]
    if target.sums is not None:
        found.append(search(grid, target.score(sign)))
        if score(found[0]) <= end:
            return found[0], sign * end
    solved = _solved(grid, target, sign, found, seconds)
    if solved.flows is not None:
        found.append(solved.flows)
    lowest = max(end, _lowered(solved.bound, whole=target.whole))
    if not found or (target.sums is None and score(found[0]) > lowest):
        found.append(search(grid, target.score(sign)))
    best = min(found, key=score)
    return best, sign * min(lowest, score(best))


def _lowered(bound: float, *, whole: bool) -> float:
    """A bound that allows for the tolerances of the solver."""
    if not np.isfinite(bound):
        return -inf
    lowest = bound - _SLACK * (1 + abs(bound))
    return float(ceil(lowest - 1e-6)) if whole else lowest


def _solved(grid: Grid, target: Target, sign: float, starts: list[Flows], seconds: float) -> Solved:
    if target.sums is not None:
        return least(grid, target.sums if sign > 0 else -target.sums, starts, seconds)
    if target.maxima is not None:
        choose = least_maxima if sign > 0 else greatest_maxima
        return choose(grid, *target.maxima, seconds)
    return (least_matching if sign > 0 else greatest_matching)(grid, seconds)


def least(grid: Grid, sums: Sums, starts: list[Flows], seconds: float = SECONDS) -> Solved:
    """Minimise sums with the stronger of the two programs; `starts` are flows known so far."""
    if not grid.truth.hard and grid.prediction.hard:
        return least(grid.T, sums.T, starts, seconds)
    if grid.truth.hard and (sums.columns < 0).any() and (sums.cells >= 0).all():
        return least_by_columns(grid, sums, starts, seconds)
    return least_sum(grid, sums, seconds)


def target_of(value: Value, grid: Grid) -> Target | None:
    """The target of a measure on a grid, if it has one."""
    if not value.ours:
        return None
    name = value.measure.name
    for known in (_pairs, _information, _overlaps, _matching):
        target = known(name, grid)
        if target is not None:
            return target
    return None


def _pairs(name: str, grid: Grid) -> Target | None:
    """Σ a² + Σ b² - 2 Σ n², twice the number of disagreements."""
    both = ("rand", "hubert_gamma_prime", "mirkin", "normalized_mirkin")
    if name not in both and not (name == "minkowski_score" and grid.truth.hard):
        return None
    n = grid.objects
    pairs = n * (n - 1) // 2
    classes = _pairs_within(grid) if grid.truth.hard else pairs

    def read(mirkin: float) -> PairCounts:
        apart = min(max(round(mirkin) // 2, 0), pairs)
        split = min(apart, classes)
        return PairCounts(classes - split, split, apart - split, pairs - classes - apart + split, n)

    rising = name in ("mirkin", "normalized_mirkin", "minkowski_score")
    sums = _sums(grid, square, -2.0, 1.0, 1.0)
    return Target(rising, True, read, sums, span=(0.0, 2.0 * pairs))


def _pairs_within(grid: Grid) -> int:
    sizes = np.bincount(grid.truth.number)
    return int(np.sum(sizes * (sizes - 1)) // 2)


def _information(name: str, grid: Grid) -> Target | None:
    """Affine functions of Σ t log t over cells and margins."""
    n = grid.objects
    shape = grid.shape
    sides = (n, *shape)
    truth = _entropy_of(grid.truth.number, n) if grid.truth.hard else None
    prediction = _entropy_of(grid.prediction.number, n) if grid.prediction.hard else None

    def mutual(s: float) -> float:
        return max(0.0, log(n) + s / n)

    if name == "mutual_information":
        return _shared(grid, lambda s: Information(mutual(s), 0.0, 0.0, *sides))
    if name == "homogeneity" and truth is not None:
        return _shared(grid, lambda s: _split(mutual(s), truth, 0, sides))
    if name == "completeness" and prediction is not None:
        return _shared(grid, lambda s: _split(mutual(s), prediction, 1, sides))
    if name == "conditional_entropy" or (name == "cluster_entropy" and truth is not None):
        sums = _sums(grid, entropy, -1.0, 0.0, 1.0)
        return Target(True, False, lambda s: Information(0.0, max(0.0, s / n), 0.0, *sides), sums)
    if name in ("variation_of_information", "variation_of_information_by_objects"):
        sums = _sums(grid, entropy, -2.0, 1.0, 1.0)
        return Target(True, False, lambda s: Information(0.0, max(0.0, s / n), 0.0, *sides), sums)
    return None


def _shared(grid: Grid, read: Callable[[float], Information]) -> Target:
    return Target(True, False, read, _sums(grid, entropy, 1.0, -1.0, -1.0))


def _split(mutual: float, whole: float, side: int, sides: tuple[int, int, int]) -> Information:
    """Divide the entropy of a hard side into what is shared and what is left."""
    mutual = min(mutual, whole)
    rest = whole - mutual
    return Information(mutual, rest * (1 - side), rest * side, *sides)


def _entropy_of(number: Counts, n: int) -> float:
    return log(n) - reuse.x_log_x(np.bincount(number)) / n


def _overlaps(name: str, grid: Grid) -> Target | None:
    n = grid.objects
    weights = _MAXIMA.get(name)
    if weights is not None:
        falling = name in ("goodman_kruskal", "van_dongen", "split_join")
        # no formula here reads row and column maxima other than by this sum
        one = "class_maxima" if weights[0] else "cluster_maxima"
        return Target(
            not falling, True, lambda s: _overlap(grid, **{one: round(s)}), maxima=weights
        )
    if name == "b_cubed_recall" and grid.truth.hard:
        inverse = 1.0 / np.maximum(np.bincount(grid.truth.number, minlength=grid.shape[0]), 1)
        sums = Sums(square, np.repeat(inverse[:, None], grid.shape[1], 1), *_no_margins(grid))
        return Target(True, False, lambda s: _overlap(grid, recall=min(s, n)), sums)
    if name == "b_cubed_precision" and grid.prediction.hard:
        inverse = 1.0 / np.maximum(np.bincount(grid.prediction.number, minlength=grid.shape[1]), 1)
        sums = Sums(square, np.repeat(inverse[None], grid.shape[0], 0), *_no_margins(grid))
        return Target(True, False, lambda s: _overlap(grid, precision=min(s, n)), sums)
    return None


_MAXIMA = {
    "purity": (0.0, 1.0),
    "micro_averaged_precision": (0.0, 1.0),
    "goodman_kruskal": (0.0, 1.0),
    "inverse_purity": (1.0, 0.0),
    "van_dongen": (1.0, 1.0),
    "split_join": (1.0, 1.0),
}


def _overlap(grid: Grid, **known: float) -> Overlaps:
    fields = dict.fromkeys(Overlaps._fields, 0)
    fields.update(objects=grid.objects, classes=grid.shape[0], clusters=grid.shape[1])
    return Overlaps(**{**fields, **known})  # type: ignore[arg-type]


def _matching(name: str, grid: Grid) -> Target | None:
    if name not in ("maximum_matching", "classification_error", "partition_distance"):
        return None

    def read(most: float) -> Matching:
        return Matching(grid.objects, *grid.shape, round(most), ())

    return Target(name == "maximum_matching", True, read)


def _sums(
    grid: Grid,
    convex: Callable[[np.ndarray], np.ndarray],
    cells: float,
    rows: float,
    columns: float,
) -> Sums:
    r, k = grid.shape
    return Sums(convex, np.full((r, k), cells), np.full(r, rows), np.full(k, columns))


def _no_margins(grid: Grid) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(grid.shape[0]), np.zeros(grid.shape[1])
