"""Extremes: against lists of all hard clusterings, and properties on larger inputs."""

from __future__ import annotations

from time import process_time

import numpy as np
import pytest
import random_soft
import rough_tables
from looping import in_turn
from patience import PATIENCE

from partita import MEASURES, Contingency, InputError, Measure, UndefinedError
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough, credible_sets
from partita.soft.ends.extremes import extremes
from partita.statistics import PairCounts

OURS = [m for m in MEASURES.values() if m.ours]


def check_end(measure, end, true, side, sets):
    """The true end lies between inner and outer end, and the labels attain the inner end."""
    assert side * (end.inner - true) >= -1e-12
    assert side * (true - end.outer) >= -1e-12
    assert end.certified == (end.inner == end.outer)
    if end.certified:
        assert end.inner == pytest.approx(true, abs=1e-12)
    assert measure(*end.labels) == end.inner
    for labels, allowed in zip(end.labels, sets, strict=True):
        assert allowed[np.arange(len(labels)), labels.astype(int)].all()


def check_all(sets, measures, **budget):
    tables = [Contingency.from_matrix(t) for t in rough_tables.tables(*sets)]
    certified = 0
    for measure in measures:
        values = rough_tables.values(measure, tables)
        if not values:
            with pytest.raises(UndefinedError):
                extremes(measure, Rough(sets[0]), Rough(sets[1]), **budget)
            continue
        found = extremes(measure, Rough(sets[0]), Rough(sets[1]), **budget)
        check_end(measure, found.low, min(values), 1, sets)
        check_end(measure, found.high, max(values), -1, sets)
        certified += found.low.certified and found.high.certified
    return certified


def turn(case, share):
    """Every `share`-th measure, with another start in every case, so that all are used."""
    return OURS[case % share :: share]


@in_turn("case", range(160))
def test_one_soft_side_is_exact_for_every_measure(case):
    sets = rough_tables.supports(random_soft.generator(21, case), two=False)
    measures = turn(case, 5)
    assert check_all(sets, measures) >= len(measures) - 1  # one may be undefined everywhere


@pytest.mark.parametrize("case", range(60))
def test_two_soft_sides_are_exact_for_every_measure(case):
    sets = rough_tables.supports(random_soft.generator(22, case), two=True)
    measures = turn(case, 4)
    assert check_all(sets, measures) >= len(measures) - 1


@pytest.mark.parametrize("case", range(24))
def test_without_budget_the_true_end_lies_between_inner_and_outer(case):
    sets = rough_tables.supports(random_soft.generator(23, case), two=case % 3 == 0)
    check_all(sets, turn(case, 8), budget=1)


@in_turn("name", [m.name for m in OURS])
def test_hard_sides_give_the_value_itself(name):
    truth, prediction = [0, 0, 1, 1, 2, 2, 2], ["a", "a", "a", "b", "b", "c", "c"]
    found = extremes(name, truth, prediction)
    expected = MEASURES[name](truth, prediction)
    assert found.low.inner == found.high.inner == found.low.outer == found.high.outer == expected
    assert found.low.certified
    assert found.high.certified
    assert found.low.labels[0].tolist() == truth
    assert found.low.labels[1].tolist() == prediction


@pytest.mark.parametrize("case", range(8))
@pytest.mark.parametrize("kind", ["fuzzy", "possibilistic", "evidential"])
def test_every_kind_counts_like_its_possible_clusters(kind, case):
    rng = random_soft.generator(24, case)
    truth = rng.integers(0, 3, 6)
    soft = random_soft.clustering(kind, rng, 6, 3)
    rough = Rough(soft.possible[soft.index])
    for name in ("rand", "v_measure", "purity", "partition_distance"):
        assert extremes(name, truth, soft) == extremes(name, truth, rough)
        assert extremes(name, soft, truth) == extremes(name, rough, truth)


def test_labels_have_the_names_of_the_input():
    found = extremes("rand", ["x", "x", "y"], Rough([{"a"}, {"a", "b"}, {"b"}]))
    assert found.high.inner == 1.0
    assert found.high.labels[0].tolist() == ["x", "x", "y"]
    assert found.high.labels[1].tolist() == ["a", "a", "b"]


def test_options_reach_the_measure():
    truth, soft = [0, 0, 1, 1], Rough([{0}, {0, 1}, {1}, {0, 1}])
    count = extremes("partition_distance", truth, soft, normalize="count")
    assert (count.low.inner, count.high.inner) == (0.0, 2.0)
    with pytest.raises(InputError, match="no option"):
        extremes("rand", truth, soft, normalize="count")


@pytest.mark.parametrize("budget", [0, -1, 2.5, True])
def test_a_budget_is_a_positive_number(budget):
    with pytest.raises(InputError, match="budget"):
        extremes("rand", [0, 1], Rough([{0, 1}, {1}]), budget=budget)


def test_sides_of_different_length_are_refused():
    with pytest.raises(InputError):
        extremes("rand", [0, 1, 1], Rough([{0, 1}, {1}]))


def near_half_of_rand(p: PairCounts) -> float:
    return -(((p.together + p.apart) / p.pairs - 0.5) ** 2)


