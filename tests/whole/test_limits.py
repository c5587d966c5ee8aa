"""Limit cases follow one rule: identical partitions score best, and rounding does not matter.

Each row has the values of a measure on five tables without perfect agreement: six objects in three
classes of two and one cluster (`merged`), or in one class and three clusters (`split`); six single
objects and one group (`lumped`, `scattered`); four independent objects (`even`).
"""

from __future__ import annotations

from fractions import Fraction as Q
from math import inf, isclose, log, sqrt

import pytest
from hypothesis import given
from labelings import tables, variants
from looping import for_each

import partita
from partita import Contingency, InputError, UndefinedError

UNDEFINED = None
TABLES = {
    "merged": [[2], [2], [2]],
    "split": [[2, 2, 2]],
    "lumped": [[1]] * 6,
    "scattered": [[1] * 6],
    "even": [[1, 1], [1, 1]],
}
LOG2, LOG3, LOG6 = log(2), log(3), log(6)
COST_MERGED, COST_LUMPED, COST_EVEN = LOG3 + log(28) / 6, LOG6 + log(462) / 6, LOG2 + LOG3 / 2

# merged, split, lumped, scattered, even; integers must agree to the last bit
VALUES = {
    "rand": (Q(1, 5), Q(1, 5), 0, 0, Q(1, 3)),
    "adjusted_rand": (0, 0, 0, 0, Q(-1, 2)),
    "jaccard": (Q(1, 5), Q(1, 5), 0, 0, 0),
    "jaccard_distance_prime": (Q(2, 3), Q(2, 3), 1, 1, 1),
    "normalized_jaccard": (1, 1, 1, 1, Q(3, 2)),
    "fowlkes_mallows": (sqrt(0.2), sqrt(0.2), 0, 0, 0),
    "normalized_fowlkes_mallows": (0, 0, 0, 0, Q(-1, 2)),
    "hubert_gamma": (0, 0, 0, 0, Q(-1, 2)),
    "hubert_gamma_prime": (Q(-3, 5), Q(-3, 5), -1, -1, Q(-1, 3)),
    "minkowski_score": (2, sqrt(0.8), UNDEFINED, 1, sqrt(2)),
    "normalized_minkowski": (1, 1, 1, 1, Q(3, 2)),
    "mirkin": (24, 24, 30, 30, 8),
    "normalized_mirkin": (Q(2, 3), Q(2, 3), Q(5, 6), Q(5, 6), Q(1, 2)),
    "pair_precision": (Q(1, 5), 1, 0, 1, 0),
    "pair_recall": (1, Q(1, 5), 1, 0, 0),
    "pair_f_measure": (Q(1, 3), Q(1, 3), 0, 0, 0),
    "pair_specificity": (0, 1, 0, 1, Q(1, 2)),
    "adjusted_wallace_h": (0, 0, 0, 0, Q(-1, 2)),
    "adjusted_wallace_c": (0, 0, 0, 0, Q(-1, 2)),
    "tversky": (Q(1, 5), Q(1, 5), 0, 0, 0),
    "adapted_rand_error": (Q(2, 3), Q(2, 3), 1, 1, 1),
    "pair_overlap": (1, 1, 1, 1, 0),
    "blanc": (Q(1, 6), Q(1, 6), 0, 0, Q(1, 4)),
    "kulczynski": (Q(3, 5), Q(3, 5), 0, 0, 0),
    "mcconnaughey": (Q(1, 5), Q(1, 5), -1, -1, -1),
    "rogers_tanimoto": (Q(1, 9), Q(1, 9), 0, 0, Q(1, 5)),
    "gower_legendre": (Q(1, 3), Q(1, 3), 0, 0, Q(1, 2)),
    "russell_rao": (Q(1, 5), Q(1, 5), 0, 0, 0),
    "sokal_sneath_1": (0, 0, 0, 0, Q(1, 4)),
    "sokal_sneath_2": (Q(1, 9), Q(1, 9), 0, 0, 0),
    "sokal_sneath_3": (0, 0, 0, 0, 0),
    "peirce": (0, 0, 0, 0, Q(-1, 2)),
    "yule_q": (0, 0, 0, 0, -1),
    "baulieu_1": (Q(21, 25), Q(21, 25), 1, 1, Q(7, 9)),
    "baulieu_2": (0, 0, 0, 0, Q(-1, 9)),
    "fager_mcgowan": (
        sqrt(0.2) - 1 / sqrt(12),
        sqrt(0.2) - 1 / sqrt(60),
        UNDEFINED,
        UNDEFINED,
        -sqrt(0.125),
    ),
    "rv": (sqrt(1 / 3), sqrt(1 / 3), sqrt(1 / 6), sqrt(1 / 6), Q(1, 2)),
    "southwood": (Q(1, 4), Q(1, 4), 0, 0, 0),
    "mcnemar": (sqrt(12), sqrt(12), sqrt(15), sqrt(15), 0),
    "modified_adjusted_rand": (0, 0, 0, 0, 0),
    "standardized_rand": (0, 0, 0, 0, -sqrt(0.5)),
    "normalized_lerman": (0, 0, 0, 0, Q(-1, 2)),
    "chi_squared": (0, 0, 0, 0, 0),
    "frobenius": (2, 2, 5, 5, 2),
    "maximum_matching": (Q(1, 3), Q(1, 3), Q(1, 6), Q(1, 6), Q(1, 2)),
    "classification_error": (Q(2, 3), Q(2, 3), Q(5, 6), Q(5, 6), Q(1, 2)),
    "normalized_classification_error": (1, 1, 1, 1, 1),
    "partition_distance": (Q(4, 5), Q(4, 5), 1, 1, Q(2, 3)),
    "split_join": (4, 4, 5, 5, 4),
    "van_dongen": (Q(1, 3), Q(1, 3), Q(5, 12), Q(5, 12), Q(1, 2)),
    "normalized_van_dongen": (1, 1, 1, 1, 1),
    "purity": (Q(1, 3), 1, Q(1, 6), 1, Q(1, 2)),
    "inverse_purity": (1, Q(1, 3), 1, Q(1, 6), Q(1, 2)),
    "micro_averaged_precision": (Q(1, 3), 1, Q(1, 6), 1, Q(1, 2)),
    "goodman_kruskal": (Q(2, 3), 0, Q(5, 6), 0, Q(1, 2)),
    "f_measure": (Q(1, 2), Q(1, 2), Q(2, 7), Q(2, 7), Q(1, 2)),
    "normalized_f_measure": (0, 0, 0, 0, 0),
    "cluster_f_measure": (Q(1, 2), Q(1, 2), Q(2, 7), Q(2, 7), Q(1, 2)),
    "b_cubed_precision": (Q(1, 3), 1, Q(1, 6), 1, Q(1, 2)),
    "b_cubed_recall": (1, Q(1, 3), 1, Q(1, 6), Q(1, 2)),
    "b_cubed_f": (Q(1, 2), Q(1, 2), Q(2, 7), Q(2, 7), Q(1, 2)),
    "element_centric_similarity": (Q(1, 3), Q(1, 3), Q(1, 6), Q(1, 6), Q(1, 2)),
    "normalized_purity": (0, 1, 0, 1, 0),
    "normalized_inverse_purity": (1, Q(1, 5), 1, 0, 0),
    "purity_f": (Q(1, 2), Q(1, 2), Q(2, 7), Q(2, 7), Q(1, 2)),
    "geometric_accuracy": (sqrt(1 / 3), sqrt(1 / 3), sqrt(1 / 6), sqrt(1 / 6), Q(1, 2)),
    "edit_pantel_lin": (Q(1, 6), Q(1, 2), 0, 0, 0),
    "cluster_weighted_f_measure": (Q(1, 2), Q(1, 2), Q(2, 7), Q(2, 7), Q(1, 2)),
    "macro_f_measure": (Q(1, 2), Q(1, 2), Q(2, 7), Q(2, 7), Q(1, 2)),
    "mean_f1": (Q(1, 2), Q(1, 2), Q(2, 7), Q(2, 7), Q(1, 2)),
    "mean_partial_probability": (Q(1, 3), Q(1, 3), Q(1, 6), Q(1, 6), Q(1, 4)),
    "b_cubed_precision_of_others": (Q(1, 5), 1, 0, 1, 0),
    "b_cubed_recall_of_others": (1, Q(1, 5), 1, 0, 0),
    "b_cubed_f_of_others": (Q(1, 3), Q(1, 3), 0, 0, 0),
    "b_cubed_precision_by_class": (Q(1, 3), 1, Q(1, 6), 1, Q(1, 2)),
    "b_cubed_recall_by_class": (1, Q(1, 3), 1, Q(1, 6), Q(1, 2)),
    "b_cubed_f_by_class": (Q(1, 2), Q(1, 2), Q(2, 7), Q(2, 7), Q(1, 2)),
    "k_measure": (sqrt(1 / 3), sqrt(1 / 3), sqrt(1 / 6), sqrt(1 / 6), Q(1, 2)),
    "mapcurves": (1, 1, 1, 1, Q(1, 2)),
    "symmetric_gini": (Q(2, 3), Q(2, 3), Q(7, 12), Q(7, 12), Q(1, 2)),
    "adjusted_symmetric_gini": (0, 0, 0, 0, 0),
    "goodman_kruskal_tau": (0, 1, 0, 1, 0),
    "normalized_clustering_accuracy": (0, 0, 0, 0, 0),
    "normalized_pivoted_accuracy": (0, 0, 0, 0, 0),
    "pair_sets_index": (0, 0, 0, 0, 0),
    "simplified_pair_sets_index": (0, 0, 0, 0, 0),
    "transfer_distance": (4, 4, 5, 5, 2),
    "muc_precision": (Q(3, 5), 1, 0, 1, 0),
    "muc_recall": (1, Q(3, 5), 1, 0, 0),
    "muc_f": (Q(3, 4), Q(3, 4), 0, 0, 0),
    "ceaf_e_precision": (Q(1, 2), Q(1, 6), Q(2, 7), Q(1, 21), Q(1, 2)),
    "ceaf_e_recall": (Q(1, 6), Q(1, 2), Q(1, 21), Q(2, 7), Q(1, 2)),
    "ceaf_e_f": (Q(1, 4), Q(1, 4), Q(4, 49), Q(4, 49), Q(1, 2)),
    "lea_precision": (Q(1, 5), 1, 0, 0, 0),
    "lea_recall": (1, Q(1, 5), 0, 0, 0),
    "lea_f": (Q(1, 3), Q(1, 3), 0, 0, 0),
    "cluster_exact_precision": (0, 0, 0, 0, 0),
    "cluster_exact_recall": (0, 0, 0, 0, 0),
    "cluster_exact_f": (0, 0, 0, 0, 0),
    "closest_cluster_precision": (Q(1, 3), Q(1, 3), Q(1, 6), Q(1, 6), Q(1, 3)),
    "closest_cluster_recall": (Q(1, 3), Q(1, 3), Q(1, 6), Q(1, 6), Q(1, 3)),
    "closest_cluster_f": (Q(1, 3), Q(1, 3), Q(1, 6), Q(1, 6), Q(1, 3)),
    "basic_merge_distance": (2, 2, 5, 5, 4),
    "generalized_merge_distance": (12, 12, 15, 15, 4),
    "conditional_entropy": (LOG3, 0, LOG6, 0, LOG2),
    "cluster_entropy": (Q(1), 0, Q(1), 0, Q(1)),
    "mutual_information": (0, 0, 0, 0, 0),
    "variation_of_information": (LOG3, LOG3, LOG6, LOG6, 2 * LOG2),
    "normalized_variation_of_information": (1, 1, 1, 1, 1),
    "variation_of_information_by_objects": (LOG3 / LOG6, LOG3 / LOG6, Q(1), Q(1), Q(1)),
    "variation_of_information_by_groups": (Q(1, 2), Q(1, 2), Q(1, 2), Q(1, 2), Q(1)),
    "homogeneity": (0, 1, 0, 1, 0),
    "completeness": (1, 0, 1, 0, 0),
    "v_measure": (0, 0, 0, 0, 0),
    "normalized_mutual_information": (0, 0, 0, 0, 0),
    "expected_mutual_information": (0, 0, 0, 0, LOG2 / 3),
    "adjusted_mutual_information": (0, 0, 0, 0, Q(-1, 2)),
    "conditional_entropy_of_clusters": (0, LOG3, 0, LOG6, LOG2),
    "information_distance": (LOG3, LOG3, LOG6, LOG6, LOG2),
    "normalized_information_distance": (1, 1, 1, 1, 1),
    "variation_of_information_by_joint_entropy": (1, 1, 1, 1, 1),
    "nce_over": (1, 0, 1, 0, 0),
    "nce_under": (0, 1, 0, 1, 0),
    "parsimony": (1, LOG2 / LOG6, 1, 0, 0),
    "q_measure": (0, 2 * LOG2 / (LOG6 + LOG2), 0, 0, 0),
    "standardized_mutual_information": (0, 0, 0, 0, -sqrt(0.5)),
    # by the formula there are 8/π tables with margins 2, 2 and 2, 2 instead of 3
    "reduced_mutual_information": (0, 0, 0, 0, log(0.55) / 4),  # 30/11 tables, not 3
    "normalized_reduced_mutual_information": (0, 0, 0, 0, log(0.55) / log(2.2)),
    "dom_q0": (COST_MERGED, 0, COST_LUMPED, 0, COST_EVEN),
    "dom_q2": (LOG6 / 2 / COST_MERGED, 1, LOG6 / COST_LUMPED, 1, LOG3 / 2 / COST_EVEN),
}

