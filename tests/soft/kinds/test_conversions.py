"""Conversions, each against its definition."""

from __future__ import annotations

from itertools import combinations
from math import isclose, prod

import numpy as np
import pandas as pd
import pytest
import random_soft

from partita import InputError
from partita.soft import (
    Evidential,
    Fuzzy,
    Possibilistic,
    Rough,
    alpha_cuts,
    contour,
    credible_sets,
    equal_shares,
    evidential,
    interval_dominance,
    maximal_mass,
    maximum_membership,
    pignistic,
    plausibility,
    worlds,
)
from partita.soft.kinds.arguments import as_fuzzy, as_rough

CASES = range(20)


def masses(a):
    return random_soft.masses(a)


def drawn(kind, case):
    return random_soft.clustering(kind, random_soft.generator(7, case), 6, 3)


@pytest.mark.parametrize("case", CASES)
def test_pignistic_plausibility_and_contour(case):
    soft = drawn("evidential", case)
    betp, pl = np.zeros((6, 3)), np.zeros((6, 3))
    for x, row in enumerate(masses(soft)):
        for focal, mass in row.items():
            for j in focal:
                betp[x, j] += mass / len(focal)
                pl[x, j] += mass
    assert np.allclose(pignistic(soft).memberships, betp, atol=1e-15)
    assert np.allclose(plausibility(soft).memberships, pl / pl.sum(axis=1, keepdims=True))
    found = contour(soft, subnormal="empty")
    assert np.allclose(found.possibilities, pl, atol=1e-15)
    assert found.coupling == "independent"


@pytest.mark.parametrize("case", CASES)
def test_interval_dominance_keeps_clusters_that_no_other_surely_beats(case):
    soft = drawn("evidential", case)
    kept = interval_dominance(soft).sets
    for x, row in enumerate(masses(soft)):
        belief = [row.get(frozenset({j}), 0.0) for j in range(3)]
        for j in range(3):
            reach = sum(mass for focal, mass in row.items() if j in focal)
            assert kept[x, j] == (reach >= max(belief))


def test_maximal_mass_and_its_ties():
    soft = Evidential([[0.5, 0.25, 0.25], [0.25, 0.25, 0.5]], [{0}, {1}, {0, 1}])
    assert maximal_mass(soft).sets.tolist() == [[True, False], [True, True]]
    tied = Evidential([[0.5, 0.5]], [{0}, {1}])
    with pytest.raises(InputError, match="object 0 has focal sets that tie"):
        maximal_mass(tied)
    assert maximal_mass(tied, ties="union").sets.tolist() == [[True, True]]


def test_consonant_masses():
    soft = evidential(Possibilistic([[1.0, 0.5, 0.25], [0.5, 1.0, 1.0]]))
    assert masses(soft) == [
        {frozenset({0}): 0.5, frozenset({0, 1}): 0.25, frozenset({0, 1, 2}): 0.25},
        {frozenset({1, 2}): 0.5, frozenset({0, 1, 2}): 0.5},
    ]


def test_a_maximum_below_1_leaves_mass_on_the_empty_set():
    given = Possibilistic([[0.5, 0.25]], subnormal="empty")
    with pytest.raises(InputError, match=r"puts 0\.5 on the empty set"):
        evidential(given)
    assert masses(evidential(given, empty="condition")) == [
        {frozenset({0}): 0.5, frozenset({0, 1}): 0.5}
    ]
    assert masses(evidential(given, empty="omega")) == [
        {frozenset({0}): 0.25, frozenset({0, 1}): 0.75}
    ]


@pytest.mark.parametrize("case", CASES)
def test_evidential_loses_nothing(case):
    possible = drawn("possibilistic", case)
    assert np.allclose(contour(evidential(possible)).possibilities, possible.possibilities)
    fuzzy = drawn("fuzzy", case)
    assert pignistic(evidential(fuzzy)) == fuzzy
    rough = drawn("rough", case)
    assert maximal_mass(evidential(rough)) == rough
    assert pignistic(evidential(rough)) == equal_shares(rough)
    labels = [2, 0, 2, 1]
    assert evidential(labels) == Evidential.from_labels(labels)
    soft = drawn("evidential", case)
    assert evidential(soft) is soft


@pytest.mark.parametrize("case", CASES)
def test_alpha_cuts_are_nested_and_sum_to_the_possibilities(case):
    soft = drawn("possibilistic", case)
    total, before, wider = np.zeros((6, 3)), 0.0, np.ones((6, 3), dtype=bool)
    for level, cut in alpha_cuts(soft):
        assert np.array_equal(cut.sets, soft.possibilities >= level)
        assert (cut.sets <= wider).all()
        total += (level - before) * cut.sets
        before, wider = level, cut.sets
    assert before == 1.0
    assert np.allclose(total, soft.possibilities)


