"""The largest and the smallest Σ b_j² of the cluster sizes that a rough clustering allows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from ...base.arrays import Counts, Mask
from ...base.errors import InputError

MOST_CELLS = 22  # the largest sum is found over all subsets of the cells


def largest_square_sum(allowed: Mask, size: Counts) -> int:
    """Return max Σ_j b_j² over all ways to send each object to one of its allowed cells.

    The reachable sizes b are the integer points of a base polytope (b(S) is at most the number f(S)
    of objects that can go to S). A convex sum is largest at a vertex, which fills the cells in some
    order, each with all it can take. Dynamic programming over subsets finds the best order.
    """
    choice = allowed.sum(axis=1) > 1
    open_cells = np.flatnonzero(allowed[choice].any(axis=0))
    fixed = size[~choice] @ allowed[~choice]
    closed = int((np.delete(fixed, open_cells) ** 2).sum())
    cells = len(open_cells)
    if cells == 0:
        return closed
    if cells > MOST_CELLS:
        raise InputError(
            f"{cells} cells take ambiguous objects: the exact least entropy needs 2^{cells} "
            f"subsets, more than 2^{MOST_CELLS}; merge clusters, or make more objects certain"
        )
    filled = _reach(allowed[choice][:, open_cells], size[choice], fixed[open_cells])
    return closed + _best_order(filled, cells)


def _reach(allowed: Mask, size: Counts, fixed: Counts) -> Counts:
    """Return f(S), the number of objects that can go to S, for every subset S as a bit mask."""
    cells = allowed.shape[1]
    bits = np.int64(1) << np.arange(cells, dtype=np.int64)
    inside = np.bincount(allowed @ bits, weights=size, minlength=1 << cells).astype(np.int64)
    for bit in range(cells):  # sums over all subsets
        view = inside.reshape(-1, 2, 1 << bit)
        view[:, 1] += view[:, 0]
    reach: Counts = size.sum() - inside[::-1]  # not wholly inside the complement of S
    for bit in range(cells):
        reach.reshape(-1, 2, 1 << bit)[:, 1] += fixed[bit]
    return reach


def _best_order(filled: Counts, cells: int) -> int:
    subsets = np.arange(1 << cells, dtype=np.int64)
    best = np.zeros(1 << cells, dtype=np.int64)
    members = np.zeros(1 << cells, dtype=np.int8)
    for bit in range(cells):
        members += ((subsets >> bit) & 1).astype(np.int8)
    for count in range(1, cells + 1):
        layer = subsets[members == count]
        for bit in range(cells):
            chosen = layer[(layer >> bit) & 1 == 1]
            rest = chosen ^ (1 << bit)
            value = best[rest] + (filled[chosen] - filled[rest]) ** 2
            best[chosen] = np.maximum(best[chosen], value)
    return int(best[-1])


def smallest_square_sum(allowed: Mask, size: Counts) -> int:
    """Return min Σ_j b_j² over all ways to send each object to one of its allowed cells.

    Objects move along chains from a fuller to an emptier cell until no chain joins two cells whose
    sizes differ by 2 or more. Exactly then a convex sum over a base polytope is smallest.
    """
    flows = _spread(allowed, size)
    while True:
        chain = _chain(flows, allowed)
        if chain is None:
            loads = flows.sum(axis=0)
            return int((loads**2).sum())
        loads = flows.sum(axis=0)
        groups = [_carrier(flows, allowed, here, there) for here, there in chain]
        steps = list(zip(groups, chain, strict=True))
        excess = int(loads[chain[0][0]] - loads[chain[-1][1]]) // 2
        amount = min(excess, *(int(flows[group, here]) for group, (here, _) in steps))
        for group, (here, there) in steps:
            flows[group, here] -= amount
            flows[group, there] += amount


def _spread(allowed: Mask, size: Counts) -> Counts:
    """Start with each group spread evenly over its cells."""
    width = allowed.sum(axis=1)
    rank = np.cumsum(allowed, axis=1) - 1
    flows = (size // width)[:, None] + (rank < (size % width)[:, None])
    return np.where(allowed, flows, 0).astype(np.int64)


def _carrier(flows: Counts, allowed: Mask, here: int, there: int) -> int:
    return int(np.argmax(np.where(allowed[:, there], flows[:, here], 0)))


def _chain(flows: Counts, allowed: Mask) -> list[tuple[int, int]] | None:
    """Find a chain of moves from a cell to another one with at least 2 objects fewer."""
    loads = flows.sum(axis=0)
    moves: Any = (flows > 0).T.astype(np.int64) @ allowed.astype(np.int64) > 0
    for start in np.argsort(-loads, kind="stable"):
        before = {int(start): -1}
        queue = [int(start)]
        for cell in queue:
            for other in np.flatnonzero(moves[cell]):
                if int(other) not in before:
                    before[int(other)] = cell
                    queue.append(int(other))
        low = min(before, key=lambda cell: (int(loads[cell]), cell))
        if loads[start] - loads[low] >= 2:
            path = [low]
            while before[path[-1]] >= 0:
                path.append(before[path[-1]])
            path.reverse()
            return list(pairwise(path))
    return None
