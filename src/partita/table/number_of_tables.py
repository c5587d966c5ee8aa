"""The number of tables with given margins: by an approximate formula, or counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import TypeAlias

from ..base.errors import UndefinedError
from ..base.log_sums import LogSum, combined, log_binomial, log_multinomial, log_number

Sizes: TypeAlias = Sequence[int]

_MOST_STEPS = 1_000_000  # partial tables of an exact count


@lru_cache(maxsize=64)
def log_tables(classes: tuple[int, ...], clusters: tuple[int, ...]) -> LogSum:
    """Return the logarithm of the number of tables with these margins, off by at most about 0.2.

    The estimate of Jerdee, Kirkley and Newman (2022), which holds for few large groups and for many
    small ones. It is not symmetric, so the mean of both orders of the sides is returned.
    """
    known = _known(classes, clusters)
    if known is not None:
        return known
    sides = _effective(classes, clusters), _effective(clusters, classes)
    return combined(*((0.5, side) for side in sides))


def _known(classes: tuple[int, ...], clusters: tuple[int, ...]) -> LogSum | None:
    """Return the number if it is trivial: one group allows one table, single objects n!/Π b_j!."""
    if 1 in (len(classes), len(clusters)):
        return LogSum()
    for sizes, others in ((classes, clusters), (clusters, classes)):
        if len(sizes) == sum(sizes):
            return log_orders(others)
    return None


def log_orders(sizes: Sizes) -> LogSum:
    """Return log(n! / Π sizes!), the number of labelings with groups of these sizes."""
    return log_multinomial(sum(sizes), Counter(sizes))


def _effective(rows: Sizes, columns: Sizes) -> LogSum:
    """Return the estimate in which each row is filled from a symmetric distribution over columns.

    Its parameter α is chosen so that the columns vary as the given ones do:
    log Ω = Σ_j log C(b_j+m-1, m-1) + Σ_i log C(a_i+α-1, α-1) - log C(n+mα-1, mα-1), m rows, where
    α - 1 = (1 + 1/m) (n² - Σ b_j²) / (Σ b_j² - n).
    """
    from fractions import Fraction

    n, m, squares = sum(rows), len(rows), sum(size * size for size in columns)
    beyond = Fraction((m + 1) * (n * n - squares), m * (squares - n))  # α - 1
    filled = [
        (groups, log_binomial(size, more))
        for sizes, more in ((columns, m - 1), (rows, beyond))
        for size, groups in Counter(sizes).items()
    ]
    return combined(*filled, (-1, log_binomial(n, m * beyond + (m - 1))))


@lru_cache(maxsize=64)
def log_tables_exactly(classes: tuple[int, ...], clusters: tuple[int, ...]) -> LogSum:
    """Return the logarithm of the number of tables with these margins, counted."""
    known = _known(classes, clusters)
    if known is not None:
        return known
    rows, columns = sorted((classes, clusters), key=len)
    return log_number(_of_two_rows(rows, columns) if len(rows) == 2 else _counted(columns, rows))


def _of_two_rows(rows: Sizes, columns: Sizes) -> int:
    """Return the number of ways to take one row of a objects from k columns.

    If columns were unlimited there would be C(a+k-1, k-1) ways. Inclusion-exclusion subtracts those
    in which a set of columns is exceeded.
    """
    size, more = min(rows), len(columns) - 1
    signs, steps = {0: 1}, 0  # by the objects that exceed a set of columns: signed number of sets
    for column in sorted(columns):
        for taken, sets in [*signs.items()]:
            if taken + column < size:
                signs[taken + column + 1] = signs.get(taken + column + 1, 0) - sets
        steps += len(signs)
        _limit(steps)
    return sum(sets * comb(size - taken + more, more) for taken, sets in signs.items())


def _counted(rows: Sizes, columns: Sizes) -> int:
    """Count row by row; a state is the rest of the columns, in any order, with the ways to it."""
    left, steps = {tuple(sorted(columns)): 1}, 0
    for size in sorted(rows, reverse=True):
        after: dict[tuple[int, ...], int] = {}
        for rest, ways in left.items():
            for state in _taken(size, rest):
                key = tuple(sorted(state))
                after[key] = after.get(key, 0) + ways
                steps += 1
                _limit(steps)
        left = after
    return sum(left.values())


def _limit(steps: int) -> None:
    if steps > _MOST_STEPS:
        raise UndefinedError(
            'there are too many tables with these margins to count them; use count="approximate"'
        )


def _taken(size: int, rest: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield what is left of each group for all ways to take `size` objects from them."""
    if len(rest) == 1:
        if size <= rest[0]:
            yield (rest[0] - size,)
        return
    most = sum(rest[1:])
    for here in range(max(0, size - most), min(size, rest[0]) + 1):
        for others in _taken(size - here, rest[1:]):
            yield (rest[0] - here, *others)
