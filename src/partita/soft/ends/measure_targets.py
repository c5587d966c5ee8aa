"""The target of a measure: which statistic a program can push to its ends, and how to read it."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log

import numpy as np

from ...base.arrays import Counts
from ...statistics.information import Information
from ...statistics.matching import Matching
from ...statistics.overlaps import Overlaps
from ...statistics.pairs import PairCounts
from ..two_sides import from_sums
from .convex_sums import ConvexSums
from .grid import Grid
from .pieces import square, t_log_t
from .targets import Target
from .values import Value


def target_of(value: Value, grid: Grid) -> Target | None:
    """Return the target of a measure on a grid, or None if it has none."""
    if not value.measure.ours:
        return None
    name = value.measure.name
    for known in (_pairs, _information, _maxima, _b_cubed, _matching):
        target = known(name, grid)
        if target is not None:
            return target
    return None


def _pairs(name: str, grid: Grid) -> Target | None:
    both = ("rand", "hubert_gamma_prime", "mirkin", "normalized_mirkin")
    if name not in both and not (name == "minkowski_score" and grid.truth.hard):
        return None
    return disagreements(grid, rising=name not in ("rand", "hubert_gamma_prime"))


def disagreements(grid: Grid, *, rising: bool = True) -> Target:
    """Return Σ a² + Σ b² - 2 Σ n², the number of ordered pairs on which the sides disagree."""
    n = grid.objects
    pairs = n * (n - 1) // 2
    classes = _pairs_within(grid) if grid.truth.hard else pairs

    def read(mirkin: float) -> PairCounts:
        apart = min(max(round(mirkin) // 2, 0), pairs)
        split = min(apart, classes)
        joined = classes + apart - 2 * split
        return PairCounts.of_totals(classes - split, classes, joined, pairs, n)

    sums = ConvexSums.uniform(square, grid.shape, -2.0, 1.0, 1.0)
    return Target(rising, True, read, sums, span=(0.0, 2.0 * pairs))


def _pairs_within(grid: Grid) -> int:
    sizes = np.bincount(grid.truth.number)
    return int(np.sum(sizes * (sizes - 1)) // 2)


def _information(name: str, grid: Grid) -> Target | None:
    """Affine functions of Σ t log t over cells and margins."""
    n = grid.objects
    sides = (n, *grid.shape)
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
        sums = ConvexSums.uniform(t_log_t, grid.shape, -1.0, 0.0, 1.0)
        return Target(True, False, lambda s: Information(0.0, max(0.0, s / n), 0.0, *sides), sums)
    groups = _fixed_groups(grid)
    if name in _VARIATIONS and (groups is not None or not name.endswith("_groups")):
        sides = (n, groups or 1, groups or 1)
        sums = ConvexSums.uniform(t_log_t, grid.shape, -2.0, 1.0, 1.0)
        return Target(True, False, lambda s: Information(0.0, max(0.0, s / n), 0.0, *sides), sums)
    return None


_VARIATIONS = (
    "variation_of_information",
    "variation_of_information_by_groups",
    "variation_of_information_by_objects",
)


def shared_information(grid: Grid) -> Target:
    """Return n·I - n·log n, which rises with the mutual information I."""
    return _shared(grid, lambda s: Information(s, 0.0, 0.0, grid.objects, 1, 1))


def _shared(grid: Grid, read: Callable[[float], Information]) -> Target:
    return Target(True, False, read, ConvexSums.uniform(t_log_t, grid.shape, 1.0, -1.0, -1.0))


def _split(mutual: float, whole: float, side: int, sides: tuple[int, int, int]) -> Information:
    """Split the entropy of a hard side into the shared part and the rest."""
    mutual = min(mutual, whole)
    rest = whole - mutual
    return Information(mutual, rest * (1 - side), rest * side, *sides)


def _entropy_of(number: Counts, n: int) -> float:
    return log(n) - from_sums.x_log_x(np.bincount(number)) / n


def _maxima(name: str, grid: Grid) -> Target | None:
    weights = _MAXIMA.get(name)
    if weights is None:
        return None
    n = grid.objects
    rising = name not in ("goodman_kruskal", "van_dongen", "split_join")
    # these formulas read row and column maxima only by this sum, so it may stand for either
    field = "class_maxima" if weights[0] else "cluster_maxima"
    fewest = weights[0] * ceil(n / grid.shape[1]) + weights[1] * ceil(n / grid.shape[0])
    span = (fewest, n * sum(weights))
    return Target(
        rising, True, lambda s: _overlaps(grid, **{field: round(s)}), maxima=weights, span=span
    )


_MAXIMA = {  # weights of the row and of the column maxima
    "purity": (0.0, 1.0),
    "micro_averaged_precision": (0.0, 1.0),
    "goodman_kruskal": (0.0, 1.0),
    "inverse_purity": (1.0, 0.0),
    "van_dongen": (1.0, 1.0),
    "split_join": (1.0, 1.0),
}


def _b_cubed(name: str, grid: Grid) -> Target | None:
    """Σ n_ij²/a_i with known class sizes, or Σ n_ij²/b_j with known cluster sizes."""
    known = {"b_cubed_recall": (0, grid.truth), "b_cubed_precision": (1, grid.prediction)}
    if name not in known or not known[name][1].hard:
        return None
    axis, side = known[name]
    sizes = np.bincount(side.number, minlength=grid.shape[axis])
    inverse = np.expand_dims(1.0 / np.maximum(sizes, 1), 1 - axis)
    sums = ConvexSums.uniform(square, grid.shape, inverse, 0.0, 0.0)
    field = ("recall", "precision")[axis]
    return Target(True, False, lambda s: _overlaps(grid, **{field: min(s, grid.objects)}), sums)


def _overlaps(grid: Grid, **known: float) -> Overlaps:
    fields = dict.fromkeys(Overlaps._fields, 0)
    fields.update(objects=grid.objects, classes=grid.shape[0], clusters=grid.shape[1])
    return Overlaps(**{**fields, **known})


def _matching(name: str, grid: Grid) -> Target | None:
    groups = _fixed_groups(grid)
    if name not in _MATCHED or (groups is None and name == "normalized_classification_error"):
        return None

    def read(most: float) -> Matching:
        return Matching(grid.objects, groups or 1, groups or 1, round(most), ())

    # the best of max(r, k) matchings that share no cell and together cover the table
    fewest = float(ceil(grid.objects / max(grid.shape)))
    return Target(name == "maximum_matching", True, read, span=(fewest, float(grid.objects)))


_MATCHED = (
    "classification_error",
    "maximum_matching",
    "normalized_classification_error",
    "partition_distance",
)


def _fixed_groups(grid: Grid) -> int | None:
    """The larger number of groups of the two sides, if it is the same in every world."""
    fewest = [int(np.count_nonzero(grid.base.sum(axis=axis))) for axis in (1, 0)]
    most = [int(np.count_nonzero((grid.base + grid.room).sum(axis=axis))) for axis in (1, 0)]
    for axis, side in enumerate((grid.truth, grid.prediction)):
        if side.hard:
            fewest[axis] = most[axis]
    return max(fewest) if max(fewest) == max(most) else None
