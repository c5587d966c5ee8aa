"""Measures with moments, shares of information, association: brute force and other packages.

The example has ten objects, three classes and four clusters.
"""

from __future__ import annotations

from fractions import Fraction as Q
from itertools import combinations, permutations
from math import isclose, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from labelings import labelings, relative_error, tables
from oracle import ORACLE

import partita
from partita import Contingency, UndefinedError

TRUTH, PREDICTION = list("0001112222"), list("0011122233")

# The packages named give these values; variants of the same name differ in early decimals.
EXAMPLE = {
    "conditional_entropy_of_clusters": 0.9509775004326937 * log(2),  # scikit-image 0.26, in bits
    "nce_over": 0.5245112497836531,  # mir_eval 0.8
    "nce_under": 0.652371901428583,  # mir_eval
    "parsimony": 0.4568876526410577,  # ClusterEval 0.2
    "q_measure": 0.5363497435694065,  # ClusterEval
    "normalized_information_distance": 0.4824968738984623,  # one minus NMI max, scikit-learn
    "chi_squared": 35 / 3,  # by hand: 10 (13/6 - 1)
    "frobenius": 8 / 3,
}


@pytest.mark.parametrize("name", EXAMPLE)
def test_the_example(name):
    assert isclose(partita.MEASURES[name](TRUTH, PREDICTION), EXAMPLE[name], rel_tol=1e-13)


def together(truth, prediction):
    pairs = combinations(range(len(truth)), 2)
    return sum(truth[x] == truth[y] and prediction[x] == prediction[y] for x, y in pairs)


def moments(truth, prediction):
    values = [together(truth, order) for order in permutations(prediction)]
    mean = Q(sum(values), len(values))
    return mean, sum((value - mean) ** 2 for value in values) / len(values)


CASES = [
    ("000112", "001122"),
    ("00011", "01122"),
    ("0011", "0122"),
    ("0001", "0111"),
    ("001", "011"),
]


@pytest.mark.parametrize(("truth", "prediction"), CASES)
def test_lermans_index_is_z_over_all_orders(truth, prediction):
    mean, variance = moments(truth, prediction)
    z = float(together(truth, prediction) - mean) / sqrt(variance)
    found = partita.standardized_rand(list(truth), list(prediction))
    assert isclose(found, z, rel_tol=1e-14)
    own = []
    for side in (truth, prediction):
        mean, variance = moments(side, side)
        own.append(float(together(side, side) - mean) / sqrt(variance))
    share = partita.normalized_lerman(list(truth), list(prediction))
    assert isclose(share, z / sqrt(own[0] * own[1]), rel_tol=1e-14)


@given(labelings())
def test_standardized_measures_equal_those_of_standardized(pair):
    table = Contingency.from_labels(*pair)
    if {1, table.n}.intersection(table.shape):  # no other table has these sizes
        return
    for name, of in (
        ("standardized_rand", "rand"),
        ("standardized_rand", "adjusted_rand"),
        ("standardized_mutual_information", "mutual_information"),
    ):
        found, derived = partita.MEASURES[name].of(table), partita.standardized(of).of(table)
        assert isclose(found, derived, rel_tol=1e-7, abs_tol=1e-7)


def test_normalized_lerman_may_exceed_1():
    assert partita.normalized_lerman([0, 0, 0, 1, 1], [0, 0, 0, 1, 2]) > 1.16
    assert partita.normalized_lerman([0, 0, 0, 1, 1], [0, 0, 0, 1, 1]) == 1.0


@given(tables(most=3, groups=3))
def test_standardized_information_equals_its_definition(matrix):
    table = Contingency.from_matrix(matrix)
    found = partita.standardized_mutual_information.of(table)
    exact = ORACLE["standardized_mutual_information"](matrix)
    # a difference of two values with errors of 1e-13, divided by a deviation with 1e-9
    room = table.information.mutual / sqrt(table.information_moments.variance or 1)
    assert abs(found - float(exact)) <= 1e-9 * abs(float(exact)) + 1e-13 * room


