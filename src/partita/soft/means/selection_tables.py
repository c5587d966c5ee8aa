"""The values of a measure that each selection of focal sets allows, where there are few tables.

A selection puts a number of objects on each pair of focal sets; each of these objects picks a cell
that its two sets span. All selections together allow few tables if there are few objects. So each
table is read once, and a selection only needs to know which of them it allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from ...base.arrays import Array, Counts, Mask
from ..ends.grid import SideSets, few_tables, grid_of
from ..kinds.evidential import Evidential
from ..two_sides.compositions import compositions


def tables_of(sides: tuple[Evidential, Evidential], most: int) -> Counts | None:
    """List the tables that all selections allow together, or None if there are more than `most`."""
    truth, prediction = (
        SideSets(side.index.astype(np.int64), side.possible, side.k, side.clusters)
        for side in sides
    )
    return few_tables(grid_of(truth, prediction), most)


def allowed_values(
    selections: Counts, sets: tuple[Mask, Mask], tables: Counts, values: Sequence[Any]
) -> Iterator[tuple[int, Array]]:
    """Yield the place of each selection, and the values of the tables that it allows.

    `selections` are numbers of objects for each pair of `sets`. The values are in no order and may
    repeat; those that are None are left out. Selections come in the order of their numbers, so that
    neighbors share what they allow up to the first pair that differs.
    """
    weights = _weights(tables.shape[1:], int(tables[0].sum()))
    known = {_key(table, weights): v for table, v in zip(tables, values, strict=True)}
    rows = selections.reshape(len(selections), -1)
    allowed: list[frozenset[int]] = [frozenset({0})]
    before = np.full(rows.shape[1], -1)
    steps = _steps(sets, weights)
    for at in np.lexsort(rows.T[::-1]).tolist():
        row = rows[at]
        del allowed[1 + int(np.argmax(row != before)) :]
        for pair in range(len(allowed) - 1, len(row)):
            grown = steps(pair, int(row[pair]))
            allowed.append(frozenset(key + step for key in allowed[-1] for step in grown))
        before = row
        found = [v for v in map(known.__getitem__, allowed[-1]) if v is not None]
        yield at, np.array(found)


def _weights(shape: tuple[int, ...], objects: int) -> list[int]:
    """Powers, so that the sum of counts times weights is another number for every table."""
    return [(objects + 1) ** cell for cell in range(shape[0] * shape[1])]


def _key(table: Counts, weights: list[int]) -> int:
    return sum(
        count * weight for count, weight in zip(table.ravel().tolist(), weights, strict=True)
    )


def _steps(sets: tuple[Mask, Mask], weights: list[int]) -> Callable[[int, int], list[int]]:
    """Return what this number of objects on a pair of sets can add to the number of a table."""
    width = sets[1].shape[1]

    @cache
    def added(pair: int, objects: int) -> list[int]:
        if not objects:
            return [0]
        first, second = divmod(pair, len(sets[1]))
        rows, columns = np.flatnonzero(sets[0][first]), np.flatnonzero(sets[1][second])
        cells = [weights[i * width + j] for i in rows.tolist() for j in columns.tolist()]
        ways = compositions(objects, len(cells)).tolist()
        return [sum(n * cell for n, cell in zip(way, cells, strict=True)) for way in ways]

    return added
