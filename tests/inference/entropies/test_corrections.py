"""Corrections of entropies against their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import fsum, log

import numpy as np
import pytest
from scipy.special import expi

from partita.inference.entropies.corrections import (
    CHAO_WANG_JOST,
    MILLER_MADOW,
    added,
    approximate,
    corrected_entropies,
    fewer_objects,
    partly,
)

SIZES = [[5, 3, 1, 1, 1, 2, 2, 9], [1, 1, 1, 1], [2, 2, 3], [1, 4, 4], [40, 1, 1, 2, 30], [7], [1]]


def entropy(sizes: list[int]) -> float:
    n = sum(sizes)
    return -fsum(x / n * log(x / n) for x in sizes if x)


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
    # -log A less the first n - 1 terms of its series
    tail = float((-log(share) - float(shown)) / float((1 - share) ** (n - 1)))
    return seen + once / n * tail


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_entropies_are_those_of_chao_wang_and_jost(sizes: list[int]) -> None:
    found = entropy(sizes) + added(CHAO_WANG_JOST, np.array(sizes, dtype=float))
    assert found == pytest.approx(by_definition(sizes), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_miller_and_madow_add_half_a_group_less_one(sizes: list[int]) -> None:
    found = added(MILLER_MADOW, np.array(sizes, dtype=float))
    assert found == pytest.approx((len(sizes) - 1) / (2 * sum(sizes)))


@pytest.mark.parametrize("n", [1000, 10**6, 10**9])
@pytest.mark.parametrize("twice", [1, 300, 30_000])
def test_the_rest_of_large_samples_is_an_integral(n: int, twice: int) -> None:
    """As n grows, the rest tends to f₁/n e^λ E₁(λ) with λ = n A = 2f₂/f₁."""
    once = 300
    sizes = np.repeat([1.0, 2.0, float(n)], [once, twice, 1])
    total = sizes.sum()
    without = np.where(sizes > 2, sizes, 3.0)  # the same terms from groups that are not rare
    rest = CHAO_WANG_JOST.rest(total, once, twice) - CHAO_WANG_JOST.rest(total, 0, 0)
    assert without.min() > 2
    ratio = 2 * twice / once
    limit = once / total * np.exp(ratio) * -expi(-ratio) if ratio < 100 else once / total / ratio
    assert rest == pytest.approx(limit, rel=0.02 if ratio > 100 else 2000 / n + 1e-4)


@pytest.mark.parametrize("m", [1, 2, 4, 7])
def test_the_entropy_of_fewer_objects_is_the_mean_over_all_subsets(m: int) -> None:
    sizes = [3, 1, 2, 1]
    objects = np.repeat(np.arange(4), sizes)
    every = [entropy(np.bincount(objects[list(own)]).tolist()) for own in combinations(range(7), m)]
    found = entropy(sizes) + added(fewer_objects(m), np.array(sizes, dtype=float))
    assert found == pytest.approx(fsum(every) / len(every), abs=1e-13)


def test_rows_of_sizes_are_corrected_like_one() -> None:
    sizes = np.random.default_rng(0).multinomial(50, np.full(30, 1 / 30), size=20)
    for one in (CHAO_WANG_JOST, MILLER_MADOW, fewer_objects(9), partly(0.3)):
        rows = corrected_entropies(one, sizes)
        for row, found in zip(sizes, rows, strict=True):
            kept = row[row > 0]
            assert found == pytest.approx(entropy(kept.tolist()) + added(one, kept.astype(float)))
        large = corrected_entropies(one, sizes[:1] * 10**8)
        kept = sizes[0][sizes[0] > 0] * 1e8
        assert large[0] == pytest.approx(entropy(kept.tolist()) + added(one, kept), abs=1e-9)


def test_interpolated_terms_of_thousands_of_sizes_are_close() -> None:
    sizes = np.random.default_rng(1).integers(1, 2**20, 2000).astype(float)
    mean = fewer_objects(300)
    exact, found = (added(one, sizes) for one in (mean, approximate(mean)))
    assert found == pytest.approx(exact, rel=1e-5)
