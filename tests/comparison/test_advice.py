"""Every rule speaks on the example that motivates it, and is silent on a clean one."""

import re

import numpy as np
import pytest
from comparison.samples import ROSENBERG_A, ROSENBERG_B, WU_I, WU_II, clean, together

from partita.comparison import compare
from partita.comparison.rules import RULES
from partita.report.references import bibliography


def rules(truth, prediction, **options):
    return {advice.rule: advice for advice in compare(truth, prediction, **options).advice}


def test_a_clean_clustering_calls_for_no_advice():
    truth, prediction = clean()
    assert compare(truth, prediction).advice == ()
    other = prediction.copy()
    other[5:10] = 1
    assert compare(truth, {"one": prediction, "two": other}).advice == ()


def test_every_rule_is_tested_and_cites_what_the_bibliography_has():
    assert {rule.name for rule in RULES} == set(SPEAKS) == set(SILENT)
    assert {key for rule in RULES for key in rule.references} <= set(bibliography())


def test_imbalance_and_the_uniform_effect():
    # Wu, Xiong and Chen (2009), section 3.1: CV0 = 1.166, CV1 = 0 for I and 1.125 for II
    truth, predictions = together(I=WU_I, II=WU_II)
    found = compare(truth, predictions).advice
    imbalance = next(one for one in found if one.rule == "imbalanced classes")
    assert imbalance.evidence["cv0"] == pytest.approx(1.166, abs=5e-4)
    assert "normalized_van_dongen first" in imbalance.recommendation
    uniform = [one for one in found if one.rule == "uniform effect"]
    assert [one.finding[:2] for one in uniform] == ["I:"]
    assert uniform[0].evidence["dcv"] == pytest.approx(-1.166, abs=5e-4)


def test_the_measures_that_miss_the_uniform_effect_are_named_as_disagreeing():
    # section 3.2 of the same paper: E, P and MI prefer I, the ten others II
    truth, predictions = together(I=WU_I, II=WU_II)
    found = rules(truth, predictions)["measures disagree"]
    small = found.finding.split("; ")[1]
    assert re.sub(r" \(by [0-9.]+\)", "", small) == (
        "homogeneity, purity, conditional_entropy, mutual_information prefer I."
    )
    assert "purity (by 0.020)" in small
    assert "not how classes are split" in found.recommendation
    assert found.evidence["lead_purity"] == pytest.approx(0.02)


def test_equal_f_and_different_v_is_a_matching_problem():
    # Rosenberg and Hirschberg (2007), Figure 2: F = 0.6 for both, V = 0.135 and 0.387
    truth, predictions = together(A=ROSENBERG_A, B=ROSENBERG_B)
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


def random_labels(k, n=300):
    return np.random.default_rng(0).integers(0, k, n)


def three():
    return np.repeat([0, 1, 2], 100)


def skewed(k):
    """Ten classes of very different size, and the same with every k-th object astray."""
    truth = np.repeat(np.arange(4), [900, 50, 30, 20])
    prediction = truth.copy()
    prediction[::k] = 0
    return truth, prediction


def close():
    truth, one = skewed(40)
    two = one.copy()
    two[0] = 1
    return truth, {"one": one, "two": two}


SPEAKS = {
    "imbalanced classes": lambda: skewed(40),
    "uniform effect": lambda: together(I=WU_I),
    "close scores": close,
    "chance": lambda: (three(), random_labels(150)),
    "more clusters, more V": lambda: (
        three(),
        {"few": np.where(three() == 0, 0, random_labels(2)), "many": np.arange(300)},
    ),
    "matching problem": lambda: together(A=ROSENBERG_A, B=ROSENBERG_B),
    "small sample": lambda: together(A=ROSENBERG_A),
    "few groups": lambda: (three(), random_labels(3), {"groups": np.arange(300) % 6}),
    "noise": lambda: (three(), np.where(np.arange(300) % 9 == 0, -1, three()), {"noise": -1}),
    "one group": lambda: (three(), np.zeros(300, dtype=int)),
    "nearly continuous labels": lambda: (three(), np.arange(300)),
    "measures disagree": lambda: together(I=WU_I, II=WU_II),
}
SILENT = {
    "imbalanced classes": lambda: together(A=ROSENBERG_A),
    "uniform effect": lambda: together(II=WU_II),
    "close scores": lambda: together(I=WU_I, II=WU_II),
    "chance": lambda: (three(), random_labels(3)),
    "more clusters, more V": lambda: (three(), {"few": random_labels(2), "right": three()}),
    "matching problem": lambda: together(I=WU_I, II=WU_II),
    "small sample": lambda: (three(), random_labels(3)),
    "few groups": lambda: (three(), random_labels(3), {"groups": np.arange(300) % 12}),
    "noise": lambda: (three(), np.where(np.arange(300) == 0, -1, three()), {"noise": -1}),
    "one group": lambda: (three(), np.repeat([0, 1], 150)),
    "nearly continuous labels": lambda: (
        three(), np.where(np.arange(300) % 3 > 0, -1, three()), {"noise": -1}
    ),
    "measures disagree": lambda: (three(), {"a": three(), "b": random_labels(3)}),
}  # fmt: skip


