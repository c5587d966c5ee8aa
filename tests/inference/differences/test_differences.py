from __future__ import annotations

import re

import numpy as np
import pytest
from scipy.special import stdtr

import partita
from partita.inference import confidence_interval, difference
from partita.inference.differences.differences import by_measure
from partita.inference.sampling.bootstrap_intervals import Settings
from partita.inference.sampling.pairing import paired
from partita.measures.chosen import choose_all


def clusterings(n: int, seed: int, a: float, b: float) -> tuple[np.ndarray, ...]:
    """A truth and two clusterings with these shares of correct objects; they share errors."""
    random = np.random.default_rng(seed)
    truth, other = random.integers(0, 4, n), random.integers(0, 4, n)
    hard = random.random(n)
    return truth, np.where(hard < a, truth, other), np.where(hard < b, truth, other)


def test_a_better_clustering_is_found() -> None:
    truth, a, b = clusterings(500, 0, 0.85, 0.75)
    found = difference("adjusted_rand", truth, a, b)
    value = partita.adjusted_rand(truth, a) - partita.adjusted_rand(truth, b)
    assert found.value == pytest.approx(value)
    assert 0 < found.low < found.value < found.high
    assert found.p_value < 0.01


def test_swapping_the_clusterings_reverses_the_sign() -> None:
    truth, a, b = clusterings(300, 1, 0.8, 0.7)
    one, other = difference("v_measure", truth, a, b), difference("v_measure", truth, b, a)
    assert other.value == -one.value
    assert (-other.high, -other.low) == pytest.approx(one.interval, abs=0.01)
    assert other.standard_error == pytest.approx(one.standard_error)


def test_several_measures_and_levels_share_their_draws() -> None:
    labels = clusterings(300, 1, 0.8, 0.7)
    chosen = choose_all(["adjusted_rand", "v_measure"])
    settings = [Settings("calibrated", level, 3) for level in (0.95, 0.8)]
    for sides in (labels, (labels[0], labels[2], labels[1])):
        found = by_measure(chosen, paired(*sides, None), 199, settings)
        alone = [
            [
                difference(one.label, *sides, confidence=level, draws=199, rng=3)
                for level in (0.95, 0.8)
            ]
            for one in chosen
        ]
        assert found == alone


def test_pairing_narrows_the_interval() -> None:
    truth, a, b = clusterings(500, 2, 0.8, 0.75)
    joint = difference("adjusted_rand", truth, a, b)
    alone = [confidence_interval("adjusted_rand", truth, x).standard_error for x in (a, b)]
    assert joint.standard_error < 0.7 * np.hypot(*alone)


@pytest.mark.parametrize("method", ["calibrated", "bca", "percentile"])
def test_p_and_interval_agree(method: str) -> None:
    truth, a, _ = clusterings(400, 3, 0.8, 0.8)
    b = clusterings(400, 5, 0.8, 0.8)[1]
    b = np.where(b == clusterings(400, 5, 0.8, 0.8)[0], truth, b)  # with its own errors
    found = difference("rand", truth, a, b, method=method)
    assert 0.01 < found.p_value < 1
    edge = difference("rand", truth, a, b, method=method, confidence=1 - found.p_value)
    assert min(abs(edge.low), abs(edge.high)) < 1e-7


def test_equal_clusterings_do_not_differ() -> None:
    truth, a, _ = clusterings(100, 4, 0.8, 0.7)
    found = difference("adjusted_rand", truth, a, [f"cluster {x}" for x in a])
    assert found.value == 0.0
    assert found.p_value == 1.0
    # the rule of three: an unseen kind among 100 objects has a share below 3/100
    assert -0.1 < found.low == -found.high < -0.01
    assert "no draw differs, up to 3 of 100 objects may differ" in found.how


@pytest.mark.parametrize("name", ["adjusted_rand", "v_measure"])
def test_the_test_keeps_its_level(name: str) -> None:
    rejected = 0
    for k in range(200):
        random = np.random.default_rng(1000 + k)
        truth = random.integers(0, 3, 250)
        sides = [
            np.where(random.random(250) < 0.7, truth, random.integers(0, 3, 250)) for _ in "ab"
        ]
        rejected += difference(name, truth, *sides, draws=299, rng=k).p_value < 0.05
    assert 2 <= rejected <= 20  # 10 expected, sd 3.1


