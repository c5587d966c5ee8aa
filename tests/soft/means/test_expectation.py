"""`expectation`: agreement of its methods, limits, errors, and statements of results."""

from __future__ import annotations

import json
import math
import time

import numpy as np
import pytest
from looping import for_each
from patience import PATIENCE
from random_soft import fuzzy
from scipy.special import gammaln

import partita
from partita import InputError, UndefinedError
from partita.measures.chosen import choose
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough, equal_shares
from partita.soft.laws.law import law
from partita.soft.means.agreement_variance import agreement_variance
from partita.soft.means.closed_forms import CLOSED_FORMS
from partita.soft.means.enumeration import PROBABILITY, joint_tables
from partita.soft.means.expectation import expectation
from partita.soft.means.margin_cost import Budget
from partita.soft.means.margin_means import affine_values, margin_mean, pair_values
from partita.soft.means.matching_means import matched_bounds
from partita.soft.two_sides.sides import levels_of, read_sides

MEASURES = [m for m in partita.MEASURES.values() if m.ours]
every = for_each(MEASURES)


def pair_of(truth, prediction):
    return levels_of(read_sides(truth, prediction))[0].pair()


LABELS = [0, 0, 1, 1, 2, 2, 2, 0], ["a", "a", "a", "b", "c", "c", "b", "c"]
CONTAINERS = (
    Fuzzy.from_labels,
    Rough.from_labels,
    Possibilistic.from_labels,
    lambda labels: Possibilistic.from_labels(labels, coupling="independent"),
    Evidential.from_labels,
)


@every
def test_a_certain_clustering_has_the_value_of_the_hard_measure_bit_for_bit(measure):
    hard = measure(*LABELS)
    for first in (None, *CONTAINERS):
        for second in CONTAINERS:
            truth = LABELS[0] if first is None else first(LABELS[0])
            found = expectation(measure, truth, second(LABELS[1]))
            assert found.value == found.low == found.high == hard
            assert found.error == 0


@every
def test_a_single_object_has_the_value_of_one_object(measure):
    doubt = Fuzzy([[0.5, 0.5]])
    try:
        alone = measure([0], [0])
    except UndefinedError:  # no pair, no value: hard or soft
        with pytest.raises(UndefinedError):
            expectation(measure, doubt, doubt)
        return
    assert expectation(measure, doubt, doubt).value == alone
    assert law(measure, ["a"], doubt).support.tolist() == [alone]


FORTY = np.random.default_rng(5).integers(3, size=40), fuzzy(6, 40, 3)


@pytest.mark.parametrize("sides", [FORTY, FORTY[::-1]], ids=["hard-fuzzy", "fuzzy-hard"])
def test_closed_forms_agree_with_the_margin_program(sides):
    """Two methods without a common step, on cases far too large to enumerate."""
    pair = pair_of(*sides)
    checked = 0
    for name, form in CLOSED_FORMS.items():
        measure = partita.MEASURES[name]
        found = form(pair, choose(measure))
        if found is None or measure.family not in ("pairs", "information"):
            continue
        values = affine_values if measure.margin_affine else pair_values
        other = values(pair.margin_problem, choose(measure), Budget())
        mean = float(other.mass @ other.values) / other.mass.sum()
        assert found.value == pytest.approx(mean, rel=1e-10, abs=1e-11), name
        checked += 1
    assert checked >= 10


@pytest.mark.parametrize("name", ["purity", "inverse_purity", "van_dongen", "b_cubed_precision"])
def test_overlap_means_agree_with_draws(name):
    truth, prediction = np.random.default_rng(5).integers(3, size=60), fuzzy(6, 60, 3)
    exact = expectation(name, truth, prediction, method="exact")
    drawn = expectation(name, truth, prediction, method="sample", draws=500)
    assert abs(exact.value - drawn.value) < 2 * drawn.error  # four standard errors


