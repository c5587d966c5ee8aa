"""The soft kernel compared with brute force over all hard clusterings."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from partita import _soft

PHI: dict[str, Callable[[int], float]] = {
    "square": lambda t: float(t * t),
    "entropy": lambda t: t * math.log(t) if t else 0.0,
}


@dataclass(frozen=True)
class Case:
    base: np.ndarray
    group_class: np.ndarray
    group_options: np.ndarray
    group_size: np.ndarray

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        return self.base, self.group_class, self.group_options, self.group_size

    def tables(self) -> Iterator[tuple[np.ndarray, list[float]]]:
        """The table of every hard clustering, and the weights of its choices."""
        objects = np.repeat(np.arange(len(self.group_size)), self.group_size)
        allowed = [np.flatnonzero(self.group_options[g] > 0) for g in objects]
        for choice in itertools.product(*allowed):
            table = self.base.copy()
            for g, j in zip(objects, choice, strict=True):
                table[self.group_class[g], j] += 1
            yield table, [self.group_options[g, j] for g, j in zip(objects, choice, strict=True)]


def random_case(seed: int, kind: str) -> Case:
    rng = np.random.default_rng(seed)
    r, k, m = rng.integers(1, 4), rng.integers(1, 4), rng.integers(0, 8)
    base = rng.integers(0, 4, (r, k)) * rng.integers(0, 2, (r, k))
    classes, options, sizes = [], [], []
    while m > 0:
        size = int(min(m, rng.integers(1, 4)))
        row = rng.choice([0.0, 0.25, 0.5, 1.0, rng.random()], k)
        row[rng.integers(k)] = 1.0 if rng.random() < 0.7 else 0.6
        if rng.random() < 0.2:
            row = np.eye(k)[rng.integers(k)]
        if kind == "probabilities":
            row /= row.sum()
        classes.append(rng.integers(r))
        options.append(row)
        sizes.append(size)
        m -= size
    return Case(
        base.astype(np.int64),
        np.array(classes, np.int32),
        np.array(options, np.float64).reshape(-1, k),
        np.array(sizes, np.int64),
    )


def fuzzy_case(seed: int, r: int, k: int, objects: int, certain: int = 0) -> Case:
    """Every object has its own row; classes alternate."""
    rng = np.random.default_rng(seed)
    options = rng.dirichlet(np.ones(k), objects)
    base = np.zeros((r, k), np.int64)
    for x in range(certain):
        base[x % r, x % r % k if x % 7 else x % k] += 1
    return Case(
        base, (np.arange(objects) % r).astype(np.int32), options, np.ones(objects, np.int64)
    )


def statistic(table: np.ndarray, phi: str) -> float:
    return math.fsum(PHI[phi](int(t)) for t in table.ravel())


def squares(table: np.ndarray) -> tuple[int, int]:
    return int((table.sum(axis=0) ** 2).sum()), int((table**2).sum())


@pytest.mark.parametrize("phi", ["square", "entropy"])
@pytest.mark.parametrize("loss", [0.0, 1e-12])
def test_moments_agree_with_all_clusterings(phi: str, loss: float) -> None:
    for seed in range(150):
        case = random_case(seed, "probabilities")
        mass: dict[tuple[int, ...], float] = defaultdict(float)
        moment: dict[tuple[int, ...], float] = defaultdict(float)
        for table, weights in case.tables():
            p = math.prod(weights)
            b = tuple(table.sum(axis=0).tolist())
            mass[b] += p
            moment[b] += p * statistic(table, phi)
        margins, got_mass, got_moment, lost = _soft.margin_moments(*case.arrays, phi, loss)
        assert {tuple(b) for b in margins.tolist()} == set(mass)
        assert lost == 0.0
        for b, p, a in zip(margins.tolist(), got_mass, got_moment, strict=True):
            assert abs(p - mass[tuple(b)]) <= 1e-13
            assert abs(a - moment[tuple(b)]) <= 1e-12


@pytest.mark.parametrize("phi", ["square", "entropy"])
def test_extremes_and_witnesses_agree_with_all_clusterings(phi: str) -> None:
    for seed in range(150):
        case = random_case(seed, "allowed")
        values: dict[tuple[int, ...], list[float]] = defaultdict(list)
        for table, _ in case.tables():
            values[tuple(table.sum(axis=0).tolist())].append(statistic(table, phi))
        margins, low, high = _soft.margin_extremes(*case.arrays, phi)
        assert low.dtype == (np.int64 if phi == "square" else np.float64)
        assert sorted(map(tuple, margins.tolist())) == sorted(values)
        slack = 0.0 if phi == "square" else 1e-12
        for b, lo, hi in zip(margins.tolist(), low, high, strict=True):
            assert abs(lo - min(values[tuple(b)])) <= slack
            assert abs(hi - max(values[tuple(b)])) <= slack
        pick = seed % len(margins)
        for which, ends in (("low", low), ("high", high)):
            table = _soft.margin_witness(*case.arrays, phi, margins[pick].copy(), which)
            assert table.sum(axis=0).tolist() == margins[pick].tolist()
            assert abs(statistic(table, phi) - ends[pick]) <= slack
            assert any((table == other).all() for other, _ in case.tables())


def law_by_brute_force(
    case: Case, join: Callable[[list[float]], float], add: Callable[[float, float], float]
) -> dict[tuple[int, int], float]:
    law: dict[tuple[int, int], float] = {}
    for table, weights in case.tables():
        key = squares(table)
        law[key] = add(law.get(key, 0.0), join(weights))
    return law


def test_law_agrees_with_all_clusterings() -> None:
    for seed in range(200):
        case = random_case(seed, "probabilities")
        law = law_by_brute_force(case, math.prod, lambda x, y: x + y)
        b, s, mass, lost = _soft.margin_law(*case.arrays, loss=0.0)
        assert lost == 0.0
        assert list(zip(b.tolist(), s.tolist(), strict=True)) == sorted(law)
        assert all(abs(law[key] - m) <= 1e-13 for key, m in zip(sorted(law), mass, strict=True))


def test_possibility_and_reach_agree_with_all_clusterings() -> None:
    for seed in range(200):
        case = random_case(seed, "possibilities")
        least = law_by_brute_force(case, lambda w: min([1.0, *w]), max)
        b, s, got = _soft.margin_possibility(*case.arrays, "min")
        keys = list(zip(b.tolist(), s.tolist(), strict=True))
        assert keys == sorted(least)
        assert got.tolist() == [least[key] for key in keys]
        product = law_by_brute_force(case, math.prod, max)
        b, s, got = _soft.margin_possibility(*case.arrays, "product")
        assert list(zip(b.tolist(), s.tolist(), strict=True)) == keys
        assert np.allclose(got, [product[key] for key in keys], rtol=1e-14, atol=0)
        b, s = _soft.margin_reach(*case.arrays)
        assert list(zip(b.tolist(), s.tolist(), strict=True)) == keys


def moments_as_dict(result: tuple[np.ndarray, ...]) -> dict[tuple[int, ...], tuple[float, float]]:
    margins, mass, moment, _ = result
    return {tuple(b): (p, a) for b, p, a in zip(margins.tolist(), mass, moment, strict=True)}


@pytest.mark.parametrize(("r", "k", "objects"), [(3, 3, 60), (2, 4, 30), (4, 5, 20), (3, 2, 200)])
@pytest.mark.parametrize("loss", [1e-12, 1e-9, 1e-4])
def test_trimmed_moments_differ_by_no_more_than_the_lost_mass(
    r: int, k: int, objects: int, loss: float
) -> None:
    case = fuzzy_case(objects, r, k, objects, certain=50)
    exact = moments_as_dict(_soft.margin_moments(*case.arrays, "entropy", 0.0))
    result = _soft.margin_moments(*case.arrays, "entropy", loss)
    lost = result[3]
    trimmed = moments_as_dict(result)
    assert lost <= loss
    assert set(trimmed) <= set(exact)
    difference = sum(abs(p - trimmed.get(b, (0.0, 0.0))[0]) for b, (p, _) in exact.items())
    assert difference <= lost + 1e-13
    most = (objects + 50) * math.log(objects + 50)
    moments = sum(abs(a - trimmed.get(b, (0.0, 0.0))[1]) for b, (_, a) in exact.items())
    assert moments <= most * (lost + 1e-13)


@pytest.mark.parametrize(("r", "k", "objects", "certain"), [(3, 3, 40, 0), (3, 3, 30, 900)])
def test_trimmed_law_differs_by_no_more_than_the_lost_mass(
    r: int, k: int, objects: int, certain: int
) -> None:
    case = fuzzy_case(1, r, k, objects, certain)
    b, s, mass, none = _soft.margin_law(*case.arrays, loss=0.0)
    exact = dict(zip(zip(b.tolist(), s.tolist(), strict=True), mass.tolist(), strict=True))
    assert none == 0.0
    assert abs(mass.sum() - 1.0) <= 1e-12
    b, s, mass, lost = _soft.margin_law(*case.arrays, loss=1e-6)
    trimmed = dict(zip(zip(b.tolist(), s.tolist(), strict=True), mass.tolist(), strict=True))
    assert 0.0 < lost <= 1e-6
    assert set(trimmed) <= set(exact)
    difference = sum(abs(p - trimmed.get(key, 0.0)) for key, p in exact.items())
    assert difference <= lost + 1e-13


def test_law_and_moments_agree_on_means() -> None:
    case = fuzzy_case(3, 3, 3, 45, certain=100)
    b, s, mass, _ = _soft.margin_law(*case.arrays, loss=0.0)
    margins, p, a, _ = _soft.margin_moments(*case.arrays, "square", 0.0)
    assert math.isclose(float((mass * s).sum()), float(a.sum()), rel_tol=1e-13)
    assert math.isclose(
        float((mass * b).sum()), float((p * (margins**2).sum(1)).sum()), rel_tol=1e-13
    )


@pytest.mark.parametrize("bins", [1, 7, 300])
def test_binned_law_holds_every_table_in_its_bin(bins: int) -> None:
    for seed in range(30):
        case = random_case(seed, "probabilities")
        for phi in ("square", "entropy"):
            found = _soft.margin_binned_law(*case.arrays, phi, bins, 0.0)
            numbers, at, mass, lowest, width, slack, lost = found
            assert lost == 0.0
            left = dict(zip(zip(numbers.tolist(), at.tolist(), strict=True), mass, strict=True))
            for table, weights in case.tables():
                n, sizes = int(table.sum()), np.sort(table.sum(axis=0))
                code = sum(int(b) * (n + 1) ** j for j, b in enumerate(sizes))
                number = int((sizes**2).sum()) if phi == "square" else code
                logs = table * np.log(np.maximum(table, 1))
                a = float((table**2 if phi == "square" else logs).sum())
                # the bins that may hold it: each class is rounded down by less than one bin
                first = math.floor((a - lowest - slack) / width - 1e-9)
                last = math.floor((a - lowest) / width + 1e-9)
                keys = [key for b in range(first, last + 1) if (key := (number, b)) in left]
                assert keys
                if len(keys) == 1:
                    left[keys[0]] -= math.prod(weights)
            assert min(left.values(), default=0.0) >= -1e-12


def test_grouped_rows_give_the_same_law_as_repeated_ones() -> None:
    rng = np.random.default_rng(5)
    options = rng.dirichlet(np.ones(3), 6)
    sizes = rng.integers(1, 9, 6)
    classes = np.array([0, 1, 1, 0, 2, 2], np.int32)
    base = np.array([[3, 0, 1], [0, 5, 0], [1, 1, 1]], np.int64)
    grouped = _soft.margin_law(base, classes, options, sizes, loss=0.0)
    spread = np.repeat(np.arange(6), sizes)
    single = _soft.margin_law(
        base, classes[spread], options[spread].copy(), np.ones(len(spread), np.int64), loss=0.0
    )
    assert grouped[0].tolist() == single[0].tolist()
    assert grouped[1].tolist() == single[1].tolist()
    assert np.allclose(grouped[2], single[2], rtol=1e-12, atol=0)


def test_results_are_the_same_bits_for_every_number_of_threads() -> None:
    calls: list[Callable[[int], tuple[np.ndarray, ...]]] = [
        lambda t: _soft.margin_moments(*fuzzy_case(1, 3, 3, 300).arrays, "entropy", threads=t),
        lambda t: _soft.margin_moments(*fuzzy_case(1, 3, 4, 60).arrays, "entropy", threads=t),
        lambda t: _soft.margin_moments(*fuzzy_case(1, 3, 3, 60).arrays, "square", 0.0, threads=t),
        lambda t: _soft.margin_extremes(*fuzzy_case(2, 3, 3, 90).arrays, "entropy", threads=t),
        lambda t: _soft.margin_law(*fuzzy_case(3, 3, 3, 50).arrays, loss=0.0, threads=t),
        lambda t: _soft.margin_law(*fuzzy_case(3, 3, 3, 30, 400).arrays, loss=1e-9, threads=t),
        lambda t: _soft.margin_binned_law(
            *fuzzy_case(3, 3, 3, 50).arrays, "entropy", 99, threads=t
        ),
        lambda t: _soft.margin_possibility(*fuzzy_case(4, 3, 3, 30).arrays, "product", threads=t),
    ]
    for call in calls:
        one = call(1)
        for threads in (2, 8):
            for x, y in zip(one, call(threads), strict=True):
                assert np.array_equal(x, y)


def test_sparse_states_of_many_clusters() -> None:
    rng = np.random.default_rng(2)
    k, m = 30, 9
    options = np.zeros((m, k))
    for row in options:
        row[rng.choice(k, 2, replace=False)] = 0.5
    case = Case(
        np.zeros((2, k), np.int64),
        (np.arange(m) % 2).astype(np.int32),
        options,
        np.ones(m, np.int64),
    )
    mass: dict[tuple[int, ...], float] = defaultdict(float)
    for table, weights in case.tables():
        mass[tuple(table.sum(axis=0).tolist())] += math.prod(weights)
    margins, p, _, _ = _soft.margin_moments(*case.arrays, "square")
    assert {tuple(b) for b in margins.tolist()} == set(mass)
    assert all(abs(mass[tuple(b)] - x) <= 1e-14 for b, x in zip(margins.tolist(), p, strict=True))


def test_large_certain_counts_leave_few_states() -> None:
    case = fuzzy_case(8, 3, 3, 7, certain=0)
    case.base[:] = [[310_007, 11_003, 5], [2_001, 290_017, 31_013], [17, 19_001, 346_936]]
    law = law_by_brute_force(case, math.prod, lambda x, y: x + y)
    b, s, mass, _ = _soft.margin_law(*case.arrays, loss=0.0)
    assert list(zip(b.tolist(), s.tolist(), strict=True)) == sorted(law)
    assert all(abs(law[key] - m) <= 1e-13 for key, m in zip(sorted(law), mass, strict=True))


def poisson_binomial_by_steps(p: np.ndarray, size: np.ndarray) -> np.ndarray:
    law = np.ones(1)
    for x in np.repeat(p, size):
        law = np.convolve(law, [1.0 - x, x])
    return law


def test_poisson_binomial_is_the_product_of_its_trials() -> None:
    for seed in range(60):
        rng = np.random.default_rng(seed)
        m = rng.integers(0, 12)
        p = rng.choice([0.0, 1.0, 0.5, 1e-9, rng.random(), rng.random()], m)
        size = rng.integers(0, 40, m)
        want = poisson_binomial_by_steps(p, size)
        start, mass, lost = _soft.poisson_binomial(p, size, 0.0)
        got = np.zeros_like(want)
        got[start : start + len(mass)] = mass
        assert lost == 0.0
        assert np.allclose(got, want, rtol=1e-12, atol=1e-300)
        start, mass, lost = _soft.poisson_binomial(p, size, 1e-6)
        got[:] = 0.0
        got[start : start + len(mass)] = mass
        assert lost <= 1e-6
        assert np.abs(got - want).sum() <= lost + 1e-13


def test_poisson_binomial_of_many_trials_is_narrow_and_sums_to_one() -> None:
    p = np.random.default_rng(0).random(20_000)
    start, mass, lost = _soft.poisson_binomial(p, np.ones(20_000, np.int64), 1e-12)
    assert lost <= 1e-12
    assert len(mass) < 1200
    assert abs(math.fsum(mass) + lost - 1.0) <= 1e-12
    mean = math.fsum(mass * np.arange(start, start + len(mass)))
    assert math.isclose(mean, math.fsum(p), rel_tol=1e-11)


@pytest.mark.parametrize("phi", ["square", "entropy"])
def test_expected_phi_is_the_sum_over_the_law_within_its_bound(phi: str) -> None:
    for seed in range(60):
        rng = np.random.default_rng(seed)
        m = int(rng.integers(0, 10))
        p = rng.choice([0.0, 1.0, 0.5, 1e-6, rng.random(), rng.random()], m)
        size = rng.integers(0, 30, m)
        base = int(rng.choice([0, 0, 1, 17, 100_000]))
        law = poisson_binomial_by_steps(p, size)
        want = math.fsum(x * PHI[phi](base + t) for t, x in enumerate(law))
        for loss in (0.0, 1e-12, 1e-5):
            value, error = _soft.expected_phi(p, size, base, phi, loss)
            assert abs(value - want) <= error + 1e-14 * abs(want) * (1 + len(law))
            if loss <= 1e-12:
                assert error <= 1e-12 * (1.0 + abs(want) + 2.0 * PHI["entropy"](len(law)))


def test_series_of_large_means_agrees_with_the_exact_sum() -> None:
    rng = np.random.default_rng(9)
    p = rng.random(400)
    size = rng.integers(100, 300, 400)  # mean about 40,000: the series is used
    start, mass, _ = _soft.poisson_binomial(p, size, 0.0)
    t = np.arange(start, start + len(mass), dtype=float)
    mean = math.fsum((p * size).tolist())
    rest = math.fsum((mass * (t * np.log(np.maximum(t, 1e-300) / mean) - (t - mean))).tolist())
    value, error = _soft.expected_phi(p, size, 0, "entropy")
    assert error <= 1e-12 * value
    assert abs(value - (mean * math.log(mean) + rest)) <= error + 1e-12 * mean


def test_errors_name_states_and_budget() -> None:
    case = fuzzy_case(1, 3, 3, 60)
    with pytest.raises(MemoryError, match="max_states = 100;"):
        _soft.margin_law(*case.arrays, max_states=100)
    with pytest.raises(MemoryError, match="max_work"):
        _soft.margin_extremes(*case.arrays, "square", max_work=1000.0)
    huge = Case(
        np.zeros((3, 3), np.int64),
        np.arange(3, dtype=np.int32),
        np.ones((3, 3)),
        np.full(3, 2000, np.int64),
    )
    with pytest.raises(MemoryError, match="max_work"):
        _soft.margin_extremes(*huge.arrays, "square")
    with pytest.raises(MemoryError, match="max_work"):
        _soft.margin_reach(*huge.arrays)


def test_bad_input_is_rejected_by_name() -> None:
    case = fuzzy_case(1, 2, 2, 3)
    base, cls, options, size = case.arrays
    with pytest.raises(ValueError, match="group_class: entry 0"):
        _soft.margin_reach(base, cls + np.int32(5), options, size)
    with pytest.raises(ValueError, match="row 1 sums to"):
        _soft.margin_law(base, cls, options * np.array([[1], [2], [1]]), size)
    with pytest.raises(ValueError, match="row 2 allows no cluster"):
        _soft.margin_reach(base, cls, options * np.array([[1], [1], [0]]), size)
    with pytest.raises(ValueError, match="negative or not finite"):
        _soft.margin_reach(base, cls, options * np.nan, size)
    with pytest.raises(ValueError, match="base: counts"):
        _soft.margin_reach(base - 1, cls, options, size)
    with pytest.raises(ValueError, match=r"2\^31"):
        _soft.margin_reach(base + 2**30, cls, options, size)
    with pytest.raises(ValueError, match="phi"):
        _soft.margin_extremes(base, cls, options, size, "cube")
    with pytest.raises(ValueError, match="tnorm"):
        _soft.margin_possibility(base, cls, options, size, "lukasiewicz")
    with pytest.raises(ValueError, match="margin: no hard clustering"):
        _soft.margin_witness(base, cls, options, size, "square", np.array([5, 5]), "low")
    with pytest.raises(ValueError, match="loss"):
        _soft.margin_law(base, cls, options, size, loss=0.5)
    with pytest.raises(ValueError, match="p: entry 1"):
        _soft.poisson_binomial(np.array([0.5, 1.5]), np.array([1, 1]), 0.0)
    with pytest.raises(TypeError):
        _soft.margin_reach(base.astype(np.int32), cls, options, size)