def test_weights_missing_and_noise_are_understood() -> None:
    truth, a, b = (list(map(int, x)) for x in clusterings(60, 5, 0.9, 0.6))
    plain = difference("rand", truth * 2, a * 2, b * 2, draws=99)
    counted = difference("rand", truth, a, b, draws=99, weights=[2] * 60)
    assert counted.value == plain.value
    holes = [None if k < 5 else x for k, x in enumerate(a)]
    dropped = difference("rand", truth, holes, b, missing="drop", draws=99)
    assert dropped.value == pytest.approx(
        partita.rand(truth[5:], a[5:]) - partita.rand(truth[5:], b[5:])
    )
    with pytest.raises(partita.InputError, match="is missing"):
        difference("rand", truth, holes, b)
    noisy = [-1 if x == 3 else x for x in b]
    assert difference("rand", truth, a, noisy, noise={"prediction": -1}, draws=99).draws == 99
    with pytest.raises(partita.InputError, match="weights must be integers"):
        difference("rand", truth, a, b, weights=[0.5] * 60)
    with pytest.raises(partita.InputError, match="labels"):
        difference("rand", truth, a, b[:-1])


def test_a_constant_difference_is_a_difference() -> None:
    truth = [0, 0, 1, 1] * 15
    found = difference("adjusted_rand", truth, truth, [0] * 60)
    assert found.value == 1.0
    assert 0.5 < found.low < found.high == 1.0
    # 0 is reached if 15 of 60 objects may be wrong, which takes p below (1 - 14/60)^60
    assert found.p_value == pytest.approx((46 / 60) ** 60, rel=1e-6)
    assert "up to 3 of 60 objects may be wrong" in found.how
    tiny = difference("adjusted_rand", [0, 1], [0, 1], [0, 0])
    assert tiny.low <= 0 <= tiny.high
    assert tiny.p_value >= 0.05


def test_equal_scores_of_different_clusterings_are_not_certain() -> None:
    truth = [0, 0, 1, 1] * 15
    found = difference("homogeneity", truth, truth, range(60))
    assert found.low < found.value == 0.0 < found.high
    assert found.p_value == 1.0


@pytest.mark.parametrize("name", ["rand", "adjusted_rand", "f_measure", "v_measure"])
def test_p_of_percentiles_is_not_finer_than_the_draws(name: str) -> None:
    truth, a, b = clusterings(400, 6, 0.95, 0.4)
    found = difference(name, truth, a, b, method="percentile", draws=199)
    assert (found.p_value, found.at_floor) == (2 / 200, True)


def test_p_beyond_the_draws_is_that_of_students_t() -> None:
    random = np.random.default_rng(5)
    truth = random.integers(0, 4, 300)
    a, b = (
        np.where(random.random(300) < share, truth, random.integers(0, 4, 300))
        for share in (0.85, 0.74)
    )
    few, many = (difference("adjusted_rand", truth, a, b, draws=size) for size in (199, 19_999))
    assert not few.at_floor
    told = r"no draw reaches 0: p from Student's t\((\d+)\) = ([\d.]+)"
    shown = re.fullmatch(told, few.notes[-1])
    assert shown is not None
    freedom, t = int(shown[1]), float(shown[2])
    assert freedom == (a != b).sum() - 1  # clusters have the same labels in both
    assert t <= few.value / few.standard_error + 0.05
    assert few.p_value == pytest.approx(2 * stdtr(freedom, -t), rel=0.25)  # t has one decimal
    # draws that reach as far agree
    assert 2 / 20_000 < many.p_value < 2 / 200
    assert few.p_value == pytest.approx(many.p_value, rel=0.5)


def test_ties_at_independence_leave_an_interval() -> None:
    truth = np.repeat([0, 0, 1, 1], 25)
    a, b = np.tile(np.repeat([0, 1], 25), 2), np.tile([0, 1], 50)[np.argsort(np.arange(100) % 25)]
    found = difference("purity", truth, a, b)
    assert found.low <= found.value <= found.high
    assert found.low < found.high


def test_one_object_and_indices() -> None:
    assert difference("rand", [0], [0], [0]).value == 0.0
    pandas = pytest.importorskip("pandas")
    truth, a, b = (pandas.Series(x) for x in clusterings(40, 7, 0.9, 0.6))
    plain = difference("rand", truth, a, b, draws=99)
    with pytest.raises(partita.InputError, match="different indices"):
        difference("rand", truth, a, b[::-1])
    assert difference("rand", truth, a[::-1], b[::-1], align="index", draws=99) == plain
    with pytest.raises(partita.InputError, match="align must be one of"):
        difference("rand", truth, a, b, align="name")


def test_draws_that_score_alike_count_as_no_difference() -> None:
    # 9 objects favor a and 3 favor b; in many draws the numbers are equal and rand does not differ
    truth = np.repeat([0, 1], 60)
    a, b = truth.copy(), truth.copy()
    a[:3], b[-9:] = 1, 0
    found = [difference("rand", truth, a, b, rng=seed, draws=999) for seed in range(8)]
    assert max(one.p_value for one in found) < 2 * min(one.p_value for one in found)
    for one in found:
        assert (one.p_value < 0.05) == (one.low > 0)


