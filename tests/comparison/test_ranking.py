"""Ranks with uncertainty: on one data set by joint draws, over several by Friedman's test."""

from itertools import combinations, permutations
from math import factorial, inf

import numpy as np
import pytest
from comparison.samples import clean
from hypothesis import given
from hypothesis import strategies as st

import partita
from partita import InputError
from partita.comparison import compare, rank_datasets
from partita.comparison.draws import drawing
from partita.comparison.draws.drawing import joint_sample
from partita.comparison.ranking.letters import letters
from partita.inference import holm
from partita.inference.sampling.batch import scorer
from partita.inference.sampling.pairing import paired

# Demšar (2006), Table 6: area under the curve of C4.5 and three variants on 14 data sets. The
# last but one prints .975 twice and gives them ranks 2 and 3, so they differ before rounding.
DEMSAR = """
.763 .768 .771 .798
.599 .591 .590 .569
.954 .971 .968 .967
.628 .661 .654 .657
.882 .888 .886 .898
.936 .931 .916 .931
.661 .668 .609 .685
.583 .583 .563 .625
.775 .838 .866 .875
1.000 1.000 1.000 1.000
.940 .962 .965 .962
.619 .666 .614 .669
.972 .981 .9751 .975
.957 .978 .946 .970
"""
VARIANTS = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")


def demsar():
    rows = [map(float, line.split()) for line in DEMSAR.split("\n") if line]
    return {str(i): dict(zip(VARIANTS, row, strict=True)) for i, row in enumerate(rows)}


def test_friedman_and_nemenyi_as_published():
    # Demšar (2006), section 3.2.2: mean ranks, χ² = 9.28, F = 3.69, critical difference 1.25
    found = rank_datasets(demsar())
    ranks = dict(zip(found.table["method"], found.table["mean_rank"], strict=True))
    expected = {"C4.5": 3.143, "C4.5+m": 2.000, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}
    assert ranks == {name: pytest.approx(rank, abs=5e-4) for name, rank in expected.items()}
    assert found.statistic == pytest.approx(9.28, abs=0.005)
    assert found.critical_difference == pytest.approx(1.25, abs=0.005)
    assert 0.01 < found.p_value < 0.05  # F(3, 39) = 3.69, critical value 2.85 at 5 %
    assert set(found.table["group"]) == {"a"}  # no two differ by 1.25 …
    loose = rank_datasets(demsar(), confidence=0.90)
    assert loose.critical_difference == pytest.approx(1.12, abs=0.005)  # … but by 1.12 they do
    # C4.5 is worse than the two with +m; C4.5+cf belongs to neither group for certain
    assert loose.table["group"].tolist() == ["a", "a", "ab", "b"]


def test_friedman_is_exact_for_few_data_sets():
    # all 6^2 ways to order the second and third of three data sets, the first being a, b, c
    orders = list(permutations((1.0, 2.0, 3.0)))
    shown = [orders[0], orders[0], (2.0, 1.0, 3.0)]
    far = (np.sum(shown, axis=0) ** 2).sum()
    every = [np.sum([orders[0], x, y], axis=0) for x in orders for y in orders]
    share = sum((sums**2).sum() >= far for sums in every) / 36
    scores = {str(k): dict(zip("abc", row, strict=True)) for k, row in enumerate(shown)}
    found = rank_datasets(scores, better="lower")
    assert found.p_value == pytest.approx(share, rel=1e-12)  # 7/36; the F form has 0.049
    assert share == pytest.approx(7 / 36)


def test_friedman_of_many_methods_is_that_of_its_f_form():
    from scipy.stats import f, friedmanchisquare

    values = np.random.default_rng(0).random((9, 8)) + 0.1 * np.arange(8)
    scores = {str(k): dict(zip("abcdefgh", row, strict=True)) for k, row in enumerate(values)}
    statistic = float(friedmanchisquare(*values.T).statistic)
    ratio = 8 * statistic / (9 * 7 - statistic)
    assert rank_datasets(scores).p_value == pytest.approx(f.sf(ratio, 7, 56), rel=1e-9)


