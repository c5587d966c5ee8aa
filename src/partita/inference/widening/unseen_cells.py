"""Cells that the sample missed: a population in which they hold some objects.

If some cells hold one object, other rare cells hold none by chance. Of n further objects, about as
many would be in such unseen cells as there are cells of one object (Good 1953). The
bootstrap never draws them, so entropies are too low and intervals of good agreement too high.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...table.contingency import Contingency
from ..sampling.correspondence import largest_overlaps
from ..sampling.populations import Population

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats

SPARSE = 5  # objects per cell; with fewer, the jackknife removes only a part of the bias
MOST_CELLS = 10_000  # classes times clusters: the population has all cells


def singles(table: Contingency) -> int:
    """Return the number of cells of one object."""
    return int(np.count_nonzero(table.counts == 1))


def outside(table: Contingency) -> int:
    """Return the number of objects outside the largest cells of their classes or clusters."""
    return int(table.counts[~largest_cells(table)].sum())


def largest_cells(table: Contingency) -> NDArray[np.bool_]:
    """Mark the largest cell of each class, or of each cluster: whichever hold more objects."""
    marks = [largest_overlaps(table.counts, lines) for lines in (table.rows, table.cols)]
    return max(marks, key=lambda mark: int(table.counts[mark].sum()))


def is_sparse(table: Contingency) -> bool:
    """Whether entropies are so far off that their correction should be read."""
    return bool(table.n < SPARSE * table.nnz)


def misses_matter(table: Contingency) -> bool:
    """Whether unseen cells may change an interval: many cells of one object, or few errors."""
    return 10 * singles(table) > table.nnz or 0 < outside(table) < 20


def empty_cells(table: Contingency, most: int = MOST_CELLS) -> Floats | None:
    """Return shares of the empty cells, in proportion to the sizes of class and cluster; sum 1.

    None if no cell is empty, or if there are more cells than `most`.
    """
    classes, clusters = table.shape
    if table.nnz == classes * clusters or classes * clusters > most:
        return None
    sizes = table.class_sizes.astype(np.float64)  # products of integers may exceed 2**63
    expected = np.outer(sizes, table.cluster_sizes) / float(table.n) ** 2
    expected[table.rows, table.cols] = 0.0
    return np.asarray(expected / expected.sum())


def filled(table: Contingency) -> Population | None:
    """Give the empty cells objects, in proportion to the sizes of class and cluster.

    One object more than Good's estimate: from a handful of cells, it is often too low.
    """
    expected = empty_cells(table) if misses_matter(table) else None
    if expected is None:
        return None
    mass = min(0.5, (singles(table) + 1) / table.n)
    return with_share_of_empty(table, expected, mass)


def with_share_of_empty(table: Contingency, empty: Floats, mass: float) -> Population:
    """Give the empty cells this share of the objects, and the others the rest."""
    shares = mass * empty
    shares[table.rows, table.cols] = (1 - mass) * table.counts / table.n
    return Population.of_all_cells(shares / shares.sum())
