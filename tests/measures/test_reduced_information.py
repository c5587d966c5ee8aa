"""Reduced mutual information: tables counted by formula, by definition and by listing."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, isclose, log, prod

import pytest
from mpmath import mp, mpf

import partita
from partita import InputError, UndefinedError
from partita.base.log_sums import combined, log_binomial, log_number
from partita.table.number_of_tables import log_tables, log_tables_exactly

TRUTH, PREDICTION = list("0001112222"), list("0011122233")
MARGINS = [
    ((3, 3), (2, 4)),
    ((6, 5), (4, 4, 2, 1)),
    ((2, 7), (3, 3, 3)),
    ((2, 2, 2), (3, 3)),
    ((1, 2, 3), (2, 2, 2)),
    ((4, 1), (2, 2, 1)),
]


def listed(a, b):
    """Every table with these margins, cell by cell."""
    cells = [range(min(x, y) + 1) for x in a for y in b]
    found = 0
    for table in product(*cells):
        rows = [table[i * len(b) : (i + 1) * len(b)] for i in range(len(a))]
        found += [*map(sum, rows)] == [*a] and [*map(sum, zip(*rows, strict=True))] == [*b]
    return found


@pytest.mark.parametrize(("a", "b"), MARGINS)
def test_the_exact_count_equals_the_number_of_all_tables(a, b):
    assert isclose(log_tables_exactly(a, b).value, log(listed(a, b)), rel_tol=1e-14)


def of_three_columns(row, columns):
    """Tables of two rows and three columns: what the first row has of the first two columns."""
    first, second, third = columns
    found = 0
    for x in range(min(row, first) + 1):
        least, most = max(0, row - x - third), min(row - x, second)
        found += max(0, most - least + 1)
    return found


@pytest.mark.parametrize("columns", [(700, 300, 500), (1000, 1, 499), (500, 500, 500)])
def test_two_rows_are_counted_by_a_formula(columns):
    for row in (1, 299, 750):
        sides = (row, 1500 - row), columns
        assert log_tables_exactly(*sides).numbers == (of_three_columns(row, columns),)


BALANCED = [  # tables of two rows and columns have min(a_i, b_j) + 1 relatives
    [[100_000, 100_000], [100_000, 100_000]],
    [[100_100, 99_900], [99_950, 100_050]],
    [[10**7, 3], [5, 10**7]],
    [[5_003_000, 4_997_000], [4_997_000, 5_003_001]],
    [[2 * 10**17, 3 * 10**17], [4 * 10**17, 6 * 10**17]],
    [[7, 7], [7, 7]],
    [[64, 36], [19, 19]],
]


@pytest.mark.parametrize("matrix", BALANCED)
def test_large_tables_counted_exactly_lose_no_digits(matrix):
    table = partita.Contingency.from_matrix(matrix)
    rows, columns = [*map(sum, matrix)], [*map(sum, zip(*matrix, strict=True))]
    cells = [m for row in matrix for m in row]
    with mp.workdps(100):
        above = mp.fsum(mp.loggamma(mpf(m) + 1) for m in (sum(rows), *cells))
        below = mp.fsum(mp.loggamma(mpf(m) + 1) for m in (*rows, *columns))
        exact = (above - below - mp.log(min(*rows, *columns) + 1)) / sum(rows)
        found = partita.reduced_mutual_information.of(table, count="exact")
        assert abs(found - exact) <= 1e-13 * abs(exact)


def test_a_sum_that_nearly_cancels_is_computed_exactly():
    # the logarithms of k + 1 and k have 21 digits in common
    k = 10**20
    near = combined((1, log_number(k + 1)), (-1, log_number(k)))
    assert isclose(near.value, 1e-20, rel_tol=1e-13)
    same = combined((1, log_binomial(40, 20)), (-1, log_binomial(20, 40)))
    assert same.value == 0.0
    half = combined((1, log_binomial(1, Fraction(1, 2))), (-1, log_number(3)), (1, log_number(2)))
    assert half.value == 0.0  # C(3/2, 1) is 3/2


@pytest.mark.parametrize(
    ("a", "b"), [*MARGINS, ((4, 4, 4), (4, 4, 4)), ((20, 20), (20, 20)), ((7, 2, 1), (6, 3, 1))]
)
def test_the_formula_is_close(a, b):
    assert log_tables(a, b).value == log_tables(b, a).value
    assert abs(log_tables(a, b).value - log_tables_exactly(a, b).value) < 0.2


def test_the_formula_holds_for_many_small_groups():
    # a(n) = n² a(n-1) - n (n-1)²/2 a(n-2) matrices have all margins 2 (OEIS A000681)
    tables = [1, 1]
    for n in range(2, 501):
        tables.append(n * n * tables[-1] - n * (n - 1) ** 2 * tables[-2] // 2)
    for n in (25, 100, 500):
        assert abs(log_tables((2,) * n, (2,) * n).value - log(tables[n])) < 0.01


def test_many_small_groups_are_worth_their_table():
    pairs = [i // 2 for i in range(50)]
    own = log(factorial(50)) - 25 * log(2) - 114.33072451512378  # log a(25)
    assert isclose(50 * partita.reduced_mutual_information(pairs, pairs), own, abs_tol=0.01)
    assert partita.normalized_reduced_mutual_information(pairs, pairs) == 1.0


def test_the_example_counted_exactly():
    # 180 tables have the margins 3, 3, 4 and 2, 3, 3, 2
    cells = [2, 1, 2, 1, 2, 2]
    saved = factorial(10) * prod(map(factorial, cells))
    saved /= prod(map(factorial, (3, 3, 4, 2, 3, 3, 2)))
    found = partita.reduced_mutual_information(TRUTH, PREDICTION, count="exact")
    assert isclose(found, log(saved / 180) / 10, rel_tol=1e-13)
    bits = partita.reduced_mutual_information(TRUTH, PREDICTION, count="exact", base=2)
    assert abs(10 * bits - 1.37) < 0.02  # clustering-mi 0.2: 1.364 and, transposed, 1.384


def test_identical_partitions_score_one():
    labels = list("00112233334444")
    assert partita.normalized_reduced_mutual_information(labels, labels) == 1.0
    assert partita.normalized_reduced_mutual_information(labels, labels, count="exact") == 1.0


def test_clusters_that_cost_more_than_they_tell():
    labels = [i % 5 for i in range(60)]
    assert partita.reduced_mutual_information(labels, [i // 3 for i in range(60)]) < 0


def test_counts_that_are_refused():
    with pytest.raises(InputError, match="count must be one of"):
        partita.reduced_mutual_information(TRUTH, PREDICTION, count="about")
    wide = [i % 5 for i in range(600)]
    with pytest.raises(UndefinedError, match="too many tables"):
        partita.reduced_mutual_information(wide, wide[::-1], count="exact")
    with pytest.raises(UndefinedError, match="integer weights"):
        partita.reduced_mutual_information(TRUTH, PREDICTION, weights=[0.5] * 10)
