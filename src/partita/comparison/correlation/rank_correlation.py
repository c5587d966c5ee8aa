"""Kendall's rank correlation of many columns, and the tree that it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats

_ROUNDING = 1e-10  # of the largest value: values that differ by less are equal


def tau_matrix(columns: Floats, strata: Iterable[object] | None = None) -> Floats:
    """Kendall's τ_b of every two columns; 0 if one of them is constant.

    With `strata`, a name for each row, only rows of the same name are compared.
    """
    ranks = np.column_stack([dense_ranks(one) for one in columns.T])
    names = [0] * len(ranks) if strata is None else list(strata)
    sums = np.zeros((ranks.shape[1], ranks.shape[1]))
    for name in dict.fromkeys(names):
        own = ranks[[one == name for one in names]]
        for place in range(len(own) - 1):
            signs = np.sign(own[place + 1 :] - own[place]).astype(np.float32)  # sums below 2^24
            sums += signs.T @ signs
    untied = sums.diagonal()
    lengths = np.sqrt(np.outer(untied, untied))
    found = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0)
    np.fill_diagonal(found, 1.0)
    return found


def tau(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> float:
    """Kendall's τ_b of two columns; 0 if one of them is constant.

    >>> round(tau([1, 2, 3], [1, 3, 2]), 4)
    0.3333
    """
    return float(tau_matrix(np.column_stack([first, second]).astype(np.float64))[0, 1])


def is_constant(column: Floats) -> bool:
    """Whether all values are equal, except for rounding."""
    return not dense_ranks(column).any()


def dense_ranks(column: Floats) -> NDArray[np.int64]:
    """The dense rank of each value; values that differ only by rounding share one."""
    order = np.argsort(column, kind="stable")
    gaps = np.diff(column[order], prepend=column[order[:1]])
    ranks = np.empty(len(column), dtype=np.int64)
    ranks[order] = np.cumsum(gaps > _ROUNDING * np.abs(column).max(initial=0.0))
    return ranks


def average_tree(distances: Floats) -> tuple[Floats, list[int]]:
    """The tree of a matrix of distances by average linkage, and the order of its leaves."""
    from scipy.cluster.hierarchy import leaves_list, linkage

    upper = distances[np.triu_indices(len(distances), 1)]
    found: Floats = linkage(np.maximum(upper, 0.0), method="average", optimal_ordering=True)
    return found, leaves_list(found).tolist()


def groups_at(tree: Floats, order: Sequence[int], height: float) -> list[list[int]]:
    """The groups into which a cut at a height divides the leaves, in the order of the tree."""
    from scipy.cluster.hierarchy import fcluster

    labels = fcluster(tree, height + _ROUNDING, criterion="distance")
    kept: dict[int, list[int]] = {}
    for leaf in order:
        kept.setdefault(int(labels[leaf]), []).append(leaf)
    return list(kept.values())
