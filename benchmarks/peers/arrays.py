"""Tables by NumPy and numba, and scipy's matchings."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from . import Offer, peer


@peer("NumPy", "bincount table", needs="numpy")
def _bincount(truth: Any, prediction: Any) -> Offer:
    groups = int(max(truth.max(), prediction.max())) + 1

    def table() -> np.ndarray:
        keys = truth.astype(np.int64)
        keys *= groups
        keys += prediction
        return np.bincount(keys, minlength=groups * groups)

    return table, lambda found: {"table": _cells(found, groups)}


@peer("NumPy", "unique table", needs="numpy")
def _unique(truth: Any, prediction: Any) -> Offer:
    groups = int(max(truth.max(), prediction.max())) + 1

    def table() -> tuple[np.ndarray, np.ndarray]:
        keys = truth.astype(np.int64)
        keys *= groups
        keys += prediction
        return np.unique(keys, return_counts=True)

    return table, lambda found: {"table": (found[0] // groups, found[0] % groups, found[1])}


@cache
def _numba_loop() -> Any:
    from numba import njit

    def loop(truth: Any, prediction: Any) -> Any:
        rows = cols = 0
        for i in range(truth.size):
            rows = max(rows, truth[i])
            cols = max(cols, prediction[i])
        table = np.zeros((rows + 1, cols + 1), np.int64)
        for i in range(truth.size):
            table[truth[i], prediction[i]] += 1
        return table

    return njit(loop)


@peer("numba", "table", needs="numba")
def _numba(truth: Any, prediction: Any) -> Offer:
    loop = _numba_loop()
    loop(truth[:10], prediction[:10])  # compiled outside the timed run
    return (
        lambda: loop(truth, prediction),
        lambda found: {"table": _cells(found.ravel(), found.shape[1])},
    )


def _cells(counts: np.ndarray, groups: int) -> tuple[np.ndarray, ...]:
    filled = np.flatnonzero(counts)
    return filled // groups, filled % groups, counts[filled]


@peer("scipy", "dense matching", needs="scipy")
def _dense(truth: Any, prediction: Any) -> Offer:
    from scipy.optimize import linear_sum_assignment

    rows, cols, counts, groups = _table(truth, prediction)
    matrix = np.zeros((groups, groups))
    matrix[rows, cols] = counts

    def match() -> float:
        return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())

    return match, lambda total: {"matched": total / len(truth)}


@peer("scipy", "sparse matching", needs="scipy")
def _sparse(truth: Any, prediction: Any) -> Offer:
    """Add a cluster of weight 0 for every class, since a full matching may not exist otherwise."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching as full_matching

    rows, cols, counts, groups = _table(truth, prediction)
    every = np.arange(groups)
    shift = counts.max() + 1.0  # an edge of weight zero would be missing
    costs = np.concatenate((shift - counts, np.full(groups, shift)))
    places = np.concatenate((rows, every)), np.concatenate((cols, groups + every))
    matrix = csr_array((costs, places), shape=(groups, 2 * groups))

    def match() -> float:
        found = full_matching(matrix)
        return float((shift - matrix[found[0], found[1]]).sum())

    return match, lambda total: {"matched": total / len(truth)}


def _table(truth: Any, prediction: Any) -> tuple[Any, Any, Any, int]:
    groups = int(max(truth.max(), prediction.max())) + 1
    keys, counts = np.unique(truth.astype(np.int64) * groups + prediction, return_counts=True)
    return keys // groups, keys % groups, counts, groups
