"""Values are exact for any size and near independence; every way to a table gives the same bits."""

from __future__ import annotations

from fractions import Fraction
from math import inf, log

import numpy as np
import pytest
from accuracy import assert_accurate
from hypothesis import given, settings
from hypothesis import strategies as st
from labelings import (
    labels_of,
    relative_error,
    scaled,
    scores,
    tables,
    transposed,
    ulps,
    variants,
    wide_tables,
)
from looping import for_each
from oracle import ORACLE

import partita
from partita import Contingency

EXPECTED = {"expected_mutual_information", "adjusted_mutual_information"}
SLOW = {"standardized_mutual_information"}  # slow by definition; see measures/test_against_chance
MEASURES = [m for m in partita.MEASURES.values() if m.name not in EXPECTED | SLOW]
BIG = 2**62

WIDE = {
    "two full cells": [[BIG, 0], [1, BIG]],
    "all cells full": [[BIG, BIG], [BIG, BIG - 1]],
    "beyond 2^63 in total": [[BIG, BIG, BIG], [BIG, 1, BIG], [3, BIG, 0]],
    "one misplaced object in 10^18": [[10**18 - 1, 1], [0, 10**6]],
    "one object alone in a class": [[10**18, 0], [0, 1], [1, 0]],
    "nearly independent": [[10**9, 2 * 10**9], [10**9 + 1, 2 * 10**9]],
    "nearly independent, 10^18": [[2 * 10**17, 3 * 10**17], [2 * 10**17, 3 * 10**17 + 1]],
    "independent, 10^18": [[2 * 10**17, 3 * 10**17], [2 * 10**17, 3 * 10**17]],
    "nearly perfect": [[10**17, 1, 0], [0, 10**17, 1], [1, 0, 10**17]],
    "products past 2^63": [[70_000, 30_000], [30_000, 70_000]],
    "a million objects": [[480_000, 20_000], [20_000, 480_000]],
    "sizes from 1 to 10^15": [[10**k * (k % 3 + j) for j in range(3)] for k in range(0, 16, 3)],
    "powers of two": [[2 ** (7 * i + j) for j in range(5)] for i in range(5)],
    "many small classes, one cluster": [[1]] * 40 + [[10**12]],
}


@pytest.mark.parametrize("case", WIDE)
@for_each(MEASURES)
def test_wide_tables(measure, case):
    for matrix in (WIDE[case], transposed(WIDE[case])):
        for options in variants(measure):
            assert_accurate(measure, matrix, options)


@given(wide_tables())
@settings(max_examples=15)
@for_each(MEASURES)
def test_cells_of_every_magnitude(measure, matrix):
    for options in variants(measure):
        assert_accurate(measure, matrix, options)


