"""Which object is odd: every object judged by the company it keeps in its class and its cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base.arrays import Floats
from ...labels import Labeling
from ...labels.records import from_zero
from ...table.contingency import AnyTable
from ..counting.columns import Columns
from ..counting.counting import Counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SMALL = 1 << 22  # cells of a full table, empty ones included


def element_diagnosis(counted: Counted) -> Columns:
    """A row per object that counts, in the order of the labels.

    Columns: position, class, cluster; similarity, n_ij / max(a_i, b_j): the element-centric
    similarity of its two groups, 1 when they are the same set; precision, n_ij / b_j: the share of
    its cluster that has its class; recall, n_ij / a_i: the share of its class that is in its
    cluster (means over objects are the B-cubed measures); margin: its similarity minus that of its
    class with the best other cluster, below 0 where it would be better placed in `elsewhere`
    (None where no other cluster holds its class; the margin is then the similarity itself).
    """
    table = counted.table
    cell = cell_of_objects(counted)
    similarity, precision, recall = _by_cell(table)
    margin, elsewhere = _margins(table, similarity)
    names = np.append(table.clusters.astype(object), [None])  # place -1 is nowhere
    positions = np.arange(len(cell)) if counted.positions is None else counted.positions
    counts = cell >= 0  # objects of weight 0 lie in no cell
    cell = cell[counts]
    return Columns(
        {
            "position": positions[counts],
            "class": table.classes[table.rows[cell]],
            "cluster": table.clusters[table.cols[cell]],
            "similarity": similarity[cell],
            "precision": precision[cell],
            "recall": recall[cell],
            "margin": margin[cell],
            "elsewhere": names[elsewhere[cell]],
        }
    )


def _by_cell(table: AnyTable) -> tuple[Floats, Floats, Floats]:
    counts = table.counts.astype(np.float64)
    classes = table.class_sizes.astype(np.float64)[table.rows]
    clusters = table.cluster_sizes.astype(np.float64)[table.cols]
    return counts / np.maximum(classes, clusters), counts / clusters, counts / classes


def _margins(table: AnyTable, similarity: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """For each cell its similarity minus the best of its class elsewhere, and that cluster."""
    order = np.lexsort((table.cols, -similarity, table.rows))
    rows = table.rows[order]
    first = np.searchsorted(rows, np.arange(table.shape[0]))
    pieces = np.bincount(table.rows)
    second = np.where(pieces > 1, first + 1, first)
    best, runner_up = order[first][table.rows], order[second][table.rows]
    other = np.where(np.arange(table.nnz) == best, runner_up, best)
    lonely = (pieces == 1)[table.rows]
    margin = similarity - np.where(lonely, 0.0, similarity[other])
    return margin, np.where(lonely, -1, table.cols[other]).astype(np.intp)


def cell_of_objects(counted: Counted) -> NDArray[np.intp]:
    """The cell of each object, -1 for objects of weight zero."""
    table, pair = counted.table, counted.pair
    weighs = None if pair.weights is None else pair.weights > 0
    rows, cols = occupied(pair.truth, weighs), occupied(pair.prediction, weighs)
    width = np.int64(table.shape[1])
    cells, own = table.rows.astype(np.int64) * width + table.cols, rows * width + cols
    if table.shape[0] * table.shape[1] <= _SMALL:  # a cell is looked up at once
        number = np.zeros(table.shape[0] * table.shape[1], dtype=np.int64)
        number[cells] = np.arange(len(cells))
        place = number[own if weighs is None else np.where(weighs, own, 0)]
    else:
        place = np.minimum(np.searchsorted(cells, own), len(cells) - 1)
    return place if weighs is None else np.where(weighs, place, -1)


def occupied(side: Labeling, weighs: NDArray[np.bool_] | None) -> NDArray[np.int64]:
    """Number of each object's group among the groups that hold objects, as tables number them."""
    codes = from_zero(side)
    seen = np.zeros(len(side.names), dtype=bool)
    seen[codes if weighs is None else codes[weighs]] = True
    if seen.all():
        return codes
    return (np.cumsum(seen) - 1)[codes]
