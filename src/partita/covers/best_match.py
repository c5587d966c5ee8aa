"""Measures that compare each cluster with its best counterpart in the other cover."""

from __future__ import annotations

from math import fsum

import numpy as np

from ..base.arrays import Codes, Floats
from .pairing import CoverPair
from .registry import cover_measure


@cover_measure(
    symbol="F1_x",
    formula="½ [(1/K) Σ_i max_j F1(A_i, B_j) + (1/L) Σ_j max_i F1(A_i, B_j)]",
    hard=None,
    references=("yang2013",),
)
def best_match_f1(p: CoverPair) -> float:
    """Mean F1 of each cluster with its best counterpart, averaged over both covers.

    F1 = 2|A ∩ B| / (|A| + |B|).

    Beware: small clusters count as much as large ones, two clusters may have the same counterpart,
    and the value is not corrected for chance.

    Examples
    --------
    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> round(best_match_f1(a, Cover.from_clusters([[0, 1, 2], [3, 4]])), 4)
    0.9
    """
    rows, cols, shared = _cells(p)
    return _both_ways(p, rows, cols, 2 * shared / (p.a.sizes[rows] + p.b.sizes[cols]))


@cover_measure(
    symbol="J_x",
    formula="½ [(1/K) Σ_i max_j J(A_i, B_j) + (1/L) Σ_j max_i J(A_i, B_j)]",
    hard=None,
    references=("yang2013",),
)
def best_match_jaccard(p: CoverPair) -> float:
    """Mean Jaccard similarity of each cluster with its best counterpart, over both covers.

    J = |A ∩ B| / |A ∪ B|.

    Beware: small clusters count as much as large ones, two clusters may have the same counterpart,
    and the value is not corrected for chance.

    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> best_match_jaccard(a, Cover.from_clusters([[0, 1, 2], [3, 4]]))
    0.8333333333333333
    """
    rows, cols, shared = _cells(p)
    return _both_ways(p, rows, cols, shared / (p.a.sizes[rows] + p.b.sizes[cols] - shared))


def _cells(p: CoverPair) -> tuple[Codes, Codes, Codes]:
    cells = p.table.tocoo()
    return cells.row, cells.col, cells.data


def _both_ways(p: CoverPair, rows: Codes, cols: Codes, similarity: Floats) -> float:
    means = []
    for index, count in ((rows, p.a.k), (cols, p.b.k)):
        best = np.zeros(count)  # of a cluster whose elements are in no other cluster
        np.maximum.at(best, index, similarity)
        means.append(fsum(best) / count)
    return (means[0] + means[1]) / 2
