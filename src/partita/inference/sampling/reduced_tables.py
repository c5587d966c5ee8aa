"""Family statistics of a table with one object less, for each occupied cell that may lose it.

Each follows from the statistic of the whole table by a change in one cell, one row and one column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _resample
from .choices import class_f_change, cluster_f_change, matching_loss

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...table.contingency import Contingency


def without_one_object(table: Contingency, statistic: str) -> tuple[NDArray[Any], Floats]:
    """Return the whole numbers and the reals of a statistic, one row for each cell."""
    return _READINGS[statistic](_Reduction(table))


class _Reduction:
    """A table with, for each cell, its count and the sizes of its class and cluster."""

    def __init__(self, table: Contingency) -> None:
        self.table = table
        self.n = table.n
        self.count = _integers(table.counts, table.n)
        self.a = _integers(table.class_sizes, table.n)[table.rows]
        self.b = _integers(table.cluster_sizes, table.n)[table.cols]

    def whole(self, *columns: NDArray[Any]) -> NDArray[Any]:
        """Rows that begin with objects, cells, classes and clusters."""
        (classes, clusters), cells = self.table.shape, self.table.nnz
        common = (
            np.full(cells, self.n - 1, dtype=self.count.dtype),
            cells - (self.count == 1),
            classes - (self.a == 1),
            clusters - (self.b == 1),
        )
        return np.column_stack((*common, *columns))


def _integers(values: Int64, n: int) -> NDArray[Any]:
    return values if n < 3_000_000_000 else values.astype(object)  # squares must fit


def _pairs(r: _Reduction) -> tuple[NDArray[Any], Floats]:
    squares = [_integers(x, r.n) for x in _sizes(r.table)]
    sums = [int((x * x).sum()) for x in squares]
    less = [total - 2 * x + 1 for total, x in zip(sums, (r.count, r.a, r.b), strict=True)]
    return r.whole(*less), np.empty((r.table.nnz, 0))


def _sizes(table: Contingency) -> tuple[Int64, Int64, Int64]:
    return table.counts, table.class_sizes, table.cluster_sizes


def _step(x: NDArray[Any] | int) -> Floats:
    """Return x log x - (x-1) log(x-1), which is 0 at 1."""
    y = np.asarray(x, dtype=np.float64)
    return np.log(y) - (y - 1) * np.log1p(-1.0 / np.maximum(y, 1.5))


def _information(r: _Reduction) -> tuple[NDArray[Any], Floats]:
    # n·I = n log n + Σ n_ij log n_ij - Σ a log a - Σ b log b: one term of each sum changes
    i, n = r.table.information, float(r.n)
    cell, row, col, whole = _step(r.count), _step(r.a), _step(r.b), _step(r.n)
    mutual = n * i.mutual + row + col - cell - whole
    class_residual = n * i.class_residual + cell - col
    cluster_residual = n * i.cluster_residual + cell - row
    parts = np.column_stack((mutual, class_residual, cluster_residual))
    return r.whole(), np.maximum(parts, 0.0) / (n - 1.0)


def _expected(r: _Reduction) -> tuple[NDArray[Any], Floats]:
    integers, reals = _information(r)
    t = r.table
    sizes = t.class_sizes, t.cluster_sizes
    expected = _resample.expected_without_one(t.rows, t.cols, *sizes)
    n, _, classes, clusters = integers[:, :4].T
    fixed = (classes == 1) | (clusters == 1) | (classes == n) | (clusters == n)
    return integers, np.column_stack((reals, np.where(fixed, reals[:, 0], expected)))


def _coding(r: _Reduction) -> tuple[NDArray[Any], Floats]:
    integers, reals = _information(r)
    t = r.table
    classes = len(t.classes)
    lengths = []
    for sizes, own in ((t.cluster_sizes, r.b), (t.class_sizes, r.a)):
        all_stay = _code(sizes, classes).sum() + _code(own - 1, classes) - _code(own, classes)
        fewer = max(1, classes - 1)  # a class of one object vanishes with it
        one_goes = _code(sizes, fewer).sum() + _code(own - 1, fewer) - _code(own, fewer)
        lengths.append(np.where(r.a == 1, one_goes, all_stay))
    return integers, np.column_stack((reals[:, 1], *lengths))


def _code(sizes: NDArray[Any], classes: int) -> Floats:
    """Return log C(h + c - 1, c - 1)."""
    from scipy.special import gammaln

    h = np.asarray(sizes, dtype=np.float64)
    return np.asarray(gammaln(h + classes) - gammaln(h + 1) - gammaln(classes))


def _matching(r: _Reduction) -> tuple[NDArray[Any], Floats]:
    left = int(r.table.matching.matched) - matching_loss(r.table)
    return r.whole(left), np.empty((r.table.nnz, 0))


def _overlaps(r: _Reduction) -> tuple[NDArray[Any], Floats]:
    t, o = r.table, r.table.overlaps
    a, b = t.class_sizes, t.cluster_sizes
    maxima = (
        int(o.class_maxima) - _alone_on_top(r.count, t.rows, len(a)),
        int(o.cluster_maxima) - _alone_on_top(r.count, t.cols, len(b)),
        int(o.largest_class) - _alone_largest(a)[t.rows],
        int(o.largest_cluster) - _alone_largest(b)[t.cols],
    )
    reals = (
        float(o.class_f) + class_f_change(t),
        _class_f_floor(r),
        float(o.cluster_f) + cluster_f_change(t),
        float(o.precision) + _square_share(r.count, t.cols, b),
        float(o.recall) + _square_share(r.count, t.rows, a),
    )
    return r.whole(*maxima), np.column_stack(reals)


def _alone_on_top(counts: Int64, lines: NDArray[np.int32], size: int) -> NDArray[np.bool_]:
    """Tell which cells are the only largest one of their line."""
    most = np.zeros(size, dtype=counts.dtype)
    np.maximum.at(most, lines, counts)
    top = counts == most[lines]
    return np.asarray(top & (np.bincount(lines[top], minlength=size)[lines] == 1))


def _alone_largest(sizes: Int64) -> NDArray[np.bool_]:
    top = sizes == sizes.max()
    return np.asarray(top & (top.sum() == 1))


def _square_share(counts: Int64, lines: NDArray[np.int32], sizes: Int64) -> Floats:
    """Return the change of Σ n_ij²/b_j when an object goes."""
    count = counts.astype(np.float64)
    squares = np.bincount(lines, weights=count * count, minlength=len(sizes))
    own, size = squares[lines], sizes[lines].astype(np.float64)
    left = np.where(size > 1, (own - 2 * count + 1) / np.maximum(size - 1, 1), 0.0)
    return np.asarray(left - own / size)


def _class_f_floor(r: _Reduction) -> Floats:
    """Procedure 1 after the loss, for each size of class and both states of the largest cluster."""
    t = r.table
    a, b = np.sort(t.class_sizes), t.cluster_sizes
    smaller = _alone_largest(b)[t.cols]
    sizes, which = np.unique(r.a, return_inverse=True)
    floors = np.empty((len(sizes), 2))
    for k, size in enumerate(sizes):
        reduced = a.copy()
        reduced[np.searchsorted(a, size)] -= 1
        floors[k] = [_poured(reduced, float(b.max()) - less) for less in (0, 1)]
    return np.asarray(floors[which, smaller.astype(int)])


def _poured(sizes: Int64, cluster: float) -> float:
    size = sizes.astype(np.float64)
    before = np.cumsum(size) - size
    taken = np.clip(cluster - before, 0.0, size)
    return float((taken * 2 * size / np.maximum(size + cluster, 1)).sum())


_READINGS: dict[str, Callable[[_Reduction], tuple[NDArray[Any], Floats]]] = {
    "pairs": _pairs,
    "information": _information,
    "expected_information": _expected,
    "coding": _coding,
    "matching": _matching,
    "overlaps": _overlaps,
}
