"""Agreement by chance: tables with the same group sizes, labels being paired at random."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ..adjust import mean_statistic, random_margins, with_together
from ..contingency import Contingency
from .resampling import CHUNK
from .scores import Float64, Int64, Scorer, TableLists, Tables


def random_chunks(
    table: Contingency, draws: int, seed: int, threads: int = 0, *, most: int = CHUNK
) -> Iterator[Tables | TableLists]:
    """Draw tables with the margins of a table; full ones, or lists of cells where cells >= n."""
    shape = table.shape
    full = shape[0] * shape[1] < table.n
    rows, cols = np.indices(shape if full else (0, 0), dtype=np.int32).reshape(2, -1)
    for drawn in random_margins(table, draws, seed, threads, most=most):
        if full:
            yield Tables(rows, cols, drawn, shape)
        else:
            offsets, own_rows, own_cols, counts = drawn
            yield TableLists(offsets, own_rows, own_cols, counts, shape)


def all_tables(table: Contingency, most: int) -> tuple[Tables, Float64] | None:
    """Return every table with these margins and its probability, or None if there are too many."""
    classes, clusters = table.class_sizes.tolist(), table.cluster_sizes.tolist()
    if len(classes) * len(clusters) > 64 or _fewest(classes, clusters) > most:
        return None
    found: list[list[int]] = []
    for cells in _fill(classes, clusters):
        found.append(cells)
        if len(found) > most:
            return None
    counts = np.array(found, dtype=np.int64)
    rows, cols = np.indices(table.shape, dtype=np.int32).reshape(2, -1)
    return Tables(rows, cols, counts, table.shape), _probabilities(counts)


def _fewest(classes: list[int], clusters: list[int]) -> float:
    """Return a number of tables that is surely reached: the ways to fill one row or column."""
    ways = 1.0
    for sizes, limits in ((classes, clusters), (clusters, classes)):
        size = sorted(sizes)[-2] if len(sizes) > 1 else 0  # the largest is filled by the others
        size = min(size, 1000)  # fewer objects have fewer ways
        counts = np.ones(1)
        for limit in limits:
            counts = np.convolve(counts, np.ones(min(limit, size) + 1))[: size + 1]
        ways = max(ways, float(counts[-1]))
    return ways


def _fill(classes: list[int], clusters: list[int]) -> Iterator[list[int]]:
    if len(classes) == 1:
        yield clusters
        return
    for row in _rows(classes[0], clusters):
        left = [size - cell for size, cell in zip(clusters, row, strict=True)]
        for rest in _fill(classes[1:], left):
            yield row + rest


def _rows(size: int, limits: list[int]) -> Iterator[list[int]]:
    """Return the ways to split a class over clusters with these many places left."""
    if len(limits) == 1:
        yield [size]
        return
    least = max(0, size - sum(limits[1:]))
    for cell in range(least, min(size, limits[0]) + 1):
        for rest in _rows(size - cell, limits[1:]):
            yield [cell, *rest]


def _probabilities(counts: Int64) -> Float64:
    """Π a_i! Π b_j! / (n! Π n_ij!), divided by its own sum."""
    weights = np.zeros(len(counts))
    for cell in counts.T:
        # Over all tables a cell takes every value from its least to its largest, so these are
        # few, and log(k! / least!) is a short sum that keeps its digits however large k is.
        least, most = int(cell.min()), int(cell.max())
        steps = np.log(np.arange(least + 1, most + 1, dtype=np.float64))
        weights -= np.concatenate(([0.0], np.cumsum(steps)))[cell - least]
    shares = np.exp(weights - weights.max())
    return np.asarray(shares / shares.sum(), dtype=np.float64)


def mean_by_formula(s: Scorer, table: Contingency) -> float | None:
    """Return the mean over random tables where it follows from that of one sum over cells."""
    statistic = mean_statistic(s.measure, table, s.options)
    return None if statistic is None else s.measure.read(statistic, **s.options)


def deviation_by_formula(s: Scorer, table: Contingency) -> float | None:
    """Return the standard deviation over random tables of measures linear in N11."""
    linear = s.measure.family == "pairs" and s.measure.is_margin_affine(**s.options)
    if not linear or table.n < 4:
        return None
    p = table.pairs
    low, high = (s.measure.read(with_together(p, x), **s.options) for x in (0, p.truth_pairs))
    slope = (high - low) / max(1, p.truth_pairs)
    return float(abs(slope) * float(_variance_of_together(table)) ** 0.5)


def _variance_of_together(table: Contingency) -> Fraction:
    """Var[N11], from Fowlkes and Mallows (1983): P, Q ordered pairs, p, q ordered triples."""
    n = table.n
    pairs, triples = [], []
    for sizes in (table.class_sizes.tolist(), table.cluster_sizes.tolist()):
        pairs.append(sum(a * (a - 1) for a in sizes))
        triples.append(sum(a * (a - 1) * (a - 2) for a in sizes))
    two = Fraction(2 * pairs[0] * pairs[1], n * (n - 1))
    three = Fraction(4 * triples[0] * triples[1], n * (n - 1) * (n - 2))
    four = Fraction(1, n * (n - 1) * (n - 2) * (n - 3))
    for p, t in zip(pairs, triples, strict=True):
        four *= p * p - 2 * p - 4 * t
    mean = Fraction(pairs[0] * pairs[1], n * (n - 1))
    return (two + three + four - mean * mean) / 4
