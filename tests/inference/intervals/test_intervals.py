from __future__ import annotations

import numpy as np
import pytest
from inference_tables import labels_of, sampled
from scipy import stats

import partita
from partita.inference import confidence_interval, estimates
from partita.table.contingency import Contingency
from partita.table.weighted import WeightedContingency

METHODS = ["calibrated", "bca", "percentile", "basic", "jackknife"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["adjusted_rand", "v_measure", "normalized_van_dongen"])
def test_an_interval_holds_its_value(table: Contingency, method: str, name: str) -> None:
    found = confidence_interval(name, table=table, method=method, draws=499)
    assert found.low < found.value < found.high
    assert found.method == method
    narrow = confidence_interval(name, table=table, method=method, draws=499, confidence=0.5)
    assert found.low < narrow.low < narrow.high < found.high
    assert found.standard_error == narrow.standard_error > 0


def test_intervals_are_those_of_scipy() -> None:
    # Purity with fixed majorities is a mean over objects, which SciPy can resample.
    table = Contingency.from_matrix([[80, 5], [10, 90]])
    right = np.repeat([1.0, 0.0], [170, 15])
    for method, theirs in (("bca", "BCa"), ("percentile", "percentile"), ("basic", "basic")):
        ours = confidence_interval("purity", table=table, method=method, draws=20000)
        random = np.random.default_rng(1)
        expected = stats.bootstrap(
            (right,), np.mean, n_resamples=20000, method=theirs, rng=random, batch=1000
        ).confidence_interval
        assert ours.low == pytest.approx(expected.low, abs=0.003)
        assert ours.high == pytest.approx(expected.high, abs=0.003)


def test_perfect_agreement_has_an_interval() -> None:
    found = confidence_interval("adjusted_rand", [0, 0, 1, 1, 2] * 20, list("aabbc") * 20)
    assert found.value == found.high == 1.0
    worst = partita.adjusted_rand.of(Contingency.from_matrix([[40, 0, 0], [0, 40, 0], [3, 0, 17]]))
    assert found.low <= worst < 1.0
    assert "up to 3 of 100 objects" in found.how
    assert found.draws == 0
    assert found.rng is None
    more = confidence_interval("adjusted_rand", [0, 0, 1, 1, 2] * 2000, list("aabbc") * 2000)
    assert found.low < more.low < 1.0


def test_pure_clusters_have_an_interval() -> None:
    found = confidence_interval(
        "homogeneity", table=Contingency.from_matrix([[5, 5, 0], [0, 0, 9]])
    )
    assert found.value == found.high == 1.0
    assert found.low < 1.0


def test_the_rule_of_three_holds_for_distances() -> None:
    found = confidence_interval("normalized_van_dongen", [0, 1] * 30, [1, 0] * 30)
    assert found.low == found.value == 0.0 < found.high


def test_groups_are_drawn_whole() -> None:
    random = np.random.default_rng(2)
    donors = np.repeat(np.arange(20), 50)
    truth = random.integers(0, 3, 1000)
    spoiled = random.random(20)[donors] < 0.3  # all objects of a donor fail together
    prediction = np.where(spoiled, random.integers(0, 3, 1000), truth)
    alone = confidence_interval("adjusted_rand", truth, prediction)
    grouped = confidence_interval("adjusted_rand", truth, prediction, groups=donors)
    assert grouped.value == alone.value
    assert grouped.standard_error > 3 * alone.standard_error
    assert "20 groups" in grouped.how


def test_every_object_its_own_group_is_the_plain_bootstrap(table: Contingency) -> None:
    truth, prediction = labels_of(table)
    for name in ("adjusted_rand", "v_measure"):
        plain = confidence_interval(name, truth, prediction, method="jackknife")
        grouped = confidence_interval(
            name, truth, prediction, method="jackknife", groups=np.arange(len(truth))
        )
        assert grouped.interval == pytest.approx(plain.interval, abs=1e-12)


def test_notes_state_the_removed_bias_and_small_samples() -> None:
    found = confidence_interval("v_measure", table=sampled(8, 8, 300, good=0.0))
    assert "removed" in found.how
    assert "fewer than 20 objects per cell" in found.how
    counts = np.ones((6, 6), dtype=np.int64) + np.diag([300] * 6)
    sparse = Contingency.from_matrix(counts)
    found = confidence_interval("v_measure", table=sparse, method="bca")
    assert "many cells hold one object" in found.how
    tied = Contingency.from_matrix([[50, 49], [49, 50]])
    assert "nearly tie" in confidence_interval("purity", table=tied, method="bca").how


