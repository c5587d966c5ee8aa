"""Posteriors of scores and of differences."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from scipy.stats import beta, dirichlet

import partita
from partita import Contingency, posterior
from partita.inference.posteriors.posterior import drawn
from partita.inference.posteriors.shares import shares_of
from partita.inference.sampling.jackknife import influence
from partita.inference.sampling.pairing import paired
from partita.inference.sampling.samples import ObjectSample
from partita.measures.chosen import choose


def labels(seed: int, n: int, a: float, b: float) -> tuple[np.ndarray, ...]:
    """A truth and two clusterings with these shares of correct objects and errors of their own."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, 4, n)
    sides = [np.where(random.random(n) < q, truth, random.integers(0, 4, n)) for q in (a, b)]
    return truth, *sides


@pytest.mark.parametrize(("first", "second"), [(30, 10), (7, 5), (400, 100)])
def test_purity_of_two_cells_has_a_beta_posterior(first: int, second: int) -> None:
    # One cluster, two classes: the share p of the first is Beta(first, second), as no cell is
    # empty, and purity is max(p, 1 - p). Its distribution function at x > 1/2 is
    # F(x) - F(1 - x).
    s, table = choose("purity"), Contingency.from_matrix([[first], [second]])
    found = drawn(s, ObjectSample(table), size=20_000, seed=1, threads=1)
    law = beta(first, second)
    if first == 7:  # 7 : 5 may be a tie; the first half of the draws is for no tie
        assert found.notes == ("half of the draws for near ties",)
        return
    for x in (0.6, 0.7, 0.75, 0.8, 0.85):
        expected = law.cdf(x) - law.cdf(1 - x)
        assert np.mean(found.values <= x) == pytest.approx(expected, abs=0.015)  # 4 errors


def test_a_smooth_score_of_two_cells_has_the_spread_of_its_beta_posterior() -> None:
    # In one cluster with classes of shares p and 1 - p, Rand is p² + (1 - p)². The sample's Rand
    # is unbiased, so the posterior is that of the Beta law, moved to the value.
    s, table = choose("rand"), Contingency.from_matrix([[90], [30]])
    found = drawn(s, ObjectSample(table), size=20_000, seed=2, threads=1)
    p = beta(90, 30).rvs(200_000, random_state=3)
    expected = p**2 + (1 - p) ** 2
    assert found.values.mean() == pytest.approx(s.of(table), abs=0.001)
    # the deviation of the jackknife, which is never too small (Efron and Stein 1981)
    deviation = influence(s, table).standard_error
    assert expected.std() < deviation < 1.05 * expected.std()
    assert found.values.std() == pytest.approx(deviation, rel=0.001)
    assert found.notes == ()
    shapes = [(x - np.mean(x)) / np.std(x) for x in (found.values, expected)]
    for q in (0.025, 0.25, 0.75, 0.975):
        assert np.quantile(shapes[0], q) == pytest.approx(np.quantile(shapes[1], q), abs=0.05)


def test_the_prior_on_empty_cells_has_one_object() -> None:
    # 2 classes, 2 clusters, 40 + 60 objects in place: the empty cells have 1/2 each, so the share
    # in place is Beta(100, 1), and so is the one-to-one matching of classes and clusters.
    s, table = choose("classification_error"), Contingency.from_matrix([[40, 0], [0, 60]])
    found = drawn(s, ObjectSample(table), size=20_000, seed=4, threads=1)
    assert found.notes == ("prior of 1 object on 2 empty cells",)
    for q in (0.05, 0.5, 0.95):
        expected = beta(1, 100).ppf(q)
        assert np.quantile(found.values, q) == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize(("for_a", "for_b"), [(2, 0), (1, 1), (5, 2), (0, 4)])
def test_the_better_of_two_has_the_posterior_of_a_uniform_prior(for_a: int, for_b: int) -> None:
    # Of the objects that only one clustering misplaces, the share misplaced by b alone is
    # Beta(for_a + 1, for_b + 1): a prior of one object on either side (2 : 0 gives 0.875). The
    # matching counts each alike.
    truth = np.repeat([0, 1], 150)
    a, b = truth.copy(), truth.copy()
    b[:for_a], a[150 : 150 + for_b] = 1, 0
    found = posterior("classification_error", truth, a, b, draws=9999)
    expected = beta(for_a + 1, for_b + 1).sf(0.5)
    assert found.probability_better == pytest.approx(expected, abs=0.02)
    assert found.probability_worse == pytest.approx(1 - expected, abs=0.02)


