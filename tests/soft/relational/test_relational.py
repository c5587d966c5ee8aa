"""Relational measures: every declared property, and each measure against its definition."""

from __future__ import annotations

import inspect
import pickle
import time
from math import inf

import numpy as np
import pytest
import random_soft
import soft_oracle as oracle
from looping import in_turn
from patience import PATIENCE

import partita
from partita import InputError
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough, equal_shares, evidential
from partita.soft.relational import (
    RELATIONAL,
    concordance,
    contingency_form,
    logical_entropy,
    row_pairs,
    soft_contingency,
)

CASES = range(8)
OPTIONS = {
    "tnorm": ("min", "product"),
    "form": ("conflict", "jousselme", "belief"),
    "weights": ("equal", "size"),
    "normalize": ("max", "min", "none"),
}
NORMS = {"min": min, "product": lambda p, q: p * q}


def settings():
    for measure in RELATIONAL.values():
        option = next(
            (p for p in inspect.signature(measure.function).parameters if p in OPTIONS), None
        )
        for value in OPTIONS.get(option, (None,)):
            options = {} if option is None else {option: value}
            yield pytest.param(measure, options, id=f"{measure.name}-{value}")


SETTINGS = list(settings())
every = pytest.mark.parametrize(("measure", "options"), SETTINGS)
HARD = [
    ([0], [0]),
    ([0, 0], [0, 1]),
    ([0, 0, 0, 0], [0, 0, 0, 0]),
    ([0, 1, 2, 3], [3, 2, 1, 0]),
    ([0, 0, 0, 0], [0, 1, 1, 2]),
    ([0, 0, 0], [0, 1, 2]),
    ([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]),
    ([0, 0, 0, 1, 1, 1], [1, 1, 0, 0, 2, 2]),
    ([0, 0, 1, 1, 1], ["a", "a", "b", "b", "c"]),
    (list(np.arange(60) % 4), list(np.arange(60) ** 2 % 7)),
]


def sides(measure, case, n=7):
    """Two soft clusterings of a kind that the measure takes."""
    rng = random_soft.generator(11, case)
    kind = "rough" if measure.name.startswith(("rough", "soft")) else "fuzzy"
    return random_soft.clustering(kind, rng, n, 3), random_soft.clustering(
        kind, rng, n, 2 + case % 2
    )


@pytest.mark.parametrize(("measure", "options"), [p for p in SETTINGS if p.values[0].hard])
@in_turn("truth, prediction", HARD)
def test_hard_labels_give_the_hard_measure(measure, options, truth, prediction):
    expected = partita.MEASURES[measure.hard](truth, prediction)
    for kind in (None, Rough if measure.name.startswith("rough") else Fuzzy):
        one, two = (
            (truth, prediction) if kind is None else map(kind.from_labels, (truth, prediction))
        )
        assert measure(one, two, **options) == pytest.approx(expected, abs=1e-12)


@every
@in_turn("case", CASES)
def test_symmetry_bounds_and_order_of_objects(measure, options, case):
    a, b = sides(measure, case)
    value = measure(a, b, **options)
    assert measure.symmetric
    assert measure(b, a, **options) == pytest.approx(value, abs=1e-12)
    if options.get("normalize") is None:
        assert measure.bounds[0] - 1e-12 <= value <= measure.bounds[1] + 1e-12
    order = random_soft.generator(case).permutation(a.n)
    kind, table = (Rough, "sets") if isinstance(a, Rough) else (Fuzzy, "memberships")
    shuffled = [kind(getattr(side, table)[order][:, ::-1]) for side in (a, b)]
    assert measure(*shuffled, **options) == pytest.approx(value, abs=1e-12)


@every
@in_turn("case", CASES)
def test_self_agreement_is_as_declared(measure, options, case):
    a, _ = sides(measure, case)
    best = 1.0 if measure.better == "higher" else 0.0
    identity = measure.identity or options.get("form") in ("jousselme", "belief")
    if identity:
        assert measure(a, a, **options) == pytest.approx(best, abs=1e-12)
    hard = random_soft.generator(case).integers(0, 3, 8)
    if options.get("normalize") != "none":
        assert measure(hard, hard, **options) == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("name", [m.name for m in RELATIONAL.values() if not m.identity])
def test_measures_without_identity_differ_from_1_against_themselves(name):
    rows = [[0.5, 0.5], [0.75, 0.25], [0.25, 0.75], [1.0, 0.0], [0.5, 0.5]]
    kind = name.startswith(("rough", "soft"))
    soft = Rough([[u > 0 for u in row] for row in rows]) if kind else Fuzzy(rows)
    assert abs(RELATIONAL[name](soft, soft) - 1) > 1e-3