@given(labelings(most=8, groups=3))
@settings(max_examples=15)
def test_the_modified_index_compares_with_pairs_that_share_no_object(pair):
    truth, prediction = pair
    n = len(truth)
    if n < 4 or Contingency.from_labels(*pair).perfect:
        return
    pairs = list(combinations(range(n), 2))
    apart = [(x, y) for x in pairs for y in pairs if not set(x) & set(y)]
    both = [(x, y) for x, y in apart if alike(truth, x) and alike(prediction, y)]
    theta = Q(len(both), len(apart))
    shares = [Q(sum(alike(side, x) for x in pairs), len(pairs)) for side in pair]
    room = sum(shares) / 2 - theta
    expected = (Q(together(*pair), len(pairs)) - theta) / room if room > 0 else 0
    assert isclose(partita.modified_adjusted_rand(*pair), expected, rel_tol=1e-14, abs_tol=1e-300)


def alike(labels, pair):
    return labels[pair[0]] == labels[pair[1]]


@given(labelings(most=9))
def test_frobenius_is_the_distance_of_two_projections(pair):
    first, second = (projection(side) for side in pair)
    assert isclose(partita.frobenius(*pair), ((first - second) ** 2).sum(), abs_tol=1e-12)


def projection(labels):
    same = np.equal.outer(labels, labels)
    return same / same.sum(axis=1)


@given(tables())
def test_shares_of_information_are_other_measures_on_another_scale(matrix):
    table = Contingency.from_matrix(matrix)
    of = {name: m.of(table) for name, m in partita.MEASURES.items() if m.family == "information"}
    nmi = partita.normalized_mutual_information
    assert isclose(of["nce_under"], 1 - of["cluster_entropy"], rel_tol=1e-12, abs_tol=1e-12)
    parts = of["conditional_entropy"] + of["conditional_entropy_of_clusters"]
    assert isclose(of["variation_of_information"], parts, rel_tol=1e-14)
    if not table.perfect:
        for name, average in (
            ("normalized_information_distance", "max"),
            ("variation_of_information_by_joint_entropy", "joint"),
        ):
            similar = nmi.of(table, average=average)
            assert isclose(of[name], 1 - similar, rel_tol=1e-12, abs_tol=1e-12)


@given(tables(least=1))
def test_extreme_betas_of_the_q_measure_give_its_parts(matrix):
    table = Contingency.from_matrix(matrix)
    q, h, p = partita.q_measure, partita.homogeneity, partita.parsimony
    if h.of(table) and p.of(table):
        assert isclose(q.of(table, beta=0), h.of(table), rel_tol=1e-14)
        assert isclose(q.of(table, beta=float("inf")), p.of(table), rel_tol=1e-14)


COUNT_OBJECTS = [
    "chi_squared",
    "modified_adjusted_rand",
    "normalized_lerman",
    "parsimony",
    "q_measure",
    "standardized_mutual_information",
    "standardized_rand",
]


@pytest.mark.parametrize("name", COUNT_OBJECTS)
def test_fractional_weights_are_not_counts(name):
    with pytest.raises(UndefinedError, match="integer weights"):
        partita.MEASURES[name](TRUTH, PREDICTION, weights=[0.5] * 10)


@pytest.mark.parametrize("name", ["frobenius", "nce_over", "nce_under"])
def test_fractional_weights_are_masses(name):
    weights = [0.1, 0.7, 1 / 3, 2.5, 1e-9, 4.25, 0.9, 0.2, 1.1, 3.0]
    masses = {}
    for *cell, weight in zip(TRUTH, PREDICTION, weights, strict=True):
        masses[tuple(cell)] = masses.get(tuple(cell), 0) + Q(weight)
    scale = 2**90  # a table of integers with nearly the same shares
    counts = {cell: round(mass * scale) for cell, mass in masses.items()}
    exact = ORACLE[name](counts)
    found = partita.MEASURES[name](TRUTH, PREDICTION, weights=weights)
    assert relative_error(found, exact) < 1e-13
