"""Entropies of Chao, Wang and Jost, and the intervals of sparse tables that they center."""

from __future__ import annotations

from fractions import Fraction
from math import fsum, log

import numpy as np
import pytest
from scipy.special import digamma, expi

import partita
from partita.inference import confidence_interval
from partita.inference.intervals.chao_wang_jost import entropies_without, reduced_bias
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

SIZES = [[5, 3, 1, 1, 1, 2, 2, 9], [1, 1, 1, 1], [2, 2, 3], [1, 4, 4], [40, 1, 1, 2, 30], [7], [1]]


def by_definition(sizes: list[int]) -> float:
    """The estimate as the paper writes it (Chao, Wang and Jost 2013), with sums over r."""
    n, once, twice = sum(sizes), sizes.count(1), sizes.count(2)
    seen = fsum(x / n * fsum(1 / r for r in range(x, n)) for x in sizes)
    share = Fraction(1)
    if twice:
        share = Fraction(2 * twice, (n - 1) * once + 2 * twice)
    elif once:
        share = Fraction(2, (n - 1) * (once - 1) + 2)
    if once == 0 or share == 1:
        return seen
    shown = sum((1 - share) ** r / r for r in range(1, n))
    # -log A less the first n - 1 terms of its series, with digits to spare for the difference
    rest = sum((1 - share) ** (r - n + 1) / r for r in range(n, n + 3)) if n == 1 else None
    tail = float((-log(share) - float(shown)) / float((1 - share) ** (n - 1)))
    return seen + once / n * (tail if rest is None else float(rest))


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_entropies_are_those_of_the_paper(sizes: list[int]) -> None:
    counts = np.array(sizes)
    none = entropies_without(counts, np.array([0]), np.array([0]))
    assert none == pytest.approx(by_definition(sizes), rel=1e-9, abs=1e-12)
    for k, x in enumerate(sizes):
        for removed in {1, x} if x < sum(sizes) else {1} - {x}:
            left = [y - removed * (j == k) for j, y in enumerate(sizes)]
            found = entropies_without(counts, np.array([k]), np.array([removed]))
            assert found == pytest.approx(by_definition([y for y in left if y]), rel=1e-9)


@pytest.mark.parametrize("n", [1000, 10**6, 10**9])
@pytest.mark.parametrize("twice", [1, 300, 30_000])
def test_the_rest_of_large_samples_is_an_integral(n: int, twice: int) -> None:
    """As n grows, the rest tends to f₁/n e^λ E₁(λ) with λ = n A = 2f₂/f₁."""
    once = 300
    counts = np.repeat([1, 2, n], [once, twice, 1])
    estimated = entropies_without(counts, np.array([0]), np.array([0]))[0]
    total = int(counts.sum())
    seen = digamma(total) - (counts * digamma(counts)).sum() / total
    ratio = 2 * twice / once
    limit = once / total * np.exp(ratio) * -expi(-ratio) if ratio < 100 else once / total / ratio
    assert estimated - seen == pytest.approx(limit, rel=0.02 if ratio > 100 else 2000 / n + 1e-4)


def sparse_table(seed: int, groups: int = 20, n: int = 300, good: float = 0.3) -> Contingency:
    shares = good * np.eye(groups) / groups + (1 - good) / groups**2
    counts = np.random.default_rng(seed).multinomial(n, shares.ravel())
    return Contingency.from_matrix(counts.reshape(groups, groups))


def test_intervals_of_sparse_tables_hold_the_true_score() -> None:
    """20 × 20 groups, 300 objects: V is 0.134, and the score 0.34 on average."""
    shares = 0.3 * np.eye(20) / 20 + 0.7 / 400
    whole = Contingency.from_matrix(np.round(shares * 4e15).astype(np.int64))
    names = ["v_measure", "variation_of_information", "mutual_information", "homogeneity"]
    truths, held, above = [partita.MEASURES[name].of(whole) for name in names], np.zeros(4), 0
    for seed in range(40):
        table = sparse_table(seed)
        found = [confidence_interval(m, table=table, draws=199, rng=seed) for m in names]
        held += [one.low <= true <= one.high for one, true in zip(found, truths, strict=True)]
        above += found[0].high < found[0].value
        for one in found:
            assert "sparse table: entropies of Chao, Wang and Jost" in one.notes
            assert one.low <= one.value - one.bias <= one.high
    assert (held >= 36).all()  # 95% less 1.5 standard errors of the simulation
    assert above > 35  # the score is not in the interval, and the record says why


def test_only_sparse_tables_and_entropies_are_corrected() -> None:
    sparse, dense = sparse_table(0), sparse_table(0, groups=5, n=2000)
    assert reduced_bias(choose("v_measure"), sparse) is not None
    assert reduced_bias(choose("v_measure"), dense) is None
    for name in ("AMI", "adjusted_rand", "b_cubed_f", "variation_of_information_by_objects"):
        assert reduced_bias(choose(name), sparse) is None
    for method in ("bca", "percentile", "basic", "jackknife"):
        found = confidence_interval("v_measure", table=sparse, method=method, draws=99)
        assert found.low <= found.value <= found.high
        assert not any("sparse" in note for note in found.notes)


def test_many_cells_of_one_object_make_a_table_sparse() -> None:
    """31 of 71 cells hold one object, and 10 objects are in a cell on average."""
    cells = np.diag([17] * 40)
    cells[np.arange(31), np.arange(31) + 1] = 1
    fewer = cells.copy()
    fewer[0, 1] = 0
    assert reduced_bias(choose("v_measure"), Contingency.from_matrix(cells)) is not None
    assert reduced_bias(choose("v_measure"), Contingency.from_matrix(fewer)) is None


def test_a_score_at_its_bound_has_a_width() -> None:
    table = sparse_table(1, good=0.0)
    found = confidence_interval("v_measure", table=table, draws=199)
    assert found.low == 0
    assert found.value > found.high > 0.01
    assert found.standard_error > 0.01
