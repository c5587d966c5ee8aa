"""Objects that come in groups (donors, documents, patients): whole groups are drawn."""

import numpy as np
import pytest

import partita
from partita import InputError
from partita.comparison import compare, sweep
from partita.comparison.draws.samples import joint_sample
from partita.inference import confidence_interval, difference
from partita.measures.chosen import choose

MEASURES = ["adjusted_rand", "v_measure:beta=2", "adjusted_mutual_information", "purity", "VI"]


def clustered(donors=15, each=40, seed=0):
    """Donors differ in quality: some have nearly all cells in the right cluster, others half."""
    random = np.random.default_rng(seed)
    groups = np.repeat(np.arange(donors), each)
    n = donors * each
    truth = random.integers(0, 4, n)
    quality = random.uniform(0.4, 1.0, donors)[groups]
    hard, other = random.random(n), random.integers(0, 4, n)
    good = np.where(hard < quality, truth, other)
    poor = np.where(hard < quality - 0.2, truth, other)
    return truth, {"good": good, "poor": poor}, groups


@pytest.mark.parametrize("method", ["calibrated", "bca", "percentile", "jackknife"])
def test_every_interval_is_the_same_as_from_confidence_interval(method):
    truth, predictions, groups = clustered()
    settings = {"draws": 199, "rng": 5, "method": method, "groups": groups}
    found = compare(truth, predictions, measures=MEASURES, confidence=0.9, **settings)
    for score in found.scores:
        measure, options = score.chosen.measure, score.chosen.options
        alone = confidence_interval(
            measure, truth, predictions[score.prediction], confidence=0.9, **settings, **options
        )
        assert score.estimate == alone


def test_groups_widen_the_interval_of_clustered_objects():
    truth, predictions, groups = clustered()
    whole = compare(truth, predictions, measures=MEASURES, confidence=0.95, groups=groups)
    objects = compare(truth, predictions, measures=MEASURES, confidence=0.95)
    for one, other in zip(whole.scores, objects.scores, strict=True):
        assert one.value == other.value
        assert one.high - one.low > 1.5 * (other.high - other.low)
        assert "15 groups" in one.estimate.how


def test_groups_of_one_object_are_objects():
    truth, predictions, _ = clustered()
    alone = np.arange(len(truth))
    found = compare(truth, predictions, measures="ARI", confidence=0.95, groups=alone)
    plain = compare(truth, predictions, measures="ARI", confidence=0.95)
    for one, other in zip(found.scores, plain.scores, strict=True):
        assert one.estimate.standard_error == pytest.approx(other.estimate.standard_error)
        assert one.interval == pytest.approx(other.interval, abs=0.01)


def test_a_difference_equals_resampling_of_groups():
    # compared with drawing the donors themselves, which is slow and obvious
    truth, predictions, groups = clustered()
    random = np.random.default_rng(1)
    members = [np.flatnonzero(groups == donor) for donor in range(15)]
    drawn = []
    for _ in range(400):
        chosen = np.concatenate([members[k] for k in random.integers(0, 15, 15)])
        good, poor = (
            partita.adjusted_rand(truth[chosen], side[chosen]) for side in predictions.values()
        )
        drawn.append(good - poor)
    found = difference(
        "ARI", truth, predictions["good"], predictions["poor"], groups=groups, method="percentile"
    )
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert found.interval == pytest.approx((low, high), abs=0.15 * (high - low))
    assert (found.method, found.notes) == ("percentile", ("15 groups",))
    assert found.standard_error == pytest.approx(np.std(drawn), rel=0.15)


def test_a_difference_is_paired_and_ranks_agree():
    truth, predictions, groups = clustered()
    alone = difference("ARI", truth, predictions["good"], predictions["poor"], groups=groups)
    ranking = compare(truth, predictions, groups=groups).ranks("ARI")
    row = ranking.differences.row(0)
    assert row["value"] == pytest.approx(alone.value)
    assert (row["low"], row["high"]) == pytest.approx(alone.interval, abs=1e-12)  # the same draws
    assert row["p_value"] == alone.p_value
    assert ranking.groups == 15
    assert "1,999 draws of 15 groups" in str(ranking)
    apart = [
        confidence_interval("ARI", truth, side, groups=groups).standard_error
        for side in predictions.values()
    ]
    assert alone.standard_error < np.hypot(*apart)