@given(tables(most=4, groups=3, least=1), st.sampled_from([10**3, 10**6, 10**12, 10**17]))
@settings(max_examples=10)
@for_each(MEASURES)
def test_near_independence(measure, margins, factor):
    """An independent table of n up to 10^18 with one object added."""
    a, b = [sum(row) for row in margins], [sum(column) for column in transposed(margins)]
    matrix = scaled([[x * y for y in b] for x in a], max(1, factor // sum(a) ** 2))
    matrix[0][0] += 1
    for options in variants(measure):
        assert_accurate(measure, matrix, options)


CHANCE = {
    "few objects": [[1, 2], [3, 1]],
    "equal sizes": [[10, 20, 30], [20, 30, 10], [30, 10, 20]],
    "unequal sizes": [[200, 1, 1], [3, 90, 2], [1, 0, 7]],
    "independent": [[30, 60], [40, 80]],
    "rare class in 10^18": [[3, 2], [10**18, 5]],
    "rare classes in 10^15": [[1, 0, 0], [1, 1, 0], [10**15, 2, 4]],
    "many single objects": [[int(j in (0, i)) for j in range(9)] for i in range(9)],
}


@pytest.mark.parametrize("case", CHANCE)
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_expected_information(name, case):
    measure = partita.MEASURES[name]
    for matrix in (CHANCE[case], transposed(CHANCE[case])):
        for options in variants(measure):
            assert_accurate(measure, matrix, options)


@given(tables(most=40, groups=4))
@settings(max_examples=25)
def test_expected_information_of_any_table(matrix):
    for name in sorted(EXPECTED):
        for options in variants(partita.MEASURES[name]):
            assert_accurate(partita.MEASURES[name], matrix, options)


@pytest.mark.parametrize("n", [10**6, 10**9, 10**12])
def test_expected_information_of_large_tables_tends_to_chi_square(n):
    # E[I] = (r-1)(s-1)/2n + O(1/n²) for fixed shares of the groups
    table = Contingency.from_matrix([[n // 4, n // 4], [n // 4, n // 4]])
    value = partita.expected_mutual_information.of(table)
    assert relative_error(value, Fraction(1, 2 * n)) < 5 / n


@pytest.mark.parametrize("beta", [1e-200, 1e-8, 0.1, 3.0, 1e8, 1e200, inf, 0, 2])
@pytest.mark.parametrize("name", ["pair_f_measure", "b_cubed_f"])
def test_any_beta(name, beta):
    matrix = [[5, 1, 0], [2, 7, 3]]
    value = partita.MEASURES[name].of(Contingency.from_matrix(matrix), beta=beta)
    assert ulps(value, ORACLE[name](matrix, beta=beta)) <= 1


@pytest.mark.parametrize("beta", [1e-300, 1e-8, 0.1, 3.0, 1e8, 1e300, inf, 0, 2])
def test_any_beta_of_v(beta):
    matrix = [[5, 1, 0], [2, 7, 3]]
    value = partita.v_measure.of(Contingency.from_matrix(matrix), beta=beta)
    assert relative_error(value, ORACLE["v_measure"](matrix, beta=float(beta))) <= 1e-13


@pytest.mark.parametrize("base", [2, 10, 1 + 1e-9, 1e300])
def test_any_base(base):
    matrix = [[5, 1, 0], [2, 7, 3]]
    value = partita.mutual_information.of(Contingency.from_matrix(matrix), base=base)
    assert relative_error(value, ORACLE["mutual_information"](matrix, base=base)) <= 1e-13


# --- the same bits ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def labels():
    random = np.random.default_rng(7)
    truth = random.zipf(1.6, 60_000) % 97
    prediction = (truth * 13 + random.integers(0, 40, truth.size)) % 61
    return truth, prediction


@pytest.fixture(scope="module")
def whole(labels):
    return scores(Contingency.from_labels(*labels))


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_threads_change_no_bit(labels, whole, threads):
    assert scores(Contingency.from_labels(*labels, threads=threads)) == whole


@pytest.mark.parametrize("chunks", [2, 7, 50])
def test_chunks_change_no_bit(labels, whole, chunks):
    pieces = zip(*(np.array_split(side, chunks) for side in labels), strict=True)
    first, *rest = (Contingency.from_labels(*piece) for piece in pieces)
    assert scores(sum(rest, start=first)) == whole


def test_order_of_objects_and_names_change_no_bit(labels, whole):
    order = np.random.default_rng(3).permutation(labels[0].size)
    truth, prediction = (side[order] for side in labels)
    assert scores(Contingency.from_labels(-truth, (prediction * 7919) % 100_003)) == whole


def test_storage_of_labels_changes_no_bit(labels, whole):
    truth, prediction = labels
    apart = np.repeat(prediction.astype(np.uint8), 3)[::3]
    assert scores(Contingency.from_labels(truth.astype(np.int16), apart)) == whole
    assert scores(Contingency.from_labels(truth.astype(str), prediction.tolist())) == whole


def test_swapping_the_sides_twice_changes_no_bit(labels, whole):
    assert scores(Contingency.from_labels(*labels).T.T) == whole


@given(tables(most=6))
def test_a_table_and_its_labels_are_one(matrix):
    assert scores(Contingency.from_matrix(matrix)) == scores(
        Contingency.from_labels(*labels_of(matrix))
    )


def test_frequencies_are_repetitions(labels, whole):
    cells = {}
    for pair in zip(*(side.tolist() for side in labels), strict=True):
        cells[pair] = cells.get(pair, 0) + 1
    classes, clusters = zip(*cells, strict=True)
    counts = list(cells.values())
    assert scores(Contingency.from_cells(classes, clusters, counts)) == whole
    assert scores(Contingency.from_labels(classes, clusters, weights=counts)) == whole


def test_units_differ_by_the_logarithm_of_the_base():
    table = Contingency.from_matrix([[5, 1], [2, 7]])
    nats = partita.mutual_information.of(table)
    assert partita.mutual_information.of(table, base=2) == nats / log(2)
