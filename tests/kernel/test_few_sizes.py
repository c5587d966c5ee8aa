"""Expected information from a few sizes that represent many: the bound of
docs/decisions/few_sizes_represent_many.md, and values compared with the exact sum over all."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from math import comb, factorial

import numpy as np
import pytest
from mpmath import mp, mpf
from oracle import expected_term

from partita import _kernel as kernel


def filled(a: list[int], b: list[int]) -> tuple[list[int], list[int], list[int]]:
    """Rows, columns and counts of a table with these margins, with objects sorted on both sides."""
    ends = [np.cumsum(np.array(sizes, dtype=object)) for sizes in (a, b)]
    edges = sorted({0, *ends[0], *ends[1]})
    rows, cols = ([int(np.searchsorted(e, x, "right")) for x in edges[:-1]] for e in ends)
    return rows, cols, [y - x for x, y in pairwise(edges)]


def expected(a: list[int], b: list[int], threads: int = 1) -> float:
    rows, cols, counts = filled(a, b)
    cells = np.array(rows, np.int32), np.array(cols, np.int32), np.array(counts, np.int64)
    return kernel.expected_information(*cells, len(a), len(b), threads=threads)


def of_all_sizes(a: list[int], b: list[int]) -> mpf:
    return mp.fsum(
        s * t * expected_term(min(x, y), max(x, y), sum(a))
        for (x, s), (y, t) in product(Counter(a).items(), Counter(b).items())
    )


def shares(n: int, *parts: int) -> list[int]:
    """Groups with these percentages of n objects, and one with the rest."""
    sizes = [n * part // 100 for part in parts]
    return [*sizes, n - sum(sizes)]


STAIRS = list(range(50, 116))
NEAR = [2**58 + 2**30 * x * x for x in range(13)]
MARGINS = {
    "staircase, small means": (STAIRS, shares(sum(STAIRS), 1, 3)),
    "staircase, one giant": (STAIRS, shares(sum(STAIRS), 1)),
    "nearly equal, both sides": (list(range(110, 128)), [*range(127, 110, -1), 1]),
    "nearly equal, repeated": ([100, 101, 103, 107, *range(80, 108)], [7, 1]),
    "2^62 objects": (NEAR, shares(sum(NEAR), 20)),
    "a few sizes and two halves": (list(range(714, 739)), [9075, 9075]),
    "one size of most, two halves": (
        [*range(995, 1004), *[1004] * 38, *range(1005, 1010)],
        [26089] * 2,
    ),
}


@pytest.mark.parametrize("name", MARGINS)
def test_few_sizes_give_the_sum_over_all(name: str) -> None:
    a, b = MARGINS[name]
    b = [*b[:-1], b[-1] + sum(a) - sum(b)]
    value = expected(a, b)
    truth = of_all_sizes(a, b)
    assert abs(mpf(value) - truth) <= 1e-15 * truth
    assert value == expected(b, a) == expected(a[::-1], b) == expected(a, b, threads=3)


@pytest.mark.parametrize("n", [30, 80])
def test_differences_are_bounded(n: int) -> None:
    """|difference of order M in a of E[D]| <= M (M - 2)! (b/n) a^(1 - M)."""
    with mp.workdps(40):
        for b in (1, 2, 5, n // 3, n - 2):
            values = [n * expected_term(a, b, n) for a in range(1, n // 2)]
            for order, a in product((3, 5, 9), (1, 2, 4, n // 2 - 10)):
                terms = ((-1) ** j * comb(order, j) * values[a - 1 + j] for j in range(order + 1))
                bound = mpf(order * factorial(order - 2) * b) / n / mpf(a) ** (order - 1)
                assert abs(mp.fsum(terms)) <= bound
