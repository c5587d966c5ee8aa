"""How well each object fits: the other objects of its class, compared with those of its cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base.arrays import Floats
from ...table.contingency import AnyTable
from ..counting.columns import Columns
from ..counting.counting import Counted

if TYPE_CHECKING:
    from numpy.typing import NDArray


def element_diagnosis(counted: Counted) -> Columns:
    """A row per counted object, in the order of the labels.

    Columns: position, class, cluster; similarity, n_ij / max(a_i, b_j): the element-centric
    similarity of its two groups, 1 if they are the same set; precision, n_ij / b_j: the share of
    its cluster that has its class; recall, n_ij / a_i: the share of its class that is in its
    cluster (means over objects are the B-cubed measures); margin: its similarity minus that of its
    class with the best other cluster, below 0 if it would fit better in `elsewhere` (None if no
    other cluster holds its class; the margin is then the similarity itself).
    """
    table, cell = counted.table, counted.cells
    similarity, precision, recall = _by_cell(table)
    margin, elsewhere = _margins(table, similarity)
    names = np.append(table.clusters.astype(object), [None])  # place -1 is nowhere
    positions = np.arange(len(cell)) if counted.positions is None else counted.positions
    weighs = cell >= 0
    cell = cell[weighs]
    return Columns(
        {
            "position": positions[weighs],
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
