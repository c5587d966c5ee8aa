"""All tables that a grid allows, when they are few, and how much exact programs would cost."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from ...base.arrays import Counts
from .grid import Grid

_WIDE = 50  # how many candidates are formed for each table that may be kept


def few_tables(grid: Grid, most: int) -> Counts | None:
    """Every table, once, as an array (t, r, k); None when there are more than `most`."""
    tables = grid.base.reshape(1, -1)
    for cells, size in zip(grid.cells, grid.sizes.tolist(), strict=True):
        ways = comb(size + len(cells) - 1, size)
        if ways > most or ways * len(tables) > _WIDE * most:
            return None
        spread = np.zeros((ways, tables.shape[1]), dtype=np.int64)
        spread[:, cells] = compositions(size, len(cells))
        tables = np.unique((tables[:, None] + spread).reshape(-1, tables.shape[1]), axis=0)
        if len(tables) > most:
            return None
    return tables.reshape(-1, *grid.shape)


def margin_steps(grid: Grid, reading: int = 0) -> int:
    """An upper bound on the steps of the margin program: states times count vectors.

    The rows must be hard. Each class adds one of its count vectors to each state so far; `reading`
    is what reading the measure at a state takes in the end.
    """
    steps, states, objects = 0, 1, 0
    columns: set[int] = set()
    for row in _by_row(grid):
        vectors, size, reach = _vectors(grid, row)
        steps += states * vectors
        objects += size
        columns |= reach
        states = min(states * vectors, _ways(objects, len(columns)))
    return steps + reading * states


def _by_row(grid: Grid) -> list[list[int]]:
    rows: dict[int, list[int]] = {}
    for group, cells in enumerate(grid.cells):
        rows.setdefault(int(cells[0]) // grid.shape[1], []).append(group)
    return list(rows.values())


def _vectors(grid: Grid, groups: list[int]) -> tuple[int, int, set[int]]:
    """How many count vectors a class has at most, its objects, and the columns they reach."""
    product, size = 1, 0
    columns: set[int] = set()
    for group in groups:
        cells = grid.cells[group]
        product *= _ways(int(grid.sizes[group]), len(cells))
        size += int(grid.sizes[group])
        columns.update((cells % grid.shape[1]).tolist())
    return min(product, _ways(size, len(columns))), size, columns


def _ways(objects: int, places: int) -> int:
    return comb(objects + places - 1, places - 1)


def compositions(size: int, places: int) -> Counts:
    """All ways to put `size` objects into places: bars between stars."""
    bars = np.array(list(combinations(range(size + places - 1), places - 1)), dtype=np.int64)
    bars = bars.reshape(-1, places - 1)
    edges = np.full((len(bars), 1), size + places - 1)
    return np.diff(np.hstack((bars, edges)), prepend=-1, axis=1) - 1
