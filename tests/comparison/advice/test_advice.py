"""The advice on the examples that motivate each rule, and on ordinary data."""

import re

import numpy as np
import pytest
from printed_tables import (
    IRIS,
    ROSENBERG_A,
    ROSENBERG_B,
    WU_I,
    WU_II,
    clean,
    labels,
    larger,
    together,
)
from scipy.stats import norm

import partita
from partita.comparison import compare
from partita.comparison.draws.gaps import Gaps


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
    assert "are split: I (CV1 = 0.000" in uniform[0].finding
    assert "class 0 has 33% in its largest piece" in uniform[0].finding
    assert uniform[0].evidence["dcv"] == pytest.approx(-1.166, abs=5e-4)


def test_the_measures_that_miss_the_uniform_effect_are_named_as_disagreeing():
    # section 3.2 of the same paper: E, P and MI prefer I, the ten others II
    truth, predictions = together(I=larger(WU_I), II=larger(WU_II))
    found = rules(truth, predictions)["measures disagree"]
    small = found.finding.split("; ")[1]
    assert re.sub(r" \(by [0-9.]+\)", "", small) == (
        "I is better than II in homogeneity, conditional_entropy and mutual_information."
    )
    assert "look at mixed clusters, not at split classes" in found.recommendation
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


def test_advice_on_noise_says_how_it_was_counted():
    truth, prediction = clean()
    prediction[::10] = -1
    texts = {
        "singletons": "counted as single objects",
        "cluster": "counted as one cluster",
    }
    for treatment, text in texts.items():
        found = rules(truth, prediction, noise=-1, noise_as=treatment)["noise"]
        assert found.evidence["noise_share"] == 0.1
        assert text in found.finding
    found = rules(truth, prediction, noise=-1, noise_as="drop")["left out"]
    assert found.evidence["left_out_share"] == 0.1


def test_fractional_weights_have_advice_except_on_chance():
    found = rules([0, 0, 1, 1], [0, 1, 1, 1], weights=[0.5, 1, 1, 1])
    assert "chance" not in found
    assert "few objects" in found


def test_names_cannot_change_the_terminal_or_the_template():
    truth, predictions = together(A=larger(ROSENBERG_A), B=larger(ROSENBERG_B))
    named = dict(zip(["{n}\x1b[31m", "b"], predictions.values(), strict=True))
    found = rules(truth, named)["matching problem"]
    assert "b and {n}\\x1b[31m" in found.finding


def test_one_class_and_one_cluster_are_identical_and_counts_are_spelled():
    assert "one group" not in rules([0] * 30, [1] * 30)
    assert "(2 classes, 1 cluster)" in rules([0, 1] * 30, [1] * 60)["one group"].finding
    assert "(2 objects in 1 cell, 2.0 per cell)" in rules([0, 0], [1, 1])["few objects"].finding
    assert "(1 object in 1 cell, 1.0 per cell)" in rules([0], [1])["few objects"].finding


def test_slightly_more_v_is_not_a_finding():
    truth = np.repeat(np.arange(4), 250)
    one, two = truth.copy(), truth.copy()
    one[:3], two[:2], two[2] = 1, 1, 4  # the same errors except one, which is a single object
    assert "more clusters, more V" not in rules(truth, {"one": one, "two": two})


def test_long_names_are_cut_in_findings_and_edits():
    truth, predictions = together(A=larger(ROSENBERG_A), B=larger(ROSENBERG_B))
    long = dict(zip(["x" * 10_000, "y" * 10_000], predictions.values(), strict=True))
    found = compare(truth, long)
    assert all(len(str(advice)) < 1500 for advice in found.advice)
    named = [f"{'c' * 10_000}{cluster}" for cluster in predictions["A"]]
    assert all(len(str(edit)) < 400 for edit in compare(truth, named).edits())


def noisy(truth, share, k, seed):
    """The truth with a share of the objects in random clusters."""
    random = np.random.default_rng(seed)
    return np.where(random.random(len(truth)) < share, random.integers(0, k, len(truth)), truth)


def test_measures_do_not_disagree_within_sampling_error():
    # 24 objects, 30% of them at random: with a gap of 0.01 as the limit, 8 of these 40 disagreed
    truth = np.repeat([0, 1, 2], 8)
    found = [
        rules(truth, {"a": noisy(truth, 0.3, 3, seed), "b": noisy(truth, 0.3, 4, 1000 + seed)})
        for seed in range(40)
    ]
    assert sum("measures disagree" in one for one in found) <= 1
    assert sum("more clusters, more V" in one for one in found) == 0


