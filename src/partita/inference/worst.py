"""Perfect scores: what a few unseen errors, put where they hurt most, would make of them."""

from __future__ import annotations

from itertools import product

import numpy as np

from ..contingency import Contingency
from .scores import Int64, Scorer, Tables, scores

_CANDIDATES = 24  # cells tried as origin and clusters tried as goal: the largest and the smallest


def worst_scores(s: Scorer, table: Contingency, moved: int) -> tuple[float, float]:
    """Return the lowest and the highest score after moving objects of a cell to another cluster."""
    origins = _extremes(table.counts)
    goals = [*_extremes(table.cluster_sizes), len(table.clusters)]  # the last is a new cluster
    cells = sorted(
        {(int(table.rows[k]), int(j)) for k, j in product(origins, goals)}
        | set(zip(table.rows.tolist(), table.cols.tolist(), strict=True))
    )
    place = {cell: k for k, cell in enumerate(cells)}
    rows, cols = (np.array(side, dtype=np.int32) for side in zip(*cells, strict=True))
    base = np.zeros(len(cells), dtype=np.int64)
    known = zip(table.rows.tolist(), table.cols.tolist(), strict=True)
    base[[place[cell] for cell in known]] = table.counts
    changed = []
    for k, j in product(origins, goals):
        row, col = int(table.rows[k]), int(table.cols[k])
        if j != col:
            counts = base.copy()
            some = min(moved, int(table.counts[k]))
            counts[place[row, col]] -= some
            counts[place[row, int(j)]] += some
            changed.append(counts)
    shape = len(table.classes), len(table.clusters) + 1
    values = scores([s], Tables(rows, cols, np.array(changed), shape))[:, 0]
    return float(values.min()), float(values.max())


def _extremes(sizes: Int64) -> list[int]:
    """Return positions of the smallest and the largest sizes."""
    order = np.argsort(sizes, kind="stable")
    half = _CANDIDATES // 2
    return sorted({*order[:half].tolist(), *order[-half:].tolist()})
