"""The rule of three for scores: the largest change by objects of a kind not in the sample."""

from __future__ import annotations

from itertools import product
from math import ceil, expm1, log1p
from typing import TYPE_CHECKING

import numpy as np

from ...chance.batch import Tables, scores

if TYPE_CHECKING:
    from ...base.arrays import Int64
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency

_CANDIDATES = 24  # cells to move from and clusters to move to: the smallest and the largest

Cell = tuple[int, int]
_CLASS, _CLUSTER = range(2)  # the sides of a cell


def unseen(objects: int, units: int, level: float) -> int:
    """Return how many objects may be of a kind that none of these units showed."""
    share = -expm1(log1p(-level) / units)  # (1 - share)^units = 1 - level
    return min(objects, ceil(share * objects))


def worst_scores(s: Chosen, table: Contingency, moved: int) -> tuple[float, float]:
    """Return the lowest and the highest score after moving this many objects to one cluster.

    If that changes nothing, as with one class, the objects move to another class instead.
    """
    low, high = _scores_after(s, table, moved, _CLUSTER)
    return (low, high) if low < high else _scores_after(s, table, moved, _CLASS)


def _scores_after(s: Chosen, table: Contingency, moved: int, side: int) -> tuple[float, float]:
    sizes = (table.class_sizes, table.cluster_sizes)[side]
    goals = [*_extremes(sizes), len(sizes)]  # the last is a new cluster or class
    known = list(zip(table.rows.tolist(), table.cols.tolist(), strict=True))
    every = [
        _moves(table, known, k, (side, j), moved)
        for k, j in product(_extremes(table.counts), goals)
    ]
    cells = sorted({cell for moves in every for cell in moves} | set(known))
    place = {cell: k for k, cell in enumerate(cells)}
    rows, cols = (np.array(side, dtype=np.int32) for side in zip(*cells, strict=True))
    changed = np.zeros((len(every), len(cells)), dtype=np.int64)
    changed[:, [place[cell] for cell in known]] = table.counts
    for counts, moves in zip(changed, every, strict=True):
        for cell, change in moves.items():
            counts[place[cell]] += change
    shape = len(table.classes) + 1, len(table.clusters) + 1
    values = scores([s], Tables(rows, cols, changed, shape))[:, 0]
    return float(values.min()), float(values.max())


def _moves(
    table: Contingency, known: list[Cell], first: int, to: tuple[int, int], moved: int
) -> dict[Cell, int]:
    """Return the changes of cells: objects leave one cell, then the next ones if needed."""
    changes: dict[Cell, int] = {}
    side, goal = to
    for k in [*range(first, len(known)), *range(first)]:
        row, col = cell = known[k]
        if moved == 0 or (k == first and cell[side] == goal):
            break
        if cell[side] != goal:
            some = min(moved, int(table.counts[k]))
            there = (goal, col) if side == _CLASS else (row, goal)
            changes[cell] = -some
            changes[there] = changes.get(there, 0) + some
            moved -= some
    return changes


def _extremes(sizes: Int64) -> list[int]:
    """Return positions of the smallest and the largest sizes."""
    order = np.argsort(sizes, kind="stable")
    half = _CANDIDATES // 2
    return sorted({*order[:half].tolist(), *order[-half:].tolist()})