def test_cells_of_groups_have_a_bayesian_bootstrap() -> None:
    # Two groups of equal size: the weights are Dirichlet(1, 1), so the share of the first is
    # uniform. One group is matched exactly, the other has 60% in place.
    truth = np.tile(np.repeat([0, 1], 50), 2)
    a = truth.copy()
    a[100:120], a[150:170] = 1, 0
    groups = np.repeat([0, 1], 100)
    found = posterior("classification_error", truth, a, groups=groups, draws=9999)
    assert found.method == "Bayesian bootstrap"
    assert "2 groups" in found.how
    # Student's t with one degree of freedom stretches the tails and keeps median and quartiles'
    # order; clipped to the bounds of the measure
    assert np.median(found.values) == pytest.approx(0.2, abs=0.01)
    assert 0 <= found.low < 0.1
    assert found.high > 0.3


def test_many_objects_agree_with_the_interval() -> None:
    sides = labels(0, 4000, 0.8, 0.7)
    for name in ("adjusted_rand", "v_measure", "purity", "mirkin"):
        interval = partita.confidence_interval(name, *sides[:2])
        found = posterior(name, *sides[:2])
        assert found.value == interval.value
        assert found.interval == pytest.approx(interval.interval, abs=interval.standard_error / 3)
        interval, found = (f(name, *sides) for f in (partita.difference, posterior))
        assert found.interval == pytest.approx(interval.interval, abs=interval.standard_error / 3)


def test_the_bias_of_a_nearly_random_clustering_is_removed() -> None:
    # V of independent labels is 0 in the population; the sample's is (K - 1)² / 2n too high
    random = np.random.default_rng(5)
    truth, noise = random.integers(0, 8, 800), random.integers(0, 8, 800)
    found = posterior("mutual_information", truth, noise)
    assert found.bias == pytest.approx(49 / 1600, rel=0.3)
    assert found.low <= 0 < found.value
    assert "removed" in str(found)


@pytest.mark.parametrize("name", ["adjusted_rand", "variation_of_information", "f_measure"])
@pytest.mark.parametrize("grouped", [False, True])
def test_exchanged_clusterings_mirror_the_posterior(name: str, grouped: bool) -> None:
    truth, a, b = labels(6, 240, 0.75, 0.7)
    groups = np.arange(240) % 12 if grouped else None
    one = posterior(name, truth, a, b, margin=(-0.02, 0.05), groups=groups)
    other = posterior(name, truth, b, a, margin=(-0.05, 0.02), groups=groups)
    assert one.value == -other.value
    assert one.values == tuple(-x for x in reversed(other.values))
    assert one.probability_better == other.probability_worse
    assert one.probability_equivalent == other.probability_equivalent
    assert one.region == tuple(-x for x in reversed(other.region))
    assert one.interval == pytest.approx((-other.high, -other.low), abs=1e-12)


def test_probabilities_count_the_draws() -> None:
    sides = labels(7, 200, 0.8, 0.78)
    found = posterior("variation_of_information", *sides, margin=0.05)
    values = np.array(found.values)
    assert found.probability_better == np.mean(values < 0)  # a distance: lower is better
    assert found.probability_equivalent == np.mean(np.abs(values) < 0.05)
    assert found.probability(above=-0.1, below=0.2) == np.mean((values > -0.1) & (values < 0.2))
    assert found.probability() == 1
    low, high = found.interval
    assert np.mean((values >= low) & (values <= high)) == pytest.approx(0.95, abs=0.002)
    huge = posterior("variation_of_information", *sides, margin=10)
    assert huge.probability_equivalent == 1
    assert posterior("variation_of_information", *sides, margin=0).probability_equivalent == 0


def test_clusterings_without_a_difference_are_better_by_even_chance() -> None:
    truth, a, _ = labels(8, 100, 0.8, 0.7)
    found = posterior("adjusted_rand", truth, a, a + 10, draws=9999)
    assert found.value == 0
    assert found.probability_better == pytest.approx(0.5, abs=0.02)


