"""Monitoring: the intervals by definition, batches in any form, and what looks say."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise
from math import ceil

import numpy as np
import pandas as pd
import pytest

import partita
from partita import Contingency, InputError
from partita.inference import Monitor
from partita.inference.monitoring.boundary import Boundary
from partita.measures.chosen import choose

BOUNDARY = Boundary(0.05, 500)


def labels(seed: int, n: int, *qualities: float, groups: int = 4) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    truth = random.integers(0, groups, n)
    others = [
        np.where(random.random(n) < q, truth, random.integers(0, groups, n)) for q in qualities
    ]
    return [truth, *others]


@pytest.mark.parametrize("name", ["adjusted_rand", "v_measure"])
def test_an_interval_is_the_jackknife_times_the_boundary(name: str) -> None:
    truth, a = labels(0, 4000, 0.6)
    look = partita.monitor(name, truth, a, every=4000).last
    once = partita.confidence_interval(name, truth, a, method="jackknife")
    calibrated = partita.confidence_interval(name, truth, a)
    assert (look.value, look.standard_error) == (once.value, once.standard_error)
    assert look.bias == pytest.approx(calibrated.bias, abs=1e-15)
    reach = BOUNDARY.standard_errors(4000) * once.standard_error
    expected = once.value - look.bias - reach, once.value - look.bias + reach
    assert look.interval == pytest.approx(expected, abs=reach / 20)
    assert look.low <= expected[0]
    assert look.high >= expected[1]


@pytest.mark.parametrize("counts", [[[49, 1], [0, 50]], [[97, 3], [2, 98]]])
def test_few_errors_have_the_interval_of_their_share(counts: list[list[int]]) -> None:
    # the table at both ends of the share of misplaced objects, by hand as large counts
    table = np.array(counts)
    n, wrong = int(table.sum()), int(table[0, 1] + table[1, 0])
    watched = Monitor("rand")
    look = watched.update(table=Contingency.from_matrix(table))
    off = table * (1 - np.eye(2, dtype=int))
    right = table * np.eye(2, dtype=int)
    for share in BOUNDARY.share(wrong, n):
        shares = (1 - share) * right / (n - wrong) + share * off / wrong
        at_end = choose("rand").of(Contingency.from_matrix(np.round(shares * 1e9).astype(int)))
        assert look.low - 1e-6 <= at_end <= look.high + 1e-6
    once = partita.confidence_interval("rand", table=Contingency.from_matrix(table))
    assert look.low < once.low


def test_perfect_agreement_has_a_rule_of_three_for_all_times() -> None:
    truth = [0, 0, 1, 1, 2] * 40
    look = partita.monitor("maximum_matching", truth, truth, every=200).last
    moved = ceil(200 * BOUNDARY.share(0, 200)[1])
    assert moved > 3  # the rule of three for one look
    assert look.interval == (pytest.approx(1 - moved / 200, abs=1 / 200), 1.0)
    assert look.standard_error == 0
    same = partita.monitor("maximum_matching", truth, truth, truth, every=200)
    assert same.last.low < 0 < same.last.high
    assert same.p_value == 1
    assert same.first_decided is None


@pytest.mark.parametrize("form", ["one", "two", "groups", "noise", "text", "weights"])
def test_batches_have_the_bits_of_one_call(form: str) -> None:
    truth, a, b = labels(1, 300, 0.8, 0.7)
    b = b if form == "two" else None
    given: dict = {}
    options: dict = {}
    if form == "groups":
        given["groups"] = np.arange(300) // 5
    if form == "weights":
        given["weights"] = 1 + np.arange(300) % 3
    if form == "noise":
        a, options = np.where(np.arange(300) % 7, a, -1), {"noise": -1, "noise_as": "singletons"}
    if form == "text":
        truth, a = (np.array(list("dcba"))[x] for x in (truth, a))
    day = np.repeat([10, 11, 12], [120, 30, 150])
    once = partita.monitor("v_measure", truth, a, b, batches=day, **given, **options)
    watched = Monitor("v_measure", **options)
    for name in (10, 11, 12):
        own = day == name
        parts = {key: values[own] for key, values in given.items()}
        sides = [None if x is None else x[own] for x in (truth, a, b)]
        look = watched.update(*sides, batch=name, **parts)
        assert look == watched.result.last
        watched = pickle.loads(pickle.dumps(watched))
    assert watched.result == once
    assert [look.batch for look in once.looks] == [10, 11, 12]
    assert once.to_json() == watched.result.to_json()


def test_tables_are_batches_too() -> None:
    truth, a = labels(2, 400, 0.8)
    labeled, counted, by_group = (Monitor("adjusted_rand") for _ in range(3))
    units = np.arange(400) // 10
    grouped = Monitor("adjusted_rand")
    for own in np.split(np.arange(400), 4):
        labeled.update(truth[own], a[own])
        counted.update(table=Contingency.from_labels(truth[own], a[own]))
        grouped.update(truth[own], a[own], groups=units[own])
        by_group.update(table=partita.tabulate(
            pd.DataFrame({"t": truth[own], "a": a[own], "g": units[own]}), "t", "a", groups="g"
        ))  # fmt: skip
    for one, other in ((labeled, counted), (grouped, by_group)):
        for look, again in zip(one.result.looks, other.result.looks, strict=True):
            assert (look.n, look.units, look.value) == (again.n, again.units, again.value)
            assert look.interval == pytest.approx(again.interval, abs=1e-12)


def test_looks_come_as_asked() -> None:
    truth, a = labels(3, 1000, 0.8)
    ends = [look.n for look in partita.monitor("rand", truth, a).looks]
    assert (ends[0], ends[-1]) == (50, 1000)
    assert all(y == min(1000, ceil(x * 1.05)) for x, y in pairwise(ends))
    found = partita.monitor("rand", truth, a, every=300, start=100)
    assert [look.n for look in found.looks] == [300, 600, 900, 1000]
    groups = np.arange(1000) % 40  # every group has come after 40 objects
    found = partita.monitor("rand", truth, a, groups=groups, every=8)
    assert [(look.n, look.units) for look in found.looks] == [
        (400, 16), (600, 24), (800, 32), (1000, 40),
    ]  # fmt: skip
    heavy = partita.monitor("rand", truth, a, weights=np.full(1000, 10), every=1000)
    assert [look.n for look in heavy.looks] == list(range(1000, 10_001, 1000))


@pytest.mark.parametrize("name", ["adjusted_rand", "variation_of_information", "purity"])
def test_p_agrees_with_the_intervals_and_sides_mirror(name: str) -> None:
    truth, a, b = labels(4, 600, 0.85, 0.7)
    one, other = (partita.monitor(name, truth, *sides, every=50) for sides in ((a, b), (b, a)))
    decided = [look for look in one.looks if look.low > 0 or look.high < 0]
    assert decided
    assert len(decided) < len(one.looks)
    assert one.first_decided == decided[0]
    assert (one.winner, other.winner) == ("a", "b")
    for look, turned in zip(one.looks, other.looks, strict=True):
        outside = any(x.low > 0 or x.high < 0 for x in one.looks if x.n <= look.n)
        assert (look.p_value <= 0.05) == outside
        assert (-turned.high, -turned.low) == look.interval


@pytest.mark.parametrize(
    ("for_a", "for_b", "known"), [(5, 0, False), (19, 0, True), (12, 6, False)]
)
def test_few_differing_objects_decide_by_their_signs(for_a: int, for_b: int, known: bool) -> None:
    truth = np.repeat([0, 1], 200)
    a, b = truth.copy(), truth.copy()
    b[:for_a], a[200 : 200 + for_b] = 1, 0
    found = partita.monitor("maximum_matching", truth, a, b, every=400)
    assert (found.first_decided is not None) == known
    assert found.last.notes[0].startswith(f"differ in {for_a + for_b} objects")
    # 2(m + 1)/2^m: half of the risk is for the share of the objects in which they differ
    if for_b == 0 and not known:
        assert found.p_value == pytest.approx(2 * (for_a + 1) / 2**for_a)


def test_a_fall_is_noticed_and_a_steady_score_is_not() -> None:
    truth, good, poor = labels(5, 2000, 0.9, 0.4)
    fell = partita.monitor("v_measure", truth, np.where(np.arange(2000) < 1000, good, poor))
    assert fell.changed is not None
    assert 1000 < fell.changed.n < 1500
    assert fell.changed.running is None
    assert fell.change == "fell"
    assert f"v_measure fell: the interval at {fell.changed.n:,} objects is below" in str(fell)
    rose = partita.monitor("v_measure", truth, np.where(np.arange(2000) < 1000, poor, good))
    assert rose.change == "rose"
    assert fell.first_below(0.6).n > 1000
    steady = partita.monitor("v_measure", truth, good)
    assert steady.changed is None
    assert steady.change is None
    assert steady.last.running == (steady.last.running_low, steady.last.running_high)
    assert steady.first_below(0.6) is None
    above = steady.first_above(0.5)
    assert above.low > 0.5
    assert all(look.low <= 0.5 for look in steady.looks if look.n < above.n)


def test_results_are_tables_json_and_sentences() -> None:
    truth, a, b = labels(6, 500, 0.9, 0.6)
    found = partita.monitor("adjusted_rand", truth, a, b, every=100)
    frame = found.to_frame()
    assert frame["low"].tolist() == [look.low for look in found.looks]
    read = json.loads(found.to_json())
    assert read["looks"][-1]["high"] == found.high
    assert str(found).startswith("adjusted_rand differs by +")
    assert "a is better than b, known since" in str(found)
    assert "running_low" in frame
    assert found.interval == (found.low, found.high) == found.last.interval
    grouped = partita.monitor("adjusted_rand", truth, a, groups=np.arange(500) // 20, every=25)
    assert "500 objects in 25 groups" in str(grouped)
    plain = partita.monitor("adjusted_rand", truth, a, every=500)
    assert grouped.last.value == plain.last.value


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: partita.monitor("mirkin", t, t), "grows with the number of objects"),
        (lambda t: partita.monitor(partita.adjusted("purity"), t, t), "no value in a population"),
        (lambda t: partita.monitor("rand", t[:30], t[:30]), "first look is at 50"),
        (lambda t: partita.monitor("rand", t, t, every=9, batches=t), "not both"),
        (lambda t: partita.monitor("rand", t, t, batches=t), r"batches\[3\] is 0, which came"),
        (
            lambda t: partita.monitor("rand", t, t, groups=t, batches=[0] * 50 + [1] * 50),
            "came in an earlier batch",
        ),
        (lambda t: Monitor("rand").update(t), "give truth and a"),
        (lambda t: Monitor("rand").update(t, t, table=1), "not both"),
        (lambda _: Monitor("rand", start=1), "start"),
        (lambda t: (m := Monitor("rand"), m.update(t, t), m.update(t, t, t)), "have b"),
    ],
)  # fmt: skip
def test_errors_say_what_to_write(call, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call([0, 1, 2, 0] * 25)


def test_batches_have_the_index_of_the_labels() -> None:
    truth, a = labels(7, 200, 0.8)
    ids = [f"id{k}" for k in range(200)]
    day = pd.Series(np.repeat([1, 2], 100), index=ids)
    found = partita.monitor("rand", pd.Series(truth, ids), pd.Series(a, ids), batches=day)
    assert [(look.batch, look.n) for look in found.looks] == [(1, 100), (2, 200)]
    with pytest.raises(InputError, match="different indices"):
        partita.monitor("rand", truth, pd.Series(a, ids), batches=day[::-1])


def test_early_batches_have_no_look() -> None:
    watched = Monitor("rand")
    assert watched.update([0, 1] * 20, [0, 1] * 20) is None
    assert repr(watched) == "<Monitor of rand: 40 objects>"
    assert watched.update([0, 1] * 5, [0, 1] * 5).n == 50
    assert watched.update([], []).n == 50


@pytest.mark.parametrize("option", ["sharpest_at", "start"])
def test_zero_is_no_default(option: str) -> None:
    with pytest.raises(InputError, match=rf"{option} must be an integer of at least .; got 0"):
        Monitor("rand", **{option: 0})


def test_a_level_next_to_one_has_looks() -> None:
    truth, a = [0, 0, 1, 1] * 30, [0, 1, 1, 1] * 30
    b = [*a[:-1], 0]
    for other in (None, b):
        look = partita.monitor("adjusted_rand", truth, a, other, confidence=1 - 2**-53).looks[-1]
        assert -2 <= look.low <= look.value <= look.high <= 2