@pytest.mark.parametrize(("few", "least"), [(3, 0.25), (5, 0.0625), (6, 0.03125)])
def test_p_of_few_objects_is_at_least_that_of_the_sign_test(few: int, least: float) -> None:
    # McNemar's exact test: all m objects that differ favor a, so p = 2 · 0.5^m
    truth = np.repeat([0, 1, 2], 100)
    a, b = truth.copy(), truth.copy()
    a[:2], b[: 2 + few] = 1, 1
    found = difference("adjusted_rand", truth, a, b)
    assert least <= found.p_value < 2 * least  # unseen objects raise p a little
    assert (found.low > 0) == (least < 0.05)
    assert f"differ in {few} objects: {few} for a, 0 for b" in found.how


def test_weights_that_overflow_are_refused() -> None:
    truth, a, b = [0, 0, 0, 1, 1], [0, 0, 0, 1, 1], [0, 0, 1, 1, 1]
    with pytest.raises(partita.InputError, match=r"weights add up to 2\*\*62 or more"):
        difference("rand", truth, a, b, weights=[2**62] * 5)


def demo(name: str) -> list[str]:
    """A column of the demo's cells."""
    from csv import DictReader
    from importlib.resources import files

    text = files("partita").joinpath("data/cells.csv").read_text(encoding="utf-8")
    return [row[name] for row in DictReader(text.splitlines())]


def test_0_is_well_inside_if_two_objects_favor_one_side() -> None:
    # Two of 297 cells differ, both for mixture_5. Exact McNemar: p = 2 · 0.5² = 0.5. In objects,
    # the low end is -1.4 by Clopper and Pearson's interval for 2 : 0 and -1.8 by Tango's score
    # interval, whose high end is 7.2; one object is about 0.0097 in ARI.
    found = difference("adjusted_rand", *map(demo, ("cell_line", "mixture_5", "kmeans_5")))
    assert found.p_value == 0.5
    assert -0.0185 < found.low < -0.013
    assert 0.05 < found.high < 0.075
    assert "differ in 2 objects: 2 for a, 0 for b" in found.how
    turned = difference("adjusted_rand", *map(demo, ("cell_line", "kmeans_5", "mixture_5")))
    assert 0.013 < turned.high < 0.0185
    assert "differ in 2 objects: 0 for a, 2 for b" in turned.how


def test_few_differing_groups_are_treated_as_few_objects() -> None:
    groups = [k % 12 for k in range(297)]
    labels = [demo(name) for name in ("cell_line", "mixture_5", "kmeans_5")]
    found = difference("adjusted_rand", *labels, groups=groups)
    assert found.p_value == 0.5  # the two cells are in two groups: the sign test of 2 : 0
    assert found.low < -0.01
    assert "differ in 2 of 12 groups" in found.how


def pairs(kind: int) -> tuple[np.ndarray, ...]:
    """Two clusterings that differ much, little, in a few objects, in no object, or in sizes."""
    random = np.random.default_rng(kind)
    truth = random.integers(0, 3, 90)
    other = random.integers(0, 3, 90)
    a = np.where(random.random(90) < 0.9, truth, other)
    b = a.copy()
    if kind == 0:
        b = np.where(random.random(90) < 0.5, truth, other)
    elif kind == 1:
        b = np.where(random.random(90) < 0.85, truth, other)
    elif kind < 6:
        b[: kind - 1] = (truth[: kind - 1] + 1) % 3
        a[: kind - 1] = truth[: kind - 1]
    elif kind == 7:
        b = 2 * a + random.integers(0, 2, 90)
    elif kind == 8:
        b = np.zeros(90, dtype=int)
    return truth, a, b


@pytest.mark.parametrize("kind", range(9))
def test_p_is_at_most_one_minus_level_exactly_if_0_is_outside(kind: int) -> None:
    truth, a, b = pairs(kind)
    asked = [("adjusted_rand", "calibrated"), ("f_measure", "calibrated"), ("mirkin", "calibrated"),
             ("v_measure", "bca"), ("purity", "percentile")]  # fmt: skip
    for groups in (None, np.arange(90) % 9):
        for name, method in asked:
            for level in (0.5, 0.95, 0.999):
                found = difference(
                    name, truth, a, b, method=method, confidence=level, groups=groups, draws=49
                )
                outside = not found.low <= 0 <= found.high
                assert (found.p_value <= 1 - level) == outside, found
                assert found.low <= found.value <= found.high
                assert found.at_floor == (found.p_value in {2 / 50, 1e-9})


