"""All tables that a null model allows, with their probabilities: for few objects."""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .batch import Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..table.contingency import Contingency
    from .models import Kept, Model

MOST_TABLES = 2000  # tables listed one by one rather than sampled
_MOST_CELLS = 64
_MOST_OBJECTS = 20  # more objects have too many integer partitions


class Listed(NamedTuple):
    """Full tables of one shape; rows and columns of zeros are padding."""

    counts: NDArray[np.int64]  # one row of classes × clusters cells for each table
    probabilities: NDArray[np.float64]
    shape: tuple[int, int]

    @property
    def tables(self) -> Tables:
        """The tables as the kernel reads them."""
        rows, cols = np.indices(self.shape, dtype=np.int32).reshape(2, -1)
        return Tables(rows, cols, self.counts, self.shape)


def all_tables(table: Contingency, model: Model, most: int = MOST_TABLES) -> Listed | None:
    """Return all tables of a model with their probabilities, or None if there are too many."""
    if model.keeps_sizes:
        return _of_margins(table.class_sizes.tolist(), table.cluster_sizes.tolist(), most)
    if table.n > _MOST_OBJECTS:
        return None
    truths = list(_sides(model.classes, table.class_sizes.tolist()))
    predictions = list(_sides(model.clusters, table.cluster_sizes.tolist()))
    if len(truths) * len(predictions) > most:
        return None
    return _of_sides(truths, predictions, most)


_Weighted = tuple[list[int], float]


def _of_sides(truths: list[_Weighted], predictions: list[_Weighted], most: int) -> Listed | None:
    shape = max(len(a) for a, _ in truths), max(len(b) for b, _ in predictions)
    counts: list[NDArray[np.int64]] = []
    masses: list[NDArray[np.float64]] = []
    left = most
    for classes, weight in truths:
        for clusters, other in predictions:
            found = _of_margins(classes, clusters, left, most_cells=shape[0] * shape[1])
            if found is None:
                return None
            left -= len(found.counts)
            padded = np.zeros((len(found.counts), *shape), dtype=np.int64)
            padded[:, : len(classes), : len(clusters)] = found.counts.reshape(-1, *found.shape)
            counts.append(padded.reshape(len(padded), -1))
            masses.append(weight * other * found.probabilities)
    mass = np.concatenate(masses)
    return Listed(np.concatenate(counts), mass / mass.sum(), shape)


def _sides(kept: Kept, sizes: list[int]) -> Iterator[_Weighted]:
    """Return all group sizes of one side, and the number of partitions with these sizes.

    It is n!/Π a_i!, divided by the factorials of the numbers of equal sizes.
    """
    if kept == "sizes":
        yield sizes, 1.0
        return
    n = sum(sizes)
    for parts in _integer_partitions(n, n, len(sizes) if kept == "number" else None):
        repeats = Counter(parts).values()
        ways = lgamma(n + 1) - sum(lgamma(x + 1) for x in (*parts, *repeats))
        yield parts, round(exp(ways)) if ways < 30 else exp(ways)


def _integer_partitions(n: int, largest: int, number: int | None) -> Iterator[list[int]]:
    if n == 0:
        if number in (None, 0):
            yield []
        return
    if number == 0:
        return
    for part in range(min(n, largest), 0, -1):
        for rest in _integer_partitions(n - part, part, None if number is None else number - 1):
            yield [part, *rest]


def _of_margins(
    classes: list[int], clusters: list[int], most: int, *, most_cells: int = _MOST_CELLS
) -> Listed | None:
    shape = len(classes), len(clusters)
    if shape[0] * shape[1] > most_cells or _fewest(classes, clusters) > most:
        return None
    found: list[list[int]] = []
    for cells in _fill(classes, clusters):
        found.append(cells)
        if len(found) > most:
            return None
    counts = np.array(found, dtype=np.int64)
    return Listed(counts, _probabilities(counts), shape)


def _fewest(classes: list[int], clusters: list[int]) -> float:
    """Return a lower bound of the number of tables: the ways to fill one row or column."""
    ways = 1.0
    for sizes, limits in ((classes, clusters), (clusters, classes)):
        size = sorted(sizes)[-2] if len(sizes) > 1 else 0  # the others determine the largest
        size = min(size, 1000)  # fewer objects have fewer ways: still a lower bound
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
    """Return the ways to split a class over clusters with these free places."""
    if len(limits) == 1:
        yield [size]
        return
    least = max(0, size - sum(limits[1:]))
    for cell in range(least, min(size, limits[0]) + 1):
        for rest in _rows(size - cell, limits[1:]):
            yield [cell, *rest]


def _probabilities(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return Π a_i! Π b_j! / (n! Π n_ij!), normalized to the sum 1."""
    weights = np.zeros(len(counts))
    for cell in counts.T:
        # A cell takes all values from its least to its largest. There are few of them, and
        # log(k! / least!) is a short sum that keeps its digits for any k.
        least, most = int(cell.min()), int(cell.max())
        steps = np.log(np.arange(least + 1, most + 1, dtype=np.float64))
        weights -= np.concatenate(([0.0], np.cumsum(steps)))[cell - least]
    shares = np.exp(weights - weights.max())
    return np.asarray(shares / shares.sum(), dtype=np.float64)
