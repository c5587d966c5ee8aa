"""Ranks on one data set and their uncertainty, from joint draws."""

from itertools import combinations

import numpy as np
import pytest

import partita
from partita import InputError
from partita.comparison import compare
from partita.comparison.draws import samples
from partita.comparison.draws.samples import joint_sample
from partita.inference.sampling.pairing import paired
from partita.measures.chosen import choose


@pytest.fixture
def noisy():
    rng = np.random.default_rng(1)
    truth = np.repeat([0, 1, 2], 100)

    def disturbed(share):
        wrong = rng.random(300) < share
        return np.where(wrong, rng.integers(0, 3, 300), truth)

    good = disturbed(0.1)
    return truth, {"bad": disturbed(0.7), "good": good, "alike": np.roll(good, 1)}


def test_similar_clusterings_share_a_letter_and_a_bad_one_does_not(noisy):
    truth, predictions = noisy
    found = compare(truth, predictions).ranks("adjusted_rand")
    groups = dict(zip(found.table["prediction"], found.table["group"], strict=True))
    assert groups["good"] == groups["alike"] == "a"
    assert groups["bad"] == "b"
    assert found.table["rank_low"][-1] == found.table["rank_high"][-1] == 3
    assert "corrected for 3 comparisons by Romano and Wolf's step-down method" in str(found)


def test_distances_are_ranked_the_other_way_round(noisy):
    truth, predictions = noisy
    found = compare(truth, predictions).ranks("variation_of_information")
    assert found.table["prediction"][-1] == "bad"
    assert (np.diff(found.table["value"]) > 0).all()
    assert (found.differences["value"] > 0).all()


def test_the_same_clustering_twice_is_a_tie(noisy):
    truth, predictions = noisy
    found = compare(truth, {"a": predictions["good"], "b": predictions["good"] + 5}).ranks("rand")
    assert found.table["rank"].tolist() == [1, 1]
    assert found.table["group"].tolist() == ["a", "a"]
    assert found.differences["p_value"].tolist() == [1.0]


def test_draws_are_paired_and_repeat_by_the_seed(noisy):
    truth, predictions = noisy
    counted = compare(truth, predictions).counted
    asked = [choose("rand"), choose(("v_measure", {"beta": 2.0}))]
    drawn = joint_sample(counted).scores(asked, 50, 3, 0)
    assert drawn.shape == (50, 3, 2)
    assert np.array_equal(drawn, joint_sample(counted).scores(asked, 50, 3, 1))
    # one clustering under two names has the same score on every draw
    twice = {"a": counted["good"], "b": counted["good"]}
    once = joint_sample(twice).scores(asked, 20, 0, 0)
    assert np.array_equal(once[:, 0], once[:, 1])


def test_kinds_of_objects_reproduce_every_table(noisy):
    truth, predictions = noisy
    counted = compare(truth, predictions).counted
    joint = joint_sample(counted)
    for own, table, one in zip(joint.cells, joint.tables, counted.values(), strict=True):
        assert np.array_equal(np.bincount(own, weights=joint.counts), table.counts)
        back = one.table.to_frame()[list(table.clusters)].to_numpy()
        assert np.array_equal(table.to_frame().to_numpy(), back)


def test_ranks_refuse_what_cannot_be_paired():
    truth = [0, 0, 1, 1, 1]
    with pytest.raises(InputError, match="at least two clusterings"):
        compare(truth, truth).ranks()
    different = {"a": [0, 0, 1, 1, -1], "b": [0, 0, -1, 1, 1]}
    found = compare(truth, different, noise=-1, noise_as="drop")
    with pytest.raises(InputError, match="leave out different objects"):
        found.ranks()
    weighted = compare(truth, {"a": truth, "b": [0, 1, 1, 0, 1]}, weights=[0.5, 1, 1, 1, 1],
                       measures="rand")  # fmt: skip
    with pytest.raises(InputError, match="fractional weights are not counts"):
        weighted.ranks()
    with pytest.raises(InputError, match="confidence must be a number between 0 and 1"):
        compare(truth, {"a": truth, "b": truth}).ranks(confidence=95)
    with pytest.raises(InputError, match="draws must be an integer of at least 2; got 0"):
        compare(truth, {"a": truth, "b": truth}).ranks(draws=0)


def test_the_interval_of_a_difference_equals_paired_resampling_of_objects(noisy):
    # compared with resampling the objects themselves, which is slow and obvious
    truth, predictions = noisy
    found = compare(truth, predictions).ranks("rand", draws=1999).differences
    row = next(r for r in found.rows() if {r["first"], r["second"]} == {"good", "bad"})
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(400):
        chosen = rng.integers(0, 300, 300)
        good, bad = (
            partita.rand(truth[chosen], predictions[name][chosen]) for name in ("good", "bad")
        )
        drawn.append(good - bad)
    low, high = np.quantile(drawn, [0.025, 0.975])
    spread = high - low
    assert row["low"] == pytest.approx(low, abs=0.2 * spread)
    assert row["high"] == pytest.approx(high, abs=0.2 * spread)


@pytest.mark.parametrize("name", ["adjusted_rand", "variation_of_information", "purity"])
def test_ranks_and_differences_agree(noisy, name):
    truth, predictions = noisy
    two = {"good": predictions["good"], "bad": predictions["bad"]}
    row = compare(truth, two).ranks(name).differences.row(0)
    alone = partita.difference(name, truth, *(two[row[side]] for side in ("first", "second")))
    if name == "variation_of_information":  # the first is better if it is lower
        alone = partita.difference(name, truth, *(two[row[side]] for side in ("second", "first")))
    assert row["p_value"] == alone.p_value
    assert row["value"] == pytest.approx(alone.value)
    spread = alone.high - alone.low  # the cells are numbered in another order, so draws differ
    assert (row["low"], row["high"]) == pytest.approx(alone.interval, abs=0.1 * spread)


