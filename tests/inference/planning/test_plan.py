"""Plans: closed forms where widths are known, and the same n however the pilot is given."""

from __future__ import annotations

import json
import pickle
from math import sqrt

import numpy as np
import pytest

import partita
from partita import InputError, plan
from partita.inference.planning.populations import population_of
from partita.inference.sampling.pairing import paired
from partita.inference.sampling.samples import group_sample
from partita.measures.chosen import choose

Z, Z_POWER = 1.959964, 0.841621  # normal quantiles of 0.975 and 0.8


def labels(n, right, seed=0):
    """Three classes in the ratio 3 : 2 : 1, and clusterings with these shares of objects in place.

    Neither classes nor overlaps nearly tie.
    """
    rng = np.random.default_rng(seed)
    truth = np.array([0, 0, 0, 1, 1, 2])[np.arange(n) % 6]
    return truth, *(
        np.where(rng.random(n) < q, truth, (truth + rng.integers(1, 3, n)) % 3) for q in right
    )


TRUTH, GOOD, FAIR = labels(300, (0.9, 0.8))


def rand_variance(shares):
    """n times the variance of the rand index of samples with these shares of the cells.

    An object agrees with the share h = 1 - class - cluster + 2 cell of the others, and the rand
    index is a U-statistic: its variance is 4 var(h) / n (Hoeffding 1948).
    """
    h = 1 - shares.sum(1, keepdims=True) - shares.sum(0, keepdims=True) + 2 * shares
    return 4 * ((shares * h**2).sum() - (shares * h).sum() ** 2)


def test_the_purity_of_clear_clusters_needs_as_many_objects_as_a_proportion():
    # purity is the share p of objects in place: half of the interval is z √(p (1 - p) / n)
    truth, good = labels(3000, (0.85,))
    p = np.mean(truth == good)
    found = plan("purity", truth, good, half_width=0.01)
    assert found.n == pytest.approx(Z**2 * p * (1 - p) / 0.01**2, rel=0.05)
    assert found.low < found.n < found.high
    assert found.width(found.n) == pytest.approx(0.01, rel=0.01)


def test_the_rand_index_needs_what_its_influence_function_says():
    truth, good = labels(3000, (0.8,))
    variance = rand_variance(np.histogram2d(truth, good, bins=3)[0] / 3000)
    found = plan("rand", truth, good, half_width=0.02)
    assert found.n == pytest.approx(Z**2 * variance / 0.02**2, rel=0.06)


def test_a_difference_of_purities_needs_as_many_as_a_difference_of_paired_proportions():
    truth, good, fair = labels(3000, (0.9, 0.8))
    gain = (truth == good).astype(int) - (truth == fair)
    variance = gain.var()
    width = plan("purity", truth, good, fair, half_width=0.02)
    assert width.n == pytest.approx(Z**2 * variance / 0.02**2, rel=0.06)
    assert width.paired
    power = plan("purity", truth, good, fair, detect=0.03)
    assert power.n == pytest.approx((Z + Z_POWER) ** 2 * variance / 0.03**2, rel=0.1)
    assert power.pilot_width == pytest.approx((Z + Z_POWER) * sqrt(variance / 3000), rel=0.1)


def test_the_pilot_is_what_confidence_interval_and_difference_print():
    one = partita.confidence_interval("v_measure", TRUTH, GOOD)
    found = plan("v_measure", TRUTH, GOOD, half_width=0.03)
    assert found.pilot_width == (one.high - one.low) / 2
    both = partita.difference("v_measure", TRUTH, GOOD, FAIR)
    found = plan("v_measure", TRUTH, GOOD, FAIR, half_width=0.03)
    assert found.pilot_width == pytest.approx((both.high - both.low) / 2, abs=1e-15)


def test_stricter_goals_need_more_objects():
    base = plan("rand", TRUTH, GOOD, half_width=0.04).n
    assert base < plan("rand", TRUTH, GOOD, half_width=0.03).n
    assert base < plan("rand", TRUTH, GOOD, half_width=0.04, confidence=0.98).n
    some, more = (plan("rand", TRUTH, GOOD, FAIR, detect=0.1, power=p).n for p in (0.8, 0.9))
    assert some < more


