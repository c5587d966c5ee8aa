from __future__ import annotations

import numpy as np
import pytest
from inference_tables import sampled

import partita
from partita.chance.adjustment import adjusted, chance
from partita.inference import significance
from partita.table.contingency import Contingency


@pytest.mark.parametrize(
    ("plain", "known"),
    [
        ("rand", "adjusted_rand"),
        ("v_measure", "adjusted_mutual_information"),
        ("fowlkes_mallows", "normalized_fowlkes_mallows"),
    ],
)
def test_known_adjustments_come_out(plain: str, known: str, table: Contingency) -> None:
    expected = partita.measure(known).of(table)
    assert adjusted(plain).of(table) == pytest.approx(expected, rel=1e-12)


def test_distances_are_turned_round(table: Contingency) -> None:
    assert adjusted("normalized_mirkin").of(table) == pytest.approx(
        partita.adjusted_rand.of(table), rel=1e-12
    )


def test_other_measures_are_sampled_with_a_stated_error(table: Contingency) -> None:
    found = chance("purity", table, draws=400, seed=1)
    assert found.error > 0
    assert "400 sampled tables" in found.method
    reference = significance("purity", table=table, draws=4000, seed=7)
    assert found.value == pytest.approx(reference.expected, abs=5 * found.error)


def test_random_labels_score_zero_on_average() -> None:
    random = np.random.default_rng(3)
    purity = adjusted("purity")
    truth = np.repeat(np.arange(3), 20)
    values = [purity(truth, random.integers(0, 4, 60), draws=200) for _ in range(60)]
    assert abs(np.mean(values)) < 4 * np.std(values) / 60**0.5 + 0.01


def test_identical_partitions_score_one_and_sparse_tables_shuffle() -> None:
    assert adjusted("f_measure")([0, 1, 1], ["b", "a", "a"]) == 1.0
    assert adjusted("f_measure").of(sampled(9, 9, 40), draws=50) < 1


def test_refusals() -> None:
    with pytest.raises(partita.InputError, match="no fixed best value"):
        adjusted("expected_mutual_information")
    with pytest.raises(partita.InputError, match="model must be one of 'permutation'"):
        adjusted("rand", model="none")
    with pytest.raises(partita.InputError, match="no option"):
        adjusted("rand", beta=1)