def test_too_few_draws_for_the_level_are_reported(noisy):
    found = compare(*noisy)
    assert "too few draws for any significant difference" in str(
        found.ranks(draws=19, confidence=0.99)
    )
    assert set(found.ranks(draws=19, confidence=0.99).table["group"]) == {"a"}
    assert "too few" not in str(found.ranks(draws=99))


def test_groups_too_few_for_the_correction_are_reported():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 400)
    found = {
        name: np.where(rng.random(400) < share, truth, rng.integers(0, 3, 400))
        for name, share in {"a": 0.9, "b": 0.7, "c": 0.5, "d": 0.3, "e": 0.1}.items()
    }

    def ranks(groups, predictions):
        c = partita.compare(truth, predictions, measures="ARI", groups=np.arange(400) % groups)
        return c.ranks(draws=999)

    few = ranks(8, found)
    # if all 8 groups agree, the two-sided sign test gives 2 / 2^8; 10 times that is above 0.05
    assert "; 8 groups allow no p below 0.0078 before the correction" in str(few)
    assert min(few.differences["p_value"]) == 2 / 2**8
    assert "allow no p" not in str(ranks(9, found))  # 10 * 2 / 2^9 = 0.039
    two = {name: found[name] for name in "ae"}
    assert str(ranks(4, two)).endswith("; 4 groups allow no p below 0.12).")  # 0.125
    assert "allow no p" not in str(ranks(6, two))  # 2 / 2^6 = 0.031


def test_very_many_kinds_of_objects_are_drawn_in_blocks(noisy, monkeypatch):
    truth, predictions = (noisy[0], noisy[1])
    larger = {name: np.tile(labels, 10) for name, labels in predictions.items()}
    found = compare(np.tile(truth, 10), larger)
    plain = found.ranks("rand")
    monkeypatch.setattr(samples, "MOST_KINDS", 10)
    blocks = found.ranks("rand")
    assert "1,999 draws of objects in 1000 random blocks" in str(blocks)
    for name in ("value", "low", "high"):
        ours, theirs = blocks.differences[name], plain.differences[name]
        assert ours == pytest.approx(theirs, abs=0.1 * (theirs.max() - theirs.min()))
    assert blocks.differences["p_value"] == pytest.approx(plain.differences["p_value"], abs=0.04)
    assert blocks.table["group"].tolist() == plain.table["group"].tolist()
    spread = (joint_sample(found.counted).scores([choose("rand")], 999, 0, 0)[:, :, 0]).std(axis=0)
    monkeypatch.setattr(samples, "MOST_KINDS", 10**9)
    direct = (joint_sample(found.counted).scores([choose("rand")], 999, 0, 0)[:, :, 0]).std(axis=0)
    assert spread == pytest.approx(direct, rel=0.1)


@pytest.fixture(scope="module")
def crowd():
    """Many clusterings of few objects: nearly every object is a kind of its own."""
    random = np.random.default_rng(3)
    truth = np.arange(200) % 4

    def made(share, size):
        return np.where(random.random(200) < share, random.integers(0, size, 200), truth)

    return truth, {f"c{k}": made(0.2 + 0.03 * k, 3 + k % 6) for k in range(14)}


@pytest.mark.parametrize("measure", ["v_measure", "adjusted_rand", "f_measure"])
def test_names_of_clusters_change_no_verdict(crowd, measure):
    truth, predictions = crowd
    chosen = {name: predictions[name] for name in ("c0", "c3", "c9")}
    again = np.random.default_rng(0).permutation(10)[chosen["c3"]]
    found = compare(truth, {**chosen, "again": again}, measures=measure, confidence=0.95).ranks(
        measure
    )
    rows = {row["prediction"]: {**row, "prediction": ""} for row in found.table.rows()}
    assert rows["c3"] == rows["again"]
    tested = {
        name: {
            row["second"] if row["first"] == name else row["first"]: [*row.values()][2:]
            for row in found.differences.rows()
            if name in (row["first"], row["second"])
            and {row["first"], row["second"]} & {"c0", "c9"}
        }
        for name in ("c3", "again")
    }
    assert tested["c3"] == tested["again"]


def test_two_of_many_clusterings_are_the_pair_that_difference_compares(crowd):
    truth, predictions = crowd
    joint = joint_sample(compare(truth, predictions).counted)
    for (a, one), (b, other) in combinations(enumerate(predictions), 2):
        found = joint.pair(a, b)
        alone = paired(truth, predictions[one], predictions[other], None)
        for side in ("counts", "cell_a", "cell_b"):
            assert np.array_equal(getattr(found, side), getattr(alone, side))


def test_many_kinds_of_objects_are_drawn_less_often_by_default() -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, 300, 40_000)
    a, b = (
        np.where(random.random(40_000) < p, truth, random.integers(0, 300, 40_000))
        for p in (0.7, 0.6)
    )
    found = partita.difference("adjusted_rand", truth, a, b)
    assert found == partita.difference("adjusted_rand", truth, a, b, draws=999)
    ranks = compare(truth, {"a": a, "b": b}).ranks()
    assert (found.draws, ranks.draws) == (999, 999)
    assert ranks.differences["p_value"][0] <= 2 / 1000
