"""A sweep over k shows means under chance, and which preferences are significant."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.cluster import expected_mutual_information

import partita
from partita import InputError, UndefinedError
from partita.chance import chance
from partita.comparison import sweep

TRUTH = np.repeat([0, 1, 2, 3], 50)


def coarser_and_finer():
    rng = np.random.default_rng(0)
    finer = TRUTH * 2 + rng.integers(0, 2, 200)
    return {2: TRUTH // 2, 4: TRUTH, 8: finer, 40: rng.integers(0, 40, 200)}


def test_every_measure_prefers_the_planted_number_of_clusters():
    found = sweep(TRUTH, coarser_and_finer(), measures=["v_measure", "AMI", "ARI", "VI_n", "VI"])
    assert set(found.best.values()) == {4}
    rows = found.of("ARI")
    assert rows["p_preferred"][1] == 1
    assert (rows["p_preferred"][[0, 2, 3]] < 0.05).all()
    assert found.alike("ARI") == ()
    assert rows["parameter"].tolist() == [2, 4, 8, 40]
    assert "adjusted_rand prefers 4" in str(found)


def test_v_of_random_labels_and_its_mean_under_chance_rise_with_k():
    # the chance effect behind Rosenberg and Hirschberg (2007), Figure 4, at large k
    rng = np.random.default_rng(0)
    labels = {k: rng.integers(0, k, 200) for k in (2, 5, 20, 100)}
    found = sweep(TRUTH, labels, measures=["v_measure", "adjusted_mutual_information"], draws=0)
    v, ami = found.of("v_measure"), found.of("AMI")
    assert (np.diff(v["value"]) > 0).all()
    assert (np.diff(v["expected"]) > 0).all()
    assert np.abs(v["value"] - v["expected"]).max() < 0.02
    assert np.abs(ami["expected"]).max() < 1e-12
    assert "p_preferred" not in v
    assert found.preference("V") == "v_measure prefers 100"
    with pytest.raises(InputError, match="nothing was drawn"):
        found.alike("V")


def test_the_baseline_is_the_expected_mutual_information_of_scikit_learn():
    prediction = coarser_and_finer()[40]
    table = partita.Contingency.from_labels(TRUTH, prediction)
    expected = expected_mutual_information(table.to_scipy().toarray(), 200)
    found = chance("mutual_information", table)
    assert found.method == "exact"
    assert found.expected == pytest.approx(expected, rel=1e-10)


def permutations(truth, prediction):
    from itertools import permutations as orders

    return [[prediction[i] for i in order] for order in orders(range(len(truth)))]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=3, max_size=5))
def test_exact_baselines_are_means_over_all_permutations(objects):
    truth, prediction = map(list, zip(*objects, strict=True))
    table = partita.Contingency.from_labels(truth, prediction)
    for name in ("rand", "adjusted_rand", "v_measure", "homogeneity", "VI", "fowlkes_mallows"):
        found = chance(name, table)
        values = [partita.measure(name)(truth, order) for order in permutations(truth, prediction)]
        assert found.method == "exact"
        # Identical partitions score 1 where the formula is 0/0; the mean over tables keeps that.
        assert found.expected == pytest.approx(np.mean(values), abs=1e-12)


def test_other_measures_are_sampled():
    prediction = coarser_and_finer()[8]
    table = partita.Contingency.from_labels(TRUTH, prediction)
    found = chance("purity", table, draws=499)
    rng = np.random.default_rng(0)
    direct = np.mean([partita.purity(TRUTH, rng.permutation(prediction)) for _ in range(300)])
    assert found.expected == pytest.approx(direct, abs=0.01)
    assert "499 sampled tables" in found.method


def test_parameters_keep_their_type_and_need_not_be_numbers():
    found = sweep([0, 0, 1], {"ward": [0, 0, 1], "single": [0, 1, 1]}, measures="rand", draws=0)
    assert found.parameters == ("ward", "single")
    assert found.best == {"rand": "ward"}
    assert sweep([0, 1], {0.5: [0, 1]}, measures="rand").parameters == (0.5,)


def test_sweeps_refuse_what_they_cannot_read():
    with pytest.raises(InputError, match="prediction must map names to labels"):
        sweep([0, 1], [0, 1])
    with pytest.raises(InputError, match="prediction holds 0 clusterings"):
        sweep([0, 1], {})
    with pytest.raises(InputError, match="null must be one of 'permutation'"):
        sweep([0, 1], {2: [0, 1]}, null="none")
    with pytest.raises(InputError, match="this sweep has rand"):
        sweep([0, 1], {2: [0, 1]}, measures="rand").of("purity")


def test_fractional_weights_have_no_chance_and_no_draws():
    weights = [0.5, 1, 1, 1]
    found = sweep([0, 0, 1, 1], {2: [0, 1, 1, 1]}, measures="rand", weights=weights, draws=0)
    assert np.isnan(found.table["expected"]).all()
    assert "undefined" in str(found)
    both = {2: [0, 1, 1, 1], 3: [0, 1, 2, 2]}
    with pytest.raises(InputError, match="use integer weights, or do without draws"):
        sweep([0, 0, 1, 1], both, measures="rand", weights=weights)


def test_columns_of_a_frame_are_parameters():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({1: [0, 0, 0, 0], 2: [0, 0, 1, 1]})
    assert sweep([0, 0, 1, 1], frame, measures="rand", draws=0).best == {"rand": 2}


@pytest.mark.parametrize("wrong", [{"draws": -1}, {"draws": "x"}, {"draws": True}, {"rng": -1}])
def test_draws_are_checked_even_if_none_are_needed(wrong):
    with pytest.raises(InputError, match="must be an integer"):
        sweep([0, 0, 1, 1], {2: [0, 0, 1, 1]}, **wrong)


def test_a_parameter_that_is_nan_is_refused():
    with pytest.raises(InputError, match="prediction: a parameter is NaN"):
        sweep([0, 1], {float("nan"): [0, 1], 2: [0, 0]})


def test_a_measure_without_any_value_says_why_and_what_else_to_ask():
    with pytest.raises(UndefinedError, match=r"integer weights.*measures=\['v_measure', "):
        sweep([0, 0, 1, 1], {2: [0, 1, 1, 1]}, weights=[0.5, 1, 1, 1], draws=0)
