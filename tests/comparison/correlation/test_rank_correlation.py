"""Kendall's correlation of columns, compared with SciPy's, and groups of a tree."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from partita.comparison.correlation.rank_correlation import (
    average_tree,
    groups_at,
    is_constant,
    tau,
    tau_matrix,
)


def test_all_pairs_agree_with_scipy():
    columns = np.random.default_rng(1).integers(0, 9, (60, 5)).astype(float)
    found = tau_matrix(columns)
    for a in range(5):
        for b in range(5):
            expected = kendalltau(columns[:, a], columns[:, b]).statistic
            assert found[a, b] == pytest.approx(expected, abs=1e-12)


def test_strata_count_only_pairs_of_the_same_name():
    # over both names the second column falls by 10; within each it rises with the first
    first, second = [1.0, 2.0, 3.0, 4.0], [11.0, 12.0, 1.0, 2.0]
    columns = np.column_stack([first, second])
    assert tau_matrix(columns, ["a", "a", "b", "b"])[0, 1] == 1.0
    assert tau_matrix(columns)[0, 1] == pytest.approx(-1 / 3)  # 2 pairs rise, 4 fall


def test_values_that_differ_by_rounding_are_ties():
    values = [1.0, 1.0 + 1e-14, 2.0], [3.0, 2.0, 4.0]
    assert tau(*values) == pytest.approx(2 / (2 * 3) ** 0.5)  # two pairs agree, one is a tie
    assert is_constant(np.array([0.3, 0.1 + 0.2]))
    assert not is_constant(np.array([0.3, 0.3001]))


def test_a_constant_column_correlates_with_nothing():
    assert tau([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]) == 0.0


def test_the_tree_is_cut_where_the_mean_similarity_is_as_asked():
    similarity = np.array([[1, 0.9, 0.2], [0.9, 1, 0.4], [0.2, 0.4, 1]])
    tree, order = average_tree(1 - similarity)
    assert tree[:, 2].tolist() == pytest.approx([0.1, 0.7])  # average linkage: (0.8 + 0.6) / 2
    assert sorted(order) == [0, 1, 2]
    assert [sorted(one) for one in groups_at(tree, order, 0.1)] in ([[0, 1], [2]], [[2], [0, 1]])
    assert len(groups_at(tree, order, 0.09)) == 3
    assert len(groups_at(tree, order, 0.7)) == 1
