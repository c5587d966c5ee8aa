"""Random tables of a seed, on which properties are tried.

The tables of a seed are made once: each keeps the statistics that measures read from it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ..table.contingency import Contingency

if TYPE_CHECKING:
    from ..base.arrays import Int64

_LARGEST = 7  # groups of a side, exclusive
_MOST = 3  # objects that change places at most


@lru_cache(maxsize=12)
def random_tables(seed: int, tables: int, factor: int) -> list[Contingency]:
    """Return tables of all kinds: few objects and many, even and uneven, with empty cells.

    All counts are multiplied by the factor.
    """
    draw = np.random.default_rng([seed, 1])
    return [Contingency.from_matrix(factor * _random_cells(draw)) for _ in range(tables)]


def _random_cells(draw: np.random.Generator) -> Int64:
    shape = draw.integers(1, _LARGEST, 2)
    shares = draw.dirichlet(np.full(shape.prod(), draw.choice([0.1, 0.5, 2.0])))
    return draw.multinomial(draw.integers(2, 200), shares).reshape(shape)


@lru_cache(maxsize=2)
def turned_tables(seed: int, tables: int) -> list[Contingency]:
    """Return the random tables with truth and prediction exchanged."""
    return [table.T for table in random_tables(seed, tables, 1)]


@lru_cache(maxsize=2)
def doubled_tables(seed: int, tables: int) -> list[Contingency]:
    """Return two copies of each random table, without common classes or clusters."""
    found = []
    for table in random_tables(seed, tables, 1):
        counts = table.to_scipy().toarray()
        empty = np.zeros_like(counts)
        found.append(Contingency.from_matrix(np.block([[counts, empty], [empty, counts]])))
    return found


@lru_cache(maxsize=4)
def independent_tables(seed: int, tables: int, factor: int) -> list[Contingency]:
    """Return tables of two or more groups on each side whose cells are products of the margins."""
    draw = np.random.default_rng([seed, 2])
    sides = [
        [draw.integers(1, 7, draw.integers(2, _LARGEST)) for _ in range(2)] for _ in range(tables)
    ]
    return [Contingency.from_matrix(factor * np.outer(*pair)) for pair in sides]


@lru_cache(maxsize=2)
def perfect_tables(seed: int, tables: int) -> list[Contingency]:
    """Return identical partitions, among them single objects and a single group."""
    draw = np.random.default_rng([seed, 3])
    most = draw.choice([1, 3, 30], tables)
    sizes = [draw.integers(1, top + 1, draw.integers(1, _LARGEST)) for top in most]
    return [Contingency.from_matrix(np.diag(groups)) for groups in sizes]


@lru_cache(maxsize=2)
def refinements(seed: int, tables: int) -> list[tuple[Contingency, list[Contingency]]]:
    """Return a partition with a refinement of it, and its groups one by one.

    The refinement is the prediction in the first pair, the truth in the second, and so on.
    """
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


@lru_cache(maxsize=2)
def exchanges(seed: int, tables: int) -> list[tuple[Contingency, Contingency]]:
    """Return pairs of tables with the same group sizes: objects of two clusters change places.

    One to three objects go from cell (i, j) to (i, l), as many from (k, l) to (k, j).
    """
    draw = np.random.default_rng([seed, 5])
    found: list[tuple[Contingency, Contingency]] = []
    while len(found) < tables:
        shape = tuple(draw.integers(3, _LARGEST, 2))
        shares = draw.dirichlet(np.full(shape[0] * shape[1], draw.choice([0.3, 1.0])))
        before = draw.multinomial(int(draw.integers(50, 300)), shares).reshape(shape)
        after = before.copy()
        square = np.ix_(draw.permutation(shape[0])[:2], draw.permutation(shape[1])[:2])
        step = int(draw.integers(1, _MOST + 1))
        after[square] += step * np.array([[-1, 1], [1, -1]])
        if after.min() >= 0 and before.sum(axis=0).min() > 0 and before.sum(axis=1).min() > 0:
            found.append((Contingency.from_matrix(before), Contingency.from_matrix(after)))
    return found