def test_alpha_cuts_end_where_an_object_would_have_no_cluster():
    soft = Possibilistic([[0.5, 0.25], [1.0, 0.0]], subnormal="empty")
    assert [level for level, _ in alpha_cuts(soft)] == [0.25, 0.5]


def test_maximum_membership_and_its_ties():
    soft = Fuzzy([[0.75, 0.25], [0.25, 0.75]], clusters=["a", "b"])
    assert maximum_membership(soft).tolist() == ["a", "b"]
    tied = Fuzzy([[1.0, 0.0], [0.5, 0.5]])
    with pytest.raises(InputError, match="object 1 has clusters that tie"):
        maximum_membership(tied)
    assert maximum_membership(tied, ties="first").tolist() == [0, 0]


@pytest.mark.parametrize("case", range(5))
def test_worlds_have_the_weights_of_their_definition(case):
    fuzzy = random_soft.clustering("fuzzy", random_soft.generator(case), 5, 3)
    found = list(worlds(fuzzy))
    assert isclose(sum(weight for _, weight in found), 1.0)
    for world, weight in found:
        assert isclose(weight, prod(fuzzy.memberships[np.arange(5), world]))
    rough = random_soft.clustering("rough", random_soft.generator(case), 5, 3)
    assert len(list(worlds(rough))) == prod(rough.sets.sum(axis=1))
    given = random_soft.possibilities(random_soft.generator(case), 5, 3)
    for coupling, join in (("comonotone", min), ("independent", prod)):
        for world, weight in worlds(Possibilistic(given, coupling=coupling)):
            assert weight == join(given[np.arange(5), world])
    soft = random_soft.clustering("evidential", random_soft.generator(case), 4, 2)
    weighed = list(worlds(soft))
    assert all(isinstance(world, Rough) for world, _ in weighed)
    assert isclose(sum(weight for _, weight in weighed), 1.0)


def test_too_many_worlds_are_refused():
    with pytest.raises(InputError, match="worlds, more than"):
        next(worlds(Rough(np.ones((40, 2)))))


def test_users_choose_conversions():
    with pytest.raises(InputError, match=r"a is Rough.*equal_shares"):
        as_fuzzy(Rough([{1, 2}]), "a")
    with pytest.raises(InputError, match=r"b is Evidential.*maximal_mass"):
        as_rough(Evidential([[1.0]], [{1}]), "b")


def smallest_sets(row, level):
    """All sets of clusters with at least this membership and the fewest clusters."""
    enough = [
        chosen
        for size in range(1, len(row) + 1)
        for chosen in combinations(range(len(row)), size)
        if sum(row[j] for j in chosen) >= level - 1e-12
    ]
    return [set(chosen) for chosen in enough if len(chosen) == len(enough[0])]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_credible_sets_are_the_smallest_with_their_level(case, level):
    rng = np.random.default_rng(case)
    soft = Fuzzy.normalized(rng.dirichlet(np.full(4, 0.4), 6))
    for row, found in zip(soft.memberships, credible_sets(soft, level).sets, strict=True):
        assert set(np.flatnonzero(found)) in smallest_sets(row, level)
        assert row[found].min() > row[~found].max(initial=-1)


def test_credible_sets_treat_equal_memberships_alike():
    rows = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    for level, kept in ((0.5, 1), (0.51, 3), (0.75, 3), (0.99, 3)):
        assert (credible_sets(rows, level).sets.sum(axis=1) == kept).all()
    assert credible_sets([[0.5, 0.5, 0.0]], 0.3).sets.tolist() == [[True, True, False]]
    assert 0.6 + 0.3 < 0.9  # by rounding
    assert credible_sets([[0.1, 0.6, 0.3]], 0.9).sets.tolist() == [[False, True, True]]


def test_credible_sets_take_what_fuzzy_takes_and_refuse_the_rest():
    frame = pd.DataFrame({"a": [0.97, 0.5], "b": [0.03, 0.5]}, index=["x", "y"])
    found = credible_sets(frame)
    assert found == credible_sets(Fuzzy(frame), 0.95)
    assert found.clusters.tolist() == ["a", "b"]
    assert found.object_index.tolist() == ["x", "y"]
    single = credible_sets(np.array([[0.96, 0.04], [0.3, 0.7]], dtype=np.float32))
    assert single.sets.tolist() == [[True, False], [True, True]]
    for level in (0, 1, 95, True, "0.95"):
        with pytest.raises(InputError, match=r"level must be a number between 0 and 1"):
            credible_sets(frame, level)
    with pytest.raises(InputError, match=r"partita\.soft\.equal_shares"):
        credible_sets(Rough([{0}, {0, 1}]))
    with pytest.raises(InputError, match=r"row 0 sums to 0\.5"):
        credible_sets([[0.5, 0.0]])
