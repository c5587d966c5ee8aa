"""Weights of draws: the given moments, and the least divergence from equal weights."""

from __future__ import annotations

import numpy as np
import pytest
from random_soft import fuzzy
from scipy.optimize import minimize

from partita.soft.laws.law import law
from partita.soft.laws.weighted_draws import tilted

VALUES = np.sort(np.random.default_rng(0).normal(size=12))
EQUAL = np.full(12, 1 / 12)


@pytest.mark.parametrize(("mean", "variance"), [(0.1, None), (0.1, 0.8), (-0.3, 1.5), (0.4, None)])
def test_weights_have_the_moments_and_stay_closest_to_equal_ones(mean, variance):
    found = tilted(VALUES, EQUAL, mean, variance)
    assert (found > 0).all()
    assert found.sum() == pytest.approx(1)
    assert found @ VALUES == pytest.approx(mean, abs=1e-10)
    goals = [lambda w: w.sum() - 1, lambda w: w @ VALUES - mean]
    if variance is not None:
        assert found @ (VALUES - mean) ** 2 == pytest.approx(variance, abs=1e-10)
        goals.append(lambda w: w @ (VALUES - mean) ** 2 - variance)
    # the same problem given to a general optimizer
    other = minimize(
        lambda w: float((w * np.log(w * 12)).sum()),
        EQUAL,
        method="SLSQP",
        bounds=[(1e-9, 1)] * 12,
        constraints=[{"type": "eq", "fun": goal} for goal in goals],
        options={"maxiter": 500, "ftol": 1e-12},
    )
    assert found == pytest.approx(other.x, abs=1e-4)


@pytest.mark.parametrize("mean", [-9.0, 9.0])
def test_a_mean_outside_the_draws_leaves_them_equal(mean):
    assert (tilted(VALUES, EQUAL, mean, 1.0) == EQUAL).all()
    assert (tilted(np.ones(1), np.ones(1), 1.0, 0.0) == 1).all()


def test_a_variance_that_no_weights_have_is_left_out():
    found = tilted(VALUES, EQUAL, 0.0, 100.0)
    assert found @ VALUES == pytest.approx(0, abs=1e-10)
    assert found == pytest.approx(tilted(VALUES, EQUAL, 0.0, None))


def test_sampled_laws_have_the_exact_mean_and_variance():
    truth = np.arange(60) % 3
    soft = fuzzy(2, 60, 3)
    exact, drawn = (law("rand", truth, soft, method=how) for how in ("exact", "sample"))
    assert drawn.mass @ drawn.support == pytest.approx(drawn.mean, abs=1e-12)
    assert drawn.mean == pytest.approx(exact.mean, abs=drawn.error + 1e-12)
