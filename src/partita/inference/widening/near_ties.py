"""Largest overlaps that nearly tie: a population in which they do tie.

A maximum has no derivative where two cells tie, and there the bootstrap of the sample is not
consistent: the largest of equal cells is too high by chance, and the draws repeat this error (Fang
and Santos 2019). The bootstrap from a population with the ties in it is valid. So cells whose
difference may be due to chance are made equal before samples are drawn, as nearly binding
inequalities are treated as binding in the tests of Andrews and Soares (2010).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..sampling.populations import Population

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...table.contingency import Contingency

_ROUNDS = 20  # of equalizing classes, clusters and cells in turn, at most
_SETTLED = 1e-12  # change of a share in a round
BEYOND = 0.8  # standard errors that equal cells may exceed their expected extreme by


def tied(table: Contingency, beyond: float = BEYOND) -> Population | None:
    """Equalize what nearly ties: the largest cells of a class or cluster, and the largest groups.

    F ties only where both the cells and the clusters are equal, so all are made equal in turn. None
    if nothing nearly ties. `beyond` says how far what ties may differ, as for `alike`.
    """
    cells, found = _linked_cells(table, beyond)
    sides = (table.rows, table.class_sizes), (table.cols, table.cluster_sizes)
    largest = [
        np.flatnonzero(alike(size, np.zeros(len(size), dtype=int), beyond)) for _, size in sides
    ]
    if found == table.nnz and all(len(groups) == 1 for groups in largest):
        return None
    shares = table.counts / table.n
    for _ in range(_ROUNDS):
        before = shares
        for (lines, size), groups in zip(sides, largest, strict=True):
            shares = shares * _equalizing(shares, lines, len(size), groups)
        shares = _mean_of(shares, cells)  # last: if not all can be equal, cells matter most
        if np.abs(shares - before).max() <= _SETTLED:
            break
    return Population(table.rows, table.cols, shares / shares.sum(), table.shape)


def alike(counts: NDArray[Any], lines: NDArray[Any], beyond: float = BEYOND) -> NDArray[np.bool_]:
    """Mark the cells of each line that may be as large as its largest, given chance.

    The largest j cells of a line are alike if none is further from their mean than
    √(2 log j) + `beyond` standard errors: the first term is the expected extreme of j equal cells.
    """
    order = np.lexsort((-counts, lines))
    line, first = np.unique(lines[order], return_index=True)
    start = first[np.searchsorted(line, lines[order])]
    ordered = counts[order].astype(np.float64)
    sums = np.cumsum(ordered)
    j = np.arange(1, len(order) + 1) - start
    mean = (sums - sums[start] + ordered[start]) / j
    reach = (np.sqrt(2 * np.log(j)) + beyond) * np.sqrt(mean * (1 - 1 / j))
    close = (ordered[start] - mean <= reach) & (mean - ordered <= reach)
    close[first] = True  # a cell equals itself, despite the rounding of its mean
    most = np.maximum.reduceat(np.where(close, j, 0), first)
    among = np.empty(len(order), dtype=bool)
    among[order] = j <= most[np.searchsorted(line, lines[order])]
    return among


def _linked_cells(table: Contingency, beyond: float) -> tuple[NDArray[np.int32], int]:
    """Number the sets of cells that are linked by a near tie in a row or column."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    cells, classes = table.nnz, len(table.classes)
    ends = [
        (np.flatnonzero(near), lines[near] + first)
        for lines, first in ((table.rows, cells), (table.cols, cells + classes))
        for near in [alike(table.counts, lines, beyond)]
    ]
    cell, line = (np.concatenate(side) for side in zip(*ends, strict=True))
    nodes = cells + classes + len(table.clusters)
    links = coo_array((np.ones(len(cell), dtype=np.int8), (cell, line)), shape=(nodes, nodes))
    _, numbers = connected_components(links, directed=False)
    distinct, numbers = np.unique(numbers[:cells], return_inverse=True)
    return numbers.astype(np.int32), len(distinct)


def _mean_of(shares: Floats, sets: NDArray[np.int32]) -> Floats:
    return np.asarray((np.bincount(sets, weights=shares) / np.bincount(sets))[sets])


def _equalizing(
    shares: Floats, lines: NDArray[np.int32], size: int, groups: NDArray[np.intp]
) -> Floats:
    """Return the factor of each cell that makes these groups equally large."""
    factor = np.ones(size)
    sums = np.bincount(lines, weights=shares, minlength=size)[groups]
    factor[groups] = sums.mean() / sums
    return np.asarray(factor[lines])
