"""From a table back to labels: assign objects to cells so that exactly these counts result."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from ...base.arrays import Counts
from ...base.errors import InputError
from .grid import Flows, Grid

Labels = tuple[NDArray[np.generic], NDArray[np.generic]]


def flows_of(grid: Grid, table: Counts) -> Flows:
    """Distribute the objects of each group so that the table results.

    The distribution is a flow from the groups to the cells. With integer capacities a maximum flow
    is integer, and the table is reachable exactly if the flow carries every object.
    """
    wanted = (np.asarray(table, dtype=np.int64) - grid.base).ravel()
    undecided = int(grid.sizes.sum())
    if undecided == 0 or (wanted < 0).any() or int(wanted.sum()) != undecided:
        _check(grid, carried=0, reachable=undecided == 0 and not wanted.any())
        return []
    groups, many = len(grid.cells), wanted.size
    source, sink = groups + many, groups + many + 1
    lengths = [len(cells) for cells in grid.cells]
    owner = np.repeat(np.arange(groups), lengths)
    targets = np.concatenate(grid.cells)
    tails = np.concatenate((np.full(groups, source), owner, groups + np.arange(many)))
    heads = np.concatenate((np.arange(groups), groups + targets, np.full(many, sink)))
    capacity = np.concatenate((grid.sizes, grid.sizes[owner], wanted))
    network = csr_array((capacity.astype(np.int32), (tails, heads)), shape=(sink + 1, sink + 1))
    solved = maximum_flow(network, source, sink)
    _check(grid, carried=int(solved.flow_value), reachable=solved.flow_value == undecided)
    carried = np.asarray(solved.flow[owner, groups + targets]).ravel().astype(np.int64)
    return np.split(carried, np.cumsum(lengths)[:-1])


def labels_of(grid: Grid, flows: Flows) -> Labels:
    """Return the labels of every object, truth and prediction, in a world with these flows."""
    cell = grid.fixed.copy()
    for cells, members, flow in zip(grid.cells, grid.members, flows, strict=True):
        cell[members] = np.repeat(cells, flow)
    rows, columns = np.divmod(cell, grid.shape[1])
    return grid.truth.names[rows], grid.prediction.names[columns]


def _check(grid: Grid, *, carried: int, reachable: bool) -> None:
    if not reachable:
        raise InputError(
            f"the table cannot be reached: it has room for only {carried} of "
            f"{int(grid.sizes.sum())} undecided objects"
        )
