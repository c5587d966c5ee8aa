"""No NaN, no -0.0, nothing out of bounds: every measure on a million random pairs of labelings."""

from __future__ import annotations

from math import copysign
from typing import TYPE_CHECKING

import numpy as np
from labelings import variants

import partita
from partita import Contingency, UndefinedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Shape = tuple[tuple[int, ...], ...]


def pairs(count: int, seed: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Pairs of labelings of 1 to 8 objects in up to 8 groups, half of them related."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        n, classes, clusters = random.integers([1, 1, 1], [9, 9, 9])
        truth = random.integers(0, classes, n)
        prediction = random.integers(0, clusters, n)
        if random.random() < 0.5:
            prediction = np.where(random.random(n) < 0.7, truth, prediction)
        yield truth, prediction


def table_of(truth: NDArray[np.int64], prediction: NDArray[np.int64]) -> Shape:
    """The table without the names of groups: rows and columns sorted alternately."""
    cells = np.bincount(8 * truth + prediction, minlength=64).reshape(8, 8)
    cells = cells[cells.any(axis=1)][:, cells.any(axis=0)]
    table: Shape = tuple(map(tuple, cells.tolist()))
    for _ in range(4):
        table = tuple(zip(*sorted(table), strict=True))
    return table


def violations(matrix: Shape) -> list[str]:
    """The violations by the values of one table."""
    table = Contingency.from_matrix(matrix)
    found = []
    for measure in partita.MEASURES.values():
        low, high = measure.bounds
        for options in variants(measure):
            try:
                value = measure.of(table, **options)
            except UndefinedError:
                continue
            # a NaN fails the comparison too
            if not low <= value <= high or (value == 0 and copysign(1, value) < 0):
                found.append(f"{measure.name} {options}: {value!r} on {matrix}")
            if table.perfect and measure.perfect is not None and value != measure.perfect:
                found.append(f"{measure.name} {options}: {value!r} for a perfect match {matrix}")
    return found


def measured(count: int, seed: int = 1) -> tuple[int, list[str]]:
    """The number of different tables of this many pairs, and all violations.

    Each table is checked once, because scores do not depend on the order of objects or the names
    of groups; `bits` checks that.
    """
    seen: set[Shape] = set()
    found: list[str] = []
    for truth, prediction in pairs(count, seed):
        matrix = table_of(truth, prediction)
        if matrix not in seen:
            seen.add(matrix)
            found += violations(matrix)
    return len(seen), found
