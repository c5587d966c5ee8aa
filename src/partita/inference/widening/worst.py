"""The worst that objects never seen could do: a few of them go where they hurt most."""

from __future__ import annotations

from itertools import product
from math import ceil, expm1, log1p

import numpy as np

from ...base.arrays import Int64
from ...table.contingency import Contingency
from ..sampling.batch import Scorer, Tables, scores

_CANDIDATES = 24  # cells tried as origin and clusters tried as goal: the largest and the smallest

Cell = tuple[int, int]


def unseen(objects: int, units: int, level: float) -> int:
    """Return how many objects may be of a kind that was never seen among these units."""
    share = -expm1(log1p(-level) / units)  # (1 - share)^units = 1 - level
    return min(objects, ceil(share * objects))


def worst_scores(s: Scorer, table: Contingency, moved: int) -> tuple[float, float]:
    """Return the lowest and the highest score after moving so many objects to one cluster."""
    goals = [*_extremes(table.cluster_sizes), len(table.clusters)]  # the last is a new cluster
    known = list(zip(table.rows.tolist(), table.cols.tolist(), strict=True))
    every = [_moves(table, known, k, j, moved) for k, j in product(_extremes(table.counts), goals)]
    cells = sorted({cell for moves in every for cell in moves} | set(known))
    place = {cell: k for k, cell in enumerate(cells)}
    rows, cols = (np.array(side, dtype=np.int32) for side in zip(*cells, strict=True))
    changed = np.zeros((len(every), len(cells)), dtype=np.int64)
    changed[:, [place[cell] for cell in known]] = table.counts
    for counts, moves in zip(changed, every, strict=True):
        for cell, change in moves.items():
            counts[place[cell]] += change
    shape = len(table.classes), len(table.clusters) + 1
    values = scores([s], Tables(rows, cols, changed, shape))[:, 0]
    return float(values.min()), float(values.max())


def _moves(
    table: Contingency, known: list[Cell], first: int, goal: int, moved: int
) -> dict[Cell, int]:
    """Return the changes of cells: objects leave one cell, and where it is too small the next."""
    changes: dict[Cell, int] = {}
    for k in [*range(first, len(known)), *range(first)]:
        row, col = known[k]
        if moved == 0 or (k == first and col == goal):
            break
        if col != goal:
            some = min(moved, int(table.counts[k]))
            changes[row, col] = -some
            changes[row, goal] = changes.get((row, goal), 0) + some
            moved -= some
    return changes


def _extremes(sizes: Int64) -> list[int]:
    """Return positions of the smallest and the largest sizes."""
    order = np.argsort(sizes, kind="stable")
    half = _CANDIDATES // 2
    return sorted({*order[:half].tolist(), *order[-half:].tolist()})
