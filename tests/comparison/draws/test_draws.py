"""Intervals and tests of a comparison are the same as from the single functions."""

import numpy as np
import pytest
from printed_tables import IRIS, labels

import partita
from partita import InputError
from partita.chance import chance
from partita.comparison import compare, sweep
from partita.comparison.report_data import report_data
from partita.inference import confidence_interval, holm, significance


@pytest.mark.parametrize("method", ["calibrated", "bca", "percentile", "jackknife"])
def test_every_interval_is_the_same_as_from_confidence_interval(method):
    truth, prediction = labels(IRIS)
    settings = {"draws": 99, "rng": 3, "method": method}
    found = compare(truth, prediction, confidence=0.9, **settings)
    for score in found.scores:
        alone = confidence_interval(score.measure, truth, prediction, confidence=0.9, **settings)
        assert score.estimate == alone


def test_every_test_is_the_same_as_from_significance():
    truth, prediction = labels(IRIS)
    found = compare(truth, prediction, measures=["ARI", "V:beta=2"], null="permutation", draws=99)
    assert found["ARI"].significance == significance("ARI", truth, prediction, draws=99)
    alone = significance("V", truth, prediction, draws=99, beta=2.0)
    assert found["V:beta=2"].significance == alone


def test_resampling_refuses_wrong_settings_and_fractional_weights():
    truth, prediction = labels(IRIS)
    with pytest.raises(InputError, match="confidence must be a number between 0 and 1"):
        compare(truth, prediction, confidence=95)
    with pytest.raises(InputError, match="method must be one of"):
        compare(truth, prediction, confidence=0.95, method="exact")
    with pytest.raises(InputError, match="null must be"):
        compare(truth, prediction, null="none")
    with pytest.raises(InputError, match="fractional weights are not counts"):
        compare([0, 1], [0, 1], weights=[0.5, 1], measures="rand", confidence=0.95)


def test_holm_corrects_for_all_tests_of_the_call():
    truth, prediction = labels(IRIS)
    measures = ["ARI", "V", "purity"]
    found = compare(
        truth, {"a": prediction, "b": truth}, measures=measures, null="permutation", draws=99
    )
    expected = holm([score.p_value for score in found.scores])
    assert [score.p_adjusted for score in found.scores] == expected
    assert found["a", "ARI"].p_adjusted == pytest.approx(6 * found["a", "ARI"].p_value)
    assert "p_adjusted" in found.to_frame().columns
    assert compare(truth, prediction, measures="ARI")["ARI"].p_adjusted is None


def test_p_at_its_floor_stays_a_bound_after_holm():
    truth, prediction = labels(IRIS)
    random = np.random.default_rng(0).permutation(prediction)
    found = compare(
        truth, {"good": prediction, "random": random}, measures="purity", null="permutation",
        draws=99,
    )  # fmt: skip
    good, poor = found["good", "purity"], found["random", "purity"]
    assert good.at_floor
    assert good.p_adjusted == 0.02  # two tests; 99 tables cannot give less than 1/100
    assert "p≤0.02" in str(found)
    assert not poor.at_floor
    assert poor.details["at_floor"] is False


@pytest.mark.parametrize("name", ["f_measure", "purity", "normalized_van_dongen", "v_measure"])
def test_all_functions_give_the_same_mean_under_chance(name):
    truth, prediction = labels(IRIS)
    table = partita.Contingency.from_labels(truth, prediction)
    level = chance(name, table).expected
    tested = significance(name, truth, prediction)  # 9,999 tables
    asked = compare(truth, prediction, measures=name, null="permutation")[name]
    swept = sweep(truth, {3: prediction}, measures=name, draws=0).table["expected"][0]
    shown = report_data(compare(truth, prediction, measures=name)).chance
    assert tested.expected == asked.expected == swept == level
    assert list(shown.values()) == [level]


def test_a_single_object_can_be_compared():
    found = compare([0, 1], {"a": [0, None], "b": [1, None]}, missing="drop", measures="rand")
    assert found["a", "rand"].value == 1.0
    assert found.elements("a")["position"].tolist() == [0]


@pytest.mark.parametrize(
    ("null", "name"), [("num", "fixed_number"), ("all1", "all_partitions_one_sided")]
)
def test_compare_passes_on_the_null_model(null, name):
    truth, prediction = labels(IRIS)
    found = compare(truth, prediction, measures=["ARI", "purity"], null=null, draws=99)
    for score in found.scores:
        assert score.significance == significance(
            score.measure, truth, prediction, null=null, draws=99
        )
        assert score.significance.method == name
    levels = sweep(truth, {3: prediction, 2: truth // 2}, measures="rand", null=null, draws=0)
    table = partita.Contingency.from_labels(truth, prediction)
    assert levels.table["expected"][0] == chance("rand", table, null=null).expected


@pytest.mark.parametrize("name", ["adjusted_rand", "f_measure"])
def test_all_functions_give_the_same_interval(name):
    truth, prediction = labels(IRIS)
    clusterings = {"a": prediction, "b": truth // 2}
    plain = compare(truth, clusterings, measures=name)
    asked = compare(truth, clusterings, measures=name, confidence=0.95)
    shown = report_data(plain).comparison
    ranked = {row["prediction"]: row for row in plain.ranks(name).table.rows()}
    for key, labeling in clusterings.items():
        alone = confidence_interval(name, truth, labeling)
        assert asked[key, name].estimate == shown[key, name].estimate == alone
        assert (ranked[key]["low"], ranked[key]["high"]) == alone.interval
