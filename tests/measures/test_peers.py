"""Comparison with scikit-learn, where its precision and range suffice.

The oracle is the reference; this checks that names, sides and units mean the same.
"""

from __future__ import annotations

from math import isclose

import numpy as np
import pytest
from hypothesis import given
from labelings import labelings
from sklearn import metrics

import partita

PEERS = {
    "rand": metrics.rand_score,
    "adjusted_rand": metrics.adjusted_rand_score,
    "fowlkes_mallows": metrics.fowlkes_mallows_score,
    "homogeneity": metrics.homogeneity_score,
    "completeness": metrics.completeness_score,
    "v_measure": metrics.v_measure_score,
    "mutual_information": metrics.mutual_info_score,
    "normalized_mutual_information": metrics.normalized_mutual_info_score,
    "adjusted_mutual_information": metrics.adjusted_mutual_info_score,
}


def random_labels(seed):
    random = np.random.default_rng(seed)
    n, k = int(random.integers(20, 400)), int(random.integers(2, 12))
    truth = random.integers(0, k, n)
    prediction = np.where(random.random(n) < 0.7, truth, random.integers(0, k + 3, n))
    return truth, prediction


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", PEERS)
def test_same_values_as_scikit_learn(name, seed):
    labels = random_labels(seed)
    ours, theirs = partita.MEASURES[name](*labels), PEERS[name](*labels)
    assert isclose(ours, theirs, rel_tol=1e-10, abs_tol=1e-12)


@pytest.mark.parametrize("name", PEERS)
def test_names_of_scikit_learn_find_our_measures(name):
    assert partita.measure(PEERS[name].__name__) is partita.MEASURES[name]


@pytest.mark.parametrize("beta", [0.2, 1.0, 3.0])
@pytest.mark.parametrize("seed", range(4))
def test_beta_means_the_same(seed, beta):
    truth, prediction = random_labels(seed)
    theirs = metrics.v_measure_score(truth, prediction, beta=beta)
    assert isclose(partita.v_measure(truth, prediction, beta=beta), theirs, rel_tol=1e-10)


@pytest.mark.parametrize("average", ["arithmetic", "geometric", "min", "max"])
@pytest.mark.parametrize("seed", range(4))
def test_averages_mean_the_same(seed, average):
    labels = random_labels(seed)
    for ours, theirs in (
        (partita.normalized_mutual_information, metrics.normalized_mutual_info_score),
        (partita.adjusted_mutual_information, metrics.adjusted_mutual_info_score),
    ):
        expected = theirs(*labels, average_method=average)
        assert isclose(ours(*labels, average=average), expected, rel_tol=1e-9)


@given(labelings())
def test_the_table_is_the_same(pair):
    table = partita.Contingency.from_labels(*pair)
    theirs = metrics.cluster.contingency_matrix(*pair)
    assert table.to_scipy().toarray().tolist() == theirs.tolist()


@given(labelings())
def test_pair_counts_are_half_of_the_pair_confusion_matrix(pair):
    p = partita.Contingency.from_labels(*pair).pairs
    ours = [[p.apart, p.prediction_only], [p.truth_only, p.together]]
    assert (2 * np.array(ours)).tolist() == metrics.cluster.pair_confusion_matrix(*pair).tolist()
