"""All functions give the same answer to the same question about chance."""

from __future__ import annotations

import numpy as np
import pytest

import partita
from partita.chance import MODELS, chance, spread
from partita.chance.adjustment import adjusted, standardized
from partita.comparison import compare, sweep
from partita.comparison.report_data import report_data
from partita.inference import significance
from partita.table.contingency import Contingency

NAMES = [
    "adjusted_rand",  # its mean has a formula
    "v_measure",
    "jaccard",  # by the distribution of N11 for few objects
    "f_measure",  # sampled
    "purity",
    "variation_of_information",  # lower is better
    "mapcurves",  # reads the table itself
]


def labels(n: int, groups: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(7)
    truth = random.integers(0, groups, n)
    return truth, np.where(random.random(n) < 0.4, truth, random.integers(0, groups, n))


SIZES = {"listed": (9, 2), "by law": (40, 2), "sampled": (300, 5)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_mean_and_z_are_the_same_in_all_functions(size: str, name: str) -> None:
    truth, prediction = labels(*SIZES[size])
    table = Contingency.from_labels(truth, prediction)
    level, wide = chance(name, table), spread(name, table)
    tested = significance(name, truth, prediction)
    asked = compare(truth, prediction, measures=name, null="permutation")[name]
    swept = sweep(truth, {3: prediction}, measures=name, draws=0).table["expected"][0]
    shown = report_data(compare(truth, prediction, measures=name)).chance
    assert wide.expected == tested.expected == asked.expected == swept == level.expected
    assert list(shown.values()) == [level.expected]
    assert tested.standard_error == wide.deviation
    sign = 1 if partita.measure(name).better == "higher" else -1
    assert standardized(name)(truth, prediction) == sign * tested.z == sign * asked.z
    best = partita.measure(name).perfect
    if best is not None and name != "variation_of_information":
        value = partita.measure(name)(truth, prediction)
        beyond = (value - level.expected) / (best - level.expected)
        assert adjusted(name)(truth, prediction) == pytest.approx(beyond, abs=1e-15)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", ["rand", "adjusted_rand", "mutual_information", "purity"])
@pytest.mark.parametrize("draws", [None, 30, 1500])
def test_all_functions_give_the_same_level_for_every_model(
    model: str, name: str, draws: int | None
) -> None:
    truth, prediction = labels(120, 4)
    table = Contingency.from_labels(truth, prediction)
    level = chance(name, table, null=model, draws=draws, rng=3)
    wide = spread(name, table, null=model, draws=draws, rng=3)
    tested = significance(name, truth, prediction, null=model, draws=draws, rng=3)
    stopped = significance(name, truth, prediction, null=model, draws=draws, rng=3, error=0.5)
    asked = compare(truth, prediction, measures=name, null=model, draws=draws, rng=3)[name]
    assert wide.expected == level.expected == tested.expected == asked.expected == stopped.expected
    assert wide.deviation == tested.standard_error == stopped.standard_error


def test_the_first_tables_give_the_level_and_all_tables_give_p() -> None:
    truth, prediction = labels(300, 5)
    table = Contingency.from_labels(truth, prediction)
    found = significance("f_measure", truth, prediction)
    assert found.draws == 9999
    assert found.expected == chance("f_measure", table, draws=999).expected
    assert chance("f_measure", table).method == "999 sampled tables, seed 0"
    # draws are nested: the first 999 are the same
    few = significance("f_measure", truth, prediction, draws=999)
    assert (few.expected, few.standard_error) == (found.expected, found.standard_error)


def test_large_tables_take_fewer_draws_whatever_the_other_measures() -> None:
    truth, prediction = labels(20_000, 60)
    table = Contingency.from_labels(truth, prediction)
    level = chance("b_cubed_precision", table)
    assert level.method == "100 sampled tables, seed 0"
    assert level.error <= 1e-4 * (1 - level.expected)
    tested = significance("b_cubed_precision", table=table, draws=300)
    assert (tested.draws, tested.expected) == (300, level.expected)
    assert tested.standard_error == spread("b_cubed_precision", table).deviation
    both = sweep(
        truth, {1: prediction}, measures=["normalized_van_dongen", "b_cubed_precision"], draws=0
    )
    assert both.of("b_cubed_precision")["expected"][0] == level.expected


def test_the_level_is_the_mean_over_random_pairings() -> None:
    truth, prediction = labels(300, 5)
    random = np.random.default_rng(1)
    values = [partita.f_measure(truth, random.permutation(prediction)) for _ in range(2000)]
    found = spread("f_measure", Contingency.from_labels(truth, prediction))
    error = np.hypot(found.error, np.std(values) / 2000**0.5)
    assert abs(found.expected - np.mean(values)) < 4 * error
    assert found.deviation == pytest.approx(np.std(values), rel=0.1)
    assert found.error == pytest.approx(found.deviation / 999**0.5)


@pytest.fixture(scope="module")
def large() -> Contingency:
    return Contingency.from_labels(*labels(60_000, 300))  # random tables have 60,000 cells


def test_large_tables_are_drawn_less_often_for_p(large: Contingency) -> None:
    found = significance("f_measure", table=large)
    assert (found.draws, found.p_value, found.at_floor) == (499, 1 / 500, True)
    assert found == significance("f_measure", table=large, draws=499)
    assert found.expected == chance("f_measure", large).expected
    assert significance("f_measure", table=large, draws=19).draws == 19


def test_cantelli_bounds_p_where_few_tables_cannot(large: Contingency) -> None:
    found = significance("adjusted_rand", table=large)
    level = spread("adjusted_rand", large)
    assert (level.error, level.deviation_error) == (0.0, 0.0)
    z = (partita.adjusted_rand.of(large) - level.expected) / level.deviation
    assert found.p_value == 1 / (1 + z * z) < 1 / 500
    assert found.at_floor
    assert "499 sampled tables, p by Cantelli's inequality" in found.how
    # for a distance, agreement is below the mean
    lower = significance("variation_of_information", table=large)
    assert lower.p_value == pytest.approx(1 / (1 + lower.z**2), rel=1e-12)
    assert significance("adjusted_rand", table=large, draws=499).p_value == 1 / 500


def test_a_score_as_of_random_labels_has_no_smaller_bound() -> None:
    random = np.random.default_rng(0)
    table = Contingency.from_labels(*random.integers(0, 300, (2, 60_000)))
    found = significance("adjusted_rand", table=table)
    assert found.p_value > 1 / 500
    assert "Cantelli" not in found.how


def test_an_imprecise_level_takes_further_tables() -> None:
    # one class has almost all objects, so the deviation is large for the distance to perfection
    random = np.random.default_rng(0)
    truth = np.where(random.random(60_000) < 0.999, 0, random.integers(0, 300, 60_000))
    table = Contingency.from_labels(truth, random.integers(0, 400, 60_000))
    found = significance("f_measure", table=table)
    assert found.expected == chance("f_measure", table).expected
