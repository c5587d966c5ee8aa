"""The study of soft clusterings: what is reproduced, what is not, and what its texts say."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from partita.figures.svg.svg import svg
from partita.report.formats.text import Table
from partita.soft import Fuzzy, Rough, expectation, extremes, law
from partita_studies import study
from partita_studies.datasets import iris
from partita_studies.frame import Entry, Finding
from partita_studies.run import Run
from partita_studies.soft.clusterings import closest, optima, textbook, truth
from partita_studies.soft.convergence import draws_needed
from partita_studies.soft.definitions import _multiples
from partita_studies.soft.exact import compared
from partita_studies.soft.parameters import listed, mean_rand, shares
from partita_studies.soft.printed import TABLE
from partita_studies.soft.theorems import apart, permanent
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
    assert (found.basis, rough.basis) == ("chosen", "chosen")
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
    for one in ("KM, D-RI", "PCM, D-RI lower", "ECM, D-RI upper"):
        found = entry("exact", one)
        assert found.verdict == "differs"
        assert "not reproduced" in found.note
    assert entry("exact", "FCM, D-RI").verdict == "close"


def test_numbers_that_no_clustering_has_are_refuted():
    # 0.111 · 150 = 16.65 and 0.111 · 149 = 16.54; 0.099 · 150 = 14.85 and 0.099 · 149 = 14.75
    for one in ("KM, D-PD", "RKM, D-PD lower"):
        assert entry("exact", one).verdict == "refuted"
    assert entry("exact", "RKM, D-PD upper").verdict == "reproduced"


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


def test_the_theorems_hold_and_the_axioms_are_our_reading():
    found = {one.what.split(":")[0]: one for one in finding("theorems").entries}
    for name in ("Theorem 1", "Proposition 1, lower", "Proposition 2", "Corollary 1"):
        assert (found[name].verdict, found[name].basis) == ("holds", "paper")
        assert found[name].note
    for name in ("Theorem 4", "Theorem 4, evidential", "Theorem 4, fuzzy", "Proposition 1, upper"):
        assert (found[name].verdict, found[name].basis) == ("holds", "reconstructed")
    # two clusterings of four objects that agree on 2 of 6 pairs: 1 - 1/3
    assert found["Theorem 4"].ours.startswith("0.667 between")
    # two independent draws of a pair agree in half of the cases
    assert found["equality does not suffice for distance 0, unless both are hard (Section 3.2)"
                 ].ours.startswith("0.5 ")  # fmt: skip
    assert any("complexity" in str(row[0]) for row in tables("theorems")[0].rows)


def test_no_two_objects_meet_with_the_probability_of_the_permanent():
    matrix = np.random.default_rng(1).dirichlet(np.ones(3), 3)
    a, b, c = matrix
    by_hand = (a[0] * b[1] * c[2] + a[0] * b[2] * c[1] + a[1] * b[0] * c[2]
               + a[1] * b[2] * c[0] + a[2] * b[0] * c[1] + a[2] * b[1] * c[0])  # fmt: skip
    assert permanent(matrix) == pytest.approx(by_hand)
    assert apart(matrix) == pytest.approx(by_hand)


def test_how_many_open_objects_can_be_listed_in_784_seconds():
    # 3^18 = 387,420,489 < 784,388,000 microseconds < 3^19; 2^29 = 536,870,912 < ... < 2^30
    assert (listed(3), listed(2)) == (18, 29)
    assert entry("parameters", "the clusterings of fuzzy c-means with m = 5 are few enough to list"
                 " in 784 s").verdict == "refuted"  # fmt: skip


def test_centers_of_the_library_do_not_move():
    # its formulas, step by step: weights are m-th powers, and are raised to m again for the centers
    points = iris().values
    generator = np.random.default_rng(0)
    for _ in range(20):
        start = points[generator.choice(len(points), 3, replace=False)]
        centers = start.copy()
        for _ in range(3):
            far = np.sqrt(((points[:, None] - centers) ** 2).sum(axis=2))
            found = (far / far.sum(axis=1, keepdims=True) + 0.001) ** -5.0
            powers = found**5
            centers = powers.T @ points / powers.sum(axis=0)[:, None]
        assert np.abs(centers - start).max() < 1e-12
        memberships = found / found.sum(axis=1, keepdims=True)
        classes = (truth()[:, None] == np.unique(truth())).astype(float)
        expected = expectation("rand", truth(), Fuzzy.normalized(memberships)).value
        assert mean_rand(memberships[:, None, :], classes)[0] == pytest.approx(expected)
    assert shares(far)[0] == pytest.approx(memberships[0])


def test_the_table_of_the_paper_contradicts_two_of_its_sentences():
    # Table 1: D-PD of RKM is (0.099, 0.113), its S-PD (0.100, 0.113)
    found = entry("sampled", "RKM and FCM: no differences between the rows S and D")
    assert (found.verdict, found.ours) == ("refuted", "printed: (0.100, 0.113) and (0.099, 0.113)")
    # ECM has the largest upper end of D-RI (0.944), and the smallest of S-RI (0.819)
    order = entry("sampled", "smaller values in the rows D go with smaller values in the rows S")
    assert "PCM < ECM in D, ECM < FCM" in order.ours
    assert order.verdict == "does not hold"
    narrower = "PCM and ECM: the sampled intervals are narrower than the exact ones"
    assert entry("sampled", narrower).verdict == "holds"


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
