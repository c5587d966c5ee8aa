"""Overlaps that nearly tie: the population in which they tie, and the intervals it widens."""

from __future__ import annotations

import numpy as np
import pytest

from partita.inference import confidence_interval
from partita.inference.sampling.resampling import replicate
from partita.inference.widening.near_ties import alike, tied
from partita.measures.chosen import choose
from partita.table.contingency import Contingency


def test_cells_that_may_be_as_large_as_the_largest() -> None:
    counts = np.array([100, 95, 40, 70, 5, 5, 6])
    lines = np.array([0, 0, 0, 1, 1, 2, 2])
    assert alike(counts, lines).tolist() == [True, True, False, True, False, True, True]


def test_the_extremes_of_equal_cells_count_as_equal() -> None:
    counts = np.random.default_rng(0).poisson(40, (200, 30))
    near = alike(counts.ravel(), np.repeat(np.arange(200), 30)).reshape(counts.shape)
    assert near.mean() > 0.97


def test_near_ties_are_made_equal() -> None:
    random = np.random.default_rng(1)
    found = tied(Contingency.from_matrix(random.multinomial(800, [1 / 16] * 16).reshape(4, 4)))
    assert found is not None
    assert np.ptp(found.shares) < 1e-9
    table = Contingency.from_matrix([[300, 5, 5], [4, 110, 60], [3, 2, 51]])
    found = tied(table)
    assert found is not None
    shares = np.zeros(table.shape)
    shares[table.rows, table.cols] = found.shares
    assert shares.sum() == pytest.approx(1)
    assert shares[1, 2] == pytest.approx(shares[2, 2])  # 60 and 51 in one column
    assert shares[1, 1] > 1.5 * shares[1, 2]  # 110 and 60 in one row do not nearly tie
    assert tied(Contingency.from_matrix([[900, 10, 10], [10, 500, 10], [10, 10, 200]])) is None


def test_groups_that_nearly_tie_are_made_equal() -> None:
    found = tied(Contingency.from_matrix([[70, 20], [25, 75]]))
    assert found is not None
    shares = found.shares.reshape(2, 2)
    assert shares.sum(axis=0) == pytest.approx([0.5, 0.5], abs=1e-3)
    assert shares.sum(axis=1) == pytest.approx([0.5, 0.5], abs=1e-3)
    assert shares[0, 0] > 2 * shares[0, 1]


def test_cells_and_groups_that_nearly_tie_are_made_equal_together() -> None:
    """Two halves of a cluster tie in F only if their cells and their sizes are equal."""
    halves = np.repeat(0.7 * np.eye(5) + 0.06, 2, axis=1) / 10
    counts = np.random.default_rng(1).multinomial(300, halves.ravel()).reshape(5, 10)
    table = Contingency.from_matrix(counts)
    found = tied(table)
    assert found is not None
    assert alike(table.cluster_sizes, np.zeros(10, dtype=int)).all()
    assert np.ptp(np.bincount(found.cols, weights=found.shares)) < 0.01
    shares = np.zeros(table.shape)
    shares[found.rows, found.cols] = found.shares
    for i in range(5):
        assert shares[i, 2 * i] == pytest.approx(shares[i, 2 * i + 1])


def test_half_of_the_bias_of_draws_is_removed_from_the_far_end() -> None:
    """Cells that do not tie bias a maximum by less than draws show, and cells that tie by more."""
    counts = np.random.default_rng(2).multinomial(2000, [0.01] * 100).reshape(10, 10)
    table = Contingency.from_matrix(counts)
    found = confidence_interval("purity", table=table, draws=499)
    draws = replicate(["purity"], table, draws=499)[:, 0]
    assert found.bias == pytest.approx((draws.mean() - found.value) / 2, rel=0.02)
    assert found.low <= 0.1 < found.value - found.bias
    assert found.high - found.value < (found.value - found.low) / 3


@pytest.mark.parametrize("name", ["f_measure", "normalized_van_dongen", "purity"])
def test_ties_are_covered(name: str) -> None:
    """Random labels of five groups each: every overlap ties in the population."""
    truth = choose(name).of(Contingency.from_matrix(np.full((5, 5), 10**6)))
    random, plain, wider = np.random.default_rng(3), 0, 0
    for seed in range(60):
        table = Contingency.from_matrix(random.multinomial(500, [1 / 25] * 25).reshape(5, 5))
        settings = {"table": table, "draws": 199, "rng": seed}
        low, high = confidence_interval(name, method="bca", **settings).interval
        plain += low <= truth <= high
        low, high = confidence_interval(name, **settings).interval
        wider += low <= truth <= high
    assert wider >= 54  # 57 expected, sd 1.7
    assert plain < 50  # by the bootstrap of the sample alone; see benchmarks/coverage
