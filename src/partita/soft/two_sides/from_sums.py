"""A measure's own formula on a statistic that was not counted from one table.

Given the group sizes, a pair-counting measure depends on Σ n_ij² only, and an information measure
on Σ n_ij log n_ij only. Where it is affine in that sum, its mean over random tables with these
sizes is its formula at the mean of the sum.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _kernel
from ...statistics.information import ExpectedInformation, Information
from ...statistics.pairs import PairCounts, half
from ...table.contingency import Contingency


def table_of(counts: Counts) -> Contingency:
    """Return the table of counts made here, which need no check."""
    rows, cols = np.nonzero(counts)
    cells = rows.astype(np.int32), cols.astype(np.int32), counts[rows, cols]
    return Contingency._build(cells, *map(np.arange, counts.shape))


if TYPE_CHECKING:
    from ...base.arrays import Counts
    from ...measures.measure import Measure


def pair_counts(n: int, class_squares: Any, cluster_squares: Any, cells: Any) -> PairCounts:
    """Return the pair counts with these Σ a_i², Σ b_j² and Σ n_ij², whole or mean values.

    Rounding must not leave the range that the group sizes allow, or 0/0 would go unnoticed.
    """
    pairs = n * (n - 1) // 2
    truth, prediction, together = (half(s - n) for s in (class_squares, cluster_squares, cells))
    least = max(0, truth + prediction - pairs)
    together = max(least, min(together, truth, prediction))
    found = PairCounts.of_totals(together, truth, prediction, pairs, n)
    return found if found.apart >= 0 else found._replace(apart=0)


def information(
    n: int, class_sum: float, cluster_sum: float, cells: float, *groups: int
) -> Information:
    """Return the information with these Σ a_i log a_i, Σ b_j log b_j and Σ n_ij log n_ij.

    `groups` are the numbers of classes and of clusters.
    """
    classes, clusters = groups
    whole = n * log(n)
    # one group has entropy 0 to the last bit, however the sums were rounded
    if classes == 1:
        class_sum, cells = whole, cluster_sum
    if clusters == 1:
        cluster_sum, cells = whole, class_sum
    cells = min(max(cells, class_sum + cluster_sum - whole), class_sum, cluster_sum)
    class_residual, cluster_residual = (cluster_sum - cells) / n, (class_sum - cells) / n
    mutual = max(0.0, (whole - class_sum) / n - class_residual)
    return Information(mutual, class_residual, cluster_residual, n, classes, clusters)


def expected_information(
    h: Information, class_sizes: Counts, cluster_sizes: Counts
) -> ExpectedInformation:
    """Add the mean of the mutual information over all tables with the same group sizes."""
    trivial = {1, h.objects}.intersection((h.classes, h.clusters))
    expected = h.mutual if trivial else _expected(class_sizes, cluster_sizes)
    return ExpectedInformation(h, expected)


def x_log_x(sizes: Counts) -> float:
    """Σ t log t, where 0 log 0 is 0."""
    occupied = sizes[sizes > 0].astype(np.float64)
    return float((occupied * np.log(occupied)).sum())


def read_given_sizes(
    measure: Measure, statistic: Any, options: dict[str, Any], *, same: bool
) -> float:
    """Read a measure; `same`: the group sizes leave only identical partitions."""
    if same and measure.perfect is not None:
        return measure.perfect
    return measure.read(statistic, **options)


def only_identical(n: int, classes: int, clusters: int) -> bool:
    """Whether so many groups leave identical partitions only: all joined, or all single."""
    return classes == clusters and classes in (1, n)


def _expected(class_sizes: Counts, cluster_sizes: Counts) -> float:
    """E[I] needs the sizes only; any table that has them will do: fill it from one corner."""
    classes, clusters = (np.cumsum(sizes[sizes > 0]) for sizes in (class_sizes, cluster_sizes))
    ends = np.union1d(classes, clusters)
    rows, columns = np.searchsorted(classes, ends), np.searchsorted(clusters, ends)
    cells = rows.astype(np.int32), columns.astype(np.int32), np.diff(ends, prepend=0)
    return float(_kernel.expected_information(*cells, len(classes), len(clusters)))
