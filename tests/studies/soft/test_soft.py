"""The study of soft clusterings: what is reproduced, what is not, and what its texts say."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from partita.figures.svg.svg import svg
from partita.report.formats.text import Table
from partita.soft import Fuzzy, Rough, extremes, law
from partita_studies import study
from partita_studies.frame import Entry, Finding
from partita_studies.run import Run
from partita_studies.soft.clusterings import closest, optima, textbook, truth
from partita_studies.soft.convergence import draws_needed
from partita_studies.soft.definitions import _multiples
from partita_studies.soft.exact import compared
from partita_studies.soft.printed import TABLE
from partita_studies.soft.values import nested, whole

QUICK = Run(effort="quick")
PARTS = {part.key: part for part in study("soft").parts}


@cache
def finding(key: str) -> Finding:
    return PARTS[key].work(QUICK)


def entry(key: str, what: str) -> Entry:
    return next(one for one in finding(key).entries if one.what == what)


def tables(key: str) -> list[Table]:
    return list(finding(key).tables.values())


@pytest.mark.long
@pytest.mark.parametrize("key", PARTS)
def test_every_part_can_be_shown(key):
    found = finding(key)
    assert found.text
    assert found.where
    for figure in found.figures:
        assert svg(figure).startswith("<svg")
    for one in found.entries:
        assert one.verdict == "reproduced" or one.note  # differences have a reason


def test_the_rough_row_of_table_1_is_reproduced():
    # Campagner, Ciucci and Denœux (2022), Table 1, column RKM
    for row in ("D-RI", "S-RI"):
        for end in ("lower", "upper"):
            key = {"D": "exact", "S": "sampled"}[row[0]]
            assert entry(key, f"RKM, {row} {end}").verdict == "reproduced"
    assert entry("sampled", "RKM, S-PD lower").ours == "0.100"
    assert entry("sampled", "RKM, S-PD lower").verdict == "reproduced"
    assert entry("sampled", "RKM, S-PD upper").verdict == "reproduced"


def test_an_entry_found_by_search_says_so():
    rough = entry("exact", "RKM, D-RI lower")
    assert "the closest to the printed" in rough.note
    # every digit agrees, but the memberships are not those of fuzzy c-means
    (found,) = compared("D-RI", "FCM", (0.876,), "by another formula")
    assert (found.verdict, found.note) == ("close", "by another formula")
    (near,) = compared("D-RI", "FCM", (0.875,), "by another formula")
    assert (near.verdict, near.note) == ("close", "within 0.002; by another formula")
    assert compared("D-RI", "KM", (0.877,), "")[0].verdict == "reproduced"


def test_the_rough_clustering_of_the_rough_row():
    rough = closest(QUICK)["RKM"]
    found = extremes("rand", truth(), rough)
    moved = extremes("partition_distance", truth(), rough, normalize="count")
    # two open flowers, 15 to 17 misplaced: found by independent code
    assert int((~rough.certain).sum()) == 2
    assert (round(found.low.inner, 4), round(found.high.inner, 4)) == (0.8737, 0.8859)
    assert (moved.low.inner, moved.high.inner) == (15, 17)


def test_entries_say_that_they_are_not_reproduced():
    for one in ("KM, D-RI", "KM, D-PD", "PCM, D-RI lower", "ECM, D-RI upper"):
        found = entry("exact", one)
        assert found.verdict == "differs"
        assert "not reproduced" in found.note
    assert entry("exact", "FCM, D-RI").verdict == "close"


def test_two_optima_of_kmeans_average_to_the_printed_column():
    # 16 and 17 flowers misplaced: (16 + 17)/2/149 = 0.1107, printed 0.111
    best, second = optima(QUICK)
    labels = best.labels, second.labels
    values = [whole("RI", truth(), one, seed=0).lower for one in labels]
    counts = [round(150 * whole("PD", truth(), one, seed=0).lower) for one in labels]
    assert counts == [16, 17]
    assert round(float(np.mean(values)), 3) == TABLE["D-RI"]["KM"].values[0]
    assert round(16.5 / 149, 3) == TABLE["D-PD"]["KM"].values[0]


@pytest.mark.parametrize(
    ("value", "possible"), [(0.111, False), (0.099, False), (0.100, True), (0.113, True)]
)
def test_which_printed_distances_exist(value, possible):
    multiples = [count / n for n in (149, 150) for count in range(150)]
    assert any(round(one, 3) == value for one in multiples) is possible
    assert _multiples("x", value).verdict == ("holds" if possible else "refuted")


def test_the_textbook_algorithms_agree_with_independent_code():
    # independent code: m = 5 gives 0.599 and 0.480, the mean largest membership is 0.524
    found = textbook(QUICK)
    assert whole("RI", truth(), found["FCM"], seed=0).lower == pytest.approx(0.599, abs=5e-4)
    assert whole("PD", truth(), found["FCM"], seed=0).lower == pytest.approx(0.480, abs=1e-3)
    assert found["FCM"].memberships.max(axis=1).mean() == pytest.approx(0.524, abs=5e-4)
    ecm = whole("RI", truth(), found["ECM"], seed=0, draws=100)
    assert (ecm.lower, ecm.upper) == pytest.approx((0.552, 0.632), abs=0.01)


def test_every_slip_of_the_text_is_shown_by_its_example():
    slips = {one.what: one.ours for one in finding("definitions").entries}
    assert slips["equation 1 is Rand's index: one class against four clusters of one"] == "0.25"
    assert slips["equation 2: a hard clustering against itself"] == "2"
    # 8 clusterings of weight 0.6^a 0.4^b: 1 - Π(1 - p) for the values 1/3 and 1, by hand
    weights = {"1": [0.144, 0.096], "1/3": [0.216, 0.064, 0.144, 0.144, 0.096, 0.096]}
    total = sum(1 - np.prod([1 - w for w in some]) for some in weights.values())
    shown = slips["equation 7 for fuzzy clusterings: the sum of the masses of all values"]
    assert float(shown) == pytest.approx(total, abs=5e-4)
    # one of four clusterings reaches the end: (3/4)^10
    missed = slips["equation 11: probability that 10 draws miss the lower distance by 0.001"]
    assert missed == "0.0563"


def test_nested_sampling_stays_inside_and_finds_small_sets():
    rough = Rough([{0}, {0, 1}, {1}, {1}, {0, 1}])
    labels = [0, 0, 1, 1, 1]
    ends = extremes("rand", labels, rough)
    found = nested("RI", labels, rough, np.random.default_rng(0), outer=1, inner=200)
    assert (found.lower, found.upper) == (ends.low.inner, ends.high.inner)
    fuzzy = Fuzzy([[0.7, 0.3]] * 5)
    drawn = nested("RI", labels, fuzzy, np.random.default_rng(0), outer=4000, inner=1)
    exact = law("rand", labels, fuzzy)
    error = 4 * (exact.variance or 0.0) ** 0.5 / 4000**0.5
    assert drawn.lower == drawn.upper == pytest.approx(exact.mean, abs=error)


def test_draws_needed_by_the_law():
    # one end of probability 1/8: (7/8)^s <= 0.05 from s = 23
    values, mass = np.array([0.0, 0.5, 1.0]), np.array([1 / 8, 6 / 8, 1 / 8])
    assert draws_needed(values, mass, 0.0) == "23"
    assert draws_needed(values, np.array([0.0, 1.0, 0.0]), 1.0) == "more than 1e+12"


def test_hoeffding_and_mcdiarmid_by_hand():
    # ln(40)/(2 · 0.01²) = 18444.4, and times 150 · (2/150)² = 491.9
    rows = dict(tables("convergence")[1].rows)
    assert rows["Hoeffding (the paper)"] == 18445
    assert rows["McDiarmid"] == 492


def test_nested_sampling_is_too_narrow():
    rows = {row[0]: row[1:] for row in tables("convergence")[2].rows}
    assert rows["optimized"][0] < rows["100 drawn"][0] < rows["10 drawn"][0]
    assert rows["10 drawn"][1] < rows["100 drawn"][1] < rows["optimized"][1]


def test_the_soft_truth_scores_one_against_itself_only_by_memberships():
    rows = {row[0]: row[1:] for row in tables("mixtures")[1].rows}
    assert rows["the truth itself"][:2] == pytest.approx((1, 1))
    assert rows["the truth itself"][2] < rows["k-means"][2] < 1


def test_the_text_says_that_rows_of_thirds_are_normalized():
    assert "`Fuzzy.normalized`" in finding("mixtures").text
    assert "sums to 0.99" in finding("mixtures").text


@pytest.mark.long
def test_the_same_seed_gives_the_same_entries():
    again = PARTS["sampled"].work(QUICK)
    assert again.entries == finding("sampled").entries