IDENTICAL = {
    "one class, one cluster": [0] * 6,
    "all single": [*range(6)],
    "one object": [0],
    "two groups": [0, 0, 0, 1, 1, 1],
}

# Measures without a fixed best value on the same four; in nats, nats per object, or a share.
# The estimate has four columns of 3.25 each: 16 C(5.25, 3)² / C(11.5, 6)
TABLES_OF_3_3 = 16 * (5.25 * 4.25 * 3.25 / 6) ** 2
TABLES_OF_3_3 /= 11.5 * 10.5 * 9.5 * 8.5 * 7.5 * 6.5 / 720
NO_BEST_VALUE = {
    "russell_rao": (1, 0, 0, Q(2, 5)),
    "baulieu_2": (0, 0, 0, Q(6, 25)),
    "fager_mcgowan": (1 - 1 / sqrt(60), UNDEFINED, UNDEFINED, 1 - 1 / sqrt(24)),
    "southwood": (UNDEFINED,) * 4,
    "standardized_rand": (0, 0, 0, 3),
    "normalized_lerman": (0, 0, 0, 1),
    "standardized_mutual_information": (0, 0, 0, 3.0),
    "chi_squared": (0, 30, 0, 6),
    "reduced_mutual_information": (0, 0, 0, log(20 / TABLES_OF_3_3) / 6),  # not 4 tables
    "mutual_information": (0, LOG6, 0, LOG2),
    "expected_mutual_information": (0, LOG6, 0, 1.6 * LOG2 - 0.9 * LOG3),
    "dom_q0": (0, LOG6, 0, log(4) / 3),
    "edit_pantel_lin": (5 / 6, 0, 0, 2 / 3),  # 1 - |K|/n: a merge per cluster remains
}


