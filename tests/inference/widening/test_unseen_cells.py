"""Unseen cells: the population in which they have objects, and the intervals it widens."""

from __future__ import annotations

import numpy as np
import pytest

import partita
from partita.inference import confidence_interval
from partita.inference.widening.unseen_cells import filled, misses_matter
from partita.table.contingency import Contingency


def test_unseen_cells_get_as_many_objects_as_good_estimates() -> None:
    table = Contingency.from_matrix([[60, 1, 0], [0, 40, 1], [2, 0, 50]])
    found = filled(table)
    assert found is not None
    empty = found.shares.reshape(3, 3)[[0, 1, 2], [2, 0, 1]]
    assert found.shares.sum() == pytest.approx(1)
    assert empty.sum() == pytest.approx((2 + 1) / table.n)
    assert filled(Contingency.from_matrix([[60, 3], [4, 50]])) is None  # no cell is empty
    plenty = Contingency.from_matrix([[600, 30, 0], [40, 500, 20], [30, 0, 700]])
    assert not misses_matter(plenty)
    assert filled(plenty) is None


def test_intervals_cover_unseen_cells() -> None:
    """Ten skewed classes, a twentieth of the objects misplaced: a fifth of the cells hold one."""
    sizes = 1 / np.arange(1, 11)
    sizes /= sizes.sum()
    shares = 0.95 * np.diag(sizes) + 0.05 * np.outer(sizes, sizes)
    truth = partita.v_measure.of(Contingency.from_matrix(np.round(shares * 1e15).astype(np.int64)))
    random, held = np.random.default_rng(4), 0
    for seed in range(60):
        counts = random.multinomial(1000, shares.ravel()).reshape(10, 10)
        found = confidence_interval(
            "v_measure", table=Contingency.from_matrix(counts), draws=199, rng=seed
        )
        held += found.low <= truth <= found.high
    assert held >= 54