def test_groups_make_ranks_and_sweeps_less_certain():
    truth, predictions, groups = clustered(donors=10)
    other = dict(predictions, poor=np.where(groups < 5, truth, predictions["poor"]))
    measures = {"measures": "ARI", "draws": 499}
    objects, whole = sweep(truth, other, **measures), sweep(truth, other, groups=groups, **measures)
    assert objects.table["p_preferred"].min() < whole.table["p_preferred"].min()
    plain, grouped = (compare(truth, other, **g).ranks() for g in ({}, {"groups": groups}))
    assert plain.differences["p_value"][0] < grouped.differences["p_value"][0]
    assert plain.groups is None


def test_the_same_groups_are_drawn_for_every_clustering():
    truth, predictions, groups = clustered()
    counted = compare(truth, predictions, groups=groups).counted
    twice = {"a": counted["good"], "b": counted["good"]}
    drawn = joint_sample(twice).scores([choose("rand")], 30, 0, 0)
    assert np.array_equal(drawn[:, 0], drawn[:, 1])
    found = compare(truth, {"a": predictions["good"], "b": predictions["good"] + 7}, groups=groups)
    assert found.ranks().differences["p_value"].tolist() == [1.0]


def test_weights_missing_values_and_noise_do_not_shift_the_groups():
    truth, predictions, groups = clustered(donors=6)
    weights = np.arange(len(truth)) % 3  # a third counts for nothing
    noisy = np.where(np.arange(len(truth)) % 7 == 0, -1, predictions["good"])
    settings = {"weights": weights, "noise": -1, "noise_as": "drop", "draws": 99, "groups": groups}
    found = compare(truth, noisy, measures="ARI", confidence=0.95, **settings)["ARI"]
    assert found.estimate == confidence_interval("ARI", truth, noisy, **settings)
    one = difference("ARI", truth, noisy, noisy, **settings)
    assert (one.value, one.p_value) == (0.0, 1.0)


def test_a_group_without_objects_does_not_count():
    truth, predictions, groups = clustered(donors=6)
    noisy = np.where(groups == 3, -1, predictions["good"])
    found = compare(
        truth, noisy, measures="ARI", confidence=0.95, noise=-1, noise_as="drop", groups=groups
    )
    assert "5 groups" in found["ARI"].estimate.how


def test_names_of_groups_may_be_text_or_categories_and_follow_the_index():
    pandas = pytest.importorskip("pandas")
    truth, predictions, groups = clustered(donors=6)
    names = np.array(["AML-3", "b", "c", "<script>", "e", "f"])[groups]
    settings = {"measures": "ARI", "confidence": 0.95, "draws": 99}
    found = compare(truth, predictions["good"], groups=names, **settings)
    alike = compare(truth, predictions["good"], groups=pandas.Categorical(names), **settings)
    assert found["ARI"].estimate == alike["ARI"].estimate
    series = [pandas.Series(x) for x in (truth, predictions["good"], names)]
    turned = compare(series[0], series[1][::-1], groups=series[2][::-1], align="index", **settings)
    assert turned["ARI"].estimate == found["ARI"].estimate
    with pytest.raises(InputError, match="truth and groups have different indices"):
        compare(series[0], series[1], groups=series[2][::-1], **settings)


def test_few_groups_are_reported():
    truth, predictions, groups = clustered(donors=6)
    found = difference("ARI", truth, *predictions.values(), groups=groups, draws=99)
    assert found.notes[-1] == "6 groups: too few for a reliable interval"
    many = difference("ARI", truth, *predictions.values(), groups=np.arange(240) // 6, draws=99)
    assert many.notes[0] == "40 groups"


def test_the_rule_of_three_counts_groups():
    truth, groups = np.tile([0, 1], 40), np.repeat(np.arange(8), 10)
    grouped = difference("ARI", truth, truth, np.zeros(80, dtype=int), groups=groups)
    alone = difference("ARI", truth, truth, np.zeros(80, dtype=int))
    assert grouped.low < alone.low < grouped.value == 1.0  # 3/8 may be wrong, not 3/80
    assert "rule of three" in grouped.how


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ([0] * 6, "at least two groups"),
        ([0, 1], "one entry for each of 6 objects; it has 2"),
        ([0, 0, 1, 1, None, 2], r"groups\[4\] is missing"),
    ],
)
def test_groups_that_cannot_be_read_are_refused(groups, message):
    truth = [0, 0, 1, 1, 2, 2]
    with pytest.raises(InputError, match=message):
        compare(truth, truth, groups=groups)
    with pytest.raises(InputError, match=message):
        sweep(truth, {3: truth, 6: range(6)}, groups=groups)
    with pytest.raises(InputError, match=message):
        difference("rand", truth, truth, range(6), groups=groups)
