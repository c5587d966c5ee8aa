"""Whether another measure, treatment of noise or model of chance changes the best clustering."""

import numpy as np

import partita
from partita.comparison import compare
from partita.comparison.counting.treatments import NOISE

TRUTH = np.repeat([0, 1, 2], 40)
RANDOM = np.random.default_rng(4)
SOME = np.where(RANDOM.random(120) < 0.3, RANDOM.integers(0, 3, 120), TRUTH)
NOISY = np.where(RANDOM.random(120) < 0.4, -1, TRUTH)  # right where it has a cluster


def rows(comparison, about):
    found = comparison.robustness.table.rows()
    return {row["choice"]: row for row in found if row["about"] == about}


def test_measures_are_those_of_the_comparison():
    comparison = compare(TRUTH, {"some": SOME, "halves": TRUTH > 0}, measures=["rand", "purity"])
    found = rows(comparison, "measure")
    assert list(found) == ["rand", "purity"]
    for name, row in found.items():
        values = {one: comparison[one, name].value for one in comparison.predictions}
        assert row["value"] == max(values.values()) == values[row["winner"]]
    assert "chance" not in comparison.robustness.wins


def test_noise_is_treated_as_the_policies_treat_it():
    policies = {f"noise {treatment.words}": policy for policy, treatment in NOISE.items()}
    for given in ({}, {"noise": -1, "noise_as": "singletons"}):
        comparison = compare(TRUTH, {"some": SOME, "noisy": NOISY}, **given)
        found = rows(comparison, "noise")
        assert set(found) == set(policies)
        for choice, policy in policies.items():
            values = {
                name: partita.adjusted_rand(TRUTH, labels, noise=-1, noise_as=policy)
                for name, labels in {"some": SOME, "noisy": NOISY}.items()
            }
            assert found[choice]["value"] == max(values.values())
            assert values[found[choice]["winner"]] == max(values.values())
    assert found["noise left out"]["winner"] == "noisy"


def test_models_of_chance_are_those_of_adjusted():
    found = rows(compare(TRUTH, {"some": SOME, "halves": TRUTH > 0}), "chance")
    assert list(found) == list(partita.chance.MODELS)
    for name, row in found.items():
        values = [partita.adjusted("rand", name)(TRUTH, labels) for labels in (SOME, TRUTH > 0)]
        assert row["value"] == max(values)


def test_clusters_of_one_object_are_left_out():
    ones = np.where(np.arange(120) % 4 == 0, 100 + np.arange(120), TRUTH)
    found = rows(compare(TRUTH, {"some": SOME, "ones": ones}), "singletons")
    (row,) = found.values()
    assert (row["winner"], row["value"]) == ("ones", 1.0)


def test_the_sentence_counts_the_wins():
    comparison = compare(TRUTH, {"some": SOME, "noisy": NOISY}, measures=["adjusted_rand", "rand"])
    best = comparison.best
    counts = comparison.robustness.wins
    assert counts["measure"][1] == 2
    assert counts["noise"][1] == 3
    won = counts["noise"][0]
    assert 0 < won < 3
    assert f"{best} scores best" in comparison.robustness.sentence
    assert f"under {won} of 3 treatments of noise" in comparison.robustness.sentence
    assert any(one.topic == "robust" for one in comparison.verdict)


def test_equal_clusterings_both_win():
    found = compare(TRUTH, {"one": SOME, "two": SOME + 5}).robustness
    assert found.table["wins"].all()


def test_one_clustering_has_no_rival():
    assert compare(TRUTH, SOME).robustness is None


def test_one_measure_is_no_choice():
    labels = {"some": SOME, "halves": TRUTH > 0}
    assert compare(TRUTH, labels, measures="rand").robustness is None
    found = compare(TRUTH, labels, measures="adjusted_rand").robustness
    assert list(found.wins) == ["chance"]
    assert str(found.sentence) == "halves scores best under all 5 models of chance."


def test_a_treatment_that_leaves_nothing_of_a_clustering_is_left_out():
    labels = {"some": SOME, "none": np.full(120, -1)}
    found = compare(TRUTH, labels, measures=["adjusted_rand", "rand"])
    assert list(rows(found, "noise")) == ["noise as one cluster", "noise as single objects"]
    assert "by both measures" in found.robustness.sentence
    assert "under both treatments of noise" in found.robustness.sentence


def test_weights_leave_measures_alone():
    found = compare(TRUTH, {"one": SOME, "two": NOISY}, weights=np.linspace(0.1, 1, 120)).robustness
    assert set(found.wins) == {"measure"}


def test_soft_clusterings_are_left_out_and_the_sentence_says_so():
    soft = partita.Fuzzy(np.eye(3)[TRUTH])
    found = compare(TRUTH, {"some": SOME, "halves": TRUTH > 0, "soft": soft}).robustness
    assert found.soft == 1
    assert found.sentence.startswith(f"Of the hard clusterings, {found.best} scores best ")
    assert set(found.table["winner"]) <= {"some", "halves"}
