"""All tables that can occur, each with its weight: the definition, made small by grouping.

Objects are interchangeable: only how many fall into each cell matters. The tables are built object
by object, equal ones are merged at every step, and the number of them is held to a budget. Weights
are combined by a semiring: sums of products (probability), the best of the least or of the product
(possibility), or nothing but reachability.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...contingency import Contingency
from ...errors import InputError
from ...measure import Measure
from ..problem import SoftSoft
from .pair import Counts, Floats

TABLES = 20_000


class Semiring(NamedTuple):
    """How weights combine along the objects of a world, and over worlds with the same table."""

    both: Callable[[Floats, Floats], Floats]
    either: Any  # a ufunc with `at`
    start: float = 1.0


PROBABILITY = Semiring(np.multiply, np.add)
LEAST = Semiring(np.minimum, np.maximum)
PRODUCT = Semiring(np.multiply, np.maximum)


@dataclass(frozen=True, eq=False)
class Tables:
    """Tables of one shape, (count, r, k), and the weight of each."""

    tables: Counts
    weight: Floats

    def read(self, measure: Measure, options: dict[str, Any]) -> Floats:
        """The value of a measure on every table."""
        found = (measure.of(Contingency.from_matrix(table), **options) for table in self.tables)
        return np.fromiter(found, dtype=np.float64, count=len(self.tables))


def joint_tables(problem: SoftSoft, semiring: Semiring, most: int = TABLES) -> Tables:
    """Enumerate the tables of two sides: each object picks a cell by its two rows."""
    if not problem.uncertain:
        return Tables(problem.base[None], np.full(1, semiring.start))
    if _fewest(problem) > most:
        raise InputError(
            f"exact is out of reach: there are at least {_fewest(problem):.2g} different tables, "
            f"more than {most:,}"
        )
    options = problem.joint_minimum() if semiring is LEAST else problem.joint()
    return tables_of(problem.base, options, problem.group_size, semiring, most)


def tables_of(
    base: Counts, options: Floats, size: Counts, semiring: Semiring, most: int = TABLES
) -> Tables:
    """Enumerate the tables of groups of objects with the same options over the cells.

    Parameters
    ----------
    base
        The table (r, k) of the objects without a choice.
    options, size
        For each group the weight of each of the r·k cells, and how many objects it has.
    semiring
        How weights combine.
    most
        More tables than this are refused.
    """
    states = base.reshape(1, -1).astype(np.int64)
    weight = np.full(1, semiring.start)
    for row, count in zip(options, size.tolist(), strict=True):
        for _ in range(count):
            states, weight = _step(states, weight, row, semiring)
            if len(states) > most:
                raise InputError(
                    f"exact is out of reach: there are more than {most:,} different tables"
                )
    return Tables(states.reshape(-1, *base.shape), weight)


def _fewest(problem: SoftSoft) -> float:
    """A lower bound of the number of tables.

    Let the objects leave their first cell for their last, one after the other: every step gives a
    new table. Within the rows or the columns of a hard side these steps are independent.
    """
    fewest = float(problem.uncertain + 1)
    for rows in (problem.group_first, problem.group_second):
        if ((rows > 0).sum(axis=1) == 1).all():
            open_ = np.bincount(rows.argmax(axis=1), problem.group_size)
            fewest = max(fewest, float(np.prod(1.0 + open_)))
    return fewest


def _step(states: Counts, weight: Floats, row: Floats, semiring: Semiring) -> tuple[Counts, Floats]:
    """Let one more object choose its cell, and merge equal tables."""
    cells = np.flatnonzero(row)
    grown = np.repeat(states, len(cells), axis=0)
    grown[np.arange(len(grown)), np.tile(cells, len(states))] += 1
    weights = semiring.both(np.repeat(weight, len(cells)), np.tile(row[cells], len(states)))
    _, first, place = np.unique(_keys(grown), return_index=True, return_inverse=True)
    merged = np.zeros(len(first))
    semiring.either.at(merged, place.ravel(), weights)
    return grown[first], merged


def _keys(states: Counts) -> np.ndarray[Any, Any]:
    """One number, or one string of bytes, for each row."""
    radix, cells = int(states.max()) + 1, states.shape[1]
    if radix**cells < 2**62:
        return np.asarray(states @ radix ** np.arange(cells))
    return states.view(np.dtype((np.void, states.itemsize * cells))).ravel()


def merged_values(values: Floats, weight: Floats, either: Any = np.add) -> tuple[Floats, Floats]:
    """Sort values and combine the weights of equal ones, equal meaning up to rounding."""
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    gap = 1e-12 * np.maximum(1.0, np.abs(ascending[1:]))
    place = np.concatenate(([0], np.cumsum(np.diff(ascending) > gap)))
    combined = np.zeros(int(place[-1]) + 1)
    either.at(combined, place, weight[order])
    firsts = np.flatnonzero(np.diff(place, prepend=-1))
    return ascending[firsts], combined