def test_a_and_b_are_interchangeable():
    sides = (GOOD, FAIR), (FAIR, GOOD)
    one, other = (plan("rand", TRUTH, *pair, detect=0.08) for pair in sides)
    assert one == other


def test_weights_and_tables_are_the_same_pilot():
    asked = {"half_width": 0.02}
    kinds = partita.Contingency.from_labels(TRUTH, GOOD)
    cells = [kinds.rows, kinds.cols]
    found = plan("rand", TRUTH, GOOD, **asked)
    assert plan("rand", *cells, weights=kinds.counts, **asked) == found
    assert plan("rand", table=kinds, **asked) == found
    assert plan("rand", TRUTH.astype(str), GOOD.tolist(), threads=1, **asked) == found
    assert plan("rand", TRUTH, GOOD, rng=1, **asked) != found


def test_groups_of_copies_count_once():
    # five copies of an object say no more than one
    single = plan("rand", TRUTH, GOOD, half_width=0.03)
    copies = [np.repeat(one, 5) for one in (TRUTH, GOOD, np.arange(300))]
    grouped = plan("rand", *copies[:2], groups=copies[2], half_width=0.03)
    assert grouped.unit == "groups"
    assert grouped.pilot == 300
    assert grouped.n == pytest.approx(single.n, rel=0.08)
    assert "sample about" in str(grouped)


def test_tables_by_group_are_groups():
    groups = np.arange(300) // 6
    names = np.unique(groups)
    sides = [
        {g: partita.Contingency.from_labels(TRUTH[groups == g], one[groups == g]) for g in names}
        for one in (GOOD, FAIR)
    ]
    one = plan("rand", TRUTH, GOOD, groups=groups, half_width=0.03)
    assert plan("rand", table=sides[0], half_width=0.03) == one
    both = plan("rand", TRUTH, GOOD, FAIR, groups=groups, detect=0.1)
    assert plan("rand", table=sides, detect=0.1).n == pytest.approx(both.n, rel=0.02)


def test_a_perfect_pilot_leaves_room_for_errors_that_it_missed():
    found = plan("rand", TRUTH, TRUTH, half_width=0.005)
    assert found.low == found.n < found.high
    assert "rule of three: no draw of the pilot differs" in str(found)
    assert "3 errors in 300" in str(found)
    # the width of the rule of three falls as 1/n
    assert found.n == pytest.approx(300 * found.pilot_width / 0.005, rel=0.1)
    # at the upper end, 1% of the objects are in the cells that the pilot left empty
    classes = np.array([3, 2, 1]) / 6
    empty = np.outer(classes, classes) * (1 - np.eye(3))
    shares = 0.99 * np.diag(classes) + 0.01 * empty / empty.sum()
    assert found.high == pytest.approx(Z**2 * rand_variance(shares) / 0.005**2, rel=0.15)
    same = plan("rand", TRUTH, GOOD, GOOD, half_width=0.02)
    assert same.low == same.n < same.high


def test_extreme_goals_have_clear_answers():
    huge = plan("rand", TRUTH, GOOD, half_width=1e-7)
    assert huge.n > 10**9
    assert "beyond 1,000,000,000 objects, widths are assumed to fall as 1/√n" in huge.notes
    tiny = plan("rand", TRUTH, GOOD, half_width=0.5)
    assert tiny.n == 30
    assert "the pilot is enough" in tiny.notes
    assert "a tenth of the pilot or 10 objects at least" in tiny.notes
    assert "fewer than 5 objects per cell: unreliable" in tiny.notes
    assert plan("rand", [0, 0], [0, 0], half_width=0.1).n >= 2


def test_notes_say_what_to_doubt():
    groups = np.arange(300) // 50
    found = plan("rand", TRUTH, GOOD, groups=groups, half_width=0.05)
    assert "only 6 groups in the pilot: unreliable" in found.notes
    rng = np.random.default_rng(0)
    found = plan("f_measure", TRUTH, rng.integers(0, 3, 300), half_width=0.05)
    assert "largest overlaps nearly tie: intervals may stay wider" in found.notes


