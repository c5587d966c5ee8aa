"""Properties of a measure, tested on random tables: Wu, Xiong and Chen's five, and the bounds.

Every function tests one property of a registered measure and returns whether it held on all
tables, the largest error, and a counterexample. A table can refute a property; no number of tables
can prove one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import isclose, prod
from typing import TypeAlias

from partita import Contingency
from partita.measures.chosen import Asked, choose

from .trials import (
    independent_tables,
    perfect_tables,
    random_tables,
    refinements,
    turned_tables,
    value_of,
)

TABLES = 400  # random tables for each property
Pair: TypeAlias = "tuple[Contingency, float | None, float | None]"
"""A table, and two values that should agree: found and due. None stands for no value."""


@dataclass(frozen=True, slots=True)
class Property:
    """The result of testing a property on many tables."""

    name: str
    holds: bool  # on every table where the measure has a value
    worst: float  # the largest distance between two values that should be equal
    witness: tuple[tuple[int, ...], ...] | None  # the smallest table on which it fails
    values: tuple[float, float] | None  # the two values there, found and due
    tried: int  # number of tables on which the measure has a value


def symmetry(measure: Asked, *, seed: int = 0, tables: int = TABLES) -> Property:
    """Property 1: exchanging truth and prediction changes nothing.

    >>> symmetry("van_dongen").holds, symmetry("purity").holds
    (True, False)
    """
    value = _reader(measure)
    sides = zip(random_tables(seed, tables), turned_tables(seed, tables), strict=True)
    return _tried("symmetry", ((table, value(table), value(turned)) for table, turned in sides))


def n_invariance(
    measure: Asked, *, scale: int = 1, seed: int = 0, tables: int = TABLES
) -> Property:
    """Property 2: multiplying all counts by an integer changes nothing.

    Counts multiplied by `scale` are compared with counts twice as large. If the difference
    vanishes as `scale` grows, the measure is invariant asymptotically.
    """
    value = _reader(measure)
    sizes = zip(*(random_tables(seed, tables, scale * twice) for twice in (1, 2)), strict=True)
    return _tried("n-invariance", ((once, value(more), value(once)) for once, more in sizes))


def convex_additivity(measure: Asked, *, seed: int = 0, tables: int = TABLES) -> Property:
    """Property 3: the value of a partition and its refinement is the mean over the coarse groups.

    The mean is weighted by size. The refinement is tried as the prediction and as the truth.
    """
    value = _reader(measure)
    pairs = (
        (whole, value(whole), _mean([value(block) for block in blocks], blocks))
        for whole, blocks in refinements(seed, tables)
    )
    return _tried("convex additivity", pairs)


def left_domain(measure: Asked, *, scale: int = 1, seed: int = 0, tables: int = TABLES) -> Property:
    """Property 4: independent tables get the worst value, 0 for a similarity, 1 for a distance.

    The counts of the tables are multiplied by `scale`.
    """
    poorest = 0.0 if choose(measure).measure.better == "higher" else 1.0
    value = _reader(measure)
    pairs = ((table, value(table), poorest) for table in independent_tables(seed, tables, scale))
    return _tried("left-domain completeness", pairs)


def right_domain(measure: Asked, *, seed: int = 0, tables: int = TABLES) -> Property:
    """Property 5: identical partitions get the best value, 1 for a similarity, 0 for a distance."""
    best = 1.0 if choose(measure).measure.better == "higher" else 0.0
    value = _reader(measure)
    pairs = ((table, value(table), best) for table in perfect_tables(seed, tables))
    return _tried("right-domain completeness", pairs)


def within_bounds(measure: Asked, *, seed: int = 0, tables: int = TABLES) -> Property:
    """Whether every value is within the bounds that the measure claims.

    It is tested on random, independent and perfect tables; `worst` is the largest violation.
    """
    low, high = choose(measure).measure.bounds
    value = _reader(measure)

    def pairs() -> Iterator[Pair]:
        for kind in (random_tables, independent_tables, perfect_tables):
            for table in kind(seed, tables):
                found = value(table)
                yield table, found, None if found is None else min(max(found, low), high)

    return _tried("bounds", pairs())


MATHEMATICAL: tuple[Callable[..., Property], ...] = (
    symmetry,
    n_invariance,
    convex_additivity,
    left_domain,
    right_domain,
    within_bounds,
)
"""All properties, in the order of the paper's Table 12."""


def cells(table: Contingency) -> tuple[tuple[int, ...], ...]:
    """The table as rows of integers."""
    return tuple(tuple(map(int, row)) for row in table.to_scipy().toarray())


def _tried(name: str, pairs: Iterable[Pair]) -> Property:
    """Compare the values of each pair that has both."""
    tried, worst = 0, 0.0
    failed: list[tuple[Contingency, tuple[float, float]]] = []
    for table, found, due in pairs:
        if found is None or due is None:
            continue
        tried += 1
        worst = max(worst, abs(found - due))
        # Rounding is not a counterexample; counts such as Mirkin's grow with n².
        if not isclose(found, due, rel_tol=1e-9, abs_tol=1e-9):
            failed.append((table, (found, due)))
    if not failed:
        return Property(name, True, worst, None, None, tried)
    table, values = min(failed, key=lambda one: (prod(one[0].shape), one[0].n))
    return Property(name, False, worst, cells(table), values, tried)


def _reader(measure: Asked) -> Callable[[Contingency], float | None]:
    """A function that reads the measure from a table."""
    asked = choose(measure)
    return lambda table: value_of(asked, table)


def _mean(values: list[float | None], blocks: list[Contingency]) -> float | None:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    sizes = [block.n for block in blocks]
    return sum(n * value for n, value in zip(sizes, known, strict=True)) / sum(sizes)
