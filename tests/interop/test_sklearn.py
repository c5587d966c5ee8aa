"""Functions with the names and signatures of scikit-learn and the values of partita."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics.cluster as theirs

import partita
import partita.interop.sklearn as ours

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 4, 300)
PREDICTION = np.where(RNG.random(300) < 0.6, TRUTH, RNG.integers(0, 6, 300))
DROP_IN = [name for name in ours.__all__ if hasattr(theirs, name)]
SCORES = [name for name in DROP_IN if name.endswith("_score")]


@pytest.mark.parametrize("name", DROP_IN)
def test_signatures_are_scikit_learns(name):
    found, expected = (
        [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()]
        for function in (getattr(ours, name), getattr(theirs, name))
    )
    assert found == expected


@pytest.mark.parametrize("name", SCORES)
def test_scores_agree_on_ordinary_labels(name):
    found = getattr(ours, name)(TRUTH, PREDICTION)
    assert found == pytest.approx(getattr(theirs, name)(TRUTH, PREDICTION), rel=1e-10)
    assert type(found) is float
    assert found == partita.measure(name)(TRUTH, PREDICTION)


@pytest.mark.parametrize("average", ["arithmetic", "geometric", "min", "max"])
@pytest.mark.parametrize("name", ["normalized_mutual_info_score", "adjusted_mutual_info_score"])
def test_averages_agree(name, average):
    found, expected = (
        getattr(one, name)(TRUTH, PREDICTION, average_method=average) for one in (ours, theirs)
    )
    assert found == pytest.approx(expected, rel=1e-10)


def test_other_averages_are_refused():
    with pytest.raises(partita.InputError, match="average_method"):
        ours.normalized_mutual_info_score(TRUTH, PREDICTION, average_method="joint")


@pytest.mark.parametrize("name", SCORES)
def test_options_that_a_score_does_not_have_are_refused(name):
    with pytest.raises((partita.InputError, TypeError), match="'weights'"):
        getattr(ours, name)([], [], weights=[1])


@pytest.mark.parametrize("name", SCORES)
def test_scores_can_be_pickled(name):
    score = getattr(ours, name)
    assert pickle.loads(pickle.dumps(score)) is score


@pytest.mark.parametrize("labels", [["b", "a", "c", "a"], [3.0, -1.0, 3.0, 2.0], [9, 2, 2, 5]])
def test_tables_have_the_same_order(labels):
    other = [1, 0, 0, 1]
    for sparse in (False, True):
        found = ours.contingency_matrix(labels, other, sparse=sparse)
        expected = theirs.contingency_matrix(labels, other, sparse=sparse)
        assert type(found) is type(expected)
        assert (found != expected).sum() == 0
        assert found.dtype == expected.dtype


def test_categories_are_ordered_by_name_not_by_code():
    labels = pd.Categorical(["b", "a", "a"], categories=["b", "a"])
    assert ours.contingency_matrix(labels, [0, 1, 1]).tolist() == [[0, 2], [1, 0]]


def test_table_in_another_type():
    found = ours.contingency_matrix([0, 1], [0, 1], dtype=np.float32)
    assert found.dtype == np.float32
    assert ours.contingency_matrix([], []).shape == (0, 0)


def test_pairs_are_counted_twice():
    found = ours.pair_confusion_matrix(TRUTH, PREDICTION)
    assert found.tolist() == theirs.pair_confusion_matrix(TRUTH, PREDICTION).tolist()
    assert found.sum() == 300 * 299
    assert ours.pair_confusion_matrix([], []).tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize("name", SCORES)
def test_a_series_is_read_by_position(name):
    shuffled = pd.Series(TRUTH, index=RNG.permutation(300))
    found = getattr(ours, name)(shuffled, pd.Series(PREDICTION))
    assert found == getattr(ours, name)(TRUTH, PREDICTION)


def test_measurements_give_a_warning_with_the_line_of_the_call():
    with pytest.warns(UserWarning, match="continuous values for label, and discrete") as caught:
        ours.rand_score([0.5, 1.5], [0, 1])
    assert caught[0].filename == __file__


def test_integral_floats_and_integers_are_one_kind():
    assert ours.rand_score([0, 0, 42.0], [1, 1, 2]) == 1.0


@pytest.mark.parametrize("bad", [[0.0, float("nan")], np.array([np.inf, 1.0])])
def test_nan_and_infinity_are_refused(bad):
    with pytest.raises(partita.InputError, match=r"labels_pred: input contains (NaN|infinity)"):
        ours.rand_score([0, 1], bad)


def test_errors_name_the_arguments():
    with pytest.raises(partita.InputError, match="truth is labels_true"):
        ours.rand_score(["a", None], [0, 1])


def test_mutual_information_of_a_table():
    table = theirs.contingency_matrix(TRUTH, PREDICTION, sparse=True)
    expected = ours.mutual_info_score(TRUTH, PREDICTION)
    assert ours.mutual_info_score(None, None, contingency=table) == expected
    assert ours.mutual_info_score(None, None, contingency=table.toarray()) == expected


def test_scikit_learn_is_not_imported():
    code = (
        "import sys; from partita.interop.sklearn import rand_score, scorer;"
        "scorer('v_measure', beta=2.0); assert rand_score([0], [0]) == 1.0;"
        "sys.exit('sklearn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", [*SCORES, "expected_mutual_information"])
def test_measures_are_found_by_scikit_learns_names(name):
    assert partita.measure(name).name in partita.MEASURES
