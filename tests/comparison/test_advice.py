"""What rules of advice say on the examples that motivate them."""

import re

import numpy as np
import pytest
from comparison.samples import ROSENBERG_A, ROSENBERG_B, WU_I, WU_II, clean, larger, together

import partita
from partita.comparison import compare


def rules(truth, prediction, **options):
    return {advice.rule: advice for advice in compare(truth, prediction, **options).advice}


def test_a_clean_clustering_calls_for_no_advice():
    truth, prediction = clean()
    assert compare(truth, prediction).advice == ()
    other = prediction.copy()
    other[5:15] = 1
    assert compare(truth, {"one": prediction, "two": other}).advice == ()


def test_imbalance_and_the_uniform_effect():
    # Wu, Xiong and Chen (2009), section 3.1: CV0 = 1.166, CV1 = 0 for I and 1.125 for II
    truth, predictions = together(I=larger(WU_I), II=larger(WU_II))
    found = compare(truth, predictions).advice
    imbalance = next(one for one in found if one.rule == "imbalanced classes")
    assert imbalance.evidence["cv0"] == pytest.approx(1.166, abs=5e-4)
    assert "K-means" not in " ".join(map(str, found))
    assert "normalized_van_dongen first" in imbalance.recommendation
    uniform = [one for one in found if one.rule == "uniform effect"]
    assert len(uniform) == 1
    assert "are cut: I (CV1 = 0.000" in uniform[0].finding
    assert "0 has 33 % in its largest piece" in uniform[0].finding
    assert uniform[0].evidence["dcv"] == pytest.approx(-1.166, abs=5e-4)


def test_the_measures_that_miss_the_uniform_effect_are_named_as_disagreeing():
    # section 3.2 of the same paper: E, P and MI prefer I, the ten others II
    truth, predictions = together(I=larger(WU_I), II=larger(WU_II))
    found = rules(truth, predictions)["measures disagree"]
    small = found.finding.split("; ")[1]
    assert re.sub(r" \(by [0-9.]+\)", "", small) == (
        "homogeneity, conditional_entropy and mutual_information prefer I."
    )
    assert "not how classes are split" in found.recommendation
    # purity prefers I by one object of 50, which is within sampling error
    assert "lead_purity" not in found.evidence
    lead = partita.homogeneity(truth, predictions["I"])
    lead -= partita.homogeneity(truth, predictions["II"])
    assert found.evidence["lead_homogeneity"] == pytest.approx(lead)


def test_equal_f_and_different_v_is_a_matching_problem():
    # Rosenberg and Hirschberg (2007), Figure 2: F = 0.6 for both, V = 0.135 and 0.387
    truth, predictions = together(A=larger(ROSENBERG_A), B=larger(ROSENBERG_B))
    found = rules(truth, predictions)["matching problem"]
    assert found.evidence["f_gap"] == pytest.approx(0)
    assert found.evidence["v_gap"] == pytest.approx(0.387 - 0.135, abs=1e-3)


def test_noise_says_how_it_was_counted():
    truth, prediction = clean()
    prediction[::10] = -1
    texts = {
        "singletons": "counted as single objects",
        "drop": "left out",
        "cluster": "counted as one cluster",
    }
    for treatment, text in texts.items():
        found = rules(truth, prediction, noise=-1, noise_as=treatment)["noise"]
        assert found.evidence["noise_share"] == 0.1
        assert text in found.finding


def test_fractional_weights_leave_chance_unsaid_and_the_rest_said():
    found = rules([0, 0, 1, 1], [0, 1, 1, 1], weights=[0.5, 1, 1, 1])
    assert "chance" not in found
    assert "few objects" in found


def test_names_cannot_steer_the_terminal_or_the_template():
    truth, predictions = together(A=larger(ROSENBERG_A), B=larger(ROSENBERG_B))
    named = dict(zip(["{n}\x1b[31m", "b"], predictions.values(), strict=True))
    found = rules(truth, named)["matching problem"]
    assert "b and {n}\\x1b[31m" in found.finding


def test_one_class_and_one_cluster_are_identical_and_counts_are_spelled():
    assert "one group" not in rules([0] * 30, [1] * 30)
    assert "(2 classes, 1 cluster)" in rules([0, 1] * 30, [1] * 60)["one group"].finding
    assert "(2 objects, 1 cell, 2.0 for each)" in rules([0, 0], [1, 1])["few objects"].finding
    assert "(1 object, 1 cell, 1.0 for each)" in rules([0], [1])["few objects"].finding


def test_a_hair_more_v_is_no_finding():
    truth = np.repeat(np.arange(4), 250)
    one, two = truth.copy(), truth.copy()
    one[:3], two[:2], two[2] = 1, 1, 4  # the same errors but one, which stands alone
    assert "more clusters, more V" not in rules(truth, {"one": one, "two": two})


def test_long_names_are_cut_in_findings_and_edits():
    truth, predictions = together(A=larger(ROSENBERG_A), B=larger(ROSENBERG_B))
    long = dict(zip(["x" * 10_000, "y" * 10_000], predictions.values(), strict=True))
    found = compare(truth, long)
    assert all(len(str(advice)) < 1500 for advice in found.advice)
    named = [f"{'c' * 10_000}{cluster}" for cluster in predictions["A"]]
    assert all(len(str(edit)) < 400 for edit in compare(truth, named).edits())