def assert_value(measure, table, expected, precision=1e-15, **options):
    if expected is UNDEFINED:
        with pytest.raises(UndefinedError):
            measure.of(table, **options)
        return
    value = measure.of(table, **options)
    whole = isinstance(expected, int)
    assert value == expected if whole else isclose(value, expected, rel_tol=precision), value


def test_every_measure_has_its_limit_cases():
    assert set(VALUES) == set(partita.MEASURES)
    assert set(NO_BEST_VALUE) == {m.name for m in partita.MEASURES.values() if m.perfect is None}


@pytest.mark.parametrize("case", TABLES)
@for_each(partita.MEASURES[name] for name in VALUES)
def test_one_sided_partitions(measure, case):
    expected = VALUES[measure.name][list(TABLES).index(case)]
    precision = 1e-13 if "reduced" in measure.name else 1e-15  # of logarithms of factorials
    table = Contingency.from_matrix(TABLES[case])
    assert_value(measure, table, expected, precision)


@pytest.mark.parametrize("case", IDENTICAL)
@for_each(partita.MEASURES[name] for name in VALUES)
def test_identical_partitions(measure, case):
    labels = IDENTICAL[case]
    if measure.name in NO_BEST_VALUE:
        expected = NO_BEST_VALUE[measure.name][list(IDENTICAL).index(case)]
        table = Contingency.from_labels(labels, labels)
        assert_value(measure, table, expected, precision=1e-13)
    else:
        best = 1.0 if measure.better == "higher" else 0.0
        for options in variants(measure):
            assert measure(labels, labels, **options) == best


