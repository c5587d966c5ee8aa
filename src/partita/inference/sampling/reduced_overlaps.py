"""Best overlaps and matchings of a table after it loses one object, for each of its cells.

A class, a cluster or the matching may then choose another counterpart. A line of the table needs
its best cell, and the second best for the case that the best one loses the object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...chance.batch import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...table.contingency import Contingency
    from .reduced_tables import Reduction

_SOLVED = 1 << 22  # cells of reduced tables whose matching is solved again


def reduced_matching(r: Reduction) -> tuple[NDArray[Any], Floats]:
    """Return the integers and the reals of the matching."""
    left = int(r.table.matching.matched) - _matching_loss(r.table)
    return r.integers(left), np.empty((r.table.nnz, 0))


def reduced_overlaps(r: Reduction) -> tuple[NDArray[Any], Floats]:
    """Return the integers and the reals of the overlaps."""
    t, o = r.table, r.table.overlaps
    a, b = t.class_sizes, t.cluster_sizes
    maxima = (
        int(o.class_maxima) - _only_largest_cell(r.count, t.rows, len(a)),
        int(o.cluster_maxima) - _only_largest_cell(r.count, t.cols, len(b)),
        int(o.largest_class) - _only_largest(a)[t.rows],
        int(o.largest_cluster) - _only_largest(b)[t.cols],
    )
    reals = (
        float(o.class_f) + _class_f_change(t),
        _class_f_floor(r),
        float(o.cluster_f) + _cluster_f_change(t),
        float(o.precision) + _square_share_change(r.count, t.cols, b),
        float(o.recall) + _square_share_change(r.count, t.rows, a),
    )
    return r.integers(*maxima), np.column_stack(reals)


def _matching_loss(t: Contingency) -> NDArray[np.int64]:
    """Return what the best matching loses: 1 if all best matchings use the cell, else 0.

    Beyond 2^22 cells in all reduced tables the matching that was found counts as the only one.
    """
    partner = np.asarray(t.matching.partner)
    loss: NDArray[np.int64] = (partner[t.rows] == t.cols).astype(np.int64)
    used = np.flatnonzero(loss)
    if len(used) * t.nnz <= _SOLVED:
        counts = np.tile(t.counts, (len(used), 1))
        counts[np.arange(len(used)), used] -= 1
        integers, _ = Tables(t.rows, t.cols, counts, t.shape).read("matching", 0)
        loss[used] = int(t.matching.matched) - integers[:, 4]
    return loss


def _only_largest_cell(counts: Int64, lines: NDArray[np.int32], size: int) -> NDArray[np.bool_]:
    """Mark the cells that are the only largest one of their line."""
    most = np.zeros(size, dtype=counts.dtype)
    np.maximum.at(most, lines, counts)
    top = counts == most[lines]
    return np.asarray(top & (np.bincount(lines[top], minlength=size)[lines] == 1))


def _only_largest(sizes: Int64) -> NDArray[np.bool_]:
    top = sizes == sizes.max()
    return np.asarray(top & (top.sum() == 1))


def _class_f_change(t: Contingency) -> Floats:
    """Return the change of Σ a_i max_j 2 n_ij/(a_i+b_j)."""
    count, a, b = _counts_and_sizes(t)
    f = 2 * count / (a + b)
    others = _best_of_others(f, t.rows)
    best = np.maximum(f, others)
    smaller = 2 * count / (a + b - 1)  # the class or the cluster is one smaller, the cell is not
    # an object of another class leaves the cluster, and this class keeps all its objects
    by_others = a * (np.maximum(smaller, others) - best)
    # an object leaves this cell, and the class is smaller for all its clusters
    left = 2 * (count - 1) / np.maximum(a + b - 2, 1)
    own = (a - 1) * np.maximum(left, _best_of_others(smaller, t.rows)) - a * best
    return np.asarray(own + np.bincount(t.cols, weights=by_others)[t.cols] - by_others)


def _cluster_f_change(t: Contingency) -> Floats:
    """Return the change of Σ_j 2 n_ij/(a_i+b_j), i the majority of j, the smaller class if tied."""
    count, a, b = _counts_and_sizes(t)
    first, second = _two_best((-a, count), t.cols)
    top, smallest = count[first][t.cols], a[first][t.cols]
    now = 2 * top / (smallest + b)
    # an object leaves the class in another cluster, and this cluster keeps all its objects
    chosen = np.where(count == top, np.minimum(smallest, a - 1), smallest)
    by_others = 2 * top / (chosen + b) - now
    # an object leaves this cell: it stays the majority, or the next class takes its place
    rival = _rivals(first, second, t.cols)
    most, size = np.where(rival < 0, 0.0, count[rival]), a[rival]
    stays = (count - 1 > most) | ((count - 1 == most) & (a - 1 < size))
    left = np.where(stays, count - 1, most)
    after = 2 * left / np.maximum(np.where(stays, a - 1, size) + b - 1, 1)
    return np.asarray(after - now + np.bincount(t.rows, weights=by_others)[t.rows] - by_others)


def _class_f_floor(r: Reduction) -> Floats:
    """Return Procedure 1 after the loss, by size of the class and state of the largest cluster."""
    t = r.table
    a, b = np.sort(t.class_sizes), t.cluster_sizes
    smaller = _only_largest(b)[t.cols]
    sizes, which = np.unique(r.a, return_inverse=True)
    floors = np.empty((len(sizes), 2))
    for k, size in enumerate(sizes):
        reduced = a.copy()
        reduced[np.searchsorted(a, size)] -= 1
        floors[k] = [_floor_of(reduced, float(b.max()) - less) for less in (0, 1)]
    return np.asarray(floors[which, smaller.astype(int)])


def _floor_of(sizes: Int64, cluster: float) -> float:
    """Return Σ a_i 2 n_i/(a_i+b) for a cluster of size b that takes the smallest classes first."""
    size = sizes.astype(np.float64)
    before = np.cumsum(size) - size
    taken = np.clip(cluster - before, 0.0, size)
    return float((taken * 2 * size / np.maximum(size + cluster, 1)).sum())


def _square_share_change(counts: Int64, lines: NDArray[np.int32], sizes: Int64) -> Floats:
    """Return the change of Σ n_ij²/b_j."""
    count = counts.astype(np.float64)
    squares = np.bincount(lines, weights=count * count, minlength=len(sizes))
    own, size = squares[lines], sizes[lines].astype(np.float64)
    left = np.where(size > 1, (own - 2 * count + 1) / np.maximum(size - 1, 1), 0.0)
    return np.asarray(left - own / size)


def _counts_and_sizes(t: Contingency) -> tuple[Floats, Floats, Floats]:
    """Return the counts of the cells, and the sizes of their classes and clusters."""
    parts = t.counts, t.class_sizes[t.rows], t.cluster_sizes[t.cols]
    count, a, b = (np.asarray(x, dtype=np.float64) for x in parts)
    return count, a, b


def _best_of_others(values: Floats, lines: NDArray[Any]) -> Floats:
    """Return for each cell the highest value among the other cells of its line, 0 without any."""
    rival = _rivals(*_two_best((values,), lines), lines)
    return np.where(rival < 0, 0.0, values[rival])


def _rivals(first: NDArray[Any], second: NDArray[Any], lines: NDArray[Any]) -> NDArray[Any]:
    """Return for each cell the best other cell of its line, -1 without any."""
    is_first = np.arange(len(lines)) == first[lines]
    return np.asarray(np.where(is_first, second[lines], first[lines]))


def _two_best(keys: tuple[Floats, ...], lines: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return for each line the cells of the highest and second highest key, -1 for no second."""
    order = np.lexsort((*keys, lines))
    ends = np.cumsum(np.bincount(lines)) - 1
    before = order[np.maximum(ends - 1, 0)]
    return order[ends], np.where(np.diff(ends, prepend=-1) > 1, before, -1)
