from __future__ import annotations

import numpy as np
import pytest
from inference_tables import sampled
from looping import for_each

import partita
from partita.inference.sampling import jackknife
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

SHIPPED = [m for m in partita.MEASURES.values() if m.ours]


def removed(table: Contingency, cell: int) -> Contingency:
    counts = table.counts.copy()
    counts[cell] -= 1
    full = np.zeros(table.shape, dtype=np.int64)
    full[table.rows, table.cols] = counts
    return Contingency.from_matrix(full)


@for_each(SHIPPED)
def test_updates_equal_counting_without_one_object(
    measured: partita.Measure, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sampled(6, 9, 300, good=0.2)
    counted = np.array([measured.of(removed(table, k)) for k in range(table.nnz)])
    assert np.allclose(jackknife.without_one([choose(measured)], table)[0], counted, rtol=1e-9)
    with monkeypatch.context() as many:
        many.setattr(jackknife, "_ONE_BY_ONE", 0)
        updated = jackknife.without_one([choose(measured)], table)[0]
    assert np.allclose(updated, counted, rtol=1e-9, atol=1e-13)


# Few objects in many cells: several clusters tie as the best of a class, and several matchings.
@pytest.mark.parametrize("shape", [(30, 30, 900), (5, 200, 600), (200, 5, 600)], ids=str)
@pytest.mark.parametrize(
    "name", ["f_measure", "cluster_f_measure", "normalized_f_measure", "purity", "maximum_matching"]
)
def test_tied_choices_are_made_again_without_one_object(
    name: str, shape: tuple[int, int, int]
) -> None:
    table = sampled(*shape, good=0.0)
    assert table.nnz > jackknife._ONE_BY_ONE
    counted = next(jackknife._one_by_one([choose(name)], table, 1))
    assert np.allclose(jackknife.without_one([choose(name)], table)[0], counted, rtol=1e-12)


def test_the_standard_error_of_purity_equals_that_of_a_share() -> None:
    table = Contingency.from_matrix([[80, 10], [20, 90]])
    found = jackknife.influence(choose("purity"), table)
    share = 170 / 200
    assert found.standard_error == pytest.approx((share * (1 - share) / 199) ** 0.5)
    assert found.bias == pytest.approx(0.0, abs=1e-12)


def test_bias_of_entropy_is_close_to_miller_and_madow() -> None:
    table = sampled(4, 4, 4000, good=0.3)
    found = jackknife.influence(choose("mutual_information"), table)
    expected = (table.nnz - 4 - 4 + 1) / (2 * table.n)
    assert found.bias == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("name", ["adjusted_rand", "v_measure", "adjusted_mutual_information"])
def test_standard_errors_agree_with_the_bootstrap(name: str) -> None:
    table = sampled(4, 5, 3000)
    drawn = partita.inference.replicate([name], table, 2000, rng=5)[:, 0]
    found = jackknife.influence(choose(name), table)
    assert found.standard_error == pytest.approx(drawn.std(), rel=0.08)


def test_many_cells_are_quick() -> None:
    table = sampled(40, 40, 100_000, good=0.2)
    assert table.nnz > 1000
    for name in ("adjusted_mutual_information", "f_measure", "dom_q0"):
        assert jackknife.influence(choose(name), table).standard_error > 0


@pytest.mark.parametrize("many", [0, 10**9], ids=["by change", "one by one"])
def test_scores_that_share_reduced_tables_have_the_same_jackknife(
    many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, chosen = sampled(6, 9, 300, good=0.2), [choose(m) for m in SHIPPED if m.headline]
    monkeypatch.setattr(jackknife, "_ONE_BY_ONE", many)
    for s, shared in zip(chosen, jackknife.influences(chosen, table), strict=True):
        alone = jackknife.influence(s, table)
        assert shared[1:] == alone[1:]
        assert np.array_equal(shared.change, alone.change)