def test_gram_sums_against_all_pairs():
    u, v = fuzzy(0, 300, 4), fuzzy(1, 300, 3)
    p, q = (side.memberships @ side.memberships.T for side in (u, v))
    off = ~np.eye(300, dtype=bool)
    classes, clusters, cells = pair_of(u, v).gram_sums.squares
    assert classes == pytest.approx(300 + p[off].sum())
    assert clusters == pytest.approx(300 + q[off].sum())
    assert cells == pytest.approx(300 + (p * q)[off].sum())
    agree = (1 - p - q + 2 * p * q)[off].sum() / 2
    found = expectation("rand", u, v)
    assert found.value == pytest.approx(agree / (300 * 299 / 2), rel=1e-13)


def test_slices_of_the_objects_change_nothing(monkeypatch):
    u, v = fuzzy(2, 700, 3), fuzzy(3, 700, 2)
    whole = pair_of(u, v).gram_sums.squares, agreement_variance(pair_of(u, v))
    monkeypatch.setattr("partita.soft.two_sides.fuzzy_pair._CHUNK", 1000)
    parts = pair_of(u, v).gram_sums.squares, agreement_variance(pair_of(u, v))
    np.testing.assert_allclose(parts[0], whole[0], rtol=1e-12)
    assert parts[1] == pytest.approx(whole[1], rel=1e-9)


def test_the_variance_of_rand_is_that_of_its_law():
    truth, prediction = np.random.default_rng(7).integers(3, size=50), fuzzy(8, 50, 3)
    found, whole = expectation("rand", truth, prediction), law("rand", truth, prediction)
    assert found.value == pytest.approx(whole.mean, abs=1e-11)
    assert found.variance == pytest.approx(whole.variance, rel=1e-8)


def test_matching_bounds_contain_the_mean_and_close_in():
    for seed in range(30):
        truth, prediction = fuzzy(seed, 4, 3), fuzzy(seed + 100, 4, 1 + seed % 3)
        pair = pair_of(truth, prediction)
        low, high = matched_bounds(pair)
        tables = joint_tables(pair.groups, PROBABILITY)
        matched = tables.weight @ tables.read(choose("maximum_matching")) * 4
        assert low - 1e-12 <= matched <= high + 1e-12
    rng = np.random.default_rng(0)
    truth = rng.integers(3, size=400)
    rows = np.full((400, 3), 0.05)
    rows[np.arange(400), truth] = 0.9
    found = expectation("partition_distance", truth, Fuzzy(rows), normalize="count")
    assert found.value == pytest.approx(40, abs=1e-9)
    assert found.error < 1e-9


def test_large_cells_use_expansions_with_a_stated_error():
    rng = np.random.default_rng(1)
    truth, prediction = rng.integers(2, size=20_000), Fuzzy(rng.dirichlet([1, 1], 20_000))
    exact = expectation("mutual_information", truth, prediction)
    drawn = expectation("mutual_information", truth, prediction, method="sample", draws=300)
    assert exact.method == "exact"
    assert abs(exact.value - drawn.value) < 1e-9  # a control variate explains all of it


@for_each(m for m in MEASURES if m.is_symmetric())
def test_exchanging_the_sides_of_a_symmetric_measure_changes_nothing(measure):
    truth, prediction = [0, 1, 2, 0, 1], fuzzy(3, 5, 3)
    if measure.name == "southwood":  # undefined for identical sides, which are possible
        for sides in ((truth, prediction), (prediction, truth)):
            with pytest.raises(UndefinedError):
                expectation(measure, *sides)
        return
    one = expectation(measure, truth, prediction)
    two = expectation(measure, prediction, truth)
    assert one.value == pytest.approx(two.value, abs=1e-12)


def test_kinds_agree_if_they_mean_the_same():
    truth = [0, 0, 1, 1, 2]
    sets = [{0}, {0, 1}, {1}, {1, 2}, {0, 2}]
    rough = Rough(sets)
    focal = Evidential(np.eye(5)[[0, 1, 2, 3, 4]], sets)
    level = Possibilistic(rough.sets.astype(float))
    product = Possibilistic(rough.sets.astype(float), coupling="independent")
    found = [expectation("adjusted_rand", truth, side) for side in (rough, focal, level, product)]
    for other in found[1:]:
        assert other.value == pytest.approx(found[0].value, abs=1e-13)
        assert (other.low, other.high) == (found[0].low, found[0].high)