def test_random_labels_are_no_better_than_chance_and_the_verdict_agrees():
    for seed in range(12):
        random = np.random.default_rng(seed)
        found = compare(random.integers(0, 4, 500), random.integers(0, 4, 500))
        said = "no better than chance" in {one.rule for one in found.advice}
        by_verdict = any(
            "is not significantly better than chance" in str(one) for one in found.verdict
        )
        assert said == by_verdict
        assert said or seed not in (0, 1, 2, 3)


def uneven():
    """Classes of 950 and 50 objects, the larger one cut in half; and all in one cluster."""
    truth = np.repeat([0, 1], [950, 50])
    return truth, {"cut": np.repeat([0, 1], [475, 525]), "one": np.zeros(1000, dtype=int)}


def many_groups():
    truth = np.arange(5000) % 200
    return truth, noisy(truth, 0.05, 200, 0)


def by_number_of_clusters():
    """Ten classes: ten clusters with errors, and fifty clusters that are pieces of classes."""
    truth = np.arange(12_000) % 10
    pieces = 5 * noisy(truth, 0.15, 10, 1) + np.random.default_rng(2).integers(0, 5, 12_000)
    return truth, {"k10": noisy(truth, 0.25, 10, 0), "k50": pieces}


def with_noise():
    """A clustering of 150 objects that leaves out every sixth object."""
    truth = np.repeat([0, 1, 2], 50)
    found = np.where(np.arange(150) % 6 == 0, -1, np.minimum(truth, 1))
    return truth, found, {"noise": -1}


CASES = {
    "iris by k-means": (lambda: labels(IRIS), set()),
    "perfect": (lambda: (np.repeat([0, 1, 2], 100), np.repeat([0, 1, 2], 100)), set()),
    "10 and 50 clusters": (by_number_of_clusters, {"measures disagree"}),
    "uneven": (
        uneven,
        {
            "imbalanced classes",
            "uniform effect",
            "close scores",
            "one group",
            "measures disagree",
        },
    ),
    "random": (
        lambda: (np.arange(500) % 4, noisy(np.arange(500) % 4, 1.0, 4, 1)),  # seed 0: p = 0.037
        {"no better than chance"},
    ),
    "noise": (with_noise, {"chance", "noise"}),
    "24 objects": (lambda: (np.repeat([0, 1, 2], 8), np.repeat([0, 1, 2], 8)), {"few objects"}),
    "200 classes": (many_groups, {"chance"}),
    "ids": (
        lambda: (np.repeat([0, 1], 100), np.arange(200)),
        {"chance", "few objects", "nearly continuous labels"},
    ),
    "one object": (
        lambda: (clean()[0], {"a": clean()[1], "b": np.r_[0, clean()[1][1:]]}),
        {"few objects differ"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_advice_on_ordinary_data(name):
    example, expected = CASES[name]
    truth, prediction, *options = example()
    assert set(rules(truth, prediction, **dict(*options))) == expected


def test_one_finding_names_all_clusterings():
    truth = np.arange(500) % 4
    found = compare(truth, {f"r{k}": noisy(truth, 1.0, 4, k) for k in range(6)}).advice
    assert [one.rule for one in found].count("no better than chance") == 1


def test_among_many_clusterings_a_difference_must_be_larger():
    """Sampling error alone takes the largest of 780 differences to 4 standard errors."""
    names = [str(k) for k in range(40)]
    counted = dict.fromkeys(names)
    assert Gaps(dict.fromkeys(names[:2])).sure == 2.5
    assert Gaps(counted).sure == pytest.approx(norm.isf(0.025 / 780))


def test_inflated_scores_of_sparse_tables_say_what_very_many_objects_would_have() -> None:
    """The value is that of `score_at`; tables that are not sparse say nothing about it."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 20, 300)
    prediction = np.where(random.random(300) < 0.5, truth, random.integers(0, 20, 300))
    (said,) = (one for one in compare(truth, prediction).advice if one.rule == "chance")
    many = partita.score_at("v_measure", truth, prediction, draws=2).value
    assert said.evidence["v_of_many"] == many
    assert f", for very many objects {many:.3f}, AMI" in said.finding
    assert "score_at" in said.recommendation
    by_group = compare(truth, prediction, groups=np.arange(300) % 30).advice
    assert not any("very many" in one.finding for one in by_group)
    dense = np.repeat(truth, 10), np.repeat(prediction, 10)
    assert not any("very many" in one.finding for one in compare(*dense).advice)
