"""Tables on which measures are tried: printed ones, and random ones of a seed.

The random tables of a seed are made once, because each keeps the statistics that measures read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isfinite

import numpy as np

from partita import Contingency, InputError, UndefinedError
from partita.base.arrays import Int64
from partita.measures.chosen import Chosen


def value_of(asked: Chosen, table: Contingency) -> float | None:
    """The value of a measure, or None if it has none.

    A measure of the user may divide by zero; any other error in it is reported as its own.
    """
    try:
        value = asked.of(table)
    except (UndefinedError, ArithmeticError):
        return None
    except Exception as error:
        if asked.measure.ours:
            raise
        raise InputError(
            f"{asked.label}: its formula fails on a table of {table.n} objects: {error!r}"
        ) from error
    return value if isfinite(value) else None


def of_clusters(rows: Sequence[Sequence[int]]) -> Contingency:
    """The table of counts that a paper prints with a row for each cluster."""
    return Contingency.from_matrix(np.array(rows).T)


@lru_cache(maxsize=8)
def random_tables(seed: int, tables: int, factor: int = 1) -> list[Contingency]:
    """Tables of many kinds: few and many objects, even and uneven groups, empty cells."""
    draw = np.random.default_rng([seed, 1])
    return [Contingency.from_matrix(factor * _random_cells(draw)) for _ in range(tables)]


def _random_cells(draw: np.random.Generator) -> Int64:
    shape = draw.integers(1, 7, 2)
    shares = draw.dirichlet(np.full(shape.prod(), draw.choice([0.1, 0.5, 2.0])))
    return draw.multinomial(draw.integers(2, 200), shares).reshape(shape)


@lru_cache(maxsize=2)
def turned_tables(seed: int, tables: int) -> list[Contingency]:
    """The random tables, transposed."""
    return [table.T for table in random_tables(seed, tables)]


@lru_cache(maxsize=4)
def independent_tables(seed: int, tables: int, factor: int = 1) -> list[Contingency]:
    """Tables with at least two groups on each side whose cells are products of the margins."""
    draw = np.random.default_rng([seed, 2])
    sides = [[draw.integers(1, 7, draw.integers(2, 7)) for _ in range(2)] for _ in range(tables)]
    return [Contingency.from_matrix(factor * np.outer(*pair)) for pair in sides]


@lru_cache(maxsize=2)
def perfect_tables(seed: int, tables: int) -> list[Contingency]:
    """Identical partitions, including single objects and a single group."""
    draw = np.random.default_rng([seed, 3])
    most = draw.choice([1, 3, 30], tables)
    sizes = [draw.integers(1, top + 1, draw.integers(1, 7)) for top in most]
    return [Contingency.from_matrix(np.diag(groups)) for groups in sizes]


@lru_cache(maxsize=2)
def refinements(seed: int, tables: int) -> list[tuple[Contingency, list[Contingency]]]:
    """A partition with a refinement, and its groups one by one; every other one transposed."""
    draw = np.random.default_rng([seed, 4])
    found = [_refinement(draw) for _ in range(tables)]
    return [
        (whole.T, [block.T for block in blocks]) if place % 2 else (whole, blocks)
        for place, (whole, blocks) in enumerate(found)
    ]


def _refinement(draw: np.random.Generator) -> tuple[Contingency, list[Contingency]]:
    parts = [draw.integers(1, 20, draw.integers(1, 5)) for _ in range(draw.integers(2, 6))]
    rows = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    sizes = np.concatenate(parts)
    whole = Contingency.from_cells(rows, np.arange(len(sizes)), sizes)
    return whole, [Contingency.from_matrix(part[None, :]) for part in parts]