@every
def test_docstrings_have_a_reading_and_a_drawback(measure, options):
    assert measure.reading.endswith(".")
    assert measure.drawback
    assert measure.references
    assert measure.symbol


@pytest.mark.parametrize("tnorm", NORMS)
@pytest.mark.parametrize("case", CASES)
def test_campello(case, tnorm):
    a, b = sides(RELATIONAL["campello_rand"], case)
    if case % 3 == 0:
        a = Possibilistic(random_soft.possibilities(random_soft.generator(case), 7, 3))
    rows = [
        getattr(side, "memberships", getattr(side, "possibilities", None)).tolist()
        for side in (a, b)
    ]
    counts = oracle.campello_counts(*rows, NORMS[tnorm])
    for index in ("rand", "adjusted_rand", "jaccard"):
        found = RELATIONAL[f"campello_{index}"](a, b, tnorm=tnorm)
        assert found == pytest.approx(getattr(oracle, index)(counts), abs=1e-12)


PRODUCTS = {
    "frigui_rand": (oracle.inner, oracle.rand),
    "frigui_jaccard": (oracle.inner, oracle.jaccard),
    "frigui_fowlkes_mallows": (oracle.inner, oracle.fowlkes_mallows),
    "frigui_hubert": (oracle.inner, oracle.hubert),
    "brouwer_rand": (oracle.cosine, oracle.rand),
    "brouwer_adjusted_rand": (oracle.cosine, oracle.adjusted_rand),
    "brouwer_jaccard": (oracle.cosine, oracle.jaccard),
}


@pytest.mark.parametrize("name", PRODUCTS)
@pytest.mark.parametrize("case", CASES)
def test_counts_of_products(name, case):
    likeness, index = PRODUCTS[name]
    a, b = sides(RELATIONAL[name], case)
    counts = oracle.product_counts(a.memberships.tolist(), b.memberships.tolist(), likeness)
    assert RELATIONAL[name](a, b) == pytest.approx(index(counts), abs=1e-12)


@pytest.mark.parametrize("case", CASES)
def test_concordance_and_its_adjustment_by_all_permutations(case):
    a, b = sides(RELATIONAL["normalized_degree_of_concordance"], case, n=5)
    u, v = a.memberships.tolist(), b.memberships.tolist()
    found = RELATIONAL["normalized_degree_of_concordance"](a, b)
    assert found == pytest.approx(oracle.concordance(u, v), abs=1e-12)
    adjusted = RELATIONAL["adjusted_concordance_index"](a, b)
    assert adjusted == pytest.approx(oracle.adjusted(oracle.concordance, u, v), abs=1e-12)


@pytest.mark.parametrize("case", CASES)
def test_frobenius_adjustment_by_all_permutations(case):
    a, b = sides(RELATIONAL["fuzzy_adjusted_rand"], case, n=5)
    expected = oracle.adjusted(
        oracle.frobenius_rand, a.memberships.tolist(), b.memberships.tolist()
    )
    assert RELATIONAL["fuzzy_adjusted_rand"](a, b) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("form", OPTIONS["form"])
@pytest.mark.parametrize(
    "kinds", [("evidential", "evidential"), ("fuzzy", "rough"), ("possibilistic", "hard")]
)
@pytest.mark.parametrize("case", range(6))
def test_credal(case, kinds, form):
    rng = random_soft.generator(13, case)
    a, b = (random_soft.clustering(kind, rng, 6, 3) for kind in kinds)
    masses = [random_soft.masses(evidential(side)) for side in (a, b)]
    expected = oracle.credal_rand(*masses, form)
    found = RELATIONAL["credal_rand"](a, b, form=form)
    assert found == pytest.approx(expected, abs=1e-12)


def test_conflict_does_not_count_ignorance():
    nothing_known = Evidential([[1.0]] * 4, [{0, 1}])
    assert RELATIONAL["credal_rand"](nothing_known, [0, 1, 0, 1]) == 1.0
    assert RELATIONAL["credal_rand"](nothing_known, [0, 1, 0, 1], form="belief") < 1.0


@pytest.mark.parametrize("case", CASES)
def test_matched_distance(case):
    a, b = sides(RELATIONAL["matched_distance"], case)
    expected = oracle.matched_distance(a.memberships.tolist(), b.memberships.tolist())
    assert RELATIONAL["matched_distance"](a, b) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("case", CASES)
def test_transport_with_as_many_clusters_is_a_matching(case):
    rng = random_soft.generator(17, case)
    a, b = (random_soft.clustering("fuzzy", rng, 8, 3) for _ in range(2))
    expected = RELATIONAL["matched_distance"](a, b) * 2 * 8 / 3
    assert RELATIONAL["zhou_mallows"](a, b) == pytest.approx(expected, abs=1e-9)


