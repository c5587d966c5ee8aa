"""A population from which the sample is likely: rare cells are rarer, unseen cells have a share.

Cells of one object are, on average, rarer than 1/n, because the sample missed others of their kind.
Chao, Wang and Jost (2013) give a cell of x objects the share (x/n) (1 - λ (1 - x/n)^n), with λ such
that the unseen cells are left with their share U. Here U is (f₁ + 1)/n, which is Good's estimate
(1953) with one object more, because a handful of rare cells may show none of the rarest; and the
unseen cells share U in proportion to the sizes of class and cluster. If there are too many of them,
f₁²/2f₂ of them are drawn (Chao 1984), with equal shares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..sampling.populations import Population
from ..widening.unseen_cells import empty_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...table.contingency import Contingency

MOST_CELLS = 250_000  # seconds for 199 samples
_LARGEST = 0.5  # share of the unseen cells


def likely_population(table: Contingency) -> Population:
    """Return the population."""
    shares = table.counts / float(table.n)
    classes, clusters = table.shape
    if table.nnz == classes * clusters:
        return Population(table.rows, table.cols, shares, table.shape)
    once, twice = (int(np.count_nonzero(table.counts == size)) for size in (1, 2))
    unseen = min(_LARGEST, (once + 1) / table.n)
    # logarithms, because (1 - p)^n of a large table is 0 in floating point even for a rare cell
    missed = np.log(shares) + table.n * np.log1p(-shares)
    missed = np.exp(missed - missed.max())
    seen = np.maximum(shares - unseen * missed / missed.sum(), 0.0)
    empty = empty_cells(table, MOST_CELLS)
    if empty is None:
        rows, cols = _drawn(table, once**2 // (2 * max(1, twice)) + 1)
        rest = np.full(len(rows), unseen / max(1, len(rows)))
    else:
        rows, cols = (one.astype(np.int32) for one in np.nonzero(empty))
        rest = unseen * empty[rows, cols]
    every = np.concatenate((seen, rest))
    rows, cols = np.concatenate((table.rows, rows)), np.concatenate((table.cols, cols))
    order = np.lexsort((cols, rows))
    rows, cols, every = rows[order], cols[order], every[order]
    return Population(rows, cols, every / every.sum(), table.shape)


def _drawn(table: Contingency, number: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Draw empty cells in proportion to the sizes of class and cluster, the same each time."""
    random = np.random.Generator(np.random.Philox(key=0))
    size = min(number, MOST_CELLS)
    sides = table.class_sizes, table.cluster_sizes
    rows, cols = (random.choice(len(one), size, p=one / float(table.n)) for one in sides)
    clusters = table.shape[1]
    occupied = table.rows.astype(np.int64) * clusters + table.cols
    cells = np.setdiff1d(rows * clusters + cols, occupied)
    return (cells // clusters).astype(np.int32), (cells % clusters).astype(np.int32)