@pytest.mark.parametrize("case", ["merged", "split", "lumped", "scattered"])
@pytest.mark.parametrize("average", ["arithmetic", "geometric", "min", "max"])
def test_no_information_beyond_chance_if_the_sizes_allow_one_table(average, case):
    table = Contingency.from_matrix(TABLES[case])
    assert partita.adjusted_mutual_information.of(table, average=average) == 0
    assert partita.normalized_mutual_information.of(table, average=average) == 0


@pytest.mark.parametrize("n", [2, 3, 4, 7, 139, 161, 165, 1000])
def test_one_group_and_single_objects_at_every_size(n):
    # the sizes at which rounding decides between -1, 0 and 1 in other packages
    one, single = [0] * n, list(range(n))
    assert partita.homogeneity(one, single) == partita.completeness(single, one) == 1
    assert partita.v_measure(one, single) == partita.v_measure(single, one) == 0
    for average in ("arithmetic", "geometric", "min", "max"):
        for truth, prediction in ((one, one), (single, single)):
            assert partita.adjusted_mutual_information(truth, prediction, average=average) == 1
        assert partita.adjusted_mutual_information(one, single, average=average) == 0
    assert partita.fowlkes_mallows(single, single) == partita.adjusted_rand(single, single) == 1


@pytest.mark.parametrize("average", ["arithmetic", "geometric", "min", "max"])
@pytest.mark.parametrize("groups", [[4, 3], [1, 6], [2, 2, 2, 1], [1, 1, 1, 4]])
def test_single_objects_and_several_groups_do_not_beat_chance(groups, average):
    prediction = [j for j, size in enumerate(groups) for _ in range(size)]
    single = list(range(7))
    assert partita.adjusted_mutual_information(single, prediction, average=average) == 0
    assert partita.adjusted_mutual_information(prediction, single, average=average) == 0


