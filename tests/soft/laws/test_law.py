"""`law`: its fields, and relations between them."""

from __future__ import annotations

import numpy as np
import pytest
from random_soft import fuzzy

import partita
from partita import InputError
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough, evidential
from partita.soft.laws.law import law
from partita.soft.means.expectation import expectation

TRUTH = [0, 0, 1, 1, 2]
ROUGH = Rough([{0}, {0, 1}, {1}, {1, 2}, {0, 2}])
POSSIBLE = Possibilistic([[1, 0, 0], [1, 0.5, 0], [0.2, 1, 0], [0, 1, 1], [0.7, 0, 1]])
MASSES = Evidential([[0.6, 0.4], [1, 0], [0, 1], [0.5, 0.5], [0.1, 0.9]], [{0}, {1, 2}])


@pytest.mark.parametrize(
    ("truth", "prediction", "kind"),
    [
        (TRUTH, TRUTH, "probability"),
        (TRUTH, fuzzy(0, 5, 2), "probability"),
        (fuzzy(1, 5, 2), fuzzy(0, 5, 2), "probability"),
        (TRUTH, ROUGH, "set"),
        (ROUGH, ROUGH, "set"),
        (TRUTH, POSSIBLE, "possibility"),
        (ROUGH, POSSIBLE, "possibility"),
        (fuzzy(0, 5, 2), ROUGH, "belief"),
        (fuzzy(0, 5, 2), POSSIBLE, "belief"),
        (TRUTH, MASSES, "belief"),
        (MASSES, POSSIBLE, "belief"),
    ],
)
def test_the_kind_follows_from_the_containers(truth, prediction, kind):
    found = law("rand", truth, prediction)
    assert found.kind == kind
    assert found.certified
    assert found.low <= found.mean + 1e-12 <= found.high + 2e-12
    assert len(found.support) == len(found.mass)
    if kind == "belief":
        assert found.support.shape[1] == 2
        assert (found.support[:, 0] <= found.support[:, 1]).all()
    else:
        assert (np.diff(found.support) > 0).all()
    if kind in ("probability", "belief"):
        assert found.mass.sum() == pytest.approx(1)
    if kind == "set":
        assert (found.mass == 1).all()
    if kind == "possibility":
        assert found.mass.max() == 1


ALONE = Possibilistic(POSSIBLE.possibilities, coupling="independent")


@pytest.mark.parametrize("side", [fuzzy(0, 5, 3), ROUGH, POSSIBLE, ALONE, MASSES])
@pytest.mark.parametrize("name", ["rand", "v_measure", "partition_distance", "f_measure"])
def test_mean_and_ends_are_those_of_the_expectation(name, side):
    found, wanted = law(name, TRUTH, side), expectation(name, TRUTH, side)
    assert found.mean == pytest.approx(wanted.value, abs=1e-12)
    assert found.low == pytest.approx(wanted.low, abs=1e-12)
    assert found.high == pytest.approx(wanted.high, abs=1e-12)


def test_ends_of_independent_possibilities_are_those_of_their_masses():
    rows = [[1, 0.6], [0.5, 1], [1, 0.3], [0.9, 1]]
    possible = Possibilistic(rows, coupling="independent")
    found, masses = (law("rand", [0, 0, 1, 1], s) for s in (possible, evidential(possible)))
    assert found.kind == "possibility"
    assert masses.kind == "belief"
    assert found.low == pytest.approx(masses.low, abs=1e-12)
    assert found.high == pytest.approx(masses.high, abs=1e-12)
    assert found.high == pytest.approx(0.80217, abs=1e-5)
    assert "low and high exact: ends of" in found.how


def test_rounding_of_row_sums_does_not_add_up():
    rows = np.tile([0.5 + 1.4e-9, 0, 0.5 + 1.4e-9], (60, 1))
    found = law("rand", np.zeros(60), Evidential(rows, [{0}, {1}, {0, 1}]), method="exact")
    assert found.mass.sum() == pytest.approx(1, abs=1e-13)
    assert found.certified


def test_an_infeasible_law_names_an_alternative():
    rows = np.ones((300, 3))
    rows[:, 1] = np.linspace(0.1, 0.9, 300)
    alone = Possibilistic(rows, coupling="independent")
    for method in ("auto", "sample", "exact"):
        with pytest.raises(InputError, match=r"partita\.expectation") as refusal:
            law("f_measure", np.arange(300) % 3, alone, method=method)
        assert 'method="auto"' not in str(refusal.value)


def test_a_law_of_150_fuzzy_objects_is_exact():
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 50)
    rows = rng.dirichlet(np.ones(3), 150) * 0.3
    rows[np.arange(150), truth] += 0.7
    found = law("rand", truth, Fuzzy(rows), method="exact")
    mean = expectation("rand", truth, Fuzzy(rows))
    assert found.certified
    assert found.error < 1e-12
    assert found.mean == pytest.approx(mean.value, abs=1e-11)
    assert found.variance == pytest.approx(mean.variance, rel=1e-7)
    drawn = law("rand", truth, Fuzzy(rows), method="sample", draws=400)
    assert not drawn.certified
    for q in (0.1, 0.5, 0.9):  # within the band of Dvoretzky, Kiefer and Wolfowitz
        assert found.quantile(q - 0.068) <= drawn.quantile(q) <= found.quantile(q + 0.068)