def test_transport_does_not_depend_on_the_order_of_sides():
    """Leaks of 1e-8 are close to what a solver treats as 0."""
    rng = np.random.default_rng(298)
    leaks = 1e-8 * rng.random((30, 3))
    fuzzy = Fuzzy.normalized(np.eye(3)[np.arange(30) % 3] + leaks)
    zhou, truth = RELATIONAL["zhou_mallows"], np.arange(30) % 5
    assert zhou(truth, fuzzy) == pytest.approx(zhou(fuzzy, truth), abs=1e-10)


def test_one_class_leaves_nothing_to_correlate():
    """If all pairs are together on one side, Γ is exactly 0 for both orders of the sides."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        fuzzy, truth = Fuzzy(rng.dirichlet(np.full(10, 0.1), 30)), [0] * 30
        gamma = RELATIONAL["frigui_hubert"]
        assert (gamma(truth, fuzzy), gamma(fuzzy, truth)) == (0.0, 0.0)


def test_transport_of_one_cluster_onto_two():
    a, b = [0, 0, 0, 0], [0, 1, 1, 1]
    zhou = RELATIONAL["zhou_mallows"]
    assert zhou(a, b) == pytest.approx((3 + 1) / 2)
    assert zhou(a, b, weights="size") == pytest.approx(3 / 4 + 3 / 4)


@pytest.mark.parametrize("case", CASES)
def test_rough_indices_share_equally(case):
    a, b = sides(RELATIONAL["rough_rand"], case)
    shared = equal_shares(a), equal_shares(b)
    for index in ("rand", "adjusted_rand", "jaccard"):
        found = RELATIONAL[f"rough_{index}"](a, b)
        assert found == RELATIONAL[f"campello_{index}"](*shared)


@pytest.mark.parametrize("case", range(60))
def test_entropy_bounds_are_exact(case):
    rough = random_soft.clustering("rough", random_soft.generator(19, case), 7, 3 + case % 2)
    sets = [set(np.flatnonzero(row).tolist()) for row in rough.sets]
    assert logical_entropy(rough) == pytest.approx(oracle.entropy_bounds(sets), abs=1e-12)


@pytest.mark.parametrize("case", range(10))
def test_soft_mutual_information(case):
    rng = random_soft.generator(23, case)
    a, b = random_soft.clustering("rough", rng, 5, 3), random_soft.clustering("rough", rng, 5, 2)
    sets = [[set(np.flatnonzero(row).tolist()) for row in side.sets] for side in (a, b)]
    shared, first, second = oracle.shared_information(*sets)
    measure = RELATIONAL["soft_mutual_information"]
    assert measure(a, b, normalize="none") == pytest.approx(shared, abs=1e-12)
    assert measure(a, b) == pytest.approx(shared / max(first, second), abs=1e-12)
    assert measure(a, b, normalize="min") == pytest.approx(shared / min(first, second), abs=1e-12)


@pytest.mark.parametrize("case", range(10))
def test_soft_logical_mutual_information(case):
    a, b = sides(RELATIONAL["soft_logical_mutual_information"], case)
    rows = [equal_shares(side).memberships.tolist() for side in (a, b)]
    _, only_a, only_b, apart = oracle.product_counts(*rows, oracle.inner)
    measure = RELATIONAL["soft_logical_mutual_information"]
    h1, h2 = apart + only_b, apart + only_a
    assert measure(a, b) == pytest.approx(apart / max(h1, h2), abs=1e-12)
    assert measure(a, b, normalize="min") == pytest.approx(apart / min(h1, h2), abs=1e-12)
    assert measure(a, b, normalize="none") == pytest.approx(apart / 21, abs=1e-12)


@pytest.mark.parametrize(
    "name", ["campello_rand", "normalized_degree_of_concordance", "credal_rand"]
)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_blocks_of_pairs_change_nothing(name, size, monkeypatch):
    options = {"form": "jousselme"} if name == "credal_rand" else {}
    a, b = (random_soft.clustering("fuzzy", random_soft.generator(37, s), 12, 3) for s in (0, 1))
    whole = RELATIONAL[name](a, b, **options)
    monkeypatch.setattr(row_pairs, "_BLOCK", size)
    assert RELATIONAL[name](a, b, **options) == pytest.approx(whole, abs=1e-13)


BIT_FOR_BIT = [
    m
    for m in RELATIONAL.values()
    if m.hard and m.name not in ("adjusted_concordance_index", "fuzzy_adjusted_rand")
]


@pytest.mark.parametrize("measure", BIT_FOR_BIT, ids=lambda m: m.name)
@pytest.mark.parametrize("case", range(5))
def test_hard_labels_give_the_hard_measure_bit_for_bit(measure, case):
    truth, prediction = random_soft.generator(41, case).integers(0, 6, (2, 997))
    assert measure(truth, prediction) == partita.MEASURES[measure.hard](truth, prediction)


def test_soft_mutual_information_counts_pairs_apart_in_both():
    a, b = [0, 0, 1, 1, 2], [0, 1, 1, 1, 0]
    counts = partita.Contingency.from_labels(a, b).pairs
    found = RELATIONAL["soft_mutual_information"](a, b, normalize="none")
    assert found == pytest.approx(2 * counts.apart / 25, abs=1e-12)


def test_entropy_bounds_of_many_objects():
    rng = random_soft.generator(29)
    rough = Rough(random_soft.sets(rng, 20_000, 6))
    start = time.process_time()
    low, high = logical_entropy(rough)
    assert time.process_time() - start < 2.0 * PATIENCE
    assert 0 < low < high == pytest.approx(1 - 1 / 6, abs=1e-3)


def test_too_many_uncertain_cells_are_refused_with_the_cost():
    with pytest.raises(InputError, match=r"2\^30 subsets, more than 2\^22"):
        logical_entropy(Rough(np.ones((3, 30))))


def test_anderson_indices_apply_the_formula_to_the_soft_table():
    a = Fuzzy([[0.5, 0.5], [1.0, 0.0], [0.25, 0.75], [0.0, 1.0]])
    table = soft_contingency(a, [0, 0, 1, 1])
    assert table.tolist() == [[1.5, 0.25], [0.5, 1.75]]
    squares, rows, columns = (table**2).sum(), (1.75**2 + 2.25**2), 8.0
    n11, p, q, m = ((s - 4) / 2 for s in (squares, rows, columns, 16))
    expected = (n11 - p * q / m) / ((p + q) / 2 - p * q / m)
    assert RELATIONAL["anderson_adjusted_rand"](a, [0, 0, 1, 1]) == pytest.approx(expected)
    purity = contingency_form("purity", a, [0, 0, 1, 1])
    assert purity == pytest.approx((1.5 + 1.75) / 4)


def test_possibilistic_tables_are_scaled_to_the_objects():
    soft = Possibilistic([[1.0, 0.5], [0.25, 1.0]])
    assert soft_contingency(soft, [0, 1]).sum() == pytest.approx(2.0)


@pytest.mark.parametrize(
    "name", ["frigui_rand", "normalized_degree_of_concordance", "campello_rand"]
)
def test_sides_of_different_length_are_refused(name):
    with pytest.raises(InputError, match="one side has 2 objects and the other 3"):
        RELATIONAL[name]([0, 1], [0, 1, 1])


def test_options_and_kinds_that_do_not_exist_are_refused():
    with pytest.raises(InputError, match="tnorm must be one of"):
        RELATIONAL["campello_rand"]([0], [0], tnorm="other")
    with pytest.raises(InputError, match="a is Rough"):
        RELATIONAL["frigui_rand"](Rough([{0, 1}]), [0])
    with pytest.raises(InputError, match="two-dimensional"):
        RELATIONAL["frigui_rand"](np.eye(2), [0, 1])
    with pytest.raises(InputError, match="frigui_rand has no option 'tnorm'"):
        RELATIONAL["frigui_rand"]([0], [0], tnorm="min")


def test_the_registry_holds_what_the_module_exports():
    for name, measure in RELATIONAL.items():
        assert getattr(partita.soft.relational, name) is measure
        assert pickle.loads(pickle.dumps(measure)) is measure


def test_sorting_too_many_pairs_is_refused():
    rows = np.random.default_rng(0).dirichlet(np.ones(3), 7_100)
    soft = Fuzzy(rows)
    with pytest.raises(InputError, match="7100 different rows"):
        concordance._similarities(soft, "a")


@pytest.mark.parametrize(
    ("name", "n", "seconds"),
    [
        ("normalized_degree_of_concordance", 2_000, 1.0),
        ("campello_rand", 2_000, 3.0),
        ("frigui_rand", 100_000, 0.5),
        ("fuzzy_adjusted_rand", 100_000, 0.5),
        ("brouwer_adjusted_rand", 100_000, 0.5),
        ("credal_rand", 100_000, 1.0),
    ],
)
def test_speed(name, n, seconds):
    rng = random_soft.generator(31)
    a, b = (Fuzzy(rng.dirichlet(np.ones(5), n)) for _ in range(2))
    best = inf
    for _ in range(3):  # processor time, the best of three, since machines are shared
        start = time.process_time()
        RELATIONAL[name](a, b)
        best = min(best, time.process_time() - start)
    assert best < seconds * PATIENCE