def test_intervals_together_are_intervals_alone(table: Contingency) -> None:
    names = ["rand", "v_measure", ("pair_f_measure", {"beta": 2.0})]
    together = estimates(names, table, draws=99, rng=4)
    assert together[0] == confidence_interval("rand", table=table, draws=99, rng=4)
    assert together[2] == confidence_interval(
        "pair_f_measure", table=table, draws=99, rng=4, beta=2.0
    )


def test_one_object_has_the_widest_interval() -> None:
    found = confidence_interval("rand", ["a"], ["x"])
    assert found.value == 1.0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"confidence": 1}, "confidence must be a number between 0 and 1"),
        ({"confidence": "95"}, "confidence must be"),
        ({"draws": 1}, "draws must be an integer of at least 2"),
        ({"draws": 10.5}, "draws must be"),
        ({"rng": -1}, "rng must be an integer from 0"),
        ({"rng": 2**64}, "rng must be an integer from 0 to 2"),
        ({"method": "student"}, "method must be one of"),
        ({"threads": 0}, "threads must be an integer from 1"),
        ({"threads": 2000}, "threads must be an integer from 1 to 1024, or None for all"),
        ({"beta": 2}, "rand has no option 'beta'"),
        ({"bias_correction": "jack"}, "bias_correction must be one of"),
        ({"groups": [0, 1]}, "a table does not say which objects"),
        ({"weights": [1]}, "for labels, not for table="),
    ],
)
def test_refusals(table: Contingency, settings: dict[str, object], message: str) -> None:
    with pytest.raises(partita.InputError, match=message):
        confidence_interval("rand", table=table, **settings)


def test_more_refusals(table: Contingency) -> None:
    with pytest.raises(partita.InputError, match="give truth and prediction, or table="):
        confidence_interval("rand", [0, 1])
    with pytest.raises(partita.InputError, match="not both"):
        confidence_interval("rand", [0, 1], [0, 1], table=table)
    with pytest.raises(partita.InputError, match="fractional weights"):
        confidence_interval("rand", [0, 0, 1], [0, 1, 1], weights=[0.5, 1, 1])
    weighted = WeightedContingency.from_labels([0, 1], [0, 1], weights=[0.5, 2.5])
    with pytest.raises(partita.InputError, match="fractional weights"):
        confidence_interval("rand", table=weighted)
    with pytest.raises(partita.InputError, match="one entry for each of 3 objects"):
        confidence_interval("rand", [0, 0, 1], [0, 1, 1], groups=[0, 1])
    with pytest.raises(partita.InputError, match="at least two groups"):
        confidence_interval("rand", [0, 0, 1], [0, 1, 1], groups=[0, 0, 0])


HEADLINE = [m for m in partita.MEASURES.values() if m.headline]
DEGENERATE = [[[25, 25], [25, 25]], [[1000, 1000], [1000, 1000]], [[10, 10, 10], [10, 10, 10]]]


@pytest.mark.parametrize("cells", DEGENERATE, ids=str)
@pytest.mark.parametrize("measured", HEADLINE, ids=lambda m: m.name)
@pytest.mark.parametrize("method", ["calibrated", "jackknife"])
def test_ties_and_independence_have_an_interval(
    measured: partita.Measure, cells: list[list[int]], method: str
) -> None:
    found = confidence_interval(measured, table=Contingency.from_matrix(cells), method=method)
    assert found.low <= found.value <= found.high
    assert found.high - found.low > 1e-4
    assert "jackknife degenerate" in found.how
    assert found.draws == 1999


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["v_measure", "variation_of_information", "b_cubed_f", "AMI"])
def test_sparse_intervals_hold_their_value_with_a_warning(method: str, name: str) -> None:
    random = np.random.default_rng(0)
    truth, prediction = random.integers(0, 40, (2, 200))
    found = confidence_interval(name, truth, prediction, method=method, draws=199)
    assert found.low <= found.value <= found.high
    assert "fewer than 5 objects per cell: unreliable" in found.how
    if name == "v_measure" and method == "calibrated":
        assert "removed; widened to include the value" in found.how


def test_three_objects_have_an_interval() -> None:
    for name in ("adjusted_rand", "AMI", "rand", "v_measure"):
        found = confidence_interval(name, [0, 0, 1], [0, 1, 1])
        assert found.low <= found.value <= found.high
        assert found.low < found.high