def test_options_of_the_measure_are_passed_on():
    truth, prediction = [0, 0, 1, 1, 2], fuzzy(4, 5, 3)
    nats, bits = (expectation("mutual_information", truth, prediction, base=b) for b in (None, 2))
    assert bits.value == pytest.approx(nats.value / np.log(2))
    count = expectation("partition_distance", truth, prediction, normalize="count")
    share = expectation("partition_distance", truth, prediction)
    assert count.value == pytest.approx(4 * share.value)
    geometric = expectation("normalized_mutual_information", truth, prediction, average="geometric")
    assert "margin" in geometric.how


def test_a_measure_that_is_undefined_in_a_world_has_no_mean():
    with pytest.raises(UndefinedError):
        expectation("minkowski_score", [0, 1, 2], Fuzzy([[1, 0], [0.5, 0.5], [0, 1]]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rand", [0, 1], Fuzzy([[1, 0]])), "objects"),
        (("nonsense", [0, 1], [0, 1]), "no measure"),
        (("rand", [0, 1], np.eye(2)), "Fuzzy, Rough"),
        (("rand", [0, None], [0, 1]), "no label"),
    ],
)
def test_bad_input_is_refused_with_the_remedy(arguments, message):
    with pytest.raises(InputError, match=message):
        expectation(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"beta": 2}, "no option 'beta'"),
        ({"method": "guess"}, "method must be one of"),
        ({"draws": 3, "method": "sample"}, "draws must be"),
        ({"budget": 0}, "budget must be"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        expectation("rand", [0, 1, 1], fuzzy(0, 3, 2), **options)


def test_possibilities_without_a_possible_cluster_need_a_policy():
    doubt = Possibilistic([[0.5, 0.2], [1, 0]], subnormal="empty")
    with pytest.raises(InputError, match="rescale"):
        expectation("rand", [0, 1], doubt)
    with pytest.raises(InputError, match="rescale"):
        expectation(
            "rand",
            [0, 1],
            Possibilistic([[0.5, 0.2], [1, 0]], coupling="independent", subnormal="empty"),
        )


@pytest.mark.parametrize(
    ("name", "cost"),
    [("v_measure", "vectors of cluster sizes"), ("f_measure", "different tables")],
)
def test_a_refusal_names_the_cost_and_the_alternatives(name, cost):
    truth = np.random.default_rng(0).integers(4, size=10_000)
    doubt = Fuzzy(np.full((10_000, 4), 1 / 4))
    start = time.perf_counter()
    with pytest.raises(InputError, match=rf"{cost}.*method=\"auto\".*extremes"):
        expectation(name, truth, doubt, method="exact")
    assert time.perf_counter() - start < 5 * PATIENCE


def test_ten_thousand_uncertain_objects_get_a_result_with_its_method():
    rng = np.random.default_rng(0)
    truth, doubt = rng.integers(3, size=10_000), Fuzzy(np.full((10_000, 3), 1 / 3))
    found = expectation("adjusted_rand", truth, doubt)
    assert found.how == "bounds: ratio of means"
    assert found.error < 1e-6
    assert abs(found.value) <= found.error  # labels at random have an adjusted index of 0
    drawn = expectation("adjusted_rand", truth, doubt, method="sample", draws=100)
    assert drawn.how.startswith("sampled: 100 draws")
    assert abs(drawn.value) < 5 * drawn.error


def test_only_the_focal_sets_given_are_used():
    """Forty clusters have 2**40 sets; four of them are focal here."""
    sets = [{0}, {1}, set(range(40)), {2, 3}]
    masses = np.random.default_rng(0).dirichlet(np.ones(4), 6)
    doubt = Evidential(masses, sets, clusters=range(40))
    found = expectation("rand", [0, 0, 1, 1, 2, 2], doubt, draws=100)
    assert found.low <= found.value <= found.high


def test_results_print_as_sentences():
    found = expectation("rand", [0, 0, 1], Rough([{0}, {0, 1}, {1}]))
    assert str(found).startswith("0.666667, between 0.333333 and 1 (value exact")
    assert float(found) == found.value


@pytest.mark.parametrize("n", [40, 171, 400])
def test_a_large_group_has_its_multinomial_chances(n):
    """One class and two clusters: the law of one binomial count, through all tables."""
    found = law("f_measure", np.zeros(n, dtype=int), Fuzzy(np.tile([0.3, 0.7], (n, 1))))
    count = np.arange(n + 1)
    chance = np.exp(
        gammaln(n + 1)
        - gammaln(count + 1)
        - gammaln(n - count + 1)
        + count * np.log(0.3)
        + (n - count) * np.log(0.7)
    )
    large = np.maximum(count, n - count)
    assert found.how == f"exact: all {n + 1} tables"
    assert found.mean == pytest.approx(chance @ (2 * large / (n + large)), rel=1e-11)
    assert found.mass.sum() == pytest.approx(1, abs=1e-13)


N = 10_000
ROUGH_10K = np.random.default_rng(0).random((N, 3)) < 0.5
ROUGH_10K[np.arange(N), np.arange(N) % 3] = True
GUARDS = {
    "law of one class": lambda: law("f_measure", np.zeros(N, int), Fuzzy(np.full((N, 2), 0.5))),
    "seven clusters": lambda: expectation("maximum_matching", np.arange(N) % 7, fuzzy(0, N, 7)),
    "four clusters": lambda: expectation("adjusted_rand", np.arange(2000) % 4, fuzzy(0, 2000, 4)),
    "many classes": lambda: law("f_measure", np.arange(N) % 400, Fuzzy(np.full((N, 2), 0.5))),
    "rough": lambda: expectation("rand", np.arange(N) % 3, Rough(ROUGH_10K)),
    "levels": lambda: expectation(
        "maximum_matching", np.arange(N) % 3, Possibilistic(np.where(ROUGH_10K, 1, 0.5))
    ),
    "wide masses": lambda: expectation(
        "rand", np.arange(N) % 3, Evidential(np.tile([0.5, 0.5], (N, 1)), [{0}, set(range(40))])
    ),
}


@pytest.mark.parametrize("case", GUARDS)
def test_ten_thousand_uncertain_objects_take_seconds(case):
    start = time.process_time()
    assert np.isfinite(GUARDS[case]().error)
    assert time.process_time() - start < 5 * PATIENCE


def test_exact_never_means_bounds():
    rng = np.random.default_rng(0)
    truth, flags = rng.integers(6, size=30), rng.random((30, 6)) < 0.5
    flags[np.arange(30), truth] = True
    with pytest.raises(InputError, match=r"bounds only|out of reach"):
        expectation("rand", Rough(flags), Rough(flags[::-1]), method="exact")


def test_notes_explain_a_missing_variance():
    found = expectation("rand", fuzzy(0, 25_000, 10), fuzzy(1, 25_000, 10))
    assert found.variance is None
    assert "no variance" in found.how


def test_the_margin_program_has_a_limit_of_bytes():
    """Fifty objects between ten clusters have millions of size vectors."""
    rng = np.random.default_rng(0)
    truth = np.arange(50) % 10
    flags = rng.random((50, 10)) < 0.4
    flags[np.arange(50), truth] = True
    pair = levels_of(read_sides(truth, equal_shares(Rough(flags))))[0].pair()
    budget = Budget(bytes=10_000_000)
    assert budget.states_of(10) == 10_000_000 // 272
    with pytest.raises(partita.InputError, match="vectors of cluster sizes"):
        margin_mean(pair, choose("adjusted_rand"), budget)


def test_an_end_without_a_finite_bound_is_not_a_number_in_text_and_json():
    from partita.report.formats.text import json_text
    from partita.soft.kinds.results import Expectation

    found = Expectation(0.1, -math.inf, 1.0, 0.0, "bounds", ends_error=math.inf)
    assert str(found) == "0.1, between no known bound and 1 (bounds)"
    assert json.loads(json_text({"low": [found.low], "high": found.high})) == {
        "low": [None],
        "high": 1.0,
    }


def test_a_refusal_states_once_that_an_exact_result_is_out_of_reach():
    rng = np.random.default_rng(0)
    soft = Fuzzy(rng.dirichlet(np.ones(8), 200))
    with pytest.raises(InputError) as refused:
        expectation("v_measure", rng.integers(0, 5, 200), soft, method="exact")
    assert str(refused.value).count("an exact result is out of reach") == 1
    assert "vectors of cluster sizes" in str(refused.value)
    assert "different tables" in str(refused.value)
