"""Coefficients of variation of group sizes, as Wu, Xiong and Chen (2009) print them."""

import numpy as np
import pytest

import partita
from partita.behavior.criterion import table_3
from partita.statistics.group_sizes import coefficient_of_variation


@pytest.mark.parametrize(("name", "cv1"), [("I", 0.0), ("II", 1.125)])
def test_the_two_clusterings_of_table_3(name, cv1):
    found = table_3(name).size_variation
    assert (found.classes, found.clusters) == (5, 5)
    assert found.cv0 == pytest.approx(1.166, abs=5e-4)
    assert found.cv1 == pytest.approx(cv1, abs=5e-4)
    assert found.dcv == found.cv1 - found.cv0


def test_sizes_whose_variation_is_printed():
    # Section 4: 200 and 5800 objects; Table 6: one class of b and five of a documents, where
    # CV = sqrt(6) (b - a) / (5a + b); Table 8: sports, from the class sizes of CLUTO
    assert coefficient_of_variation([200, 5800]) == pytest.approx(1.320, abs=5e-4)
    for a, b, printed in ((100, 250, 0.490), (30, 600, 1.862)):
        found = coefficient_of_variation(np.array([a] * 5 + [b]))
        assert found == pytest.approx(6**0.5 * (b - a) / (5 * a + b), rel=1e-15)
        assert found == pytest.approx(printed, abs=5e-4)
    sports = coefficient_of_variation(np.array([3412, 2346, 1410, 809, 336, 145, 122]))
    assert sports == pytest.approx(1.02, abs=5e-3)


def test_equal_sizes_do_not_vary_and_one_group_has_no_variation():
    assert coefficient_of_variation(np.array([7, 7, 7])) == 0.0
    assert coefficient_of_variation(np.array([0.1, 0.1, 0.1])) == 0.0
    found = partita.Contingency.from_labels([0, 0, 1], [5, 5, 5]).size_variation
    assert (found.clusters, found.cv1, found.dcv) == (1, None, None)


def test_it_agrees_with_numpy():
    sizes = np.random.default_rng(3).integers(1, 10**9, 50)
    for own in (sizes, sizes / 7):
        expected = np.std(own, ddof=1) / np.mean(own)
        assert coefficient_of_variation(own) == pytest.approx(expected, rel=1e-13)


def test_noise_is_no_group():
    table = partita.Contingency.from_labels(
        [0, 0, 0, 1, 1, 1, 1, 1], [2, 2, -1, 3, 3, 3, -1, 2], noise=-1
    )
    found = table.size_variation
    assert found.clusters == 2
    assert found.cv1 == 0.0  # clusters of three objects, without the noise
    assert found.cv0 == pytest.approx(2**0.5 / 4)  # sizes 3 and 5


def test_weights_vary_as_counts_do():
    labels = [0, 0, 1, 1, 1], [0, 1, 1, 1, 1]
    counts = partita.Contingency.from_labels(*labels).size_variation
    weights = partita.WeightedContingency.from_labels(*labels, weights=[0.25] * 5).size_variation
    assert counts == weights
