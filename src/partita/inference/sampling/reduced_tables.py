"""Family statistics of a table after it loses one object, for each of its cells.

They follow from the statistic of the whole table by the change in one cell, row and column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _resample
from .reduced_overlaps import reduced_matching, reduced_overlaps

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...table.contingency import Contingency


def without_one_object(table: Contingency, statistic: str) -> tuple[NDArray[Any], Floats]:
    """Return the integers and the reals of a statistic, one row for each cell."""
    return _READERS[statistic](Reduction(table))


class Reduction:
    """A table and, for each of its cells, the count and the sizes of its class and cluster."""

    def __init__(self, table: Contingency) -> None:
        self.table = table
        self.n = table.n
        self.count = _squarable(table.counts, table.n)
        self.a = _squarable(table.class_sizes, table.n)[table.rows]
        self.b = _squarable(table.cluster_sizes, table.n)[table.cols]

    def integers(self, *columns: NDArray[Any]) -> NDArray[Any]:
        """Return rows that begin with the numbers of objects, cells, classes and clusters."""
        (classes, clusters), cells = self.table.shape, self.table.nnz
        common = (
            np.full(cells, self.n - 1, dtype=self.count.dtype),
            cells - (self.count == 1),
            classes - (self.a == 1),
            clusters - (self.b == 1),
        )
        return np.column_stack((*common, *columns))


def _squarable(values: Int64, n: int) -> NDArray[Any]:
    """Return the values, as Python integers if their squares do not fit in int64."""
    return values if n < 3_000_000_000 else values.astype(object)


def _pairs(r: Reduction) -> tuple[NDArray[Any], Floats]:
    t, squares = r.table, []
    for sizes, own in zip(
        (t.counts, t.class_sizes, t.cluster_sizes), (r.count, r.a, r.b), strict=True
    ):
        every = _squarable(sizes, r.n)
        squares.append(int((every * every).sum()) - 2 * own + 1)
    return r.integers(*squares), np.empty((t.nnz, 0))


def _step(x: NDArray[Any] | int) -> Floats:
    """Return x log x - (x-1) log(x-1), which is 0 at 1."""
    y = np.asarray(x, dtype=np.float64)
    return np.log(y) - (y - 1) * np.log1p(-1.0 / np.maximum(y, 1.5))


def _information(r: Reduction) -> tuple[NDArray[Any], Floats]:
    # n·I = n log n + Σ n_ij log n_ij - Σ a log a - Σ b log b: one term of each sum changes
    i, n = r.table.information, float(r.n)
    cell, row, col, whole = _step(r.count), _step(r.a), _step(r.b), _step(r.n)
    mutual = n * i.mutual + row + col - cell - whole
    class_residual = n * i.class_residual + cell - col
    cluster_residual = n * i.cluster_residual + cell - row
    parts = np.column_stack((mutual, class_residual, cluster_residual))
    return r.integers(), np.maximum(parts, 0.0) / (n - 1.0)


def _expected(r: Reduction) -> tuple[NDArray[Any], Floats]:
    integers, reals = _information(r)
    t = r.table
    sizes = t.class_sizes, t.cluster_sizes
    expected = _resample.expected_without_one(t.rows, t.cols, *sizes)
    n, _, classes, clusters = integers[:, :4].T
    fixed = (classes == 1) | (clusters == 1) | (classes == n) | (clusters == n)
    return integers, np.column_stack((reals, np.where(fixed, reals[:, 0], expected)))


def _coding(r: Reduction) -> tuple[NDArray[Any], Floats]:
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


_READERS: dict[str, Callable[[Reduction], tuple[NDArray[Any], Floats]]] = {
    "pairs": _pairs,
    "information": _information,
    "expected_information": _expected,
    "coding": _coding,
    "matching": reduced_matching,
    "overlaps": reduced_overlaps,
}
