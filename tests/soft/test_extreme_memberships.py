"""Memberships of every size of a double: results are finite, and close to the limit."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

import partita
from partita import _soft
from partita.soft import Evidential, Fuzzy, Possibilistic, relational

TINY = (5e-324, 1e-310, 1e-300, 1e-160, 1e-120, 1e-100, 1e-30, 1e-17, 2.0**-53)
MEASURES = [one.name for one in partita.MEASURES.values() if one.headline] + ["jaccard", "dom_q0"]


@pytest.mark.parametrize("p", [*TINY, 1 - 2.0**-53, 1 - 2.0**-40])
@pytest.mark.parametrize("base", [0, 1, 3])
def test_mean_of_t_log_t_of_one_trial(p, base):
    """E φ(base + X) = (1 - p) φ(base) + p φ(base + 1), by its definition."""

    def phi(t):
        return t * log(t) if t else 0.0

    value, error = _soft.expected_phi(np.array([p]), np.array([1]), base, "entropy", 1e-15)
    want = (1 - p) * phi(base) + p * phi(base + 1)
    assert abs(value - want) <= error + 1e-15
    assert error <= 1e-12


@pytest.mark.parametrize("size", [2, 1000])
def test_mean_of_t_log_t_of_many_rare_trials(size):
    """E φ is 2 log 2 times the probability C(s, 2) p² of two successes; three are negligible."""
    p = 1e-12
    value, error = _soft.expected_phi(np.array([p]), np.array([size]), 0, "entropy", 1e-30)
    want = size * (size - 1) / 2 * p * p * 2 * log(2)
    assert abs(value - want) <= error + 1e-6 * want


def cluster_of_leaks(leak):
    """A mixture whose first component has almost no membership (as in the digits data)."""
    rng = np.random.default_rng(0)
    memberships = rng.dirichlet(np.full(5, 0.3), 80)
    memberships[:, 0] = leak
    return np.arange(80) % 4, Fuzzy.normalized(memberships)


@pytest.mark.parametrize("name", MEASURES)
def test_a_cluster_of_leaks_changes_no_mean(name):
    """A cluster that no world has does not change means beyond the stated errors."""
    without = drawn(name, 0.0)
    for leak in (1e-320, 1e-160):
        found = drawn(name, leak)
        assert abs(found.value - without.value) <= found.error + without.error + 1e-12
        assert np.isfinite([found.low, found.high, found.error]).all()
        assert found.error < 0.2


def drawn(name, leak):
    return partita.expectation(name, *cluster_of_leaks(leak), method="sample", draws=100)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_nan_whatever_the_size_of_memberships(seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.choice([1, 2, 3])), int(rng.integers(1, 5))
    sizes = rng.choice([0.0, *TINY, 1e-4, 0.3], size=(n, k))
    sizes[np.arange(n), rng.integers(k, size=n)] = 1.0
    truth = rng.integers(3, size=n)
    for soft in (Fuzzy.normalized(sizes), Possibilistic(sizes, coupling="independent")):
        for name in rng.choice(MEASURES, 2, replace=False):
            for found in (partita.expectation(name, truth, soft), partita.law(name, truth, soft)):
                numbers = [found.low, found.high, found.error, found.ends_error]
                assert np.isfinite(numbers).all(), (name, found)


def test_masses_of_every_size():
    sizes = np.array([[1.0, 1e-300, 1e-17], [1e-320, 1.0, 0.2], [0.3, 1e-120, 1.0]])
    soft = Evidential(sizes / sizes.sum(axis=1, keepdims=True), [{0}, {1}, {0, 1}])
    found = partita.expectation("adjusted_rand", [0, 1, 0], soft)
    assert np.isfinite([found.value, found.low, found.high, found.error]).all()


@pytest.mark.parametrize("name", ["anderson_rand", "anderson_adjusted_rand", "anderson_jaccard"])
def test_vanishing_cells_are_dropped_from_soft_tables(name):
    whole = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    leaking = np.array([[1.0, 1e-200], [1e-310, 1.0], [0.5, 0.5]])
    index = getattr(relational, name)
    assert index([0, 1, 1], Fuzzy(leaking)) == index([0, 1, 1], Fuzzy(whole))
