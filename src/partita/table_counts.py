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
    """Return the logarithm of the number of tables with these margins, about 0.1 to 0.3 off.

    The formula is that of Newman, Cantwell and Young (2020): a Dirichlet law of the tables by
    either margin, and the geometric mean of the two.
    """
    known = _known(classes, clusters)
    if known is not None:
        return known
    n, k, m = sum(classes), len(classes), len(clusters)
    x, y = _smoothed(classes, m), _smoothed(clusters, k)
    first, second = _evenness(x, m), _evenness(y, k)
    return fsum(
        (
            (k - 1) * (m - 1) * log(n + k * m / 2),
            (k + first - 2) * fsum(map(log, y)) / 2,
            (m + second - 2) * fsum(map(log, x)) / 2,
            _gammas(first, m, k) / 2,
            _gammas(second, k, m) / 2,
        )
    )


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


def _smoothed(sizes: Sizes, others: int) -> list[float]:
    """Shares of the groups, drawn towards equality as if every cell had half an object more."""
    n, k = sum(sizes), len(sizes)
    weight = n / (n + k * others / 2)
    return [(1 - weight) / k + weight * (size / n) for size in sizes]


def _evenness(shares: Sequence[float], others: int) -> float:
    return (others + 1) / (others * fsum(share * share for share in shares)) - 1 / others


def _gammas(value: float, groups: int, others: int) -> float:
    """Return log Γ(νL) - L log Γ(ν) - L log Γ(K), the constant of one of the two laws."""
    return fsum((lgamma(value * groups), -groups * lgamma(value), -groups * lgamma(others)))


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
