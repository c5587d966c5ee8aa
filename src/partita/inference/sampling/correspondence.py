"""Which clusters of two clusterings correspond, and in which objects or groups the two differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .objects import distinct_values, sum_by_place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Int64
    from .samples import GroupSample


def same_partition(a: Int64, b: Int64) -> bool:
    """Whether both clusterings have the same clusters, whatever their names."""
    together = distinct_values(a * (int(b.max()) + 1) + b)[0]
    return all(len(distinct_values(side)[0]) == len(together) for side in (a, b))


def closest_clusters(
    clusters: Int64, others: Int64, size: int, counts: Int64 | None = None
) -> Int64:
    """Return for each cluster the other one that shares most objects with it, -1 for none.

    Each entry stands for `counts` objects; None means one.
    """
    width = int(others.max()) + 1
    both, place = distinct_values(clusters * width + others)
    kept = both[largest_overlaps(sum_by_place(place, len(both), counts), both // width)]
    found = np.full(size, -1)
    found[kept // width] = kept % width
    return found


def differing_groups(one: GroupSample, other: GroupSample, names: Int64) -> int:
    """Count the groups that have different tables in `one` and `other`.

    `names` holds for each cluster of `other` the corresponding one of `one`, -1 for none.
    """
    from scipy.sparse import csr_array

    width = one.table.shape[1] + 1  # the last column is for clusters that correspond to none
    columns = (
        one.table.rows * width + one.table.cols,
        other.table.rows * width + np.where(names < 0, width - 1, names)[other.table.cols],
    )
    size = len(one.table.classes) * width
    counts = []
    for sample, column in zip((one, other), columns, strict=True):
        cells = np.arange(len(column))
        add = csr_array((np.ones(len(column), np.int64), (cells, column)), (len(column), size))
        counts.append(sample.shares @ add)
    return int(np.count_nonzero(abs(counts[0] - counts[1]).sum(axis=1)))


def discordant_kinds(a: Int64, b: Int64, counts: Int64) -> NDArray[np.bool_]:
    """Mark the kinds of objects outside the largest overlaps of clusters.

    The overlaps are the largest of each cluster of a, or of each cluster of b: whichever cover
    fewer objects.
    """
    width = int(b.max()) + 1
    both, place = distinct_values(a * width + b)
    overlaps = sum_by_place(place, len(both), counts)
    largest = [largest_overlaps(overlaps, cluster) for cluster in (both // width, both % width)]
    return ~min(largest, key=lambda kept: int(overlaps[kept].sum()))[place]


def largest_overlaps(overlaps: Int64, cluster: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark the largest overlap of every cluster, one of them if several tie."""
    order = np.lexsort((overlaps, cluster))
    marked = np.zeros(len(overlaps), dtype=np.bool_)
    marked[order[np.flatnonzero(np.diff(cluster[order], append=-1))]] = True
    return marked
