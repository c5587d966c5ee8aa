"""Checks of the oracle: by single pairs, by permutations, by known identities."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import isclose, log

from hypothesis import given, settings
from labelings import labelings, labels_of, table_of, tables, transposed
from looping import in_turn
from mpmath import mpf
from oracle import (
    ORACLE,
    Table,
    best_matching,
    expected,
    matching_by_subsets,
    mutual,
    pairs_of,
    pairs_one_by_one,
)


@given(labelings())
def test_pair_counts_from_sizes_agree_with_single_pairs(pair):
    assert pairs_of(Table.read(table_of(*pair))) == pairs_one_by_one(*pair)


@given(labelings(most=6, groups=3))
@settings(max_examples=15)
def test_expected_information_is_the_mean_over_all_permutations(pair):
    truth, prediction = pair
    seen = [mutual(Table.read(table_of(truth, order))) for order in permutations(prediction)]
    assert abs(sum(seen) / len(seen) - expected(Table.read(table_of(*pair)))) < mpf(10) ** -60


@given(tables(groups=5))
def test_two_methods_of_matching_agree(matrix):
    table = Table.read(matrix)
    rows, columns = sorted((list(table.a), list(table.b)), key=len)
    turned = Table.read(transposed(matrix)) if len(table.a) > len(table.b) else table
    assert best_matching(table) == matching_by_subsets(turned, rows, columns)


@given(tables())
def test_identities_of_the_papers(matrix):
    h, c, v = (ORACLE[name](matrix) for name in ("homogeneity", "completeness", "v_measure"))
    assert h * c == 0 or abs(v - 2 * h * c / (h + c)) < mpf(10) ** -60
    adjusted = ORACLE["adjusted_rand"](matrix)
    assert (
        ORACLE["normalized_jaccard"](matrix)
        == ORACLE["normalized_minkowski"](matrix)
        == 1 - adjusted
    )
    assert ORACLE["f_measure"](matrix) >= 0
    assert 0 <= ORACLE["normalized_f_measure"](matrix) <= 1  # Lemma 6 of Wu et al. 2009
    assert ORACLE["hubert_gamma_prime"](matrix) == 2 * ORACLE["rand"](matrix) - 1


@given(tables())
def test_arithmetic_nmi_is_the_v_measure(matrix):
    table = Table.read(matrix)
    if len(table.a) > 1 or len(table.b) > 1:
        nmi = ORACLE["normalized_mutual_information"](matrix)
        assert abs(nmi - ORACLE["v_measure"](matrix)) < mpf(10) ** -60


def test_pairs_of_weighted_objects():
    pairs = pairs_one_by_one("aab", "xyy", [Fraction(1, 2), 2, 3])
    assert (pairs.both, pairs.truth_only, pairs.prediction_only, pairs.apart) == (
        0,
        1,
        6,
        Fraction(3, 2),
    )


@in_turn("name", sorted(ORACLE))
def test_a_matrix_and_its_cells_are_the_same_table(name):
    matrix = [[3, 1, 0], [0, 2, 4]]
    cells = {("ab"[i], "xyz"[j]): m for i, row in enumerate(matrix) for j, m in enumerate(row)}
    assert ORACLE[name](matrix) == ORACLE[name](cells)


def test_labels_of_a_table_give_the_table():
    assert table_of(*labels_of([[2, 0], [1, 3]])) == {(0, 0): 2, (1, 0): 1, (1, 1): 3}


def test_one_bit_is_the_entropy_of_a_coin():
    assert isclose(ORACLE["conditional_entropy"]([[1], [1]]), log(2))
    assert ORACLE["conditional_entropy"]([[1], [1]], base=2) == 1