def test_signed_ranks_as_published():
    # Demšar (2006), section 3.1.3: C4.5 and C4.5+m, R+ = 93, R- = 12, z = -2.54 (two-sided .011)
    found = rank_datasets(demsar(), method="wilcoxon")
    pairs = {frozenset((row["first"], row["second"])): row for row in found.differences.rows()}
    row = pairs[frozenset(("C4.5", "C4.5+m"))]
    assert row["p_value"] == pytest.approx(2 * 0.00554, abs=3e-4)  # Φ(-2.54) = 0.00554
    assert found.differences["p_adjusted"].tolist() == holm(found.differences["p_value"])
    assert found.critical_difference is None
    assert "signed ranks, corrected by Holm" in str(found)
    assert found.table["mean_rank"].tolist() == rank_datasets(demsar()).table["mean_rank"].tolist()


def test_signed_ranks_of_few_data_sets_are_exact():
    # five data sets, all in favour of a: p = 2/2^5
    scores = {str(k): {"a": 0.5 + k / 100, "b": 0.4 - k / 90} for k in range(5)}
    found = rank_datasets(scores, method="wilcoxon")
    assert found.differences["p_value"].tolist() == [2 / 2**5]
    assert set(found.table["group"]) == {"a"}
    six = {**scores, "5": {"a": 0.9, "b": 0.1}}
    assert rank_datasets(six, method="wilcoxon").table["group"].tolist() == ["a", "b"]
    tied = {str(k): {"a": 0.5, "b": 0.5} for k in range(5)}
    assert rank_datasets(tied, method="wilcoxon").differences["p_value"].tolist() == [1.0]


def test_nemenyi_p_values_and_the_critical_difference_say_the_same():
    for level in (0.5, 0.9, 0.95):
        found = rank_datasets(demsar(), confidence=level)
        rows = found.differences
        beyond = rows["value"] > found.critical_difference
        assert np.array_equal(beyond, rows["p_adjusted"] < 1 - level)
        assert found.to_frame()["method"].tolist() == found.table["method"].tolist()


def test_methods_over_comparisons():
    truth, prediction = clean()
    worse = np.roll(prediction, 60)
    results = {str(k): compare(truth, {"a": prediction, "b": worse}) for k in range(4)}
    found = rank_datasets(results, "VI")
    assert found.table["method"].tolist() == ["a", "b"]
    assert found.table["mean_rank"].tolist() == [1.0, 2.0]
    assert "4 data sets" in str(found)


@pytest.mark.parametrize(("methods", "datasets"), [(2, 2), (2, 5), (3, 4)])
def test_the_same_order_everywhere_is_as_unlikely_as_it_is(methods, datasets):
    # of k! equally likely orders N - 1 data sets repeat the first: k!^(1-N), whatever F says
    scores = {str(k): float(k) for k in range(methods)}
    found = rank_datasets({str(k): scores for k in range(datasets)})
    assert found.p_value == pytest.approx(factorial(methods) ** (1 - datasets), rel=1e-12)


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ({"x": {"a": 1, "b": 2}}, "at least two data sets"),
        ({"x": {"a": 1, "b": 2}, "y": {"a": 1}}, "data set 'y' has scores of 'a'"),
        ({"x": {"a": 1}, "y": {"a": 1}}, "at least two methods"),
        ({"x": {"a": 1, "b": "2"}, "y": {"a": 1, "b": 1}}, "a finite number for each of 'a'"),
        ({"x": {"a": 1, "b": inf}, "y": {"a": 1, "b": 1}}, "a finite number for each of 'a'"),
        ([{"a": 1, "b": 2}] * 2, "results must map data sets to comparisons"),
        ({"x": [1, 2], "y": [1, 2]}, "data set 'x' must hold a Comparison or scores by method"),
    ],
)
def test_incomplete_results_are_refused(results, message):
    with pytest.raises(InputError, match=message):
        rank_datasets(results)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": 95}, "confidence must be a number between 0 and 1"),
        ({"method": "tukey"}, "method must be one of"),
        ({"better": "more"}, "better must be one of"),
    ],
)
def test_settings_that_do_not_exist_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        rank_datasets(demsar(), **options)


@given(st.integers(1, 6).flatmap(
    lambda n: st.tuples(st.just(n), st.sets(st.sampled_from([*combinations(range(n), 2), (0, 0)])))
))  # fmt: skip
def test_items_share_a_letter_exactly_when_they_do_not_differ(example):
    count, pairs = example
    different = pairs - {(0, 0)}
    found = letters(count, sorted(different))
    for pair in combinations(range(count), 2):
        shared = set(found[pair[0]]) & set(found[pair[1]])
        assert bool(shared) == (pair not in different)