def test_the_interval_of_cut_clusters_holds_the_true_difference() -> None:
    # F of clusters cut in two: the true difference is 0.2530 (5 classes, 70% in place); without
    # near ties of the three-way table 57 to 66% of the intervals held it, with them 94 to 97%.
    held = 0
    for k in range(30):
        random = np.random.default_rng(k)
        truth = random.integers(0, 5, 400)
        a = np.where(random.random(400) < 0.7, truth, random.integers(0, 5, 400))
        found = difference(
            "f_measure", truth, a, 2 * a + random.integers(0, 2, 400), draws=199, rng=k
        )
        held += found.low <= 0.2530 <= found.high
    assert held >= 25  # 28.5 expected; 18 before


def test_the_interval_of_nearly_random_clusterings_holds_the_true_difference() -> None:
    # F of 5 classes, of which a has 5% in place and b none: (0.05 + 0.95 / 5) - 1 / 5 = 0.04. With
    # ties in both tables or in none, 78% of the intervals held it: the bias of a is smaller.
    held = 0
    for k in range(30):
        random = np.random.default_rng(k)
        truth, other, b = random.integers(0, 5, (3, 500))
        a = np.where(random.random(500) < 0.05, truth, other)
        found = difference("f_measure", truth, a, b, draws=199, rng=k)
        held += found.low <= 0.04 <= found.high
    assert held >= 28  # 29.7 expected; 23.4 at 78%


def test_a_p_at_the_floor_is_printed_as_a_bound() -> None:
    truth, a, b = clusterings(400, 6, 0.95, 0.4)
    found = difference("rand", truth, a, b, method="bca", draws=199)
    assert found.at_floor
    assert "p ≤ 0.01 " in str(found)
    tail = difference("rand", truth, a, b, draws=199)
    assert tail.at_floor
    assert "p ≤ 1e-09 " in str(tail)
    near = difference("rand", truth, a, clusterings(400, 6, 0.95, 0.94)[2], draws=199)
    assert not near.at_floor
    assert f"p = {near.p_value:.2g} " in str(near)


@pytest.mark.parametrize("name", ["f_measure", "adjusted_rand", "purity", "v_measure"])
@pytest.mark.parametrize("grouped", [False, True])
def test_swapping_a_and_b_mirrors_the_result(name: str, grouped: bool) -> None:
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 4, 150)
    a = np.where(rng.random(150) < 0.6, truth, rng.integers(0, 4, 150))
    b = np.where(rng.random(150) < 0.6, truth, rng.integers(0, 6, 150))
    groups = np.arange(150) % 15 if grouped else None
    one = difference(name, truth, a, b, draws=399, groups=groups)
    other = difference(name, truth, b, a, draws=399, groups=groups)
    assert (other.value, other.low, other.high) == (-one.value, -one.high, -one.low)
    assert (other.p_value, other.standard_error) == (one.p_value, one.standard_error)


@pytest.mark.parametrize("name", ["f_measure", "adjusted_rand", "v_measure"])
@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize(
    "classes", [2, 3]
)  # 3: the objects that differ belong to different classes in a and b
def test_clusterings_with_equal_tables_mirror_each_other(
    name: str, grouped: bool, classes: int
) -> None:
    truth = np.arange(60) % classes
    a, b = truth.copy(), truth.copy()
    a[:5] = b[6:11] = 0
    a[12:15] = b[18:21] = 1
    a[30] = b[36] = classes - 1
    assert np.array_equal(*(partita.Contingency.from_labels(truth, x).counts for x in (a, b)))
    groups = np.arange(60) // 4 if grouped else None
    one = difference(name, truth, a, b, draws=399, groups=groups)
    other = difference(name, truth, b, a, draws=399, groups=groups)
    assert (other.value, other.low, other.high) == (0.0, -one.high, -one.low)
    assert one.low <= 0 <= one.high
    assert (other.p_value, other.standard_error) == (one.p_value, one.standard_error)


def test_notes_warn_of_maxima_of_nearly_random_clusterings() -> None:
    """Their intervals may hold the truth in 90% of the samples (K = 10, 10 and 0% in place)."""
    rng = np.random.default_rng(1)
    truth, a, b = rng.integers(0, 5, (3, 500))
    doubt = "largest overlaps of both nearly tie: may be too narrow"
    assert doubt in partita.difference("f_measure", truth, a, b, draws=99).how
    assert doubt not in partita.difference("rand", truth, a, b, draws=99).how
    good = np.where(rng.random(500) < 0.9, truth, a)
    assert doubt not in partita.difference("f_measure", truth, good, b, draws=99).how


def test_a_truth_without_a_length_is_refused() -> None:
    from scipy.sparse import csr_array

    labels = [0, 0, 1, 1]
    for odd in (iter(labels), np.array(3), 3, csr_array([[0], [0], [1], [1]])):
        with pytest.raises(partita.InputError, match="truth is a"):
            difference("rand", odd, labels, labels)
