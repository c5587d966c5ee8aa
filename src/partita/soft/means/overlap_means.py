"""Closed forms for overlap measures with one hard side: purity and its relatives, and B-cubed.

The cells of one cluster and different classes of a hard truth are independent, so the distribution
function of their maximum is a product of distribution functions. The cells of one class and
different clusters are dependent; their maximum needs the distribution of the whole count vector,
one class at a time.
"""

from __future__ import annotations

import numpy as np

from ... import _soft, measures
from ...measures.chosen import Chosen
from ..kinds.results import Method
from ..two_sides.fuzzy_pair import FuzzyPair, sizes_of
from ..two_sides.margin_problem import MarginProblem
from .cell_laws import LOSS, POISSON_BINOMIAL, cell_law
from .closed_forms import Mean, mean_of
from .pair_means import GRAM

_STATES = 2_000_000  # count vectors of one class


@mean_of(measures.b_cubed_recall)
def expected_cubed_recall(pair: FuzzyPair, _: Chosen) -> Mean | None:
    """(1/n) Σ n_ij²/a_i with known class sizes."""
    if not pair.truth_hard:
        return _cubed_over_random_sizes(pair.swapped) if pair.prediction_hard else None
    return Mean(pair.gram_sums.mean_shares(sizes_of(pair.truth)), 0.0, GRAM)


@mean_of(measures.b_cubed_precision)
def expected_cubed_precision(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """(1/n) Σ n_ij²/b_j: recall with the sides exchanged."""
    return expected_cubed_recall(pair.swapped, chosen)


@mean_of(measures.purity, measures.micro_averaged_precision, measures.goodman_kruskal)
def expected_purity(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """(1/n) Σ_j max_i n_ij, or 1 minus it."""
    found = column_maxima(pair)
    if found is None:
        return None
    share = found.value / pair.n
    value = share if chosen.measure.better == "higher" else 1 - share
    return Mean(value, found.error / pair.n, found.method)


@mean_of(measures.inverse_purity)
def expected_inverse_purity(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """(1/n) Σ_i max_j n_ij: purity with the sides exchanged."""
    return expected_purity(pair.swapped, chosen)


@mean_of(measures.van_dongen, measures.split_join)
def expected_unmatched(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """2n - Σ_i max_j n_ij - Σ_j max_i n_ij, as a count or as a share of 2n."""
    clusters = column_maxima(pair)
    classes = column_maxima(pair.swapped) if clusters else None
    if clusters is None or classes is None:
        return None
    scale = 1.0 if chosen.measure.name == measures.split_join.name else 2.0 * pair.n
    outside = 2 * pair.n - clusters.value - classes.value
    return Mean(outside / scale, (clusters.error + classes.error) / scale, clusters.method)


def column_maxima(pair: FuzzyPair) -> Mean | None:
    """Return E Σ_j max_i n_ij; None for two soft sides or too many count vectors."""
    columns = range(pair.prediction.k)
    if pair.truth_hard:
        parts = [_independent_maximum(pair, j) for j in columns]
        method = Method("exact", "products of distribution functions")
    elif (problem := pair.margin_problem) is not None:
        try:
            parts = [_vector_maximum(problem, j) for j in columns]
        except MemoryError:
            return None
        method = Method("exact", "laws of count vectors")
    else:
        return None
    return Mean(sum(value for value, _ in parts), sum(error for _, error in parts), method)


def _independent_maximum(pair: FuzzyPair, j: int) -> tuple[float, float]:
    """E max_i n_ij = Σ_t (1 - Π_i F_i(t)) for a hard truth, and its error."""
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


def _vector_maximum(problem: MarginProblem, j: int) -> tuple[float, float]:
    """E max_i n_ij over the objects of cluster j of a hard prediction, and its error."""
    mine = problem.group_class == j
    base, size = problem.base[j : j + 1], problem.group_size[mine]
    alone = problem._replace(
        base=base,
        group_class=np.zeros(len(size), dtype=np.int32),
        group_options=problem.group_options[mine],
        group_size=size,
    )
    vectors, mass, _, lost = _soft.margin_moments(*alone.arrays, "square", LOSS, _STATES)
    return float(mass @ vectors.max(axis=1)) / float(mass.sum()), 2 * lost * alone.objects


def _cubed_over_random_sizes(pair: FuzzyPair) -> Mean:
    """(1/n) Σ_ij E[n_ij²/b_j] for a hard truth: b_j is a sum over the classes.

    For each cluster the distribution of b_j is built class by class, together with
    E[Σ_i n_ij²; b_j].
    """
    total = lost_total = 0.0
    for j in range(pair.prediction.k):
        mass, squares = np.ones(1), np.zeros(1)
        shift = 0
        for i in range(pair.truth.k):
            start, law, lost = cell_law(pair, i, j)
            weighted = np.arange(start, start + len(law)) ** 2.0 * law
            squares = np.convolve(squares, law) + np.convolve(mass, weighted)
            mass = np.convolve(mass, law)
            shift += start
            lost_total += lost
        b = np.arange(shift, shift + len(mass))
        total += float((squares[b > 0] / b[b > 0]).sum())
    return Mean(total / pair.n, lost_total, POISSON_BINOMIAL)
