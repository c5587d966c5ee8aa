"""Do two hierarchies join the same pairs early? The correlation of their cophenetic distances."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from .. import _kernel
from ..arithmetic import real
from .hierarchy import same_elements
from .registry import hierarchy_measure
from .tree import Floats, Tree


@hierarchy_measure(
    symbol="r_c",
    formula="Σ (d_a - mean)(d_b - mean) / √(Σ (d_a - mean)² Σ (d_b - mean)²), over all pairs",
    hard=None,
    bounds=(-1.0, 1.0),
    references=("sokal1962",),
)
def cophenetic_correlation(a: Any, b: Any) -> float:
    """Correlation, over all pairs of elements, of the heights at which they are joined.

    Counted exactly without a matrix of pairs. Where one hierarchy joins all pairs at one height
    there is nothing to correlate: 1 if the other does too, else 0.

    Beware: it reads heights, not only which clusters there are, so that rescaling a height by a
    curve changes it; and the many pairs joined near the root outweigh the small clusters.

    >>> from partita import Hierarchy
    >>> a = Hierarchy.from_linkage([[0, 1, 1, 2], [2, 3, 1, 2], [4, 5, 2, 4]])
    >>> b = Hierarchy.from_linkage([[0, 1, 1, 2], [4, 2, 2, 3], [5, 3, 3, 4]])
    >>> round(cophenetic_correlation(a, b), 6)
    0.316228
    """
    one, two = same_elements(a, b)
    sides = [_centred(side.tree) for side in (one, two)]
    if not all(spread for _, spread in sides):
        return float(sides[0][1] == sides[1][1])
    common = _kernel.cophenetic_products(
        one.n, one.tree.parents, sides[0][0], two.tree.parents, sides[1][0]
    )
    value = common / (sqrt(sides[0][1]) * sqrt(sides[1][1]))
    return min(max(real(value) or 0.0, -1.0), 1.0)


def _centred(tree: Tree) -> tuple[Floats, float]:
    """Heights less their mean over all pairs, as shares of the greatest; the sum of squares."""
    starts, children = tree.children
    sizes = tree.sizes.astype(np.float64)
    squares = np.add.reduceat(sizes[children] ** 2, starts[:-1]) if tree.nodes > tree.n else sizes
    pairs = np.zeros(tree.nodes)
    pairs[tree.n :] = (sizes[tree.n :] ** 2 - squares[: tree.nodes - tree.n]) / 2
    scale = float(np.abs(tree.heights).max()) or 1.0
    heights = tree.heights / scale
    centred = heights - pairs @ heights / max(pairs.sum(), 1.0)
    inner = centred[tree.n :]
    same = not len(inner) or float(np.ptp(heights[tree.n :])) == 0.0
    return centred, 0.0 if same else float(pairs[tree.n :] @ inner**2)
