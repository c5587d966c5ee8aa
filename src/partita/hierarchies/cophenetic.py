"""Cophenetic correlation: do two hierarchies join the same pairs at low heights?"""

from __future__ import annotations

from math import fsum, sqrt
from typing import Any

import numpy as np

from .. import _kernel
from ..base.arrays import Array, Floats
from ..base.checks import real
from ..labels import order
from .hierarchy import same_elements
from .registry import hierarchy_measure
from .tree import Tree


@hierarchy_measure(
    symbol="r_c",
    formula="Σ (d_a - mean)(d_b - mean) / √(Σ (d_a - mean)² Σ (d_b - mean)²), over all pairs",
    hard=None,
    bounds=(-1.0, 1.0),
    references=("sokal1962",),
)
def cophenetic_correlation(a: Any, b: Any) -> float:
    """Correlation, over all pairs of elements, of the heights at which they are joined.

    All pairs count, without storing a matrix of them. Hierarchies that join the same pairs at the
    same heights, up to origin and unit, score exactly 1. If one hierarchy joins all pairs at a
    single height, there is nothing to correlate: the value is 1 if the other does too, else 0. The
    sum over the pairs uses the widest floating-point type of the machine, so the last digits can
    differ between kinds of machines.

    Beware: it depends on the heights, not only on the clusters, so a nonlinear scale of heights
    changes it. The many pairs joined close to the root outweigh the small clusters.

    >>> from partita import Hierarchy
    >>> a = Hierarchy.from_linkage([[0, 1, 1, 2], [2, 3, 1, 2], [4, 5, 2, 4]])
    >>> b = Hierarchy.from_linkage([[0, 1, 1, 2], [4, 2, 2, 3], [5, 3, 3, 4]])
    >>> round(cophenetic_correlation(a, b), 6)
    0.316228
    """
    one, two = same_elements(a, b)
    found = order(one.elements)
    leaves = np.arange(one.n) if found is None else found
    sides = [_joins(side.tree, leaves) for side in (one, two)]
    if sides[0] == sides[1]:
        return 1.0
    if any(side.nodes == side.n + 1 for side in sides):  # all joined at one height
        return 0.0
    sides.sort(key=lambda side: (side.parents.tobytes(), side.heights.tobytes()))
    heights, spreads = zip(*map(_centered, sides), strict=True)
    common = _kernel.cophenetic_products(
        one.n, sides[0].parents, heights[0], sides[1].parents, heights[1]
    )
    value = common / (sqrt(spreads[0]) * sqrt(spreads[1]))
    return min(max(real(value) or 0.0, -1.0), 1.0)


def _joins(tree: Tree, leaves: Array) -> Tree:
    """The part of a tree that determines the heights of joins, with elements in a given order.

    Heights are scaled from 0 (the lowest join) to 1 (the highest); the lowest is subtracted first,
    so that a far origin costs no digits. A node at the height of its parent is merged with it, and
    nodes of equal height are sorted by their first element.
    """
    n = tree.n
    if n == 1:  # no pairs
        return Tree(1, tree.parents, np.zeros(1), np.ones(1, dtype=bool))
    heights = np.maximum(tree.heights - tree.heights[n], 0.0)
    heights /= heights[-1] or 1.0
    keep = np.ones(tree.nodes, dtype=bool)
    keep[n:-1] = heights[n:-1] < heights[tree.parents[n:-1]]
    parents = np.concatenate((tree.parents[leaves], tree.parents[n:]))
    plain = Tree(n, parents, heights, np.ones(tree.nodes, dtype=bool)).without(keep)
    first = np.arange(plain.nodes)
    for node, parent in enumerate(plain.parents[:-1].tolist()):
        first[parent] = min(first[parent], first[node])
    source = np.concatenate((np.arange(n), n + np.lexsort((first[n:], plain.heights[n:]))))
    number = np.empty(plain.nodes, dtype=np.int64)
    number[source] = np.arange(plain.nodes)
    above = plain.parents[source]
    above[:-1] = number[above[:-1]]
    return Tree(n, above, plain.heights[source], plain.is_cluster[source])


def _centered(tree: Tree) -> tuple[Floats, float]:
    """Heights minus their mean over all pairs, those of parents for elements; sum of squares."""
    starts, children = tree.children
    sizes = tree.sizes.astype(np.float64)
    squares = np.add.reduceat(sizes[children] ** 2, starts[:-1])
    pairs = (sizes[tree.n :] ** 2 - squares) / 2
    heights = tree.heights[tree.n :]
    centered = heights - fsum(pairs * heights) / fsum(pairs)
    whole = np.concatenate((np.zeros(tree.n), centered))
    whole[: tree.n] = whole[tree.parents[: tree.n]]
    return whole, fsum(pairs * centered**2)
