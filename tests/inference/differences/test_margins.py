"""Tests against a margin: equivalence, non-inferiority, superiority."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri

import partita
from partita.inference import difference
from partita.inference.sampling.pairing import paired
from partita.measures.chosen import choose

OPPOSITES = {
    "better": "worse",
    "worse": "better",
    "not worse": "not better",
    "not better": "not worse",
}


def labels(seed: int, n: int, a: float, b: float, classes: int = 4) -> tuple[np.ndarray, ...]:
    """A truth and two clusterings with these shares of correct objects; they share errors."""
    random = np.random.default_rng(seed)
    truth, other = random.integers(0, classes, n), random.integers(0, classes, n)
    hard = random.random(n)
    return truth, np.where(hard < a, truth, other), np.where(hard < b, truth, other)


def apart(seed: int, n: int, a: float, b: float) -> tuple[np.ndarray, ...]:
    """The same with errors of their own."""
    truth, one, _ = labels(seed, n, a, a)
    random = np.random.default_rng(seed + 1000)
    other = np.where(random.random(n) < b, truth, random.integers(0, 4, n))
    return truth, one, other


@pytest.mark.parametrize("name", ["adjusted_rand", "variation_of_information"])
def test_one_sided_p_inverts_the_quantiles_of_the_draws(name: str) -> None:
    # the low end at level 1 - 2p is order statistic p (B + 1) of the draws: solve for p by hand
    sides = apart(2, 300, 0.8, 0.8)
    s, sign = choose(name), 1 if name == "adjusted_rand" else -1
    pair = paired(*sides, None)
    if pair.swapped().key < pair.key:  # the order in which the objects are drawn
        drawn = -pair.swapped().draws([s], 499, 0, 1)[:, 0]
    else:
        drawn = pair.draws([s], 499, 0, 1)[:, 0]
    ordered = np.sort(sign * drawn)
    size = abs(difference(name, *sides, draws=99).value)
    for margin in (1.2 * size, 1.6 * size):
        found = difference(name, *sides, margin=margin, method="percentile", draws=499)
        value = sign * found.value
        ranks = np.interp([-margin, margin], ordered, np.arange(1, 500)) / 500
        assert -margin < value < margin
        assert found.p_not_worse == pytest.approx(max(ranks[0], 1 / 500), rel=1e-6)
        assert found.p_not_better == pytest.approx(max(1 - ranks[1], 1 / 500), rel=1e-6)


def test_many_objects_give_the_test_of_schuirmann() -> None:
    # with many objects the draws are normal: p = Φ(-(d + m) / se) and Φ(-(m - d) / se)
    found = difference("adjusted_rand", *apart(3, 20_000, 0.8, 0.8), margin=0.015, draws=9999)
    z = [(found.value + 0.015) / found.standard_error, (0.015 - found.value) / found.standard_error]
    assert max(abs(one) for one in z) < 3.5
    assert -ndtri(found.p_not_worse) == pytest.approx(z[0], abs=0.12)
    assert -ndtri(found.p_not_better) == pytest.approx(z[1], abs=0.12)
    assert found.p_equivalent == max(found.p_not_worse, found.p_not_better)


@pytest.mark.parametrize("few", [2, 3, 4])
def test_superiority_of_few_objects_is_the_sign_test(few: int) -> None:
    # exact one-sided McNemar: all m objects that differ favor a, so p = 0.5^m; unseen objects
    # raise it a little
    truth = np.repeat([0, 1, 2], 100)
    a, b = truth.copy(), truth.copy()
    a[:2], b[: 2 + few] = 1, 1
    found = difference("adjusted_rand", truth, a, b, margin=0.001)
    assert 0.5**few <= found.p_better < 2 * 0.5**few
    assert found.p_worse == 1 - found.p_better
    assert found.verdict == "undecided"


@pytest.mark.parametrize(("a", "b"), [(0.8, 0.7), (0.7, 0.8), (0.75, 0.74)])
@pytest.mark.parametrize("name", ["adjusted_rand", "v_measure", "variation_of_information"])
def test_a_margin_of_0_is_the_usual_test(name: str, a: float, b: float) -> None:
    sides = labels(4, 250, a, b)
    plain, found = (difference(name, *sides, draws=499, **more) for more in ({}, {"margin": 0}))
    better = choose(name).sign * found.value > 0
    assert (found.value, found.interval, found.p_value) == (
        plain.value,
        plain.interval,
        plain.p_value,
    )
    assert (found.p_better if better else found.p_worse) == plain.p_value / 2
    assert (found.p_not_worse, found.p_not_better) == (found.p_better, found.p_worse)
    assert found.p_equivalent >= 0.5
    certain = "better" if better else "worse"
    assert found.verdict == (certain if plain.p_value <= 0.05 else "undecided")
    assert plain.verdict is None is plain.p_equivalent
    assert plain.judgment == ""


@pytest.mark.parametrize(("name", "largest"), [("adjusted_rand", 1.5), ("purity", 1.0)])
def test_a_margin_beyond_all_values_is_refused(name: str, largest: float) -> None:
    sides = labels(5, 200, 0.9, 0.3)
    with pytest.raises(partita.InputError, match=f"margin must be less than {largest:g}, the larg"):
        difference(name, *sides, margin=largest)
    margin = 0.9 * largest
    found = difference(name, *sides, margin=margin, method="percentile", draws=199)
    assert found.verdict == "equivalent"
    assert found.p_equivalent == 1 / 200
    ending = f"; a and b are equivalent within ±{margin:g} (one-sided p ≤ 0.005)"
    assert str(found).endswith(ending)
    # a one-sided p beyond the draws is that of the tail
    tail = difference(name, *sides, margin=margin, draws=199)
    assert tail.p_equivalent < 1 / 200


def test_identical_clusterings_are_equivalent_only_on_enough_objects() -> None:
    # the rule of three: 3 of 100 objects may differ, which ARI sees; 3 of 3,000 hardly matter
    few, many = (
        difference("adjusted_rand", truth, a, a, margin=0.01, draws=199)
        for truth, a, _ in (labels(6, 100, 0.9, 0.9), labels(6, 3000, 0.9, 0.9))
    )
    assert (few.verdict, many.verdict) == ("undecided", "equivalent")


def test_clusterings_that_differ_in_two_objects_stay_undecided() -> None:
    # 2 : 0 among 300 objects: the score interval of Tango reaches from -1.8 to 7.2 objects
    truth = np.arange(300) % 3
    a, b = truth.copy(), truth.copy()
    b[:2] = (b[:2] + 1) % 3
    found = difference("adjusted_rand", truth, a, b, margin=0.005)
    assert found.verdict == "undecided"
    assert found.p_not_worse > 0.025
    assert found.p_not_better > 0.025
    assert "undecided: a may be worse or better than b by 0.005 or more" in str(found)
    assert difference("adjusted_rand", truth, a, b, margin=0.2).verdict == "equivalent"


@pytest.mark.parametrize("name", ["adjusted_rand", "f_measure", "variation_of_information"])
@pytest.mark.parametrize("grouped", [False, True])
def test_exchanged_clusterings_mirror_the_tests(name: str, grouped: bool) -> None:
    truth, a, b = labels(7, 240, 0.75, 0.7)
    groups = np.arange(240) % 12 if grouped else None
    for low, high in ((-0.01, 0.04), (-0.3, 0.3), (-0.02, 0.0)):
        one = difference(name, truth, a, b, margin=(low, high), draws=199, groups=groups)
        other = difference(name, truth, b, a, margin=(-high, -low), draws=199, groups=groups)
        assert one.verdict == OPPOSITES.get(other.verdict, other.verdict)
        assert one.margin == (low, high)
        assert (one.p_not_worse, one.p_not_better) == (other.p_not_better, other.p_not_worse)
        assert (one.p_better, one.p_worse) == (other.p_worse, other.p_better)
        assert one.p_equivalent == other.p_equivalent


def test_interchangeable_clusterings_have_one_verdict_both_ways() -> None:
    truth = np.tile([0, 1], 40)
    a, b = truth.copy(), truth.copy()
    a[:4], b[4:8] = 1 - a[:4], 1 - b[4:8]
    one, other = (
        difference("adjusted_rand", truth, *sides, margin=(-0.05, 0.3), draws=199)
        for sides in ((a, b), (b, a))
    )
    assert one == other
    assert one.p_better == one.p_worse == 0.5
    assert one.verdict == "not better"


@pytest.mark.parametrize("kind", range(6))
def test_verdict_p_and_interval_agree(kind: int) -> None:
    sides = labels(kind, 90, 0.85, (0.85, 0.8, 0.5, 0.84, 0.9, 0.99)[kind])
    for name, method in (("adjusted_rand", "calibrated"), ("v_measure", "bca")):
        sign = choose(name).sign
        for level in (0.5, 0.95, 0.999):
            for margin in ((-0.05, 0.05), (-0.2, 0.1), (-0.01, 0.3)):
                found = difference(
                    name, *sides, method=method, confidence=level, draws=99, margin=margin
                )
                low, high = sorted(sign * end for end in found.interval)
                risk = (1 - level) / 2
                if level < 0.98:  # 99 draws are too few for 0.999
                    assert (found.p_not_worse <= risk) == (low > margin[0]), found
                    assert (found.p_not_better <= risk) == (high < margin[1]), found
                    inside = margin[0] < low and high < margin[1]
                    assert (found.verdict == "equivalent") == inside
                else:
                    assert min(found.p_not_worse, found.p_not_better) >= 1 / 100
                    assert found.verdict == "undecided"


def test_too_few_draws_decide_nothing() -> None:
    found = difference("rand", *labels(8, 200, 0.9, 0.9), margin=0.5, confidence=0.999, draws=49)
    assert "too few draws for this level" in found.how
    assert found.p_equivalent == 1 / 50
    assert found.verdict == "undecided"


@pytest.mark.parametrize(
    "margin", [-0.02, (0.02, 0.05), (-0.1, -0.05), (0.1,), "0.02", float("nan"), (-0.1, np.inf)]
)
def test_margins_that_say_nothing_are_refused(margin: object) -> None:
    with pytest.raises(partita.InputError, match="a difference that does not matter"):
        difference("rand", *labels(9, 20, 0.9, 0.8), margin=margin)


def test_equivalence_is_rarely_found_where_the_difference_is_the_margin() -> None:
    # Each test has the level 2.5%. In the population b misplaces twice as many objects as a.
    found = 0
    for k in range(60):
        random = np.random.default_rng(k)
        truth, wrong = random.integers(0, 3, 400), random.integers(1, 3, 400)
        drawn = random.random(400)
        a, b = (np.where(drawn < share, (truth + wrong) % 3, truth) for share in (0.1, 0.2))
        # a matching of 90% against 80%: the margin of partition_distance is 0.1
        judged = difference("classification_error", truth, b, a, margin=0.1, draws=199, rng=k)
        found += judged.verdict == "equivalent" or judged.p_not_worse <= 0.025
    assert found <= 6  # 1.5 expected; P(more than 6) is 0.001