def test_the_rule_of_three_moves_as_many_objects_as_it_states() -> None:
    alone = confidence_interval("rand", range(50), range(50))
    assert "up to 3 of 50" in alone.how
    assert alone.low == pytest.approx(1 - 6 / 1225)  # three objects join a fourth: six pairs
    twos = confidence_interval("rand", np.arange(60) // 2, np.arange(60) // 2)
    assert "up to 3 of 60" in twos.how
    moved = Contingency.from_labels(np.arange(60) // 2, [5, 5, 5, *(np.arange(3, 60) // 2)])
    assert twos.low <= partita.rand.of(moved)


def test_intervals_of_near_perfect_information_are_widened() -> None:
    table = Contingency.from_matrix([[99, 1, 0], [0, 98, 2], [1, 0, 99]])
    found = confidence_interval("v_measure", table=table, draws=99)
    assert "widened for unseen cells" in found.how
    narrow = confidence_interval("v_measure", table=table, draws=99, method="bca")
    assert "few objects outside" in narrow.how
    assert found.low < narrow.low
    assert "few objects" not in confidence_interval("rand", table=table, draws=99).how


def test_groups_follow_the_index_or_are_refused() -> None:
    pandas = pytest.importorskip("pandas")
    random = np.random.default_rng(0)
    truth, prediction = (pandas.Series(x) for x in random.integers(0, 2, (2, 40)))
    donors = pandas.Series(np.repeat(np.arange(8), 5))
    settings = {"draws": 99, "groups": donors}
    plain = confidence_interval("rand", truth, prediction, **settings)
    with pytest.raises(partita.InputError, match="truth and groups have different indices"):
        confidence_interval("rand", truth, prediction, draws=99, groups=donors[::-1])
    turned = {"draws": 99, "groups": donors[::-1], "align": "index"}
    assert confidence_interval("rand", truth, prediction[::-1], **turned) == plain


# n objects to move, 2n to split and join, n² ordered pairs; with all pairs on one side √(n(n-1)/2)
MOST = {"transfer_distance": 200, "split_join": 400, "mirkin": 200**2, "mcnemar": 200 * 0.5**0.5}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("classes", [[*range(100)] * 2, [*range(194), *[0] * 6]])
def test_no_interval_exceeds_the_largest_value(method, classes):
    for name, most in MOST.items():
        found = confidence_interval(name, classes, [0] * 200, method=method, draws=199)
        assert 0 <= found.low <= found.value <= found.high <= most


def test_a_single_class_may_miss_another():
    """Three of 40 objects may be of an unseen class: purity 37/40, the same for both sides."""
    clusters, one = [0, 1, 2, 3] * 10, [0] * 40
    found = confidence_interval("purity", one, clusters)
    assert (found.low, found.high) == (37 / 40, 1.0)
    for name in ("adjusted_rand", "v_measure", "mutual_information"):
        a, b = (confidence_interval(name, *sides) for sides in ((one, clusters), (clusters, one)))
        assert (a.low, a.high) == pytest.approx((b.low, b.high), rel=1e-12)
        assert a.low < a.high


@pytest.mark.parametrize("method", METHODS)
def test_notes_state_a_bias_that_is_not_removed(method):
    """BCa intervals hold the true V of random labels in 12% of samples, and a fair ARI in 95%."""
    rng = np.random.default_rng(0)
    truth, chance = rng.integers(0, 5, (2, 2000))
    fair = np.where(rng.random(2000) < 0.7, truth, chance)
    doubt = "not removed: prefer calibrated"
    biased = confidence_interval("v_measure", truth, chance, method=method, draws=499)
    assert (doubt in biased.how) == (method != "calibrated")
    unbiased = confidence_interval("adjusted_rand", truth, fair, method=method, draws=499)
    assert doubt not in unbiased.how


def test_large_tables_are_drawn_less_often_by_default() -> None:
    random = np.random.default_rng(0)
    truth, prediction = random.integers(0, 800, (2, 60_000))
    table = Contingency.from_labels(truth, prediction)
    assert 50_050 < table.nnz < 100_000
    found = confidence_interval("adjusted_rand", table=table)
    assert found == confidence_interval("adjusted_rand", table=table, draws=499)
    assert found.draws == 499
    assert confidence_interval("adjusted_rand", table=table, draws=600).draws == 600
    jackknife = confidence_interval("adjusted_rand", table=table, method="jackknife")
    assert jackknife.draws == 0