def test_a_plan_is_a_plain_record():
    found = plan("v_measure", TRUTH, GOOD, beta=2.0, half_width=0.03)
    assert found.measure == "v_measure:beta=2.0"
    assert pickle.loads(pickle.dumps(found)) == found
    document = json.loads(found.to_json())
    assert (document["n"], document["asks"]) == (found.n, "half_width")
    frame = found.to_frame()
    assert list(frame.columns) == ["measure", "n", "width"]
    assert frame["n"].tolist() == list(found.sizes)
    assert found.width(found.sizes[0]) == found.widths[0]
    assert found.width(4 * found.sizes[-1]) == pytest.approx(found.widths[-1] / 2)
    assert found.width(found.sizes[0] / 4) == pytest.approx(found.widths[0] * 2)
    assert (np.diff(found.widths) < 0).all()


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((TRUTH, GOOD), {}, "give either half_width, such as half_width=0.02, or detect"),
        ((TRUTH, GOOD), {"half_width": 0.1, "detect": 0.1}, "give either half_width"),
        ((TRUTH, GOOD), {"detect": 0.1}, "detect is a difference of two clusterings: give b too"),
        ((TRUTH, GOOD), {"half_width": 0}, "half_width must be a positive number"),
        ((TRUTH, GOOD, FAIR), {"detect": "x"}, "detect must be a positive number"),
        ((TRUTH, GOOD, FAIR), {"detect": 0.1, "power": 80}, "power must be a number between"),
        ((TRUTH, GOOD, FAIR), {"detect": 0.1, "power": 0.2}, "power must be at least 0.5"),
        (([0], [0]), {"half_width": 0.1}, "a single object does not vary: label more"),
        ((TRUTH,), {"half_width": 0.1}, "give truth and a, and b to compare with, or table="),
        ((TRUTH, GOOD[:9]), {"half_width": 0.1}, "300"),
        ((TRUTH, GOOD), {"half_width": 0.1, "confidence": 95}, "confidence must be a number"),
    ],
)
def test_wrong_calls_say_what_to_write(arguments, options, message):
    with pytest.raises(InputError, match=message):
        plan("rand", *arguments, **options)


def test_measures_without_a_population_are_refused():
    with pytest.raises(InputError, match="no value in a population"):
        plan(partita.adjusted("purity"), TRUTH, GOOD, half_width=0.1)


def test_fresh_samples_have_the_shares_of_the_pilot():
    random, s = np.random.default_rng(0), choose("rand")
    groups = np.arange(300) // 6
    size = 40_000
    pair = paired(TRUTH, GOOD, FAIR, None)
    drawn = population_of(s, pair).sample(size, random)
    assert drawn.size == drawn.a.n == drawn.b.n == size
    error = 5 / sqrt(size)
    assert s.of(drawn.a) - s.of(drawn.b) == pytest.approx(s.of(pair.a) - s.of(pair.b), abs=error)
    assert drawn.differing / size == pytest.approx(pair.differing / 300, abs=error)
    one = group_sample(TRUTH, GOOD, groups)
    few = population_of(s, one).sample(2000, random)
    assert few.size == 2000
    assert few.table.n == few.shares.sum() == 12_000
    assert s.of(few.table) == pytest.approx(s.of(one.table), abs=0.02)
    both = paired(TRUTH, GOOD, FAIR, groups)
    two = population_of(s, both).sample(5, random)
    assert two.a.n == two.b.n == 30
    assert two.cell_a.max() < two.a.nnz
    assert two.cell_b.max() < two.b.nnz


def test_levels_next_to_one_are_planned_with_the_usual_draws() -> None:
    # 10 draws beyond each end of 1 - 1e-9 would be 2e10 draws; an interval takes 1999
    found = partita.plan("rand", [0, 0, 1, 1] * 30, [0, 1, 1, 1] * 30, half_width=0.2,
                         confidence=1 - 1e-9)  # fmt: skip
    usual = partita.plan("rand", [0, 0, 1, 1] * 30, [0, 1, 1, 1] * 30, half_width=0.2)
    assert usual.pilot_width < found.pilot_width
    assert usual.n < found.n < 100 * usual.n