def test_quantiles():
    found = law("rand", [0, 0, 1, 1], Fuzzy([[1, 0], [1, 0], [0.3, 0.7], [0, 1]]))
    assert found.support.tolist() == [0.5, 1.0]
    assert found.quantile(0.3) == 0.5
    assert found.quantile(0.31) == 1.0
    assert found.quantile(1) == 1.0
    with pytest.raises(InputError, match="q must"):
        found.quantile(0)
    assert law("rand", [0, 0, 1, 1], Rough([{0}, {0}, {0, 1}, {1}])).quantile(0.5) == (0.5, 1.0)
    possible = Possibilistic([[1, 0], [1, 0], [0.4, 1], [0, 1]])
    graded = law("rand", [0, 0, 1, 1], possible)
    assert graded.mass.tolist() == [0.4, 1.0]
    assert graded.quantile(0.5) == (1.0, 1.0)
    assert graded.quantile(0.3) == (0.5, 1.0)
    masses = Evidential([[1, 0, 0], [1, 0, 0], [0, 0.2, 0.8], [0, 1, 0]], [{0}, {1}, {0, 1}])
    belief = law("rand", [0, 0, 1, 1], masses)
    assert belief.quantile(0.5) == (0.5, 1.0)
    assert (belief.low, belief.high) == (pytest.approx(0.6), 1.0)


def test_couplings_take_minima_or_products():
    rows = [[1, 0.5], [0.5, 1], [1, 0.5], [0.5, 1]]
    least = law("rand", [0, 0, 1, 1], Possibilistic(rows))
    product = law("rand", [0, 0, 1, 1], Possibilistic(rows, coupling="independent"))
    assert set(least.mass.tolist()) == {0.5, 1.0}
    assert set(product.mass.tolist()) <= {0.25, 0.5, 1.0}
    assert (product.mass <= least.mass).all()


def test_exact_or_nothing():
    truth = np.random.default_rng(0).integers(4, size=200)
    with pytest.raises(InputError, match="different tables"):
        law("f_measure", truth, fuzzy(1, 200, 4), method="exact")
    found = law("f_measure", truth, fuzzy(1, 200, 4), draws=100)
    assert found.how.startswith("sampled: 100 draws")
    assert not found.certified
    assert found.error > 0


@pytest.mark.parametrize("draws", [100, 1000, 4000])
def test_sampled_laws_have_bounds_and_weights(draws):
    truth = np.random.default_rng(0).integers(3, size=30)
    found = law("f_measure", truth, fuzzy(1, 30, 3), draws=draws)
    assert found.mass @ found.support == pytest.approx(found.mean, abs=1e-12)
    # Dvoretzky, Kiefer, Wolfowitz and Massart
    step = np.sqrt(np.log(2 / 0.05) / (2 * draws))
    low, high = found.bounds
    inside = (low > 0) & (high < 1)
    assert high[inside] - low[inside] == pytest.approx(2 * step)
    equal = np.where(low > 0, low + step, high - step)  # shares of the draws
    assert equal * draws == pytest.approx(np.round(equal * draws), abs=1e-6)
    # quantiles are those of the weighted draws, which are off by the weights too
    stated = step + np.abs(np.append(0, np.cumsum(found.mass)) - equal).max()
    assert stated < 2 * step
    assert f"distribution function within {stated:.2g}: 95% of the draws are at least" in found.how
    share = int(100 * (0.95 - 2 * stated))
    assert f"at least {share}% of the clusterings" in found.how


def test_too_many_values_to_list_are_bounded_by_their_ends():
    truth = np.random.default_rng(0).integers(3, size=2000)
    found = law("rand", truth, Rough(np.ones((2000, 3), dtype=bool)), draws=100)
    assert not found.certified
    assert found.method == "bounds"
    assert found.low == found.support[0]
    assert found.high == found.support[-1] == 1
    assert len(found.support) > 10


def test_possibilities_with_too_many_levels_are_refused_with_the_remedy():
    rows = np.random.default_rng(0).random((3000, 3))
    rows /= rows.max(axis=1, keepdims=True)
    with pytest.raises(InputError, match="round"):
        law("rand", np.zeros(3000, dtype=int), Possibilistic(rows))


def test_a_law_prints_as_a_sentence():
    text = str(law("rand", TRUTH, fuzzy(0, 5, 2)))
    assert text.startswith("exact probability distribution on ")
    assert "standard deviation" in text


def test_the_law_of_an_own_measure():
    @partita.register(symbol="x", formula="largest class over n")
    def share_of_largest_class_for_laws(o: partita.statistics.Overlaps) -> float:
        return o.largest_class / o.objects

    found = law(share_of_largest_class_for_laws, fuzzy(3, 4, 2), [0, 0, 1, 1])
    assert found.mass.sum() == pytest.approx(1)
    assert set(found.support.tolist()) == {0.5, 0.75, 1.0}
