"""Tables and statistics that are made from numbers, not counted from labels.

Given the group sizes, a pair-counting measure depends only on Σ n_ij², and an information measure
only on Σ n_ij log n_ij. If the measure is affine in that sum, its mean over random tables with
these sizes is its formula at the mean of the sum.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from ...statistics.information import Information
from ...statistics.pairs import PairCounts, half
from ...table.contingency import Contingency

if TYPE_CHECKING:
    from ...base.arrays import Counts


def table_of(counts: Counts) -> Contingency:
    """Return the contingency table of counts, without checking them."""
    rows, cols = np.nonzero(counts)
    cells = rows.astype(np.int32), cols.astype(np.int32), counts[rows, cols]
    return Contingency._build(cells, *map(np.arange, counts.shape))


def pair_counts(n: int, class_squares: Any, cluster_squares: Any, cells: Any) -> PairCounts:
    """Return the pair counts with these Σ a_i², Σ b_j² and Σ n_ij², integers or means.

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


def x_log_x(sizes: Counts) -> float:
    """Return Σ t log t, where 0 log 0 is 0."""
    occupied = sizes[sizes > 0].astype(np.float64)
    return float((occupied * np.log(occupied)).sum())
