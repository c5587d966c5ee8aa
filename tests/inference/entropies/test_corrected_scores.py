"""Scores of corrected entropies."""

from __future__ import annotations

import numpy as np
import pytest

from partita.inference.entropies.corrected_scores import corrected, errors
from partita.inference.entropies.corrections import CHAO_WANG_JOST, MILLER_MADOW, NONE, alike
from partita.inference.entropies.likely_population import likely_population
from partita.inference.entropies.other_sizes import corrections_to, target_of
from partita.measures.chosen import choose
from partita.table.contingency import Contingency


def sparse_table(seed: int, groups: int = 20, n: int = 300, good: float = 0.3) -> Contingency:
    shares = good * np.eye(groups) / groups + (1 - good) / groups**2
    counts = np.random.default_rng(seed).multinomial(n, shares.ravel())
    return Contingency.from_matrix(counts.reshape(groups, groups))


def test_scores_without_a_correction_are_those_of_the_measure() -> None:
    table = sparse_table(0)
    for name in ("v_measure", "mutual_information", "variation_of_information", "homogeneity"):
        s = choose(name)
        assert corrected(s, table, alike(NONE)).value == s.of(table)


@pytest.mark.parametrize("good", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("by", [CHAO_WANG_JOST, MILLER_MADOW])
def test_corrected_entropies_do_not_contradict_each_other(good: float, by) -> None:
    names = ["mutual_information", "conditional_entropy", "variation_of_information"]
    moved = 0
    for seed in range(30):
        table = sparse_table(seed, good=good, n=60)
        mutual, residual, both = (corrected(choose(name), table, alike(by)).value for name in names)
        swapped = corrected(choose(names[1]), table.T, alike(by)).value
        assert min(mutual, residual, swapped) >= 0
        assert residual + swapped == pytest.approx(both, abs=1e-12)
        moved += corrected(choose(names[0]), table, alike(by)).moved
    assert (moved > 0) == (good < 1 and by is CHAO_WANG_JOST)  # the others contradict nothing


def test_a_perfect_table_stays_perfect() -> None:
    table = Contingency.from_matrix(np.eye(4, dtype=int))
    assert corrected(choose("v_measure"), table, alike(CHAO_WANG_JOST)).value == 1
    assert corrected(choose("variation_of_information"), table, alike(CHAO_WANG_JOST)).value == 0


def test_a_likely_population_keeps_what_is_common_and_has_what_is_unseen() -> None:
    table = sparse_table(1)
    found = likely_population(table)
    shares = found.shares.reshape(20, 20)
    once = int((table.counts == 1).sum())
    seen = np.zeros((20, 20), dtype=bool)
    seen[table.rows, table.cols] = True
    assert shares.sum() == pytest.approx(1)
    assert shares[~seen].sum() == pytest.approx(min(0.5, (once + 1) / 300))
    common = int(table.counts.argmax())
    kept = shares[table.rows[common], table.cols[common]] * 300 / table.counts[common]
    assert 0.9 < kept <= 1
    lone = int((table.counts == 1).argmax())
    assert shares[table.rows[lone], table.cols[lone]] * 300 < 0.7


def test_a_population_of_very_many_cells_has_as_many_unseen_ones_as_chao_expects() -> None:
    """600 × 600 cells, six of each class: f₁²/2f₂ + 1 are drawn, less those drawn twice."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 600, 5000)
    table = Contingency.from_labels(truth, (truth + random.integers(0, 6, 5000)) % 600)
    once, twice = (int((table.counts == size).sum()) for size in (1, 2))
    found = likely_population(table)
    unseen = len(found.shares) - table.nnz
    assert 0.98 < unseen / (once**2 / (2 * twice)) <= 1
    cells = found.rows.astype(int) * 600 + found.cols
    assert len(np.unique(cells)) == len(cells)
    assert found.shares.sum() == pytest.approx(1)
    assert np.array_equal(found.shares, likely_population(table).shares)


def test_more_objects_tend_from_the_sample_to_the_population() -> None:
    table, s = sparse_table(2), choose("v_measure")
    population = likely_population(table)
    at = [
        corrected(s, table, corrections_to(m, table.n, population)).value
        for m in (100, 300, 301, 1000, 10**5, 2**31, None)
    ]
    assert at[1] == s.of(table)
    assert at == sorted(at, reverse=True)
    assert at[2] == pytest.approx(at[1], abs=2e-3)
    assert at[4] == pytest.approx(at[6], abs=2e-3)
    assert at[5] == at[6]


def test_errors_of_the_mean_of_fewer_objects_are_centered_at_zero() -> None:
    """Means over subsets are unbiased, so only the simulation differs from zero."""
    table, s = sparse_table(3, groups=6), choose("mutual_information")
    population = likely_population(table)
    by, target = corrections_to(50, table.n, population), target_of(50)
    off = errors(s, population, by, target, objects=table.n, scored_as=50, draws=400, seed=1)
    assert abs(off.mean()) < 4 * off.std() / 20