def test_a_custom_measure_is_not_assumed_to_be_monotone():
    own = Measure(near_half_of_rand, symbol="near half", formula="-(R - 1/2)²", bounds=(-1.0, 0.0))
    truth, soft = [0, 0, 0, 1, 1, 1], np.ones((6, 2), dtype=bool)
    tables = rough_tables.tables(np.eye(2, dtype=bool)[truth], soft)
    values = [own.of(Contingency.from_matrix(t)) for t in tables]
    found = extremes(own, truth, Rough(soft))
    assert (found.low.inner, found.high.inner) == (min(values), max(values))


def synthetic(n, k, m, seed=0):
    """Objects of k classes, a tenth of them misplaced, m of them anywhere."""
    rng = random_soft.generator(25, seed)
    truth = rng.integers(0, k, n)
    placed = np.where(rng.random(n) < 0.1, rng.integers(0, k, n), truth)
    sets = np.eye(k, dtype=bool)[placed]
    sets[rng.choice(n, m, replace=False)] = True
    return truth, Rough(sets)


@pytest.mark.parametrize("name", ["rand", "adjusted_rand", "v_measure", "purity", "f_measure"])
@pytest.mark.parametrize("shape", [(60, 3, 20), (40, 5, 10)])
def test_the_interval_contains_what_sampling_finds(name, shape):
    truth, soft = synthetic(*shape)
    found = extremes(name, truth, soft)
    rng = random_soft.generator(26)
    order = np.tile(np.arange(soft.k), (soft.n, 1))
    for _ in range(50):
        draws = rng.permuted(order, axis=1)
        prediction = draws[
            np.arange(soft.n), soft.sets[np.arange(soft.n)[:, None], draws].argmax(1)
        ]
        drawn = MEASURES[name](truth, prediction)
        assert found.low.inner <= drawn <= found.high.inner


@pytest.mark.parametrize("name", ["rand", "mirkin", "hubert_gamma_prime", "minkowski_score"])
def test_ten_clusters_are_certified(name):
    truth, soft = synthetic(1000, 10, 100)
    start = process_time()
    found = extremes(name, truth, soft)
    assert found.low.certified
    assert found.high.certified
    assert process_time() - start < 5 * PATIENCE


def test_three_clusters_with_many_uncertain_objects_are_exact():
    truth, soft = synthetic(1000, 3, 400)
    start = process_time()
    found = extremes("rand", truth, soft)
    assert found.low.certified
    assert found.high.certified
    assert process_time() - start < 5 * PATIENCE


@pytest.mark.parametrize(
    ("name", "k"), [("rand", 3), ("rand", 10), ("adjusted_rand", 10), ("f_measure", 3)]
)
def test_ten_thousand_ambiguous_objects_take_seconds(name, k):
    truth, soft = synthetic(10_000, k, 10_000)
    start = process_time()
    found = extremes(name, truth, soft)
    assert process_time() - start < 5 * PATIENCE
    assert found.low.outer <= found.low.inner <= found.high.inner <= found.high.outer


def test_larger_outer_ends_agree_with_exact_ones():
    truth, soft = synthetic(24, 4, 8)
    for name in ("adjusted_rand", "fowlkes_mallows", "v_measure", "rand"):
        exact, bounded = extremes(name, truth, soft), extremes(name, truth, soft, budget=1)
        assert exact.low.certified
        assert bounded.low.outer <= exact.low.inner <= bounded.low.inner
        assert bounded.high.inner <= exact.high.inner <= bounded.high.outer


def test_the_soft_side_may_be_the_truth():
    truth, soft = synthetic(50, 3, 10)
    for name in ("rand", "adjusted_rand", "v_measure", "partition_distance"):
        assert extremes(name, truth, soft) == extremes(name, soft, truth)
    one, other = extremes("homogeneity", truth, soft), extremes("completeness", soft, truth)
    assert one == other


def test_certain_soft_sides_are_hard():
    fuzzy = Fuzzy([[1, 0], [0, 1], [0, 1]])
    assert extremes("rand", [0, 1, 1], fuzzy).low.inner == 1.0
    sure = Possibilistic([[1, 0], [0, 1], [0, 1]])
    assert extremes("rand", sure, fuzzy).high.certified
    singles = Evidential([[1.0], [1.0]], [{"a"}])
    assert extremes("rand", singles, [1, 1]).low.inner == 1.0


def test_a_fuzzy_side_with_unlikely_clusters_names_the_conversion():
    truth, rows = [0, 0, 1, 1], [[1, 0], [1 - 1e-30, 1e-30], [0.3, 0.7], [0, 1]]
    found = extremes("rand", truth, Fuzzy(rows))
    assert str(found).endswith(
        "(prediction allows memberships as small as 1e-30; "
        "partita.soft.credible_sets leaves out unlikely clusters)"
    )
    likely = extremes("rand", truth, credible_sets(rows))
    assert (likely.low.inner, likely.high.inner, likely.notes) == (0.5, 1.0, ())
    assert found.low.inner == pytest.approx(1 / 3)  # (1, 2 | 3, 4) becomes (1, 3 | 2, 4)
    both = extremes("rand", Fuzzy(rows), Fuzzy(rows))
    assert [note.split()[0] for note in both.notes] == ["truth", "prediction"]
    for likely in (truth, Fuzzy([[1, 0], [0.5, 0.5], [0.3, 0.7], [0, 1]]), Rough([{0, 1}] * 4)):
        assert extremes("rand", truth, likely).notes == ()
