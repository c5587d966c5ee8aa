"""Clusters in an order that depends on their cells only, so that their names change no draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.arrays import Int64
from ...table.contingency import Contingency
from .objects import distinct_values, sum_by_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def ordered_clusters(table: Contingency) -> Contingency:
    """Order the clusters of a table by their cells: by the first class, then by its count."""
    return _reordered(table, _ranks(_cell_keys(table)))[0]


def ordered_together(
    tables: Sequence[Contingency], cells: Sequence[Int64], counts: Int64 | None
) -> tuple[tuple[Contingency, ...], tuple[Int64, ...]]:
    """Return tables of the same objects with ordered clusters, and the new cells of each object.

    `cells` are those of each object by table, and `counts` its weight. Clusters with equal cells
    are ordered by the clusters of the other tables that hold their objects, so neither the names of
    clusters nor the order of objects changes a draw. If these are equal too, the clusters are
    alike, and come in the order of their first object in every table.
    """
    keys = [_cell_keys(table) for table in tables]
    ties = [len({*map(_hashed, own)}) < len(own) for own in keys]
    if any(ties):
        levels = [_levels(own) for own in keys]
        kind = _kinds(tables, cells, levels)
        for m, table in enumerate(tables):
            if ties[m]:
                more = _other_keys(table.cols[cells[m]].astype(np.int64), kind, counts)
                keys[m] = [(level, *own) for level, own in zip(levels[m], more, strict=True)]
    found = [
        _renumbered(table, cell, _ranks(own))
        for table, cell, own in zip(tables, cells, keys, strict=True)
    ]
    return tuple(table for table, _ in found), tuple(cell for _, cell in found)


def _cell_keys(table: Contingency) -> list[tuple[Any, ...]]:
    """A sort key for each cluster: its classes, and its counts, the largest first."""
    order = np.argsort(table.cols, kind="stable")
    starts = np.searchsorted(table.cols[order], np.arange(1, table.shape[1]))
    rows, counts = (np.split(one[order], starts) for one in (table.rows, table.counts))
    return [(a.tolist(), (-b).tolist()) for a, b in zip(rows, counts, strict=True)]


def _hashed(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(map(tuple, key))


def _levels(keys: list[tuple[Any, ...]]) -> list[int]:
    """The places of keys in ascending order; equal keys share one."""
    levels, level = [0] * len(keys), -1
    before: tuple[Any, ...] | None = None
    for place in sorted(range(len(keys)), key=keys.__getitem__):
        level += keys[place] != before
        levels[place], before = level, keys[place]
    return levels


def _kinds(
    tables: Sequence[Contingency], cells: Sequence[Int64], levels: Sequence[list[int]]
) -> Int64:
    """Number objects by their class and by the levels of their clusters."""
    kind = tables[0].rows[cells[0]].astype(np.int64)
    for table, cell, own in zip(tables, cells, levels, strict=True):
        level = np.array(own)[table.cols[cell]]
        kind = distinct_values(kind * np.int64(len(own)) + level)[1]
    return kind


def _other_keys(cluster: Int64, kind: Int64, counts: Int64 | None) -> list[tuple[Any, ...]]:
    """A sort key for each cluster: its kinds of objects, their numbers, and its first object."""
    width = int(kind.max()) + 1
    both, place = distinct_values(cluster * width + kind)
    numbers = sum_by_place(place, len(both), counts)
    size = int(cluster.max()) + 1
    starts = np.searchsorted(both // width, np.arange(1, size))
    parts = zip(np.split(both % width, starts), np.split(numbers, starts), strict=True)
    first = np.full(size, len(cluster))
    np.minimum.at(first, cluster, np.arange(len(cluster)))
    return [(a.tolist(), b.tolist(), k) for (a, b), k in zip(parts, first.tolist(), strict=True)]


def _renumbered(
    table: Contingency, cell: Int64, ranks: NDArray[np.int64]
) -> tuple[Contingency, Int64]:
    """Return the table with new numbers of clusters, and the new cell of each object."""
    found, order = _reordered(table, ranks)
    place = np.empty(table.nnz, dtype=np.int64)
    place[order] = np.arange(table.nnz)
    return found, place[cell]


def _ranks(keys: list[tuple[Any, ...]]) -> NDArray[np.int64]:
    """Return the new number of each cluster."""
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