def asked(example):
    truth, prediction, *options = example()
    return rules(truth, prediction, **(options[0] if options else {}))


@pytest.mark.parametrize("name", SPEAKS)
def test_the_rule_speaks_with_its_evidence(name):
    found = asked(SPEAKS[name])[name]
    rule = next(one for one in RULES if one.name == name)
    for fact, _, _ in rule.when:
        assert fact in found.evidence or fact in {"cv0", "n", "groups", "cells"}
    assert found.evidence
    assert "{" not in str(found)


@pytest.mark.parametrize("name", SPEAKS)
def test_the_finding_holds_the_numbers_that_it_rests_on(name):
    found = asked(SPEAKS[name])[name]
    rule = next(one for one in RULES if one.name == name)
    said = [
        float(number) / (100 if percent else 1)
        for number, percent in re.findall(r"(-?[0-9]+(?:\.[0-9]+)?)(%?)", found.finding)
    ]
    tested = {fact for fact, _, _ in rule.when} & set(found.evidence)
    assert tested or name == "one group"  # there the numbers are those of classes and clusters
    for fact in tested or {"classes", "clusters"}:
        assert any(
            number == pytest.approx(found.evidence[fact], rel=0.05, abs=0.006) for number in said
        )


@pytest.mark.parametrize("name", SILENT)
def test_the_rule_stays_silent(name):
    assert name not in asked(SILENT[name])


def test_fractional_weights_leave_chance_unsaid_and_the_rest_said():
    found = rules([0, 0, 1, 1], [0, 1, 1, 1], weights=[0.5, 1, 1, 1])
    assert "chance" not in found
    assert "small sample" in found


def test_names_cannot_steer_the_terminal_or_the_template():
    truth, predictions = together(A=ROSENBERG_A, B=ROSENBERG_B)
    named = dict(zip(["{n}\x1b[31m", "b"], predictions.values(), strict=True))
    found = rules(truth, named)["matching problem"]
    assert "{n}\\x1b[31m and b" in found.finding


def test_one_class_and_one_cluster_are_identical_and_counts_are_spelled():
    assert "one group" not in rules([0] * 30, [1] * 30)
    assert "2 classes against 1 cluster," in rules([0, 1] * 30, [1] * 60)["one group"].finding
    assert "2 objects fill 1 cell," in rules([0, 0], [1, 1])["small sample"].finding
    assert "1 object fills 1 cell," in rules([0], [1])["small sample"].finding


def test_a_hair_more_v_is_no_finding():
    truth = np.repeat(np.arange(4), 250)
    one, two = truth.copy(), truth.copy()
    one[:3], two[:2], two[2] = 1, 1, 4  # the same errors but one, which stands alone
    assert "more clusters, more V" not in rules(truth, {"one": one, "two": two})


def test_long_names_are_cut_in_findings_and_edits():
    truth, predictions = together(A=ROSENBERG_A, B=ROSENBERG_B)
    long = dict(zip(["x" * 10_000, "y" * 10_000], predictions.values(), strict=True))
    found = compare(truth, long)
    assert all(len(str(advice)) < 1500 for advice in found.advice)
    named = [f"{'c' * 10_000}{cluster}" for cluster in predictions["A"]]
    assert all(len(str(edit)) < 400 for edit in compare(truth, named).edits())
