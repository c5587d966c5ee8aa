"""How many tables have given margins: close to it by a formula, exactly where they are few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum, lgamma, log
from typing import TypeAlias

from .errors import UndefinedError

Sizes: TypeAlias = Sequence[int]

_MOST_STEPS = 1_000_000  # partial tables that an exact count may pass through


@lru_cache(maxsize=64)
def log_tables(classes: tuple[int, ...], clusters: tuple[int, ...]) -> float:
    """Return the logarithm of the number of tables with these margins, at most about 0.2 off.

    The estimate of Jerdee, Kirkley and Newman (2022), which holds for few large groups as for many
    small ones, seen from either side; the mean of the two is the same whichever comes first.
    """
    known = _known(classes, clusters)
    if known is not None:
        return known
    return (_effective(classes, clusters) + _effective(clusters, classes)) / 2


def _known(classes: tuple[int, ...], clusters: tuple[int, ...]) -> float | None:
    """One group allows one table; single objects may be ordered in n!/Π b_j! ways."""
    if 1 in (len(classes), len(clusters)):
        return 0.0
    for sizes, others in ((classes, clusters), (clusters, classes)):
        if len(sizes) == sum(sizes):
            return log_orders(others)
    return None


def log_orders(sizes: Sizes) -> float:
    """Return log(n! / Π sizes!), the number of labelings with groups of these sizes."""
    return fsum((lgamma(sum(sizes) + 1), *(-lgamma(size + 1) for size in sizes)))


def _effective(rows: Sizes, columns: Sizes) -> float:
    """Rows filled as if the columns were α even ones each, α such that the columns vary as they do.

    log Ω = Σ_j log C(b_j+m-1, m-1) + Σ_i log C(a_i+α-1, α-1) - log C(n+mα-1, mα-1), m rows.
    """
    n, m, squares = sum(rows), len(rows), sum(size * size for size in columns)
    alpha = (n * n - n + (n * n - squares) / m) / (squares - n)
    return fsum(
        (
            *(_log_binomial(size, m) for size in columns),
            *(_log_binomial(size, alpha) for size in rows),
            -_log_binomial(n, m * alpha),
        )
    )


def _log_binomial(size: int, places: float) -> float:
    """Return log C(size + places - 1, places - 1): ways to put objects into that many places."""
    return fsum((lgamma(size + places), -lgamma(size + 1), -lgamma(places)))


@lru_cache(maxsize=64)
def log_tables_exactly(classes: tuple[int, ...], clusters: tuple[int, ...]) -> float:
    """Return the logarithm of the number of tables with these margins, counted.

    Class by class: what the clusters have left, whatever their order, with the number of ways.
    """
    known = _known(classes, clusters)
    if known is not None:
        return known
    rows, columns = sorted((classes, clusters), key=len, reverse=True)
    left, steps = {tuple(sorted(columns)): 1}, 0
    for size in sorted(rows, reverse=True):
        after: dict[tuple[int, ...], int] = {}
        for rest, ways in left.items():
            for state in _taken(size, rest):
                key = tuple(sorted(state))
                after[key] = after.get(key, 0) + ways
                steps += 1
                if steps > _MOST_STEPS:
                    raise UndefinedError(
                        "there are too many tables with these margins to count them; use "
                        'count="approximate"'
                    )
        left = after
    return log(sum(left.values()))


def _taken(size: int, rest: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Ways to take so many objects from groups of these sizes: what is left of each."""
    if len(rest) == 1:
        if size <= rest[0]:
            yield (rest[0] - size,)
        return
    most = sum(rest[1:])
    for here in range(max(0, size - most), min(size, rest[0]) + 1):
        for others in _taken(size - here, rest[1:]):
            yield (rest[0] - here, *others)