BETA_ENDS = [  # 0/0 is 0 for these, too, as for every beta
    ("pair_f_measure", "scattered", 0.0, 0),
    ("pair_f_measure", "scattered", inf, 0),
    ("pair_f_measure", "lumped", 0.0, 0),
    ("pair_f_measure", "lumped", inf, 0),
    ("pair_f_measure", "merged", 0.0, Q(1, 5)),
    ("pair_f_measure", "merged", inf, 1),
    ("v_measure", "split", 0.0, 0),
    ("v_measure", "split", inf, 0),
    ("v_measure", "merged", 0.0, 0),
    ("v_measure", "merged", inf, 0),
    ("v_measure", "even", 0.0, 0),
    ("v_measure", "even", inf, 0),
    ("b_cubed_f", "merged", 0.0, Q(1, 3)),
    ("b_cubed_f", "merged", inf, 1),
]


@pytest.mark.parametrize(("name", "case", "beta", "expected"), BETA_ENDS)
def test_ends_of_beta(name, case, beta, expected):
    table = Contingency.from_matrix(TABLES[case])
    assert_value(partita.MEASURES[name], table, expected, beta=beta)


@for_each(partita.MEASURES.values())
def test_empty_input_is_rejected(measure):
    with pytest.raises(InputError):
        measure([], [])


@pytest.mark.parametrize(
    ("name", "at_zero", "at_infinity"),
    [
        ("v_measure", "homogeneity", "completeness"),
        ("pair_f_measure", "pair_precision", "pair_recall"),
        ("b_cubed_f", "b_cubed_precision", "b_cubed_recall"),
    ],
)
@given(matrix=tables())
def test_extreme_beta_leaves_one_part(name, at_zero, at_infinity, matrix):
    table = Contingency.from_matrix(matrix)
    trivial = 1 in table.shape or table.n in table.shape  # the ratio may be 0/0
    for beta, part in ((0.0, at_zero), (inf, at_infinity)):
        value = partita.MEASURES[name].of(table, beta=beta)
        assert trivial or isclose(value, partita.MEASURES[part].of(table), rel_tol=1e-15)
