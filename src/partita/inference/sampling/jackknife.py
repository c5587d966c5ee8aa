"""One object less: every statistic after removing an object from each occupied cell.

Objects of a cell are alike, so n jackknife values are as many as there are cells, and each follows
from the statistic of the whole table by a change in one cell, one row and one column.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _resample
from ...base.arithmetic import weighted_sum
from ...base.arrays import Int64
from ...table.contingency import Contingency
from .batch import Float64, Scorer, Tables, scores, statistics
from .choices import class_f_change, cluster_f_change, matching_loss

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ONE_BY_ONE = 256  # up to this many cells each reduced table is read by itself
_PORTION = 1 << 22  # cells of reduced tables held at once


class Influence(NamedTuple):
    """What the jackknife says about a score."""

    change: Float64  # of the score, per cell, when one of its objects goes
    standard_error: float
    acceleration: float
    bias: float


def influence(s: Scorer, table: Contingency, threads: int = 0) -> Influence:
    """Return jackknife influence, standard error, acceleration (BCa) and bias of a score."""
    whole = float(scores([s], _one(table), threads)[0, 0])
    if table.n == 1:
        return Influence(np.zeros(1), 0.0, 0.0, 0.0)
    values = s.at_size(without_one(s, table, threads), table.n - 1, table.n)
    return summarize(whole, values, table.counts, float(table.n))


def summarize(whole: float, values: Float64, counts: NDArray[Any], units: float) -> Influence:
    """Read the jackknife: the score of all units, and after the loss of one unit of each kind."""
    weights = counts / units
    mean = weighted_sum(weights, values)
    pull = mean - values  # positive where a unit of the kind raises the score
    second, third = weighted_sum(weights, pull**2), weighted_sum(weights, pull**3)
    if second <= (1e-15 * max(1.0, abs(whole))) ** 2:  # rounding, not influence
        return Influence(values - whole, 0.0, 0.0, 0.0)
    return Influence(
        change=values - whole,
        standard_error=float(np.sqrt((units - 1.0) * second)),
        acceleration=float(third / (6.0 * np.sqrt(units) * second**1.5)),
        bias=(units - 1.0) * (mean - whole),
    )


def without_one(s: Scorer, table: Contingency, threads: int = 0) -> Float64:
    """Return the score after removing one object, for each cell that may lose it."""
    if table.nnz <= _ONE_BY_ONE or not s.source:
        return _one_by_one(s, table, threads)
    integers, reals = _REDUCED[s.source](_Reduction(table))
    first, which = _distinct(integers, reals)
    rows = statistics(s.source, integers[first], reals[first])
    values = np.array([s.read(statistic, perfect=perfect) for perfect, statistic in rows])
    return np.asarray(values[which])


def _one_by_one(s: Scorer, table: Contingency, threads: int) -> Float64:
    """Score the reduced tables themselves, a portion at a time."""
    found = []
    for cells in np.array_split(np.arange(table.nnz), -(-(table.nnz**2) // _PORTION)):
        counts = np.tile(table.counts, (len(cells), 1))
        counts[np.arange(len(cells)), cells] -= 1
        reduced = Tables(table.rows, table.cols, counts, table.shape)
        found.append(scores([s], reduced, threads)[:, 0])
    return np.concatenate(found)


def _distinct(integers: NDArray[Any], reals: Float64) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return where each distinct row first is, and which it is: many cells lose alike."""
    if integers.dtype == object:
        every = np.arange(len(integers))
        return every, every
    rows = np.column_stack((integers, np.ascontiguousarray(reals).view(np.int64)))
    packed = np.ascontiguousarray(rows).view(f"V{rows.shape[1] * 8}").ravel()
    _, first, which = np.unique(packed, return_index=True, return_inverse=True)
    return first, which


def _one(table: Contingency) -> Tables:
    return Tables(table.rows, table.cols, table.counts[np.newaxis], table.shape)


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


def _pairs(r: _Reduction) -> tuple[NDArray[Any], Float64]:
    squares = [_integers(x, r.n) for x in _sizes(r.table)]
    sums = [int((x * x).sum()) for x in squares]
    less = [total - 2 * x + 1 for total, x in zip(sums, (r.count, r.a, r.b), strict=True)]
    return r.whole(*less), np.empty((r.table.nnz, 0))


def _sizes(table: Contingency) -> tuple[Int64, Int64, Int64]:
    return table.counts, table.class_sizes, table.cluster_sizes


def _step(x: NDArray[Any] | int) -> Float64:
    """Return x log x - (x-1) log(x-1), which is 0 at 1."""
    y = np.asarray(x, dtype=np.float64)
    return np.log(y) - (y - 1) * np.log1p(-1.0 / np.maximum(y, 1.5))


def _information(r: _Reduction) -> tuple[NDArray[Any], Float64]:
    # n·I = n log n + Σ n_ij log n_ij - Σ a log a - Σ b log b: one term of each sum changes
    i, n = r.table.information, float(r.n)
    cell, row, col, whole = _step(r.count), _step(r.a), _step(r.b), _step(r.n)
    mutual = n * i.mutual + row + col - cell - whole
    class_residual = n * i.class_residual + cell - col
    cluster_residual = n * i.cluster_residual + cell - row
    parts = np.column_stack((mutual, class_residual, cluster_residual))
    return r.whole(), np.maximum(parts, 0.0) / (n - 1.0)


def _expected(r: _Reduction) -> tuple[NDArray[Any], Float64]:
    integers, reals = _information(r)
    t = r.table
    sizes = t.class_sizes, t.cluster_sizes
    expected = _resample.expected_without_one(t.rows, t.cols, *sizes)
    n, _, classes, clusters = integers[:, :4].T
    fixed = (classes == 1) | (clusters == 1) | (classes == n) | (clusters == n)
    return integers, np.column_stack((reals, np.where(fixed, reals[:, 0], expected)))


def _coding(r: _Reduction) -> tuple[NDArray[Any], Float64]:
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


def _code(sizes: NDArray[Any], classes: int) -> Float64:
    """Return log C(h + c - 1, c - 1)."""
    from scipy.special import gammaln

    h = np.asarray(sizes, dtype=np.float64)
    return np.asarray(gammaln(h + classes) - gammaln(h + 1) - gammaln(classes))


def _matching(r: _Reduction) -> tuple[NDArray[Any], Float64]:
    left = int(r.table.matching.matched) - matching_loss(r.table)
    return r.whole(left), np.empty((r.table.nnz, 0))


def _overlaps(r: _Reduction) -> tuple[NDArray[Any], Float64]:
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


def _square_share(counts: Int64, lines: NDArray[np.int32], sizes: Int64) -> Float64:
    """Return the change of Σ n_ij²/b_j when an object goes."""
    count = counts.astype(np.float64)
    squares = np.bincount(lines, weights=count * count, minlength=len(sizes))
    own, size = squares[lines], sizes[lines].astype(np.float64)
    left = np.where(size > 1, (own - 2 * count + 1) / np.maximum(size - 1, 1), 0.0)
    return np.asarray(left - own / size)


def _class_f_floor(r: _Reduction) -> Float64:
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


_REDUCED: dict[str, Callable[[_Reduction], tuple[NDArray[Any], Float64]]] = {
    "pairs": _pairs,
    "information": _information,
    "expected_information": _expected,
    "coding": _coding,
    "matching": _matching,
    "overlaps": _overlaps,
}