def test_tables_and_weights_give_the_same_posterior() -> None:
    truth, a, b = labels(9, 120, 0.8, 0.7)
    table = Contingency.from_labels(truth, a)
    assert posterior("rand", table=table) == posterior("rand", truth, a)
    kinds, counts = np.unique([truth, a, b], axis=1, return_counts=True)
    assert posterior("rand", *kinds, weights=counts) == posterior("rand", truth, a, b)
    groups = np.arange(120) % 6
    data = {"t": truth, "a": a, "b": b, "g": groups}
    tables = partita.tabulate(data, "t", ["a", "b"], groups="g")
    by_table, by_labels = (
        posterior("rand", table=tables),
        posterior("rand", truth, a, b, groups=groups),
    )
    assert by_table.values == pytest.approx(by_labels.values)
    one = posterior("rand", table=tables["a"])
    assert one.values == pytest.approx(posterior("rand", truth, a, groups=groups).values)


def test_tables_with_very_many_cells_have_no_prior_on_empty_ones() -> None:
    random = np.random.default_rng(10)
    truth = random.integers(0, 120, 3000)
    noisy = np.where(random.random(3000) < 0.9, truth, random.integers(0, 120, 3000))
    found = posterior("adjusted_rand", truth, noisy, draws=199)
    assert "more than 10,000 cells: the empty ones have no prior" in found.how
    assert "objects per cell" in found.how


def test_results_are_records() -> None:
    found = posterior("rand", *labels(11, 90, 0.8, 0.7), margin=0.02, draws=99)
    assert pickle.loads(pickle.dumps(found)) == found
    assert found == posterior("rand", *labels(11, 90, 0.8, 0.7), margin=0.02, draws=99, threads=2)
    assert found != posterior("rand", *labels(11, 90, 0.8, 0.7), margin=0.02, draws=99, rng=1)
    assert "values" not in repr(found)
    document = json.loads(found.to_json())
    assert document["probability_better"] == found.probability_better
    assert document["margin"] == [-0.02, 0.02]
    pytest.importorskip("pandas")
    assert found.to_frame()["value"].tolist() == list(found.values)


def test_certainty_is_not_claimed_beyond_the_draws() -> None:
    found = posterior("rand", *labels(12, 400, 0.95, 0.4), margin=0.001, draws=199)
    assert found.probability_better == 1
    assert "a is better than b with probability >99%, and equivalent within ±0.001 with <1%" in str(
        found
    )


def test_what_cannot_be_asked_is_refused() -> None:
    truth, a, b = labels(13, 60, 0.8, 0.7)
    for name in ("rmi", partita.standardized("rand"), partita.adjusted("purity")):
        with pytest.raises(partita.InputError, match="no value in a population"):
            posterior(name, truth, a)
    with pytest.raises(partita.InputError, match="margin is a difference of two clusterings"):
        posterior("rand", truth, a, margin=0.02)
    with pytest.raises(partita.InputError, match="give truth and a, and b"):
        posterior("rand", truth)
    with pytest.raises(partita.InputError, match="not both"):
        posterior("rand", truth, a, table=Contingency.from_labels(truth, a))
    with pytest.raises(partita.InputError, match="level is called confidence"):
        posterior("rand", truth, a, b, level=0.9)


def test_dirichlet_draws_have_the_moments_of_their_parameters() -> None:
    # The sum of squared shares of a table with a single row, by the moments of Dirichlet(counts):
    # E[p²] = c (c + 1) / (n (n + 1))
    counts = np.array([5.0, 20.0, 75.0])
    n = counts.sum()
    exact = float((counts * (counts + 1)).sum() / (n * (n + 1)))
    assert exact == pytest.approx(
        float((dirichlet(counts).var() + dirichlet(counts).mean() ** 2).sum())
    )
    table = Contingency.from_matrix(counts.astype(int)[np.newaxis])
    found = shares_of(choose("rand"), ObjectSample(table), 1).draws(20_000, 0)
    assert found.mean() == pytest.approx(exact, abs=4 * found.std() / 20_000**0.5)


def test_two_runs_of_a_pair_share_nothing_but_the_seed() -> None:
    pair = paired(*labels(14, 80, 0.8, 0.7), None)
    s = choose("rand")
    one, other = (drawn(s, pair, size=k, seed=3, threads=1).values for k in (50, 50))
    assert np.array_equal(one, other)
