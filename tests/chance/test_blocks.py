"""Block sizes of uniform random partitions: expected numbers, and the sampler."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest
from scipy import stats

import partita
from partita import _resample
from partita.chance import random_partition
from partita.chance.blocks import size_numbers, together
from partita.chance.models import model_of
from partita.chance.sampling import random_tables
from partita.table.contingency import Contingency

MOST = 300
LARGE = 10**6


@pytest.fixture(scope="module")
def stirling() -> list[list[int]]:
    """S(n,k) as integers, by S(n,k) = S(n-1,k-1) + k S(n-1,k)."""
    rows = [[1] + [0] * MOST]
    for n in range(1, MOST + 1):
        last = rows[-1]
        rows.append([0, *(last[k - 1] + k * last[k] for k in range(1, n + 1)), *[0] * (MOST - n)])
    return rows


@pytest.mark.parametrize("n", [2, 3, 4, 7, 12, 13, 40, 100, MOST])
def test_ratios_equal_those_of_integers(n: int, stirling: list[list[int]]) -> None:
    for k in [None, *range(1, n + 1, 1 + n // 40), n]:

        def ways(m: int, k: int | None) -> int:
            return sum(stirling[m]) if k is None else stirling[m][k]

        pair = Fraction(ways(n - 1, k), ways(n, k))
        found = together(n, k)
        assert found.pair == pytest.approx(float(pair), rel=1e-12)
        if n > 2:
            excess = Fraction(ways(n - 2, k), ways(n, k)) - pair * pair
            scale = float(pair) / comb(
                n, 2
            )  # the size of the term it is added to, per pair of pairs
            assert found.excess == pytest.approx(float(excess), abs=2e-12 * scale)
        sizes, numbers = size_numbers(n, k)
        less = None if k is None else k - 1
        exact = [
            float(comb(n, a) * Fraction(ways(n - a, less), ways(n, k))) for a in sizes.tolist()
        ]
        assert numbers == pytest.approx(exact, abs=1e-13 * max(exact))


@pytest.mark.parametrize("k", [2, 500, 10**4, 80_000, 10**5, 900_000, LARGE - 3, None])
def test_a_million_objects_add_up(k: int | None) -> None:
    sizes, numbers = size_numbers(LARGE, k)
    found = together(LARGE, k)
    assert sizes @ numbers == pytest.approx(LARGE, rel=1e-13)
    pairs = (sizes * (sizes - 1.0)) @ numbers / (LARGE * (LARGE - 1))
    assert pairs == pytest.approx(found.pair, rel=1e-12)
    if k is not None:
        assert numbers.sum() == pytest.approx(k, rel=1e-12)
        single = numbers[sizes == 1].sum() / LARGE  # S(n-1,k-1) / S(n,k)
        assert k * found.pair + single == pytest.approx(1, rel=1e-12)  # the recurrence


def _sizes(n: int, k: int | None) -> dict[tuple[int, ...], int]:
    """Block sizes and the number of partitions with these sizes."""

    def parts(left: int, largest: int) -> list[tuple[int, ...]]:
        if left == 0:
            return [()]
        firsts = range(min(left, largest), 0, -1)
        return [(a, *rest) for a in firsts for rest in parts(left - a, a)]

    found = {}
    for sizes in parts(n, n):
        ways = factorial(n)
        for x in (*sizes, *Counter(sizes).values()):
            ways //= factorial(x)
        if k in (None, len(sizes)):
            found[sizes] = ways
    return found


@pytest.mark.parametrize("k", [None, 2, 3, 4, 5, 6, 7, 8])
def test_sampled_sizes_are_those_of_uniform_partitions(k: int | None) -> None:
    n, draws = 9, 20_000
    exact = _sizes(n, k)
    offsets, sizes = _resample.random_partition_sizes(n, k or 0, draws, 5)
    drawn = Counter(tuple(sorted(x, reverse=True)) for x in np.split(sizes, offsets[1:-1]))
    assert set(drawn) <= set(exact)
    expected = {x: draws * ways / sum(exact.values()) for x, ways in exact.items()}
    frequent = [x for x in exact if expected[x] >= 5]
    rest = [x for x in exact if expected[x] < 5]
    seen = [drawn[x] for x in frequent] + [sum(drawn[x] for x in rest)] * bool(rest)
    wanted = [expected[x] for x in frequent] + [sum(expected[x] for x in rest)] * bool(rest)
    if len(seen) > 1:
        assert stats.chisquare(seen, wanted).pvalue > 1e-3


@pytest.mark.parametrize("k", [2, 400, 60_000, 80_000, 300_000, LARGE - 10, None])
def test_a_million_objects_are_sampled_with_the_right_numbers_of_sizes(k: int | None) -> None:
    draws = 12
    offsets, sizes = _resample.random_partition_sizes(LARGE, k or 0, draws, 1)
    each = np.split(sizes, offsets[1:-1])
    assert all(x.sum() == LARGE and x.min() > 0 for x in each)
    assert k is None or all(len(x) == k for x in each)
    # pairs inside blocks: mean and variance by formula
    pair, excess = together(LARGE, k)
    whole = LARGE * (LARGE - 1) / 2
    found = [float((x * (x - 1) // 2).sum()) for x in each]
    variance = max(1e-4, whole * pair * (1 - pair) + whole * (whole - 1) * excess)
    assert abs(np.mean(found) - whole * pair) < 4.5 * (variance / draws) ** 0.5
    if k is None or k > 400:
        expected = dict(zip(*(x.tolist() for x in size_numbers(LARGE, k)), strict=True))
        for size in (1, 2, 5):
            number = np.mean([(x == size).sum() for x in each])
            mean = expected.get(size, 0.0)
            assert abs(number - mean) < 5 * (mean / draws) ** 0.5 + 1e-6


@pytest.mark.parametrize("model", ["num", "all", "num1", "all1"])
def test_tables_do_not_depend_on_threads(model: str) -> None:
    table = Contingency.from_matrix([[30, 2, 0], [1, 20, 4], [0, 0, 9]])
    kind = model_of(model)
    (one,), (two,) = (list(random_tables(table, kind, 50, 7, threads)) for threads in (1, 4))
    for name in ("offsets", "rows", "cols", "counts"):
        assert np.array_equal(getattr(one, name), getattr(two, name))
    for drawn in one:
        assert drawn.n == table.n
        if model == "num1":
            assert sorted(drawn.class_sizes) == sorted(table.class_sizes)
        if model.startswith("num"):
            assert drawn.shape == table.shape


def test_random_labels() -> None:
    labels = random_partition(1000, 7, rng=3)
    assert len(labels) == 1000
    assert sorted(set(labels.tolist())) == list(range(7))
    assert np.array_equal(labels, random_partition(1000, 7, rng=3))
    assert not np.array_equal(labels, random_partition(1000, 7, rng=4))
    seen = Counter(
        tuple(np.unique(x, return_index=True)[1][x].tolist())
        for x in (random_partition(4, rng=k) for k in range(3000))
    )
    assert len(seen) == 15  # Bell number of 4
    assert stats.chisquare(list(seen.values())).pvalue > 1e-3


@pytest.mark.parametrize(("n", "groups"), [(0, None), (3, 4), (3, 0), (True, None), ("3", None)])
def test_refusals(n: object, groups: object) -> None:
    with pytest.raises(partita.InputError, match=r"^(n|groups) must be "):
        random_partition(n, groups)


@pytest.mark.parametrize("seed", [-1, "3", 2**64, 1.5])
def test_seeds_are_checked(seed: object) -> None:
    with pytest.raises(partita.InputError, match="rng must be"):
        random_partition(3, rng=seed)
