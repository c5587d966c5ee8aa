"""Means of best overlaps: purity and its relatives, where one side is hard.

The cells of one cluster and different classes of a hard truth are independent, so the law of their
maximum is a product of distribution functions. The cells of one class and different clusters are
not; there the law of the whole count vector is needed, one class at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _soft
from ...measures import overlap
from ...measures.measure import Measure
from ..kinds.results import Method
from ..two_sides.pair import Pair
from .closed_forms import LOSS, Mean, cell_law, mean_of

_STATES = 2_000_000  # count vectors of one class


@mean_of(overlap.purity, overlap.micro_averaged_precision, overlap.goodman_kruskal)
def expected_purity(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """(1/n) Σ_j max_i n_ij, or what is left of 1."""
    del options
    found = column_maxima(pair)
    if found is None:
        return None
    share = found[0] / pair.n
    value = share if measure.better == "higher" else 1 - share
    return Mean(value, found[1] / pair.n, found[2])


@mean_of(overlap.inverse_purity)
def expected_inverse_purity(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """(1/n) Σ_i max_j n_ij: purity with the roles exchanged."""
    return expected_purity(pair.swapped, measure, options)


@mean_of(overlap.van_dongen, overlap.split_join)
def expected_unmatched(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """2n - Σ_i max_j n_ij - Σ_j max_i n_ij, as a count or a share of 2n."""
    del options
    clusters = column_maxima(pair)
    classes = column_maxima(pair.swapped) if clusters else None
    if clusters is None or classes is None:
        return None
    scale = 1.0 if measure.name == overlap.split_join.name else 2.0 * pair.n
    outside = 2 * pair.n - clusters[0] - classes[0]
    return Mean(outside / scale, (clusters[1] + classes[1]) / scale, clusters[2])


def column_maxima(pair: Pair) -> tuple[float, float, Method] | None:
    """Return E Σ_j max_i n_ij, its error and the method; None for two soft sides."""
    if pair.truth_hard:
        parts = [_independent_maximum(pair, j) for j in range(pair.prediction.k)]
        method = Method("exact", "products of distribution functions")
    elif pair.prediction_hard:
        try:
            parts = [_vector_maximum(pair, j) for j in range(pair.prediction.k)]
        except MemoryError:  # too many count vectors
            return None
        method = Method("exact", "laws of count vectors")
    else:
        return None
    return sum(value for value, _ in parts), sum(error for _, error in parts), method


def _independent_maximum(pair: Pair, j: int) -> tuple[float, float]:
    """E max_i n_ij = Σ_t (1 - Π_i F_i(t)) for a hard truth."""
    laws = [cell_law(pair, i, j) for i in range(pair.truth.k)]
    first = max(start for start, _, _ in laws)  # below it some F_i is 0
    last = max(start + len(mass) for start, mass, _ in laws)
    below = np.ones(last - first)
    for start, mass, _ in laws:
        reached = np.cumsum(mass) / mass.sum()
        at = np.arange(first, last) - start
        below *= np.where(at < len(mass), reached[np.minimum(at, len(mass) - 1)], 1.0)
    lost = sum(law[2] for law in laws)
    return first + float((1 - below).sum()), 2 * lost * pair.n


def _vector_maximum(pair: Pair, j: int) -> tuple[float, float]:
    """E max_i n_ij over the objects of cluster j of a hard prediction."""
    problem = pair.margins  # rows: the hard side
    mine = problem.group_class == j
    vectors, mass, _, lost = _soft.margin_moments(
        np.ascontiguousarray(problem.base[j : j + 1]),
        np.zeros(int(mine.sum()), dtype=np.int32),
        np.ascontiguousarray(problem.group_options[mine]),
        np.ascontiguousarray(problem.group_size[mine]),
        "square",
        LOSS,
        _STATES,
    )
    size = int(problem.base[j].sum() + problem.group_size[mine].sum())
    return float(mass @ vectors.max(axis=1)) / float(mass.sum()), 2 * lost * size
