"""Scores in each group of objects are those of the objects of the group alone."""

import numpy as np
import pytest

import partita
from partita.comparison import compare

RANDOM = np.random.default_rng(2)
TRUTH = RANDOM.integers(0, 4, 300)
GOOD = np.where(RANDOM.random(300) < 0.2, RANDOM.integers(0, 4, 300), TRUTH)
POOR = np.where(RANDOM.random(300) < 0.6, RANDOM.integers(0, 5, 300), TRUTH)
DONOR = np.array(["ann", "bob", "cy"])[np.arange(300) % 3]


def test_each_row_is_the_comparison_of_the_group_alone():
    found = compare(TRUTH, {"poor": POOR, "good": GOOD}, groups=DONOR).by_group("v_measure")
    assert found["group"].tolist() == ["ann", "ann", "bob", "bob", "cy", "cy"]
    assert found["prediction"].tolist() == ["good", "poor"] * 3
    for row in found.rows():
        own = row["group"] == DONOR
        labels = {"good": GOOD, "poor": POOR}[row["prediction"]]
        score = compare(
            TRUTH[own], labels[own], measures=["v_measure"], confidence=0.95, draws=499
        )["v_measure"]
        assert (row["objects"], row["value"]) == (100, score.value)
        assert (row["low"], row["high"]) == score.interval


def test_tables_by_group_give_the_same_scores():
    given = {"truth": TRUTH, "good": GOOD, "donor": DONOR}
    tables = partita.tabulate(given, "truth", ["good"], groups="donor")
    by_table = compare(table=tables).by_group(confidence=None)
    by_label = compare(TRUTH, {"good": GOOD}, groups=DONOR).by_group(confidence=None)
    assert by_table["group"].tolist() == by_label["group"].tolist()
    assert by_table["value"].tolist() == by_label["value"].tolist()
    assert np.isnan(by_table["low"]).all()


def test_noise_and_weights_belong_to_their_group():
    noisy = np.where(np.arange(300) % 7 == 0, -1, GOOD)
    weights = np.arange(300) % 4
    every = compare(TRUTH, noisy, noise=-1, groups=DONOR, weights=weights)
    for row in every.by_group(confidence=None).rows():
        own = row["group"] == DONOR
        alone = partita.adjusted_rand(TRUTH[own], noisy[own], noise=-1, weights=weights[own])
        assert row["value"] == alone
        assert row["objects"] == weights[own].sum()


def test_a_group_where_a_measure_is_not_defined_has_no_value():
    truth, found = [0, 0, 1, 1, 2, 2], [0, 1, 0, 0, 1, 1]
    rows = compare(truth, found, groups=list("aabbcc"), measures=["fager_mcgowan"]).by_group()
    # N11 / √(PQ) - 1 / (2 √P): Q = 0 in a; N11 = P = Q = 1 in the others
    assert np.isnan(rows["value"]).tolist() == [True, False, False]
    assert rows["value"][1:].tolist() == [0.5, 0.5]
    assert np.isnan(rows["low"]).all()  # of two objects, a drawn table has no value


def test_groups_are_needed():
    with pytest.raises(partita.InputError, match="pass groups= to compare"):
        compare(TRUTH, GOOD).by_group()


def test_sixty_groups_and_groups_of_one_class_or_one_object():
    random = np.random.default_rng(5)
    truth, groups = random.integers(0, 4, 900), random.integers(0, 58, 900)
    groups[:2] = 58, 59
    truth[groups == 3] = 1
    found = {"some": np.where(random.random(900) < 0.3, 0, truth), "none": truth * 0}
    comparison = compare(truth, found, groups=groups)
    rows = list(comparison.by_group(confidence=None).rows())
    assert len(rows) == 120
    for row in rows:
        own = groups == row["group"]
        alone = partita.adjusted_rand(truth[own], found[row["prediction"]][own])
        assert (row["objects"], row["classes"]) == (own.sum(), len(set(truth[own])))
        assert row["value"] == alone
    scored = [row for row in rows if row["classes"] > 1 and row["prediction"] == "some"]
    low, high = (end(scored, key=lambda row: row["value"]) for end in (min, max))
    (one,) = [each for each in comparison.verdict if each.topic == "by group"]
    assert one.evidence == {"wins": 57, "groups": 57, "low": low["value"], "high": high["value"]}
    assert f"best in all 57 groups of objects; its adjusted_rand is lowest in {low['group']} " in (
        one.sentence
    )
