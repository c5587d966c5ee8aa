"""How edits of a clustering change the sums behind pair and information measures.

With cells n_ij and cluster sizes b_j, the sums are Σ n_ij² and Σ b_j² (pairs), Σ φ(n_ij) and
Σ φ(b_j) with φ(t) = t log t (information). Class sizes stay the same.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats
from ...labels.records import unlabeled
from ...table.contingency import AnyTable

Numbers = NDArray[Any]  # int64 where squares fit, else float64
_BUDGET = 1_000_000  # pairs of pieces of one class that are considered for merges


@dataclass(frozen=True, slots=True)
class Shifts:
    """All edits of one kind, and how each changes the four sums and the number of clusters."""

    kind: Literal["merge", "split", "move"]
    clusters: NDArray[np.int64]
    targets: NDArray[np.int64]
    groups: NDArray[np.int64]
    cell_squares: Numbers
    cluster_squares: Numbers
    cell_logs: Floats
    cluster_logs: Floats
    more_clusters: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.clusters)

    def take(self, places: NDArray[np.intp]) -> Shifts:
        """Some of the edits."""
        arrays = (getattr(self, each.name)[places] for each in fields(self)[1:])
        return Shifts(self.kind, *arrays)


def merges(table: AnyTable) -> Shifts:
    """Merge two clusters that share a class."""
    counts, sizes = numbers(table.counts, table), numbers(table.cluster_sizes, table)
    left, right = _pieces_of_one_class(table)
    named = ~unlabeled(table.clusters)[table.cols]  # a single object of noise is not a cluster
    both = named[left] & named[right]
    left, right = left[both], right[both]
    width = len(sizes)
    low = np.minimum(table.cols[left], table.cols[right]).astype(np.int64)
    high = np.maximum(table.cols[left], table.cols[right]).astype(np.int64)
    keys, inverse = np.unique(low * width + high, return_inverse=True)
    one, other = keys // width, keys % width
    n, m = counts[left], counts[right]
    squares = np.zeros(len(keys), dtype=counts.dtype)
    np.add.at(squares, inverse, 2 * n * m)
    logs = np.bincount(inverse, _phi(n + m) - _phi(n) - _phi(m), len(keys)).astype(np.float64)
    a, b = sizes[one], sizes[other]
    return Shifts(
        "merge", other, one, _none(one), squares, 2 * a * b,
        logs, _phi(a + b) - _phi(a) - _phi(b), np.full(len(keys), -1),
    )  # fmt: skip


def splits(table: AnyTable) -> Shifts:
    """Split a cluster that holds several classes into these classes."""
    counts, sizes = numbers(table.counts, table), numbers(table.cluster_sizes, table)
    pieces = np.bincount(table.cols)
    squares = np.zeros(len(sizes), dtype=counts.dtype)
    np.add.at(squares, table.cols, counts * counts)
    logs = np.bincount(table.cols, _phi(counts), len(sizes)).astype(np.float64)
    mixed = np.flatnonzero(pieces > 1)
    nothing = np.zeros(len(mixed))
    return Shifts(
        "split", mixed, _none(mixed), _none(mixed), nothing.astype(counts.dtype),
        (squares - sizes * sizes)[mixed], nothing, (logs - _phi(sizes))[mixed],
        pieces[mixed] - 1,
    )  # fmt: skip


def moves(table: AnyTable) -> Shifts:
    """Move the objects of one class from a mixed cluster to the cluster that holds most of it.

    Moving a whole cluster is a merge, which `merges` lists.
    """
    counts, sizes = numbers(table.counts, table), numbers(table.cluster_sizes, table)
    order = np.lexsort((table.cols, -counts, table.rows))
    home = order[np.searchsorted(table.rows[order], np.arange(table.shape[0]))][table.rows]
    here = np.arange(table.nnz)
    cells = np.flatnonzero((home != here) & (counts < sizes[table.cols]))
    n, m = counts[cells], counts[home[cells]]
    source, target = table.cols[cells].astype(np.int64), table.cols[home[cells]].astype(np.int64)
    a, b = sizes[source], sizes[target]
    return Shifts(
        "move", source, target, table.rows[cells].astype(np.int64), 2 * n * m,
        2 * n * (b - a + n), _phi(n + m) - _phi(n) - _phi(m),
        _phi(a - n) + _phi(b + n) - _phi(a) - _phi(b), np.zeros(len(cells), dtype=np.int64),
    )  # fmt: skip


def numbers(values: NDArray[Any], table: AnyTable) -> Numbers:
    """The counts as integers if no square can overflow, otherwise as floats."""
    small = values.dtype.kind == "i" and table.n < 2**30
    return values.astype(np.int64 if small else np.float64)


def _pieces_of_one_class(table: AnyTable) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """All pairs of cells in one row; only the largest cells of very wide rows."""
    order = np.lexsort((table.cols, -table.counts.astype(np.float64), table.rows))
    starts = np.searchsorted(table.rows[order], np.arange(table.shape[0] + 1))
    widths = np.diff(starts)
    cap = _cap(widths)
    lefts, rights = [], []
    pairs = {width: np.triu_indices(width, 1) for width in np.minimum(widths, cap).tolist()}
    for start, width in zip(starts.tolist(), np.minimum(widths, cap).tolist(), strict=False):
        first, second = pairs[width]
        lefts.append(order[start + first])
        rights.append(order[start + second])
    return np.concatenate(lefts), np.concatenate(rights)


def _cap(widths: NDArray[np.intp]) -> int:
    """How many pieces of a class to pair, so that all pairs stay within the budget."""
    cap = int(widths.max())
    while cap > 2 and float((np.minimum(widths, cap) ** 2.0).sum()) > 2 * _BUDGET:
        cap = cap * 4 // 5
    return cap


def _phi(values: Numbers) -> Floats:
    """Return t log t, 0 at 0."""
    floats = values.astype(np.float64)
    return floats * np.log(np.where(floats > 0, floats, 1.0))


def _none(like: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.full(len(like), -1, dtype=np.int64)
