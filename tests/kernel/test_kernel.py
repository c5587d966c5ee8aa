"""The kernel compared with brute force in exact arithmetic: Python integers, fractions, mpmath."""

from __future__ import annotations

import contextlib
import math
import re
import threading
from collections import Counter
from fractions import Fraction
from itertools import chain, product
from typing import Any

import mpmath  # type: ignore[import-untyped]
import numpy as np
import pytest
from labelings import transposed
from scipy.optimize import linear_sum_assignment

from partita import _kernel as kernel

INTEGERS = [np.dtype(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8)]
BIG = 2**62
Full = list[list[int]]

# Tables that break other libraries: large cells, near independence, one group, single objects.
TABLES: dict[str, Full] = {
    "small": [[3, 1, 0], [0, 2, 5]],
    "one cell": [[7]],
    "one class": [[3, 4, 5]],
    "singletons": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]],
    "identical": [[5, 0, 0], [0, 3, 0], [0, 0, 9]],
    "independent": [[6, 9], [4, 6]],
    "nearly independent": [[10**6 + 1, 10**6], [10**6, 10**6]],
    "nearly independent, huge": [[BIG, BIG - 1], [BIG - 1, BIG - 1]],
    "largest cells": [[2**63 - 1, 2**63 - 1], [0, 2**63 - 1], [1, 2**63 - 1]],
    "uneven": [[BIG, 1], [1, 1]],
    "tiny corner": [[10**15, 0], [10**9, 3]],
    "n=1e12": [[250_000_000_001, 249_999_999_999], [249_999_999_999, 250_000_000_001]],
    "zipf": [[1000 // (i + j + 1) for j in range(7)] for i in range(5)],
}
every_table = pytest.mark.parametrize("full", TABLES.values(), ids=TABLES)


def cells_of(full: Full, dtype: type = np.int64) -> tuple[Any, Any, Any, int, int]:
    array: np.ndarray[Any, Any] = np.array(full, dtype=dtype)
    rows, cols = np.nonzero(array)
    return (
        rows.astype(np.int32),
        cols.astype(np.int32),
        array[rows, cols],
        *array.shape,
    )


def margins(full: Full) -> tuple[list[int], list[int], int]:
    a = [sum(row) for row in full]
    b = [sum(col) for col in zip(*full, strict=True)]
    return a, b, sum(a)


def exact(parts: list[float]) -> Fraction:
    return sum((Fraction(part) for part in parts), Fraction(0))


def assert_close(value: float, expected: Any, tolerance: float) -> None:
    error = abs(mpmath.mpf(value) - expected)
    assert error <= tolerance * abs(expected), (value, expected, error / (abs(expected) or 1))


def random_table(rng: np.random.Generator, most: int = 9, side: int = 6) -> Full:
    shape = rng.integers(1, side, 2)
    full = rng.integers(0, most, shape) * rng.integers(0, 2, shape)
    for k in range(max(shape)):
        full[k % shape[0], k % shape[1]] += 1
    result: Full = full.tolist()
    return result


# --- counting ------------------------------------------------------------------------------------


def assert_counts(cells: tuple[Any, ...], expected: Counter[tuple[int, int]]) -> None:
    rows, cols, counts = cells
    assert (rows.dtype, cols.dtype, counts.dtype) == (np.int32, np.int32, np.int64)
    keys = list(zip(rows.tolist(), cols.tolist(), strict=True))
    assert keys == sorted(expected)
    assert counts.tolist() == [expected[key] for key in keys]


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_every_integer_type_and_layout_is_read_in_place(dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(1)
    truth, prediction = rng.integers(3, 20, 999), rng.integers(40, 101, 999)
    expected = Counter(zip((truth - 3).tolist(), (prediction - 40).tolist(), strict=True))
    spaced = np.zeros(3 * 999, dtype)
    spaced[::3] = prediction
    reverse = truth[::-1].astype(dtype)
    frozen = truth.astype(dtype)
    frozen.flags.writeable = False
    unaligned = np.frombuffer(b"\0" + prediction.astype(dtype).tobytes(), np.uint8)[1:].view(dtype)
    packed = np.zeros(999, [("flag", "i1"), ("code", dtype)])  # an unusual stride
    packed["code"] = prediction
    for t in (frozen, reverse[::-1]):
        for p in (prediction.astype(dtype), spaced[::3], unaligned, packed["code"]):
            assert_counts(kernel.tabulate(t, 3, 17, p, 40, 61), expected)
    assert kernel.integer_range(reverse) == (truth.min(), truth.max())


@pytest.mark.parametrize("sizes", [(1, 1), (40, 50), (900, 1100), (3000, 4000), (20, 2**30)])
def test_counting_agrees_with_a_dictionary_for_every_thread_count(sizes: tuple[int, int]) -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, sizes[0], 30_000)
    prediction = np.minimum(rng.integers(0, sizes[1], 30_000), rng.integers(0, sizes[1], 30_000))
    weights = rng.integers(0, 3, 30_000)
    pairs = list(zip(truth.tolist(), prediction.tolist(), strict=True))
    weighted: Counter[tuple[int, int]] = Counter()
    for pair, weight in zip(pairs, weights.tolist(), strict=True):
        if weight:
            weighted[pair] += weight
    sides = (truth, 0, sizes[0], prediction, 0, sizes[1])
    for threads in (0, 1, 2, 8):
        assert_counts(kernel.tabulate(*sides, threads=threads), Counter(pairs))
        assert_counts(kernel.tabulate_counts(*sides, weights, threads=threads), weighted)
        merged = kernel.merge(truth, prediction, weights, threads=threads)
        assert_counts(merged, weighted)


def pair_weight(weights: list[float]) -> Fraction:
    values = [Fraction(w) for w in weights]
    return (sum(values, Fraction(0)) ** 2 - sum(w * w for w in values)) / 2


def test_weights_are_summed_exactly_in_any_order() -> None:
    rng = np.random.default_rng(3)
    truth, prediction = rng.integers(0, 3, 2000), rng.integers(0, 4, 2000)
    weights = np.ldexp(rng.random(2000), rng.integers(-80, 80, 2000))
    weights[::7] = 0.0
    sums: dict[tuple[int, int], list[float]] = {}
    for t, p, w in zip(truth.tolist(), prediction.tolist(), weights.tolist(), strict=True):
        sums.setdefault((t, p), []).append(w)
    order = rng.permutation(2000)
    for threads in (1, 2, 8):
        cells = kernel.tabulate_weights(
            truth[order], 0, 3, prediction[order], 0, 4, weights[order], threads=threads
        )
        for row, col, total, pairs in zip(*cells, strict=True):
            cell = sums[int(row), int(col)]
            assert total == math.fsum(cell)
            assert pairs == float(pair_weight(cell))


AWKWARD = (0.1, 1 / 3, 1e-9, 1e9, 0.7, 1e9 + 0.5, 1e-3, 0.0)


@pytest.mark.parametrize("objects", [1, 2, 3, 7, 40])
def test_a_pair_of_weighted_objects_weighs_the_product(objects: int) -> None:
    rng = np.random.default_rng(objects)
    codes = np.zeros(objects, np.int8)
    for _ in range(40):
        weights = (
            rng.choice(AWKWARD, objects) if objects < 9 else 10.0 ** rng.uniform(-9, 9, objects)
        )
        weights[0] = weights[0] or 0.3
        _, _, sums, pairs = kernel.tabulate_weights(codes, 0, 1, codes, 0, 1, weights)
        products = [
            Fraction(x) * Fraction(y) for i, x in enumerate(weights) for y in weights[:i].tolist()
        ]
        assert sums.tolist() == [math.fsum(weights)]
        assert pairs.tolist() == [float(sum(products))]


def test_merged_cells_count_every_pair() -> None:
    """Pairs within and across the parts, in any order, to the last bit."""
    rng = np.random.default_rng(31)
    for parts in (1, 2, 3, 9):
        s = 10.0 ** rng.uniform(-9, 9, parts)
        p = s * s / 2 * rng.choice([0.0, 0.3, 1.0], parts)
        expected = sum((Fraction(x) for x in p.tolist()), pair_weight(s.tolist()))
        for order in (np.arange(parts), rng.permutation(parts)):
            spot = np.zeros(parts, np.int32)
            merged = kernel.merge_weights(spot, spot, s[order], p[order])
            assert [x.tolist() for x in merged] == [[0], [0], [math.fsum(s)], [float(expected)]]
    single = kernel.merge_weights(GOOD, GOOD, np.array([0.1, 0.3, 0.7]), np.zeros(3))
    assert single[3].tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("bad", [0.6, -0.1, math.nan, math.inf, 1e-300])
def test_impossible_weights_of_pairs_are_rejected(bad: float) -> None:
    with pytest.raises(ValueError, match=r"pairs\[0\] is .*: the pairs in a cell weigh"):
        kernel.merge_weights(GOOD[:1], GOOD[:1], np.array([1.0]), np.array([bad]))


def test_rejected_weights_are_shown_in_full() -> None:
    codes = np.zeros(1, int)
    for weight in (1e-200, -0.1, 1e300, math.nan, math.inf):
        message = re.escape(f"weights[0] is {weight:.17g}: weights are 0 or lie between 2^-400")
        with pytest.raises(ValueError, match=message):
            kernel.tabulate_weights(codes, 0, 1, codes, 0, 1, np.array([weight]))


def test_zero_weights_make_no_cell() -> None:
    codes = np.array([0, 1, 1])
    rows, _, sums, _ = kernel.tabulate_weights(codes, 0, 2, codes, 0, 2, np.array([0.0, 1.0, 2.0]))
    assert rows.tolist() == [1]
    assert sums.tolist() == [3.0]
    assert kernel.merge(codes, codes, np.array([0, 2, 3]))[2].tolist() == [5]


def test_arrays_that_change_while_they_are_counted_are_rejected_or_counted() -> None:
    """Another thread writes to labels and cells; no access is out of bounds."""
    n, groups = 200_000, 100_000
    rng = np.random.default_rng(32)
    codes, other = rng.integers(0, groups, n), rng.integers(0, groups, n)
    kept, weights, stop = codes.copy(), np.ones(n), threading.Event()
    rows, cols, counts = kernel.tabulate(other, 0, groups, kept, 0, groups)
    kept_rows = rows.copy()

    def disturb() -> None:
        while not stop.is_set():
            for array, back in ((codes, kept), (rows, kept_rows)):
                array[:] = 2**30
                array[:] = groups - 1
                array[:] = back
            weights[:] = math.nan
            weights[:] = 1.0

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for turn in range(24):
            sides = (codes, 0, groups, other, 0, groups)
            with contextlib.suppress(ValueError):
                if turn % 3 == 0:
                    assert kernel.tabulate(*sides, threads=1 + turn % 2)[2].sum() == n
                elif turn % 3 == 1:
                    assert kernel.tabulate_weights(*sides, weights)[2].sum() == n
                else:
                    kernel.information(rows, cols, counts, int(kept_rows.max()) + 1, groups)
    finally:
        stop.set()
        thread.join()


# --- encoding ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_integers_are_encoded_as_unique_does(dtype: np.dtype[Any]) -> None:
    limits = np.iinfo(dtype)
    rng = np.random.default_rng(4)
    values = rng.integers(limits.min, limits.max, 4000, dtype, endpoint=True)
    values[:2] = limits.min, limits.max
    for source in (values, values[::-3]):
        distinct, codes = np.unique(source, return_inverse=True)
        for threads in (0, 1, 3):
            ours = kernel.encode_integers(source, threads=threads)
            assert ours[1].dtype == dtype
            assert np.array_equal(ours[1], distinct)
            assert np.array_equal(ours[0], codes)
    assert kernel.integer_range(values) == (limits.min, limits.max)


def test_rows_of_bytes_share_a_code_only_when_equal() -> None:
    words = np.array(["ab", "a", "", "ab", "b", "a"], dtype="U4")
    codes, firsts = kernel.encode_rows(words.view(np.uint8).reshape(6, -1))
    assert codes.tolist() == [0, 1, 2, 0, 3, 1]
    assert firsts.tolist() == [0, 1, 2, 4]
    codes, firsts = kernel.encode_rows(np.zeros((3, 0), np.uint8))
    assert codes.tolist() == [0, 0, 0]


# --- rejected arguments ---------------------------------------------------------------------------

GOOD = np.array([0, 1, 2])
NAMED = "truth|prediction|threads|weights|rows|cols|counts|bytes2d|values|column"


@pytest.mark.parametrize(
    "bad",
    [
        GOOD.astype(float),
        GOOD > 1,
        GOOD.astype(complex),
        GOOD.astype(object),
        GOOD.astype(">i4"),
        GOOD.astype("U1"),
        GOOD.astype("M8[s]"),
        GOOD[None],
        np.array(1),
        [0, 1, 2],
        "012",
    ],
    ids=lambda bad: f"{getattr(bad, 'dtype', type(bad).__name__)}",
)
def test_other_arrays_are_rejected_by_name(bad: Any) -> None:
    with pytest.raises(ValueError, match="prediction must"):
        kernel.tabulate(GOOD, 0, 3, bad, 0, 3)
    with pytest.raises(ValueError, match="values must"):
        kernel.integer_range(bad)
    with pytest.raises(ValueError, match="rows must"):
        kernel.pair_sums(bad, GOOD, GOOD, 3, 3)


def test_codes_out_of_range_are_rejected_with_side_position_and_value() -> None:
    codes = np.zeros(20_000, np.int16)
    codes[12_345] = -5
    for threads in (1, 4):
        with pytest.raises(ValueError, match=r"truth\[12345\] is -5, outside the 3 groups"):
            kernel.tabulate(codes, 0, 3, codes, -5, 6, threads=threads)
        with pytest.raises(ValueError, match=r"prediction\[12345\] is -5"):
            kernel.tabulate(codes, -5, 6, codes, 0, 3, threads=threads)


@pytest.mark.parametrize(
    ("value", "dtype", "first"),
    [
        (2**64 - 1, np.uint64, -1),
        (-(2**63), np.int64, 2**63 - 1),
        (-1, np.int32, 2**32 - 1),
        (-1, np.int8, 255),
        (0, np.uint8, 256),
    ],
)
def test_codes_never_wrap_around(value: int, dtype: type, first: int) -> None:
    codes: np.ndarray[Any, Any] = np.array([value], dtype)
    with pytest.raises(ValueError, match=r"truth\[0\] is"):
        kernel.tabulate(codes, first, 1, codes, value, 1)


def test_lengths_and_options_are_checked() -> None:
    for call in (
        lambda: kernel.tabulate(GOOD, 0, 3, GOOD[:2], 0, 3),
        lambda: kernel.tabulate(GOOD, 2**64, 3, GOOD, 0, 3),
        lambda: kernel.tabulate(GOOD, 0, 2**31, GOOD, 0, 3),
        lambda: kernel.tabulate(GOOD, 0, -1, GOOD, 0, 3),
        lambda: kernel.tabulate(GOOD, 0, 3, GOOD, 0, 3, threads=-1),
        lambda: kernel.tabulate_counts(GOOD, 0, 3, GOOD, 0, 3, GOOD[:2]),
        lambda: kernel.tabulate_counts(GOOD, 0, 3, GOOD, 0, 3, -GOOD),
        lambda: kernel.tabulate_counts(GOOD, 0, 3, GOOD, 0, 3, GOOD.astype(np.int32)),
        lambda: kernel.tabulate_weights(GOOD, 0, 3, GOOD, 0, 3, np.array([1.0, np.nan, 1.0])),
        lambda: kernel.tabulate_weights(GOOD, 0, 3, GOOD, 0, 3, np.array([1.0, np.inf, 1.0])),
        lambda: kernel.tabulate_weights(GOOD, 0, 3, GOOD, 0, 3, np.array([1.0, -1.0, 1.0])),
        lambda: kernel.tabulate_weights(GOOD, 0, 3, GOOD, 0, 3, np.array([1.0, 1e-200, 1.0])),
        lambda: kernel.merge(-GOOD, GOOD, GOOD),
        lambda: kernel.merge(GOOD, GOOD + 2**31, GOOD),
        lambda: kernel.merge(GOOD, GOOD, GOOD[::-1][:2]),
        lambda: kernel.encode_rows(np.zeros((4, 4), np.uint8)[:, ::2]),
        lambda: kernel.encode_rows(np.zeros((4, 4), np.int8)),
        lambda: kernel.integer_range(GOOD[:0]),
    ):
        with pytest.raises(ValueError, match=NAMED):
            call()
    with pytest.raises(OverflowError, match="2\\^63"):
        kernel.merge(np.zeros(2, int), np.zeros(2, int), np.array([2**63 - 1, 1]))


def test_broken_tables_are_rejected() -> None:
    def read(rows: list[int], cols: list[int], counts: Any, n_rows: int, n_cols: int) -> None:
        kernel.pair_sums(
            np.array(rows, np.int32), np.array(cols, np.int32), np.array(counts), n_rows, n_cols
        )

    read([0, 1], [1, 0], [2, 3], 2, 2)
    for bad in (
        ([0, 0], [1, 0], [1, 1], 1, 2),
        ([0, 0], [0, 0], [1, 1], 1, 1),
        ([0, 2], [0, 1], [1, 1], 2, 2),
        ([0, 1], [0, 0], [1, 1], 2, 2),
        ([0, 1], [0, 1], [1, 0], 2, 2),
        ([0, 1], [0, 1], [1.0, math.nan], 2, 2),
        ([0, 1], [0, 1], [1.0, -1.0], 2, 2),
        ([0, 1], [0, 1], [1, 1, 1], 2, 2),
        ([0, 1], [0, 1], [1, 1], 3, 2),
        ([0, 1], [0, 1], [1, 1], -1, 2),
    ):
        with pytest.raises(ValueError, match=NAMED):
            read(*bad)
    with pytest.raises(ValueError, match="counts must be"):
        kernel.expected_information(*cells_of([[1.0, 2.0]], np.float64))  # type: ignore[list-item]


# --- pairs ---------------------------------------------------------------------------------------


@every_table
def test_pair_sums_are_exact(full: Full) -> None:
    a, b, _ = margins(full)
    squares = [sum(x * x for x in values) for values in (chain(*full), a, b)]
    assert kernel.pair_sums(*cells_of(full)) == tuple(squares)


def test_pair_sums_of_weights_are_exact() -> None:
    rng = np.random.default_rng(5)
    weights = np.ldexp(rng.random((4, 5)), rng.integers(-90, 90, (4, 5)))
    values = [[Fraction(x) for x in row] for row in weights.tolist()]
    a, b, _ = margins(values)  # type: ignore[arg-type]
    expected = [sum(x * x for x in v) for v in (chain(*values), a, b)]
    sums = kernel.pair_sums(*cells_of(weights, np.float64))  # type: ignore[arg-type]
    assert [exact(parts) for parts in sums] == expected  # type: ignore[arg-type]


# --- information ---------------------------------------------------------------------------------


def information_by_definition(full: Any) -> tuple[Any, Any, Any]:
    with mpmath.workdps(120):
        a, b, n = margins(full)
        mutual = class_rest = cluster_rest = mpmath.mpf(0)
        for i, row in enumerate(full):
            for j, x in enumerate(row):
                if x:
                    p = mpmath.fraction(x, n) if isinstance(x, int) else x / n
                    mutual += p * mpmath.log(mpmath.mpf(n) * x / (mpmath.mpf(a[i]) * b[j]))
                    class_rest += p * mpmath.log(mpmath.mpf(b[j]) / x)
                    cluster_rest += p * mpmath.log(mpmath.mpf(a[i]) / x)
        tiny = mpmath.mpf(10) ** -100
        return tuple(x if x > tiny else mpmath.mpf(0) for x in (mutual, class_rest, cluster_rest))


@every_table
def test_information_is_accurate(full: Full) -> None:
    values = kernel.information(*cells_of(full))
    for value, expected in zip(values, information_by_definition(full), strict=True):
        assert_close(value, expected, 1e-15)


def test_information_of_random_tables_and_its_symmetries() -> None:
    rng = np.random.default_rng(6)
    for most in (3, 100, 10**9, 2**61):
        for _ in range(15):
            full = random_table(rng, most)
            mutual, class_rest, cluster_rest = kernel.information(*cells_of(full))
            for value, expected in zip(
                (mutual, class_rest, cluster_rest), information_by_definition(full), strict=True
            ):
                assert_close(value, expected, 1e-15)
            assert kernel.information(*cells_of(transposed(full))) == (
                mutual,
                cluster_rest,
                class_rest,
            )
            shuffled = rng.permutation(np.array(full), axis=0)[:, rng.permutation(len(full[0]))]
            for threads in (1, 2, 8):
                again = kernel.information(*cells_of(shuffled.tolist()), threads=threads)
                assert again == (mutual, class_rest, cluster_rest)


def test_information_of_weights_is_accurate() -> None:
    rng = np.random.default_rng(7)
    for spread in (0, 3, 60):
        for kind in range(8):
            shape = rng.integers(2, 6, 2)
            weights = np.ldexp(1 + rng.random(shape), rng.integers(-spread, spread + 1, shape))
            if kind % 2:
                weights = np.outer(weights[:, 0], weights[0]) * (1 + 1e-9 * rng.random(shape))
            if kind % 3 == 0:
                weights[0, 0] = 0.0
            values = kernel.information(*cells_of(weights, np.float64))  # type: ignore[arg-type]
            with mpmath.workdps(120):
                full = [[mpmath.mpf(x) for x in row] for row in weights.tolist()]
                expected = information_by_definition(full)
            for value, truth in zip(values, expected, strict=True):
                assert_close(value, truth, 2e-15)
            back = kernel.information(*cells_of(weights.T, np.float64))  # type: ignore[arg-type]
            assert back == (values[0], values[2], values[1])


def test_independent_tables_have_no_information() -> None:
    for full in ([[6, 9], [4, 6]], [[BIG, BIG], [BIG, BIG]], [[5]], [[1, 2, 3]]):
        assert kernel.information(*cells_of(full))[0] == 0.0
    assert kernel.information(*cells_of([[0.1] * 7] * 3, np.float64))[0] == 0.0  # type: ignore[list-item]


# --- expected information ------------------------------------------------------------------------


def expected_terms(a: int, b: int, n: int) -> tuple[Any, Any, Any]:
    """E of k log(k/mu), k log(b/k) and k log(a/k), by recurrence over all relevant k."""
    mu = mpmath.mpf(a) * b / n
    deviation = mpmath.sqrt(mu * (n - a) / n * (n - b) / max(1, n - 1))
    least, most = max(0, a + b - n), min(a, b)
    low = max(least, int(mu - 40 * deviation) - 40)
    high = min(most, int(mu + 40 * deviation) + 40)
    weight, total = mpmath.mpf(1), mpmath.mpf(0)
    means = [mpmath.mpf(0)] * 3
    for k in range(low, high + 1):
        total += weight
        if k:
            logs = [mpmath.log(x) for x in (k / mu, mpmath.mpf(b) / k, mpmath.mpf(a) / k)]
            means = [mean + weight * k * log for mean, log in zip(means, logs, strict=True)]
        weight = weight * (a - k) * (b - k) / ((k + 1) * (n - a - b + k + 1)) if k < high else 0
    return means[0] / total, means[1] / total, means[2] / total


def expected_by_definition(a: list[int], b: list[int]) -> list[Any]:
    with mpmath.workdps(60):
        n = sum(a)
        sums = [mpmath.mpf(0)] * 3
        for (x, s), (y, t) in product(Counter(a).items(), Counter(b).items()):
            terms = expected_terms(x, y, n)
            sums = [total + s * t * term for total, term in zip(sums, terms, strict=True)]
        return [total / n for total in sums]


@pytest.mark.parametrize(
    "full",
    [
        TABLES["small"],
        TABLES["zipf"],
        [[1, 0], [0, 1]],
        [[2, 1], [1, 1]],
        [[50, 50], [50, 50]],
        [[99_990, 0], [5, 5]],
        [[999_900, 50], [0, 50]],
        [[1700, 100, 3], [200, 1500, 1]],
        [[40_000, 10_000], [20_000, 30_000]],
        [[10**9, 0], [3, 10]],
        [[10**12, 5], [3, 0]],
        [[BIG, 1], [1, 1]],
        [[BIG, 20], [30, BIG]],
        [[1] * 5 + [0] * 60, [0] * 5 + [1] * 60, [3] * 65],
    ],
    ids=str,
)
def test_expected_information_is_accurate(full: Full) -> None:
    value = kernel.expected_information(*cells_of(full))
    parts = kernel.expected_parts(*cells_of(full))
    a, b, n = margins(full)
    widths = [x * y * (n - x) * (n - y) / n**3 for x in a for y in b]
    if max(widths) < 1e5:
        expected = expected_by_definition(a, b)
        assert_close(value, expected[0], 1e-14)
        for part, truth in zip(parts, expected, strict=True):
            assert_close(part, truth, 1e-14)
    assert kernel.expected_information(*cells_of(transposed(full))) == value
    back = kernel.expected_parts(*cells_of(transposed(full)))
    assert back == (parts[0], parts[2], parts[1])
    for threads in (2, 8):
        assert kernel.expected_information(*cells_of(full), threads=threads) == value
        assert kernel.expected_parts(*cells_of(full), threads=threads) == parts


@pytest.mark.parametrize(
    ("a", "b", "n"),
    [
        (1, 1, 2**32 - 1),  # the smallest mean, and the most objects for small cells
        (1, 1, 2**32 + 1),
        (3, 4, 25),  # mean 12/25 and above 1/2
        (3, 4, 23),
        (5, 5, 10),  # the smallest variance for its mean: (n - a)(n - b) = n^2/4
        (5, 6, 10),
        (500, 500, 1000),
        (499, 501, 1000),
        (511_999, 1000, 10**6),  # means on both sides of 512
        (512_000, 1000, 10**6),
        (22_627, 22_627, 10**6),
        (22_628, 22_627, 10**6),
        (1023, 2**31, 2**32 - 2),
        (10**6 - 3, 400, 10**6),  # a group of nearly all objects
    ],
)
def test_expected_deviance_of_two_sizes(a: int, b: int, n: int) -> None:
    """One cell of E[I] of a 2 x 2 table, at the borders between the methods."""
    others = [(x, y) for x in (a, n - a) for y in (b, n - b)]
    mutual, *_ = kernel.expected_parts(*cells_of(smallest_table(a, b, n)))
    if max(x * y * (n - x) * (n - y) / n**3 for x, y in others) < 1e5:
        with mpmath.workdps(60):
            expected = sum(expected_terms(x, y, n)[0] for x, y in others) / n
        assert_close(mutual, expected, 4e-15)
    back = kernel.expected_parts(*cells_of(transposed(smallest_table(a, b, n))))
    assert back[0] == mutual


def smallest_table(a: int, b: int, n: int) -> Full:
    """A 2 x 2 table with these sizes of the first class and the first cluster."""
    both = max(0, a + b - n)
    return [[both, a - both], [b - both, n - a - b + both]]


@pytest.mark.parametrize(
    ("objects", "pairs", "triples"),
    [(10, 1, 0), (1000, 1, 1), (20_000, 1, 0), (10**6, 1, 0), (10**6, 50, 3)],
)
def test_expected_parts_of_nearly_single_objects(objects: int, pairs: int, triples: int) -> None:
    """If E[I] is almost log n, the expected residual entropies still have all digits."""
    groups = objects - pairs - 2 * triples
    truth = np.r_[np.arange(groups), np.arange(pairs + triples), np.arange(triples)]
    prediction = np.r_[np.arange(groups)[::-1], np.arange(pairs + triples), np.arange(triples)]
    cells = kernel.tabulate(truth, 0, groups, prediction, 0, groups)
    parts = kernel.expected_parts(*cells, groups, groups)
    expected = expected_by_definition(np.bincount(truth).tolist(), np.bincount(prediction).tolist())
    for part, value in zip(parts, expected, strict=True):
        assert_close(part, value, 2e-15)
    assert parts[0] == kernel.expected_information(*cells, groups, groups)


def test_expected_parts_add_up_to_the_entropies() -> None:
    """E[I] + E[H(C|K)] = H(C), which the margins determine, for sizes of every kind."""
    rng = np.random.default_rng(12)
    for most in (3, 100, 10**5, 10**9, 2**61):
        for _ in range(10):
            cells = cells_of(random_table(rng, most))
            parts, actual = kernel.expected_parts(*cells), kernel.information(*cells)
            for side in (1, 2):
                entropy = actual[0] + actual[side]
                assert math.isclose(parts[0] + parts[side], entropy, rel_tol=4e-15)


def test_expected_residuals_of_huge_tables() -> None:
    """E[k log(b/k)] = mu log(n/a) - E[deviance], of which two digits cancel here."""
    for full in (
        [[10**9, 3 * 10**9], [2 * 10**9, 10**10]],
        [[BIG, BIG // 3], [BIG // 7, BIG]],
        [[10**17, 10**12], [10**14, 10**16]],
    ):
        a, b, n = margins(full)
        mutual, *residuals = kernel.expected_parts(*cells_of(full))
        for residual, sizes in zip(residuals, (a, b), strict=True):
            with mpmath.workdps(60):
                entropy = sum(mpmath.mpf(x) / n * mpmath.log(mpmath.mpf(n) / x) for x in sizes)
            assert_close(residual, entropy - mpmath.mpf(mutual), 2e-15)


def central_moments(a: int, b: int, n: int) -> list[Fraction]:
    """Second to fourth central moments from the exact factorial moments."""

    def falling(x: int, r: int) -> int:
        return math.prod(x - t for t in range(r))

    f = [Fraction(falling(a, r) * falling(b, r), falling(n, r)) for r in range(5)]
    raw = [f[0], f[1], f[2] + f[1], f[3] + 3 * f[2] + f[1], f[4] + 6 * f[3] + 7 * f[2] + f[1]]
    return [
        sum((math.comb(r, s) * raw[s] * (-f[1]) ** (r - s) for s in range(r + 1)), Fraction(0))
        for r in (2, 3, 4)
    ]


def test_expected_information_of_huge_tables() -> None:
    """E[g(k)] = m2/(2 mu) - m3/(6 mu^2) + m4/(12 mu^3) - ..., whose rest is below 1/mu^2 here."""
    for full in (
        [[10**9, 3 * 10**9], [2 * 10**9, 10**10]],
        [[BIG, BIG // 3], [BIG // 7, BIG]],
        [[2**63 - 1] * 3, [2**63 - 1] * 3],
        [[10**17, 10**12], [10**14, 10**16]],
    ):
        a, b, n = margins(full)
        total = Fraction(0)
        for x in a:
            for y in b:
                mu = Fraction(x * y, n)
                m2, m3, m4 = central_moments(x, y, n)
                total += m2 / (2 * mu) - m3 / (6 * mu**2) + m4 / (12 * mu**3)
        value = kernel.expected_information(*cells_of(full))
        assert abs(Fraction(value) / (total / n) - 1) < Fraction(1, 10**14)


def test_expected_information_of_trivial_margins_is_the_information() -> None:
    for full in ([[3, 4, 5]], [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]], [[7]], [[2], [9]]):
        cells = cells_of(full)
        assert kernel.expected_information(*cells) == kernel.information(*cells)[0]
        assert kernel.expected_parts(*cells) == kernel.information(*cells)


# --- overlaps, matching, coding ------------------------------------------------------------------


def squares_over_sums(lines: Any) -> Fraction:
    return sum((Fraction(sum(x * x for x in line)) / sum(line) for line in lines), Fraction(0))


def overlaps_by_definition(full: Any) -> dict[str, Any]:
    a, b, _ = margins(full)
    columns = transposed(full)
    left, floor = max(b), Fraction(0)
    for size in sorted(a):
        taken = min(left, size)
        floor += Fraction(taken) * 2 * size / (size + max(b))
        left -= taken
    f = [[Fraction(2) * x / (a[i] + b[j]) for j, x in enumerate(row)] for i, row in enumerate(full)]
    best = [min(range(len(a)), key=lambda i: (-col[i], a[i])) for col in columns]
    return {
        "class_maxima": sum(max(row) for row in full),
        "cluster_maxima": sum(max(col) for col in columns),
        "largest_class": max(a),
        "largest_cluster": max(b),
        "class_f": sum(size * max(row) for size, row in zip(a, f, strict=True)),
        "class_f_floor": floor,
        "cluster_f": sum(f[i][j] for j, i in enumerate(best)),
        "precision": squares_over_sums(columns),
        "recall": squares_over_sums(full),
    }


MAXIMA = "class_maxima", "cluster_maxima", "largest_class", "largest_cluster"
SUMS = "class_f", "class_f_floor", "cluster_f", "precision", "recall"


@every_table
def test_overlaps_agree_with_fractions(full: Full) -> None:
    cells, expected = cells_of(full), overlaps_by_definition(full)
    assert kernel.maxima(*cells) == tuple(expected[name] for name in MAXIMA)
    for name in SUMS:
        value = Fraction(getattr(kernel, name)(*cells), 2**192)
        assert abs(value - expected[name]) <= expected[name] / 2**98


@pytest.mark.parametrize("lines", [1023, 1024, 1025, 2048, 2500])  # listed, or added by size
@pytest.mark.parametrize("largest", [7, 2**17])  # sizes with a place and without
def test_ratios_of_one_size_are_truncated_once(lines: int, largest: int) -> None:
    sizes = [3 + k * (largest - 3) // (lines // 5) for k in range(lines // 5) for _ in range(5)]
    sizes += [largest] * (lines - len(sizes))
    full = np.array([[1, size - 1] for size in sizes])
    squares: Counter[int] = Counter()
    for size in sizes:
        squares[size] += 1 + (size - 1) ** 2
    by_size = sum((square << 192) // size for size, square in squares.items())
    assert kernel.recall(*cells_of(full.tolist())) == by_size


def test_overlaps_of_weights_agree_with_fractions() -> None:
    rng = np.random.default_rng(8)
    for spread in (1, 40):
        weights = np.ldexp(rng.random((4, 5)), rng.integers(-spread, spread, (4, 5)))
        full = [[Fraction(x) for x in row] for row in weights.tolist()]
        cells, expected = cells_of(weights, np.float64), overlaps_by_definition(full)  # type: ignore[arg-type]
        found = dict(zip(MAXIMA, kernel.maxima(*cells), strict=True))
        found |= {name: getattr(kernel, name)(*cells) for name in SUMS}
        for name, value in found.items():
            assert abs(exact(value) - expected[name]) <= expected[name] / 2**98


def test_matching_agrees_with_scipy() -> None:
    rng = np.random.default_rng(9)
    for trial in range(120):
        full = np.array(random_table(rng, (2, 10, 10**6)[trial % 3], side=12))
        total, partner = kernel.matching(*cells_of(full.tolist()))
        i, j = linear_sum_assignment(full, maximize=True)
        assert total == full[i, j].sum()
        assert total == sum(full[i, j] for i, j in enumerate(partner) if j >= 0)
        matched = partner[partner >= 0]
        assert len(set(matched.tolist())) == len(matched)
        assert kernel.matching(*cells_of(full.T.tolist()))[0] == total
        weights, _ = kernel.matching(*cells_of((full / 8).tolist(), np.float64))
        assert exact(weights) == Fraction(int(total), 8)


def test_matching_of_larger_tables() -> None:
    rng = np.random.default_rng(10)
    full = rng.integers(0, 1000, (250, 200)) + 1
    sparse = full * (rng.random(full.shape) < 0.05)
    np.fill_diagonal(sparse, 1)
    sparse[200:, 0] = 1
    for table in (full, sparse, np.multiply.outer(np.arange(1, 80), np.arange(1, 90))):
        i, j = linear_sum_assignment(table, maximize=True)
        assert kernel.matching(*cells_of(table.tolist()))[0] == table[i, j].sum()


def test_matching_weighs_the_largest_counts_exactly() -> None:
    top = 2**63 - 1
    assert kernel.matching(*cells_of([[top, top - 1], [top, top - 2]]))[0] == 2 * top - 1
    assert kernel.matching(*cells_of([[top, 0], [top, 1]]))[0] == top + 1


@every_table
def test_code_lengths_agree_with_binomials(full: Full) -> None:
    a, b, _ = margins(full)
    with mpmath.workdps(60):
        lengths = [
            sum(mpmath.log(mpmath.binomial(h + len(a) - 1, len(a) - 1)) for h in sizes)
            for sizes in (b, a)
        ]
        for value, expected in zip(kernel.coding(*cells_of(full)), lengths, strict=True):
            assert_close(value, expected, 1e-15)


def test_code_lengths_with_many_classes() -> None:
    full = [[1 + (i * j) % 3 for j in range(4)] for i in range(60)]
    a, b, _ = margins(full)
    with mpmath.workdps(60):
        for value, sizes in zip(kernel.coding(*cells_of(full)), (b, a), strict=True):
            expected = sum(mpmath.log(mpmath.binomial(h + 59, 59)) for h in sizes)
            assert_close(value, expected, 1e-15)


def test_an_empty_table_has_no_cells() -> None:
    none = np.array([], np.int32)
    cells = (none, none, np.array([], np.int64), 0, 0)
    assert kernel.pair_sums(*cells) == (0, 0, 0)
    assert kernel.information(*cells) == (0.0, 0.0, 0.0)
    assert kernel.expected_information(*cells) == 0.0
    assert kernel.expected_parts(*cells) == (0.0, 0.0, 0.0)
    assert kernel.coding(*cells) == (0.0, 0.0)
    assert kernel.matching(*cells)[0] == 0
    assert kernel.maxima(*cells) == (0, 0, 0, 0)
    assert kernel.precision(*cells) == kernel.class_f_floor(*cells) == 0
    assert [len(x) for x in kernel.tabulate(none, 0, 0, none, 0, 0)] == [0, 0, 0]


def test_added_cells_agree_with_dense_tables() -> None:
    """If groups change their order, `merge` has to sort."""
    rng = np.random.default_rng(21)
    for shape in ((1, 1), (3, 5), (40, 30)):
        dense = [rng.integers(0, 4, shape) + np.ones(shape, np.int64) for _ in range(2)]
        held = [kernel.count_table(*cells_of(one.tolist())) for one in dense]
        size = shape[0] + 2, shape[1] + 2
        places = [
            [np.sort(rng.permutation(size[axis])[: shape[axis]]) for axis in (0, 1)] for _ in dense
        ]
        whole = np.zeros(size, np.int64)
        for one, (rows, cols) in zip(dense, places, strict=True):
            whole[np.ix_(rows, cols)] += one
        found = kernel.add_cells(held[0], *places[0], held[1], *places[1])
        assert found is not None
        at = np.nonzero(whole)
        for array, expected in zip(found, (*at, whole[at]), strict=True):
            np.testing.assert_array_equal(array, expected)
    turned = places[0][0][::-1].copy()
    assert kernel.add_cells(held[0], turned, places[0][1], held[1], *places[1]) is None
    with pytest.raises(ValueError, match="places must be one"):
        kernel.add_cells(held[0], turned[:-1], places[0][1], held[1], *places[1])


def test_an_added_cell_that_overflows_is_rejected() -> None:
    held = kernel.count_table(*cells_of([[2**62]]))
    place = np.zeros(1, np.int64)
    with pytest.raises(OverflowError):
        kernel.add_cells(held, place, place, held, place, place)
