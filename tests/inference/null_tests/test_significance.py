from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb
from sys import modules

import numpy as np
import pytest
from inference_tables import labels_of, sampled
from looping import for_each
from scipy import stats

import partita
from partita.chance import MODELS, exact_deviation, exact_mean
from partita.chance.batch import Tables, scores
from partita.chance.enumeration import all_tables
from partita.chance.null_values import Null
from partita.inference import significance
from partita.inference.null_tests.significance import significances
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

SHIPPED = [m for m in partita.MEASURES.values() if m.ours]
SMALL = Contingency.from_matrix([[3, 1, 0], [0, 2, 1], [1, 0, 2]])


def _listed(table: Contingency) -> tuple[Tables, np.ndarray]:
    found = all_tables(table, MODELS["permutation"])
    assert found is not None
    return found.tables, found.probabilities


def test_small_tables_have_exact_p_values() -> None:
    truth, prediction = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 2]
    for measured in (partita.adjusted_rand, partita.v_measure, partita.variation_of_information):
        observed = measured(truth, prediction)
        values = np.array([measured(truth, list(p)) for p in permutations(prediction)])
        sign = 1 if measured.better == "higher" else -1
        found = significance(measured, truth, prediction)
        assert found.p_value == pytest.approx(np.mean(sign * (values - observed) >= -1e-12))
        assert found.expected == pytest.approx(values.mean())
        assert found.standard_error == pytest.approx(values.std())
        assert found.draws == 0
        assert "all" in found.how


def test_an_exact_p_is_never_0() -> None:
    # 2 of the 1800!/(900!)^2 pairings agree as well: about 1e-540, which is below any float
    found = significance("adjusted_rand", table=Contingency.from_matrix([[900, 0], [0, 900]]))
    assert 0 < found.p_value < 1e-300
    assert found.expected == 0.0  # not the rounding error of its sum


def test_two_by_two_is_fisher() -> None:
    table = Contingency.from_matrix([[8, 2], [1, 5]])
    found = significance("maximum_matching", table=table)
    tables, mass = _listed(table)
    hits = np.maximum(tables.counts[:, [0, 3]].sum(axis=1), tables.counts[:, 1:3].sum(axis=1)) >= 13
    assert found.p_value == pytest.approx(mass[hits].sum())
    assert found.p_value == pytest.approx(
        stats.fisher_exact([[8, 2], [1, 5]], alternative="two-sided").pvalue, rel=0.6
    )


@for_each(SHIPPED)
def test_formulas_of_the_null_model_equal_sums_over_all_tables(measured: partita.Measure) -> None:
    tables, mass = _listed(SMALL)
    s = choose(measured)
    if measured.name == "southwood":  # infinite for identical partitions
        with pytest.raises(partita.UndefinedError, match="cannot be resampled"):
            scores([s], tables)
        return
    values = scores([s], tables)[:, 0]
    mean = mass @ values
    by_formula = exact_mean(s, SMALL), exact_deviation(s, SMALL)
    if by_formula[0] is not None:
        assert by_formula[0] == pytest.approx(mean, rel=1e-9, abs=1e-12)
    if by_formula[1] is not None:
        assert by_formula[1] == pytest.approx(
            np.sqrt(mass @ (values - mean) ** 2), rel=1e-7, abs=1e-9
        )


def test_sampled_p_values_approach_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = significance("v_measure", table=SMALL)
    monkeypatch.setattr(modules["partita.chance.null_values"], "all_tables", lambda *_: None)
    found = significance("v_measure", table=SMALL, draws=20000)
    assert found.p_value == pytest.approx(exact.p_value, abs=0.012)
    assert found.expected == pytest.approx(exact.expected)
    assert found.standard_error == pytest.approx(exact.standard_error, rel=0.03)
    assert "20000 sampled tables" in found.how


@pytest.mark.parametrize("name", ["adjusted_rand", "v_measure", "f_measure"])
def test_p_values_are_uniform_under_the_null(name: str) -> None:
    random = np.random.default_rng(8)
    truth = np.repeat(np.arange(4), [60, 50, 40, 30])
    p_values = [
        significance(name, truth, random.permutation(truth), draws=199, rng=k).p_value
        for k in range(300)
    ]
    # p is a multiple of 1/200; in between the distribution is uniform
    smoothed = np.array(p_values) - random.random(300) / 200
    assert stats.kstest(smoothed, "uniform").pvalue > 0.01


def test_good_agreement_is_significant_and_z_is_large() -> None:
    truth, prediction = labels_of(sampled(5, 5, 1000))
    found = significance("adjusted_rand", truth, prediction, draws=999)
    assert found.p_value == 0.001
    assert found.z is not None
    assert found.z > 50
    assert found.expected == 0.0


def test_sampling_stops_at_the_wanted_error_of_p() -> None:
    random = np.random.default_rng(1)
    truth, prediction = random.integers(0, 4, 500), random.integers(0, 5, 500)
    full = significance("adjusted_rand", truth, prediction, draws=9999)
    quick = significance("adjusted_rand", truth, prediction, draws=9999, error=0.1)
    assert quick.draws < full.draws
    assert quick.p_value == pytest.approx(full.p_value, rel=0.35)
    again = significance("adjusted_rand", truth, prediction, draws=9999, error=0.1, threads=1)
    assert again == quick
    strong = significance("adjusted_rand", truth, truth, draws=499, error=0.1)
    assert strong.p_value == 1 / 500


def test_one_group_leaves_nothing_to_chance() -> None:
    found = significance("adjusted_rand", [0, 0, 0, 1], [0, 0, 0, 0])
    assert found.z is None
    assert found.p_value == 1.0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"null": "none"}, "null must be one of"),
        ({"error": 2}, "error must be a number between 0 and 1"),
        ({"draws": 0}, "draws must be an integer of at least 1"),
    ],
)
def test_refusals(settings: dict[str, object], message: str) -> None:
    with pytest.raises(partita.InputError, match=message):
        significance("rand", table=SMALL, **settings)


@pytest.mark.parametrize("large", [10**7, 10**9])
def test_few_tables_of_many_objects_have_exact_p_values_at_once(large: int) -> None:
    table = Contingency.from_matrix([[2, 1], [large - 5, 8]])
    tables, mass = _listed(table)
    assert len(tables) == 4
    n, row, column = table.n, 3, 9
    exact = [
        Fraction(comb(row, k) * comb(n - row, column - k), comb(n, column))
        for k in tables.counts[:, 1].tolist()
    ]
    assert mass.tolist() == pytest.approx([float(p) for p in exact], rel=1e-12)


def test_measures_together_are_tested_on_the_same_tables(table: Contingency) -> None:
    names = ["adjusted_rand", "v_measure", "f_measure", "variation_of_information"]
    for tested in (table, SMALL):
        null = Null(MODELS["permutation"], draws=199, seed=3)
        together = significances([choose(n) for n in names], tested, null)
        alone = [significance(name, table=tested, draws=199, rng=3) for name in names]
        assert together == alone
