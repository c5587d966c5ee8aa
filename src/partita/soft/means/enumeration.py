"""All tables that can occur, each with its weight.

Objects are interchangeable: only the number in each cell matters. The tables are built group by
group of equal objects, and equal tables are merged at every step. Their number is limited, and so
is the number of candidates for them. Weights are combined by a semiring: sums of products for
probabilities, the maximum of minima or of products for possibilities.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf, isfinite, pi
from typing import Any, NamedTuple

import numpy as np
from scipy.special import factorial, kl_div, xlogy

from ...base.arrays import Counts, Floats
from ...base.errors import InputError
from ...measures.chosen import Chosen
from ..two_sides.compositions import composition_count, compositions
from ..two_sides.from_sums import table_of
from ..two_sides.object_groups import ObjectGroups

TABLES = 20_000
_FORMED = 200  # candidates that may be formed for each table that is kept
_LEAST_FORMED = 1_000_000


class Semiring(NamedTuple):
    """How weights combine over the objects of a world, and over worlds with the same table."""

    both: Callable[[Floats, Floats], Floats]
    either: Any  # a ufunc with `at`
    power: Callable[[Floats, Counts], Floats]  # of the options of a group, and the counts of each


def _chances(options: Floats, counts: Counts) -> Floats:
    """Multinomial probabilities: n!/Π c! Π p^c."""
    n = int(counts[0].sum())
    if n <= 170:  # n! is a double
        coefficient = factorial(n) / factorial(counts).prod(axis=1)
        return np.asarray(coefficient * (options**counts).prod(axis=1))
    # Stirling's series, where the large terms of log n! cancel: Σ c log(c/np) and the corrections
    whole = options.sum()
    apart = kl_div(counts, n * options / whole).sum(axis=1)
    rest = _stirling(np.array([n]))[0] - _stirling(counts).sum(axis=1)
    return np.asarray(np.exp(rest - apart) * whole**n)


def _stirling(t: Counts) -> Floats:
    """Return log t! - (t log t - t)."""
    x = np.maximum(t, 16).astype(np.float64)
    series = 1 / (12 * x) - 1 / (360 * x**3) + 1 / (1260 * x**5) - 1 / (1680 * x**7)
    series += 0.5 * np.log(2 * pi * x)
    small = np.minimum(t, 16).astype(np.float64)
    return np.where(t < 16, np.log(factorial(small)) - xlogy(small, small) + small, series)


def _least(options: Floats, counts: Counts) -> Floats:
    return np.asarray(np.where(counts > 0, options, 1.0).min(axis=1))


def _product(options: Floats, counts: Counts) -> Floats:
    return np.asarray((options**counts).prod(axis=1))


PROBABILITY = Semiring(np.multiply, np.add, _chances)
LEAST = Semiring(np.minimum, np.maximum, _least)
PRODUCT = Semiring(np.multiply, np.maximum, _product)


@dataclass(frozen=True, eq=False)
class WeightedTables:
    """Tables of one shape, (count, r, k), and the weight of each."""

    tables: Counts
    weight: Floats

    def read(self, chosen: Chosen) -> Floats:
        """Return the value of a measure on every table."""
        found = (chosen.of(table_of(table)) for table in self.tables)
        return np.fromiter(found, dtype=np.float64, count=len(self.tables))


def joint_tables(
    groups: ObjectGroups, semiring: Semiring, most: int = TABLES, called: str = "tables"
) -> WeightedTables:
    """List the tables of two sides; each object picks a cell by its two rows.

    More than `most` tables are refused, by the name in `called`.
    """
    fewest = _fewest(groups)
    if fewest > most:
        many = f"{fewest:.2g}" if isfinite(fewest) else "1e+300"
        raise InputError(f"there are at least {many} different {called}, more than {most:,}")
    options = groups.minima() if semiring is LEAST else groups.products()
    states, weight = groups.base.reshape(1, -1), np.ones(1)
    formed = 0
    for row, count in zip(options, groups.group_size.tolist(), strict=True):
        ways = composition_count(count, int(np.count_nonzero(row)))  # each a different table
        formed += ways * len(states)
        if ways > most or formed > max(_LEAST_FORMED, _FORMED * most):
            reason = "there are" if ways > most else "it takes long to find whether there are"
            raise InputError(f"{reason} more than {most:,} different {called}")
        states, weight = _step(states, weight, _ways(row, count, semiring), semiring)
        if len(states) > most:
            raise InputError(f"there are more than {most:,} different {called}")
    return WeightedTables(states.reshape(-1, *groups.shape), weight)


def _fewest(groups: ObjectGroups) -> float:
    """A lower bound of the number of tables.

    Let the objects leave their first cell for their last, one after the other: every step gives a
    new table. Within the rows or columns of a hard side these steps are independent.
    """
    fewest = float(groups.uncertain + 1)
    for rows in (groups.group_first, groups.group_second):
        if ((rows > 0).sum(axis=1) == 1).all():
            open_ = np.bincount(rows.argmax(axis=1), groups.group_size)
            logarithm = float(np.log1p(open_).sum())
            fewest = max(fewest, exp(logarithm) if logarithm < 700 else inf)
    return fewest


def _step(
    states: Counts, weight: Floats, ways: tuple[Counts, Floats], semiring: Semiring
) -> tuple[Counts, Floats]:
    """Let one more group of objects choose among the ways it has, and merge equal tables."""
    spread, chance = ways
    grown = (states[:, None] + spread).reshape(-1, states.shape[1])
    weights = semiring.both(weight[:, None], chance).ravel()
    _, first, place = np.unique(_keys(grown), return_index=True, return_inverse=True)
    merged = np.zeros(len(first))
    semiring.either.at(merged, place.ravel(), weights)
    return grown[first], merged


def _ways(row: Floats, count: int, semiring: Semiring) -> tuple[Counts, Floats]:
    """The ways to spread the objects of a group over the cells, with the weight of each."""
    cells = np.flatnonzero(row)
    counts = compositions(count, len(cells))
    spread = np.zeros((len(counts), len(row)), dtype=np.int64)
    spread[:, cells] = counts
    return spread, semiring.power(row[cells], counts)


def _keys(states: Counts) -> np.ndarray[Any, Any]:
    """A number, or a string of bytes, for each row."""
    radix, cells = int(states.max()) + 1, states.shape[1]
    if radix**cells < 2**62:
        return np.asarray(states @ radix ** np.arange(cells))
    return states.view(np.dtype((np.void, states.itemsize * cells))).ravel()


def merged_values(values: Floats, weight: Floats, either: Any = np.add) -> tuple[Floats, Floats]:
    """Sort values and combine the weights of values that are equal up to rounding."""
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    gap = 1e-12 * np.maximum(1.0, np.abs(ascending[1:]))
    place = np.concatenate(([0], np.cumsum(np.diff(ascending) > gap)))
    combined = np.zeros(int(place[-1]) + 1)
    either.at(combined, place, weight[order])
    firsts = np.flatnonzero(np.diff(place, prepend=-1))
    return ascending[firsts], combined
