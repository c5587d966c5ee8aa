"""Measures that grow with the number of objects: counts, distances in objects, z-scores."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from partita import MEASURES, confidence_interval, difference
from partita.chance.batch import Tables, scores
from partita.inference.intervals.estimation import estimate_all
from partita.inference.sampling.bootstrap_intervals import Settings
from partita.inference.sampling.samples import ObjectSample, evaluate
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

PROPORTIONAL = {  # the larger one, the smaller one, and their ratio for n objects
    "mirkin": ("normalized_mirkin", lambda n: n**2),
    "split_join": ("van_dongen", lambda n: 2 * n),
}
GROWING = ["mirkin", "chi_squared", "variation_of_information_by_objects", "standardized_rand"]


def labels(seed: int, n: int = 200) -> tuple[Any, Any, Any]:
    """Return a truth and two clusterings of it."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, n)
    a, b = (np.where(rng.random(n) < good, truth, rng.integers(0, 4, n)) for good in (0.7, 0.8))
    return truth, a, b


@pytest.mark.parametrize("name", PROPORTIONAL)
@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_proportional_measures_have_proportional_intervals(
    name: str, grouped: bool, seed: int
) -> None:
    truth, a, b = labels(seed)
    few = np.where(np.arange(200) < 190, a, truth)  # differs from a in few objects
    options: dict[str, Any] = {"draws": 399}
    if grouped:
        options["groups"] = np.random.default_rng(seed).integers(0, 15, 200)
    smaller, ratio = PROPORTIONAL[name]
    for ask, args in ((confidence_interval, (a,)), (difference, (a, b)), (difference, (a, few))):
        one, other = (ask(m, truth, *args, **options) for m in (name, smaller))
        for part in ("value", "low", "high", "standard_error"):
            assert getattr(one, part) == pytest.approx(getattr(other, part) * ratio(200), rel=1e-9)
        assert len(one.notes) == len(other.notes)  # the same notes
        if ask is difference:
            assert one.p_value == pytest.approx(other.p_value, rel=1e-6)


def test_intervals_of_growing_measures_cover_the_mean_at_this_size() -> None:
    own, rng = [choose(name) for name in GROWING], np.random.default_rng(5)
    n, shape = 200, (3, 3)
    cells = 0.7 * np.eye(3).ravel() / 3 + 0.3 / 9
    rows, cols = np.indices(shape, dtype=np.int32).reshape(2, -1)
    mean = scores(own, Tables(rows, cols, rng.multinomial(n, cells, 2000), shape)).mean(axis=0)
    samples, held = 200, np.zeros(len(own))
    for seed in range(samples):
        sample = ObjectSample(Contingency.from_matrix(rng.multinomial(n, cells).reshape(shape)))
        draws = evaluate(own, sample, 99, seed, 1)
        found = estimate_all(own, sample, draws, Settings("calibrated", 0.95, threads=1))
        held += [one.low <= goal <= one.high for one, goal in zip(found, mean, strict=True)]
        assert not any("bias" in one.how for one in found[2:])
    assert (held >= 0.91 * samples).all()  # 95% less 2.6 standard errors of the simulation
    assert (held <= 0.99 * samples).all()


@pytest.mark.parametrize("name", [*GROWING, "split_join", "transfer_distance", "dom_q0", "mcnemar"])
def test_intervals_stay_within_the_values_of_tables_of_this_size(name: str) -> None:
    truth = np.repeat([0, 1, 2], 20)
    most = {"chi_squared": 120.0, "transfer_distance": 60.0, "split_join": 120.0, "mirkin": 3600.0}
    low, high = MEASURES[name].bounds
    for prediction in (np.roll(truth, 3), labels(1, 60)[1]):
        found = confidence_interval(name, truth, prediction, draws=399)
        assert low <= found.low <= found.value <= found.high <= most.get(name, high)


def test_a_difference_of_chi_squared_is_seen() -> None:
    truth = np.repeat([0, 1, 2], 20)
    found = difference("chi_squared", truth, truth, np.roll(truth, 3))  # 9 objects, all for a
    assert found.low > 0
    assert found.p_value == pytest.approx(2**-8)
