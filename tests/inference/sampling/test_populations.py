"""Errors of samples from a population are subtracted from a value."""

from __future__ import annotations

import numpy as np
import pytest

from partita import _resample
from partita.inference.sampling.populations import Population, bias_between, without_error


def test_errors_are_subtracted() -> None:
    errors = np.linspace(0.0, 1.0, 9999)
    assert bias_between(errors) == pytest.approx(0.25)
    assert without_error(5.0, errors, 0.95) == pytest.approx((5 - 0.975, 5 - 0.025), abs=1e-3)


@pytest.mark.parametrize("objects", [30_000, 150_000])  # by object, and cell by cell
def test_samples_of_large_populations_follow_the_shares(objects: int) -> None:
    cells = _resample.SMALL_TABLE + 1
    shares = np.arange(cells) % 3 / (np.arange(cells) % 3).sum()
    lines = np.arange(cells, dtype=np.int32)
    population = Population(lines, lines, shares, (cells, cells))
    (one,), (two,) = (list(population.samples(objects, 60, 1, threads)) for threads in (1, 2))
    assert np.array_equal(one, two)  # the number of threads changes nothing
    assert (one.sum(axis=1) == objects).all()
    kept, expected = shares > 0, 60 * objects * shares[shares > 0]
    assert not one[:, ~kept].any()
    df = int(kept.sum()) - 1
    chi = ((one[:, kept].sum(axis=0) - expected) ** 2 / expected).sum()
    assert abs(chi - df) < 4.5 * np.sqrt(2 * df)
    # the bootstrap of the same seed has random numbers of its own
    weights = np.arange(cells) % 3
    assert not np.array_equal(one[:1], _resample.sample_counts(weights, objects, 1, 1))
