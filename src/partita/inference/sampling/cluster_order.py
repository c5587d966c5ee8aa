"""Clusters in an order that depends on their cells only, so that their names change no draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.arrays import Int64
from ...table.contingency import Contingency

if TYPE_CHECKING:
    from numpy.typing import NDArray


def ordered_clusters(table: Contingency) -> Contingency:
    """Order the clusters of a table by their cells: by the first class, then by its count."""
    return _reordered(table, _ranks(table, np.zeros(table.shape[1], dtype=np.int64)))[0]


def ordered_cells(table: Contingency, cell: Int64) -> tuple[Contingency, Int64]:
    """Return the table with ordered clusters, and the new cell of each object.

    The first object breaks a tie of two clusters with equal cells.
    """
    first = np.full(table.shape[1], len(cell))
    np.minimum.at(first, table.cols[cell], np.arange(len(cell)))
    found, order = _reordered(table, _ranks(table, first))
    place = np.empty(table.nnz, dtype=np.int64)
    place[order] = np.arange(table.nnz)
    return found, place[cell]


def _ranks(table: Contingency, first: NDArray[Any]) -> NDArray[np.int64]:
    """Return the new number of each cluster."""
    order = np.argsort(table.cols, kind="stable")
    starts = np.searchsorted(table.cols[order], np.arange(1, table.shape[1]))
    rows, counts = (np.split(one[order], starts) for one in (table.rows, table.counts))
    keys = [(a.tolist(), (-b).tolist(), k) for a, b, k in zip(rows, counts, first, strict=True)]
    ranks = np.empty(len(keys), dtype=np.int64)
    ranks[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return ranks


def _reordered(
    table: Contingency, ranks: NDArray[np.int64]
) -> tuple[Contingency, NDArray[np.intp]]:
    """Return the table with new numbers of clusters, and where its cells were."""
    cols = ranks[table.cols].astype(np.int32)
    order = np.lexsort((cols, table.rows))
    cells = table.rows[order], cols[order], table.counts[order]
    clusters = np.empty_like(table.clusters)
    clusters[ranks] = table.clusters
    return Contingency._build(cells, table.classes, clusters), order
