"""Boundaries: probabilities of crossing, by exact recursion and by simulation."""

from __future__ import annotations

import warnings
from math import comb, exp, log, sqrt

import numpy as np
import pytest
from scipy.stats import norm

from partita.inference.monitoring.boundary import (
    Boundary,
    _log_mixture,
    probability,
    sign_evidence,
)

BOUNDARY = Boundary(0.05, 500)


@pytest.mark.parametrize("sharpest_at", [50, 500])
def test_the_interval_is_sharpest_where_it_is_asked(sharpest_at: int) -> None:
    boundary = Boundary(0.05, sharpest_at)
    best = boundary.standard_errors(sharpest_at)
    for factor in (0.5, 0.9, 1.1, 2):
        assert best < boundary.standard_errors(round(factor * sharpest_at))
    # Waudby-Smith et al. (2024), theorem 2.2: sqrt(2(nρ²+1)/(n²ρ²) log(sqrt(nρ²+1)/α)) · sqrt(n);
    # they approximate ρ² by the second line, which is 6% larger
    n, rho2 = sharpest_at, boundary.variance
    assert rho2 == pytest.approx((2 * log(20) + log(2 * log(20)) + 1) / sharpest_at, rel=0.08)
    formula = sqrt(2 * (n * rho2 + 1) / (n**2 * rho2) * log(sqrt(n * rho2 + 1) / 0.05)) * sqrt(n)
    assert best == pytest.approx(formula, rel=1e-12)


def test_the_documented_widths_against_one_look() -> None:
    # docs/planning.md states these ratios
    ratio = [BOUNDARY.standard_errors(n) / norm.isf(0.025) for n in (50, 500, 5000, 50_000)]
    assert np.round(ratio, 2).tolist() == [1.95, 1.55, 1.66, 1.82]


def test_evidence_at_the_end_of_the_interval_is_one_in_twenty() -> None:
    for n in (10, 500, 12_345):
        evidence = BOUNDARY.evidence(BOUNDARY.standard_errors(n), n)
        assert probability(evidence) == pytest.approx(0.05, rel=1e-12)


def test_normal_sums_cross_with_at_most_the_risk() -> None:
    # Robbins (1970): the mixture is a martingale, so P(ever above 20) is at most 1/20
    random = np.random.default_rng(0)
    n = np.arange(1, 2001)
    reach = np.array([BOUNDARY.standard_errors(int(one)) for one in n]) * np.sqrt(n)
    crossed = [(abs(np.cumsum(random.standard_normal((500, 2000)), axis=1)) > reach).any(axis=1)
               for _ in range(4)]  # fmt: skip
    share = np.mean(crossed)
    assert 0.01 < share < 0.05 + 2 * sqrt(0.05 * 0.95 / 2000)


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5])
def test_the_mean_of_the_mixture_is_one(share: float) -> None:
    # an e-value has the mean 1 under its null: the sum over all counts of 40 objects
    n, size = 40, 1 / BOUNDARY.variance - 1
    for beta in ((share * size, (1 - share) * size), (1.0, 1.0)):
        mean = sum(
            comb(n, k) * share**k * (1 - share) ** (n - k) * exp(_log_mixture(share, k, n, beta))
            for k in range(n + 1)
        )
        assert mean == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("share", [0.002, 0.03, 0.3])
def test_shares_leave_their_interval_with_at_most_the_risk(share: float) -> None:
    # exact: the probabilities of all counts of 600 objects that were inside at all looks before
    size = 1 / BOUNDARY.variance - 1
    beta = share * size, (1 - share) * size
    inside = np.array([1.0])
    for n in range(1, 601):
        moved = np.zeros(n + 1)
        moved[:n] += inside * (1 - share)
        moved[1:] += inside * share
        alive = np.flatnonzero(moved)
        out = [k for k in alive if _log_mixture(share, int(k), n, beta) >= log(20)]
        moved[out] = 0
        inside = moved
    assert 0.95 <= inside.sum() < 1


@pytest.mark.parametrize(("some", "n"), [(0, 50), (1, 50), (7, 400), (400, 400)])
def test_the_ends_of_a_share_have_the_evidence_of_the_level(some: int, n: int) -> None:
    size = 1 / BOUNDARY.variance - 1
    low, high = BOUNDARY.share(some, n)
    assert low <= some / n <= high
    for end in (low, high):
        if 1e-9 < end < 1 - 1e-9:
            beta = end * size, (1 - end) * size
            assert _log_mixture(end, some, n, beta) == pytest.approx(log(20), abs=1e-6)
    assert 0 < high - low < 1


def test_signs_need_eight_of_eight() -> None:
    # a uniform mixture of m equal signs has the e-value 2^m / (m + 1): 128/8 = 16, 256/9 = 28
    assert exp(sign_evidence(7, 0)) == pytest.approx(16)
    assert exp(sign_evidence(0, 8)) == pytest.approx(256 / 9)
    assert probability(sign_evidence(3, 3)) == 1


@pytest.mark.parametrize("n", [60, 1_000])
def test_shares_near_one_have_ends_without_warnings(n: int) -> None:
    # one of n units failed: points between the share and 1 round to 1, whose likelihood is 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        low, high = BOUNDARY.share(n - 1, n)
    mirror = BOUNDARY.share(1, n)
    assert (low, high) == pytest.approx((1 - mirror[1], 1 - mirror[0]), abs=1e-9)
