"""Statistics of `moments` for a table: computed when a measure asks for one, and kept."""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.checks import counted
from ..base.errors import UndefinedError
from ..base.late import kept
from ..statistics.moments import (
    Association,
    Evenness,
    InformationMoments,
    PairMoments,
    ReducedInformation,
    Redundancy,
)
from .table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..base.arithmetic import Exact

_MOST_SIZES = 1_000_000  # pairs of distinct sizes that the variance is summed over
_BITS = 384  # binary places of ratios: more than a difference of two tables of 2^64 objects needs
_SERIES = 0.25  # below, φ is summed as a series: its closed form would cancel


class MomentTable(Table):
    """A table with the statistics of `moments`, which few measures read."""

    @kept
    def evenness(self) -> Evenness:
        """Information, and how uneven the sizes of classes and of clusters are."""
        sides = self.class_sizes, self.cluster_sizes
        classes, clusters = (unevenness(sizes, self._objects) for sizes in sides)
        return Evenness(self.information, classes, clusters)

    @kept
    def redundancy(self) -> Redundancy:
        """Information, and what more could be told of the objects inside groups."""
        n = counted(self._objects)
        classes, cells = (_log_sum(x) / n for x in (self.class_sizes, self.counts))
        return Redundancy(self.information, classes, cells)

    @kept
    def information_moments(self) -> InformationMoments:
        """Information with mean and variance over tables with the same margins."""
        expected = self.expected_information
        variance = information_variance(self.class_sizes, self.cluster_sizes)
        if variance is None:
            raise UndefinedError(
                "the variance of mutual information runs over pairs of distinct group sizes, too "
                'many here; use standardized("mutual_information"), which samples them'
            )
        return InformationMoments(expected, variance)

    @kept
    def reduced_information(self) -> ReducedInformation:
        """What the clusters save in naming the classes, before the table is paid for."""
        counted(self._objects)
        sizes, times = np.unique(self.counts, return_counts=True)
        cells = tuple(zip(sizes.tolist(), times.tolist(), strict=True))
        classes, clusters = (
            tuple(sorted(x.tolist())) for x in (self.class_sizes, self.cluster_sizes)
        )
        return ReducedInformation(self.information.mutual, cells, classes, clusters)

    @kept
    def pair_moments(self) -> PairMoments:
        """Pair counts with the sums over triples of objects."""
        counted(self._objects)
        counts = self.counts.tolist()
        a, b = self.class_sizes.tolist(), self.cluster_sizes.tolist()
        cells = zip(counts, self.rows.tolist(), self.cols.tolist(), strict=True)
        crossings = sum(m * a[i] * b[j] for m, i, j in cells)
        classes, clusters = (sum(x * (x - 1) * (x - 2) for x in sizes) for sizes in (a, b))
        return PairMoments(self.pairs, classes, clusters, crossings)

    @kept
    def association(self) -> Association:
        """How far the table is from independence."""
        from fractions import Fraction

        counts = _whole(self.counts)
        scale = 1 << max(_BITS, 256 + 2 * sum(counts).bit_length())
        a, b = [0] * self.shape[0], [0] * self.shape[1]
        cells = list(zip(counts, self.rows.tolist(), self.cols.tolist(), strict=True))
        for m, i, j in cells:
            a[i] += m
            b[j] += m
        total = sum(m * m * scale // (a[i] * b[j]) for m, i, j in cells) - scale
        # each ratio is cut off by less than one unit; a table that is not independent differs more
        excess = Fraction(total, scale) if total > 0 else Fraction(0)
        classes, clusters = self.shape
        return Association(self._objects, classes, clusters, excess)


def _log_sum(sizes: NDArray[Any]) -> float:
    """Σ x log x, the same for any order of the sizes."""
    x = sizes.astype(np.float64)
    return fsum((x * np.log(x)).tolist())


def unevenness(sizes: NDArray[Any], total: Exact) -> float:
    """Return log k - H for k groups of these sizes, in nats: never negative, 0 for equal sizes.

    With d = k·size/total - 1 it is the mean of φ(d) = (1 + d) log(1 + d) - d.
    """
    groups = len(sizes)
    if sizes.dtype == np.float64:
        n = float(total)
        shares, gaps = groups * sizes / n, (groups * sizes - n) / n
    else:
        listed = [groups * size for size in sizes.tolist()]
        shares = np.array([size / total for size in listed], dtype=np.float64)
        gaps = np.array([(size - total) / total for size in listed], dtype=np.float64)
    values = shares * np.log(shares) - gaps
    small = np.abs(gaps) < _SERIES
    values[small] = _series(gaps[small])
    return fsum(values.tolist()) / groups


def _series(d: NDArray[np.float64]) -> NDArray[np.float64]:
    """φ(d) = d²/2 - d³/6 + d⁴/12 - ..., the term of d^k divided by k(k - 1)."""
    total = np.zeros_like(d)
    for k in range(28, 1, -1):  # 0.25^27 is below the last place
        total = 1 / (k * (k - 1)) - d * total
    return d * d * total


def _whole(values: NDArray[Any]) -> list[int]:
    """Return counts, or weights times a power of two that makes them whole."""
    if values.dtype != np.float64:
        return values.tolist()  # type: ignore[no-any-return]
    ratios = [value.as_integer_ratio() for value in values.tolist()]
    common = max(denominator for _, denominator in ratios)
    return [numerator * (common // denominator) for numerator, denominator in ratios]


def information_variance(classes: NDArray[Any], clusters: NDArray[Any]) -> float | None:
    """Return Var[I] over random labels with these group sizes, in squared nats.

    None where there are too many different sizes to sum over in seconds.
    """
    if object in (classes.dtype, clusters.dtype):  # 2^63 objects and more
        return None
    sides = np.sort(classes), np.sort(clusters)
    distinct = [1 + int(np.count_nonzero(np.diff(sizes))) for sizes in sides]
    if distinct[0] * distinct[1] > _MOST_SIZES:
        return None
    # one order for both, so that swapping changes no bit
    return _variance(*sorted(sizes.tobytes() for sizes in sides))


@lru_cache(maxsize=16)  # every information measure of a comparison asks for it
def _variance(classes: bytes, clusters: bytes) -> float:
    from .. import _resample  # rarely read, and no score should wait for it to load

    return _resample.information_variance(
        np.frombuffer(classes, dtype=np.int64), np.frombuffer(clusters, dtype=np.int64)
    )
