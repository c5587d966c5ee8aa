"""Certified bounds of distribution functions, against lists of all tables."""

from __future__ import annotations

import numpy as np
import pytest
from random_soft import fuzzy

import partita
from partita.soft import Fuzzy, law
from partita.soft.laws import bounded_functions
from partita.soft.laws.bounded_functions import binned_values
from partita.soft.laws.selected_cells import selected_values
from partita.soft.means.plan import Plan
from partita.soft.two_sides.fuzzy_pair import FuzzyPair

AFFINE = (
    *("v_measure", "rand", "adjusted_rand", "mutual_information", "adjusted_mutual_information"),
    *("fowlkes_mallows", "variation_of_information"),
    "variation_of_information_by_objects",  # its formula leaves its bounds at sums that never occur
)
MAXIMA = ("purity", "inverse_purity", "maximum_matching", "partition_distance", "goodman_kruskal")


def plan(name, **settings):
    return Plan.of(
        name, {}, **{"method": "auto", "rng": 0, "draws": None, "budget": None, **settings}
    )


def encloses(found, name, truth, soft):
    """Check the bounds at, just below and just above all values that occur in any world."""
    exact = law(name, truth, soft, method="exact")
    places = np.concatenate((found.values, exact.support))
    places = np.concatenate((places, places - 1e-9, places + 1e-9))
    wanted = np.array([exact.mass[exact.support <= place].sum() for place in places])
    at = np.searchsorted(found.values, places, side="right")
    near = np.abs(places[:, None] - exact.support).min(axis=1) < 1e-11  # equal up to rounding
    low, high = found.bounds[:, at]
    assert (low <= wanted + 1e-12)[~near].all()
    assert (wanted <= high + 1e-12)[~near].all()
    assert (np.diff(found.bounds, axis=1) >= 0).all()
    assert found.mass.sum() == pytest.approx(1)
    return float((high - low)[~near].max())


@pytest.mark.parametrize("name", AFFINE)
@pytest.mark.parametrize("sizes", [(7, 3), (9, 2), (6, 4)])
@pytest.mark.parametrize("bins", [5, 200, 4096])
def test_binned_functions_enclose_the_law(name, sizes, bins, monkeypatch):
    monkeypatch.setattr(bounded_functions, "BINS", bins)
    n, k = sizes
    truth, soft = np.arange(n) % 3, fuzzy(n, n, k)
    hard = Fuzzy.from_labels(truth)
    encloses(binned_values(FuzzyPair(hard, soft), plan(name)), name, truth, soft)
    encloses(binned_values(FuzzyPair(soft, hard), plan(name)), name, soft, truth)


@pytest.mark.parametrize("few", [8, 30])
def test_few_values_of_the_function_enclose_it_as_well(few, monkeypatch):
    monkeypatch.setattr(bounded_functions, "_VALUES", few)
    truth, soft = np.arange(9) % 2, fuzzy(3, 9, 3)
    found = binned_values(FuzzyPair(Fuzzy.from_labels(truth), soft), plan("v_measure"))
    assert len(found.values) == few
    encloses(found, "v_measure", truth, soft)


def separated(n, k, rest, seed=0):
    """Memberships that prefer the right cluster."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % k
    return truth, Fuzzy.normalized(rest * rng.dirichlet(np.ones(k), n) + np.eye(k)[truth])


@pytest.mark.parametrize("name", MAXIMA)
@pytest.mark.parametrize("rest", [0.001, 0.02, 0.08])
def test_selections_of_cells_enclose_the_law(name, rest):
    truth, soft = separated(9, 3, rest)
    found = selected_values(FuzzyPair(Fuzzy.from_labels(truth), soft), plan(name))
    if found is None:
        assert rest == 0.08  # another selection may win
    else:
        apart = encloses(found, name, truth, soft)
        assert apart <= 0.02 + 1e-12


def test_two_soft_sides_have_selections_as_well():
    soft = separated(6, 2, 0.01)[1]
    other = separated(6, 2, 0.01, seed=1)[1]
    for name in ("maximum_matching", "purity"):
        encloses(selected_values(FuzzyPair(other, soft), plan(name)), name, other, soft)


def test_undecided_objects_have_no_selection_that_surely_wins():
    truth = np.arange(60) % 3
    pair = FuzzyPair(Fuzzy.from_labels(truth), Fuzzy(np.full((60, 3), 1 / 3)))
    assert selected_values(pair, plan("purity")) is None


def test_v_of_150_objects_in_three_clusters_is_certified():
    truth, soft = separated(150, 3, 1.0)
    found = law("v_measure", truth, soft)
    assert (found.method, found.sort, found.certified) == ("bounds", "certified", True)
    assert found.mean == partita.expectation("v_measure", truth, soft).value
    assert found.mass @ found.support == pytest.approx(found.mean, abs=5e-4)
    low, high = found.at_most(found.quantile(0.5))
    assert low <= 0.5 <= high
    assert high - low < 0.02
    drawn = law("v_measure", truth, soft, method="sample")
    # both enclose the same function, so they cross nowhere
    at = np.searchsorted(drawn.support, found.support, side="right")
    assert (drawn.bounds[0, at] <= found.bounds[1, 1:]).all()
    assert (found.bounds[0, 1:] <= drawn.bounds[1, at]).all()
    assert str(found).startswith("certified probability distribution on 4097 values")


def test_matching_of_separated_clusters_has_an_exact_law():
    truth, soft = separated(300, 3, 0.2)
    found = law("partition_distance", truth, soft)
    assert found.method == "exact"
    assert found.mass @ found.support == pytest.approx(found.mean, abs=1e-9)
    assert found.at_most(1.0) == (pytest.approx(1), pytest.approx(1))


def test_exact_is_refused_if_there_are_only_bounds():
    truth, soft = separated(150, 3, 1.0)
    with pytest.raises(partita.InputError, match="an exact result is out of reach"):
        law("v_measure", truth, soft, method="exact")


def test_at_most_of_every_kind():
    truth, rough = [0, 0, 1, 1], partita.Rough([{0}, {0, 1}, {1}, {1}])
    some = law("rand", truth, rough)  # 0.5 or 1
    assert (some.at_most(0.4), some.at_most(0.7), some.at_most(1)) == ((0, 0), (0, 1), (1, 1))
    masses = partita.Evidential([[1, 0], [0.6, 0.4], [0, 1], [0, 1]], [{0}, {0, 1}])
    mass = law("rand", truth, masses)
    for place in (0.3, 0.5, 0.7, 1.0):
        low, high = mass.at_most(place)
        ends = list(zip(mass.support.tolist(), mass.mass.tolist(), strict=True))
        assert low == pytest.approx(sum(m for (_, b), m in ends if b <= place))
        assert high == pytest.approx(sum(m for (a, _), m in ends if a <= place))
