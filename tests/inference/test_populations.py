"""Populations with ties and with the cells that a sample missed, and the intervals they widen."""

from __future__ import annotations

import numpy as np
import pytest
from inference_tables import sampled

import partita
from partita.inference import confidence_interval, estimates
from partita.inference.sampling.batch import scorer
from partita.inference.sampling.populations import without_error
from partita.inference.sampling.samples import ObjectSample, group_sample
from partita.inference.widening.missed import filled, misses_matter
from partita.inference.widening.ties import alike, tied
from partita.table.contingency import Contingency


def test_cells_as_large_as_the_largest_but_for_chance() -> None:
    counts = np.array([100, 95, 40, 70, 5, 5, 6])
    lines = np.array([0, 0, 0, 1, 1, 2, 2])
    assert alike(counts, lines).tolist() == [True, True, False, True, False, True, True]


def test_the_extremes_of_equal_cells_are_alike() -> None:
    counts = np.random.default_rng(0).poisson(40, (200, 30))
    near = alike(counts.ravel(), np.repeat(np.arange(200), 30)).reshape(counts.shape)
    assert near.mean() > 0.97


def test_what_nearly_ties_is_made_to_tie() -> None:
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


def test_cells_never_seen_hold_what_good_expects() -> None:
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


def test_errors_are_taken_off() -> None:
    errors = np.linspace(0.0, 1.0, 9999)
    assert without_error(5.0, errors, 0.95) == pytest.approx((5 - 0.975, 5 - 0.025), abs=1e-3)


@pytest.mark.parametrize("name", ["f_measure", "normalized_van_dongen", "purity"])
def test_ties_are_covered(name: str) -> None:
    """Random labels of five groups each: every overlap ties in the population."""
    truth = scorer(name).of(Contingency.from_matrix(np.full((5, 5), 10**6)))
    random, plain, wider = np.random.default_rng(3), 0, 0
    for seed in range(60):
        table = Contingency.from_matrix(random.multinomial(500, [1 / 25] * 25).reshape(5, 5))
        settings = {"table": table, "draws": 199, "rng": seed}
        low, high = confidence_interval(name, method="bca", **settings).interval
        plain += low <= truth <= high
        low, high = confidence_interval(name, **settings).interval
        wider += low <= truth <= high
    assert wider >= 54  # 57 expected, sd 1.7
    assert plain < 50  # what the bootstrap of the sample alone gives; see benchmarks/coverage


def test_cells_never_seen_are_covered() -> None:
    """Ten skewed classes, a twentieth of the objects astray: a fifth of the cells hold one."""
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


def test_widened_intervals_say_so_and_repeat() -> None:
    table = Contingency.from_matrix([[50, 49], [49, 50]])
    found = confidence_interval("purity", table=table, threads=1)
    assert "widened for near ties" in found.how
    assert found == confidence_interval("purity", table=table, threads=3)
    together = estimates(["purity", "rand", "f_measure"], table)
    assert together[0] == found
    clear = Contingency.from_matrix([[500, 20], [30, 250]])
    assert confidence_interval("purity", table=clear).method == "calibrated"


def test_samples_have_intervals_as_tables_do() -> None:
    table = sampled(3, 3, 200)
    assert estimates(["rand"], ObjectSample(table)) == estimates(["rand"], table)
    random = np.random.default_rng(0)
    truth, prediction = random.integers(0, 2, (2, 120))
    donors = np.repeat(np.arange(6), 20)
    sample = group_sample(truth, prediction, donors, {})
    (found,) = estimates(["rand"], sample, draws=99)
    assert found == confidence_interval("rand", truth, prediction, groups=donors, draws=99)
    assert "only 6 groups: may be too narrow" in found.how


@pytest.mark.parametrize("name", ["purity", "normalized_van_dongen"])
def test_a_sampled_chance_level_is_held_fixed(name: str) -> None:
    table = sampled(4, 5, 400)
    adjusted, plain = partita.adjusted(name), scorer(name).measure
    found = confidence_interval(adjusted, table=table, draws=299)
    assert found.value == pytest.approx(adjusted.of(table), abs=1e-12)
    assert "chance level held fixed" in found.how
    assert "widened" not in found.how
    base = confidence_interval(plain, table=table, draws=299)
    stretch = found.standard_error / base.standard_error
    assert found.high - found.low <= (base.high - base.low) * stretch * (1 + 1e-9)
    exact = confidence_interval(partita.adjusted("rand"), table=table, draws=299)
    assert exact.interval == pytest.approx(
        confidence_interval("adjusted_rand", table=table, draws=299).interval
    )


def test_miller_and_madow_count_objects_not_groups() -> None:
    with pytest.raises(partita.InputError, match="objects of a group are not"):
        confidence_interval(
            "v_measure", [0, 0, 1, 1], [0, 1, 1, 1], groups=[0, 0, 1, 1],
            bias_correction="miller-madow",
        )  # fmt: skip
