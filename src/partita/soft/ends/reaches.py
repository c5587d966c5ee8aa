"""How many objects of a class can be in each set of clusters, and the extreme tables of a class.

f(S) is the number of the undecided objects of a class with at least one cluster in S. It is
submodular, and the rows that the class allows are the integer points n >= 0 with n(S) <= f(S) for
every S and n(all) = f(all): the base polytope of f (Edmonds 1970). A corner fills the clusters in
some order, each with as many objects as are left. So a sum of concave functions is least at a
corner, and dynamic programming over the sets of filled clusters finds it in k·2^(k-1) steps,
however many objects there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from ...base.arrays import Counts, Floats, Int64
from .grid import Grid

MOST_CLUSTERS = 12  # 2^12 sets for each class


@dataclass(frozen=True, eq=False)
class Chains:
    """Steps from a set to the same set with one cluster more, in blocks of equal size.

    Block q contains all sets of q clusters; each has q rows, one for each cluster that may be last.
    """

    before: Int64
    after: Int64
    cluster: Int64
    blocks: tuple[slice, ...]

    def least(self, costs: Floats) -> tuple[Floats, Int64]:
        """Return for every class the lowest cost of a chain, and its step into each set.

        `costs` has a row for each class and a column for each step.
        """
        many = len(costs)
        lowest = np.zeros((many, self.after[-1] + 1))
        last = np.zeros((many, self.after[-1] + 1), dtype=np.int64)
        for size, block in enumerate(self.blocks, start=1):
            ways = (lowest[:, self.before[block]] + costs[:, block]).reshape(many, -1, size)
            best = np.argmin(ways, axis=2)
            sets = self.after[block][::size]
            lowest[:, sets] = np.take_along_axis(ways, best[:, :, None], axis=2)[:, :, 0]
            last[:, sets] = block.start + np.arange(len(sets)) * size + best
        return lowest[:, -1], last

    def corners(self, last: Int64, amounts: Counts) -> Counts:
        """Return the corner of each class that the steps into each set lead to."""
        many, k = len(last), len(self.blocks)
        classes = np.arange(many)
        at = np.full(many, last.shape[1] - 1)
        corners = np.zeros((many, k), dtype=np.int64)
        for _ in range(k):
            steps = last[classes, at]
            corners[classes, self.cluster[steps]] = amounts[classes, steps]
            at = self.before[steps]
        return corners


@lru_cache(maxsize=MOST_CLUSTERS)
def chains(k: int) -> Chains:
    """Return all steps between sets of k clusters."""
    sets, clusters = np.nonzero((np.arange(2**k)[:, None] >> np.arange(k)) & 1)
    sizes = np.bincount(sets, minlength=2**k)[sets]
    order = np.argsort(sizes, kind="stable")
    after, cluster = sets[order], clusters[order]
    edges = np.searchsorted(sizes[order], np.arange(1, k + 2))
    blocks = tuple(slice(int(a), int(b)) for a, b in pairwise(edges))
    return Chains(after - (1 << cluster), after, cluster, blocks)


def reach_of(grid: Grid) -> Counts:
    """Return f for each row of a grid whose rows are hard, as an array (r, 2^k).

    The objects without a cluster in S are those whose sets lie in the complement of S.
    """
    r, k = grid.shape
    inside = np.zeros((r, 2**k), dtype=np.int64)
    for cells, size in zip(grid.cells, grid.sizes.tolist(), strict=True):
        inside[cells[0] // k, int(np.sum(1 << (cells % k)))] += size
    for j in range(k):
        pairs = inside.reshape(r, -1, 2, 2**j)
        pairs[:, :, 1] += pairs[:, :, 0]
    return inside[:, -1:] - inside[:, ::-1]


def boxed(reach: Counts, lowest: Counts, highest: Counts) -> Counts | None:
    """Return f of the rows with lowest <= n <= highest; None if there is no such row.

    It is the least f(T) + highest(S outside T) - lowest(T outside S), which separates by cluster.
    """
    found = reach.copy()
    for j, (low, high) in enumerate(zip(lowest.tolist(), highest.tolist(), strict=True)):
        pairs = found.reshape(-1, 2, 2**j)
        without, inside = pairs[:, 0].copy(), pairs[:, 1].copy()
        pairs[:, 0] = np.minimum(without, inside - low)
        pairs[:, 1] = np.minimum(inside, without + high)
    return found if found[0] == 0 and found[-1] == reach[-1] else None


def most_even(reach: Counts, base: Counts) -> Floats:
    """Return the most even column sums: no others have a smaller sum of any convex function.

    `reach` is f of all classes together. The sums may be fractions. The set of clusters with the
    smallest possible mean gets just this mean, then the next set (Fujishige 1980).
    """
    k = len(base)
    members = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
    most = reach + members @ base
    sums = np.zeros(k)
    done = 0
    while done < 2**k - 1:
        open_ = np.flatnonzero((np.arange(2**k) & done) == done)[1:]
        left = members[open_].sum(axis=1) - members[done].sum()
        means = (most[open_] - most[done]) / left
        best = open_[int(np.argmin(means))]
        new = (members[best] == 1) & (members[done] == 0)
        sums[new] = means.min()
        done = int(best)
    return sums