@pytest.fixture
def noisy():
    rng = np.random.default_rng(1)
    truth = np.repeat([0, 1, 2], 100)

    def disturbed(share):
        wrong = rng.random(300) < share
        return np.where(wrong, rng.integers(0, 3, 300), truth)

    good = disturbed(0.1)
    return truth, {"bad": disturbed(0.7), "good": good, "alike": np.roll(good, 1)}


def test_like_clusterings_share_a_letter_and_a_bad_one_does_not(noisy):
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
    asked = [scorer("rand"), scorer(("v_measure", {"beta": 2.0}))]
    drawn = joint_sample(counted).scores(asked, 50, 3, 0)
    assert drawn.shape == (50, 3, 2)
    assert np.array_equal(drawn, joint_sample(counted).scores(asked, 50, 3, 1))
    # of one and the same clustering under two names every draw is the same
    twice = {"a": counted["good"], "b": counted["good"]}
    once = joint_sample(twice).scores(asked, 20, 0, 0)
    assert np.array_equal(once[:, 0], once[:, 1])


def test_kinds_of_objects_give_every_table_back(noisy):
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
    with pytest.raises(InputError, match="draws must be a whole number from 2; got 0"):
        compare(truth, {"a": truth, "b": truth}).ranks(draws=0)


def test_the_difference_interval_is_that_of_paired_resampling_of_objects(noisy):
    # checked against resampling the objects themselves, which is slow and obvious
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
def test_ranks_and_differences_say_the_same(noisy, name):
    truth, predictions = noisy
    two = {"good": predictions["good"], "bad": predictions["bad"]}
    row = compare(truth, two).ranks(name).differences.row(0)
    alone = partita.difference(name, truth, *(two[row[side]] for side in ("first", "second")))
    if name == "variation_of_information":  # there the first is better by being lower
        alone = partita.difference(name, truth, *(two[row[side]] for side in ("second", "first")))
    assert row["p_value"] == alone.p_value
    assert row["value"] == pytest.approx(alone.value)
    spread = alone.high - alone.low  # the cells are numbered in another order, so draws differ
    assert (row["low"], row["high"]) == pytest.approx(alone.interval, abs=0.1 * spread)


def test_too_few_draws_for_the_level_are_said(noisy):
    found = compare(*noisy)
    assert "too few draws to tell any two apart" in str(found.ranks(draws=19, confidence=0.99))
    assert set(found.ranks(draws=19, confidence=0.99).table["group"]) == {"a"}
    assert "too few" not in str(found.ranks(draws=99))


def test_very_many_kinds_of_objects_are_drawn_in_blocks(noisy, monkeypatch):
    truth, predictions = (noisy[0], noisy[1])
    larger = {name: np.tile(labels, 10) for name, labels in predictions.items()}
    found = compare(np.tile(truth, 10), larger)
    plain = found.ranks("rand")
    monkeypatch.setattr(drawing, "MOST_KINDS", 10)
    blocks = found.ranks("rand")
    assert "1,999 draws of objects in 1000 random blocks" in str(blocks)
    for name in ("value", "low", "high"):
        ours, theirs = blocks.differences[name], plain.differences[name]
        assert ours == pytest.approx(theirs, abs=0.1 * (theirs.max() - theirs.min()))
    assert blocks.differences["p_value"] == pytest.approx(plain.differences["p_value"], abs=0.04)
    assert blocks.table["group"].tolist() == plain.table["group"].tolist()
    spread = (joint_sample(found.counted).scores([scorer("rand")], 999, 0, 0)[:, :, 0]).std(axis=0)
    monkeypatch.setattr(drawing, "MOST_KINDS", 10**9)
    direct = (joint_sample(found.counted).scores([scorer("rand")], 999, 0, 0)[:, :, 0]).std(axis=0)
    assert spread == pytest.approx(direct, rel=0.1)


@pytest.fixture(scope="module")
def crowd():
    """Many clusterings of few objects: nearly every object is of a kind of its own."""
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
        alone = paired(truth, predictions[one], predictions[other], None, {})
        for side in ("counts", "cell_a", "cell_b"):
            assert np.array_equal(getattr(found, side), getattr(alone, side))
