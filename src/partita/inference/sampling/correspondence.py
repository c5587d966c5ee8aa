"""Which clusters of two clusterings correspond, and which objects or groups tell them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .objects import numbered, sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Int64
    from .samples import GroupSample


def same_partition(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """Whether every cluster of a is one of b and the other way round."""
    together = numbered(a.astype(np.int64) * (int(b.max()) + 1) + b)[0]
    return all(len(numbered(side.astype(np.int64))[0]) == len(together) for side in (a, b))


def closest_clusters(clusters: Int64, others: Int64, size: int) -> Int64:
    """Return for each cluster the other one that it shares most objects with, -1 for none."""
    width = int(others.max()) + 1
    both, place = numbered(clusters * width + others)
    kept = both[largest_overlaps(sums(place, len(both), None), both // width)]
    found = np.full(size, -1)
    found[kept // width] = kept % width
    return found


def differing_groups(one: GroupSample, other: GroupSample, names: Int64) -> int:
    """Count groups whose table in `other`, its clusters named so, is not that in `one`."""
    from scipy.sparse import csr_array

    width = one.table.shape[1] + 1  # the last is for clusters without a name in `one`
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


def largest_overlaps(overlaps: Int64, cluster: Int64) -> NDArray[np.bool_]:
    """Mark the largest overlap of every cluster, one of them where several are."""
    order = np.lexsort((overlaps, cluster))
    marked = np.zeros(len(overlaps), dtype=np.bool_)
    marked[order[np.flatnonzero(np.diff(cluster[order], append=-1))]] = True
    return marked
