"""Interval ends from draws: normal draws give normal ends, and p-values invert intervals."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy import stats

from partita.inference.sampling.bootstrap_intervals import (
    Bootstrap,
    bca,
    calibrated,
    p_of_point,
    percentile,
    quantiles,
)


def test_a_normal_spread_gives_normal_ends() -> None:
    draws = stats.norm.ppf((np.arange(9999) + 0.5) / 9999) * 2 + 1
    spread = Bootstrap(draws, 1.0, 0.0)
    low, high = 1 - 1.96 * 2, 1 + 1.96 * 2
    assert percentile(spread, 0.95) == pytest.approx((low, high), abs=0.01)
    assert bca(spread, 0.95) == pytest.approx((low, high), abs=0.01)
    moved = calibrated(draws, 5.0, 1.0, 0.0)
    assert bca(moved, 0.95) == pytest.approx((5 - 1.96, 5 + 1.96), abs=0.01)
    assert p_of_point(partial(bca, spread), 1 + 2 * 1.96, 2e-4) == pytest.approx(0.05, abs=1e-3)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_p_values_invert_the_interval(level: float) -> None:
    draws = np.random.default_rng(0).gamma(5.0, size=9999)
    spread = Bootstrap(draws, 5.2, 0.07)
    for end in bca(spread, level):
        assert p_of_point(partial(bca, spread), end, 2e-4) == pytest.approx(1 - level, abs=1e-6)


def test_quantiles_equal_numpy_to_the_bit() -> None:
    random = np.random.default_rng(0)
    for size in (2, 3, 19, 100):
        draws = np.round(random.normal(size=size), 1)
        for low, high in ((1e-9, 1 - 1e-9), (0.025, 0.975), (0.31, 0.32)):
            expected = np.quantile(draws, (low, high), method="weibull")
            assert quantiles(draws, low, high) == tuple(expected.tolist())
