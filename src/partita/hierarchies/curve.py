"""The curve of Fowlkes and Mallows: two hierarchies compared at every number of clusters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ..base.arithmetic import root_ratio
from ..base.arrays import Codes, Floats
from ..base.checks import whole_numbers
from ..base.errors import InputError
from ..statistics.pairs import together_variance
from .hierarchy import same_elements
from .tree import Tree


@dataclass(frozen=True, eq=False)
class FowlkesMallowsCurve:
    """Fowlkes-Mallows index B_k of two hierarchies cut at k clusters each, with its chance level.

    Attributes
    ----------
    k : ndarray of int64
        Numbers of clusters, descending.
    value : ndarray
        B_k = N11 / √(P Q).
    expected, deviation : ndarray
        Mean and standard deviation of B_k over all assignments of the elements to clusters of
        these sizes (Fowlkes and Mallows 1983).
    """

    k: Codes
    value: Floats
    expected: Floats
    deviation: Floats

    @property
    def z(self) -> Floats:
        """Number of standard deviations above chance; 0 if the value cannot vary."""
        away = self.value - self.expected
        return np.divide(away, self.deviation, out=np.zeros(len(away)), where=self.deviation > 0)


class _Cut(NamedTuple):
    """Sums over the cells and the group sizes of a pair of cuts."""

    k: int
    squares: int  # Σ n_ij²
    twos: tuple[int, int]  # Σ a(a-1) of either side
    threes: tuple[int, int]  # Σ a(a-1)(a-2)


def fowlkes_mallows_curve(
    a: Any, b: Any, *, ks: Iterable[int] | None = None
) -> FowlkesMallowsCurve:
    """Compare two hierarchies at every number of clusters from n - 1 down to 2.

    Both trees are merged step by step, and each step updates the sums over the table, so the whole
    curve of a hundred thousand elements takes seconds.

    Parameters
    ----------
    a, b : Hierarchy
        Two hierarchies of the same elements.
    ks
        Only these numbers of clusters; both hierarchies must have such cuts. By default all
        numbers that both have, except 1 and n, where all clusterings are the same.

    Returns
    -------
    FowlkesMallowsCurve
        B_k, its mean and its deviation by chance, for each k that both can be cut at.

    Raises
    ------
    InputError
        If the elements differ, or a hierarchy has no cut with a number in `ks`.

    Examples
    --------
    >>> from partita import Hierarchy
    >>> a = Hierarchy.from_linkage([[0, 1, 1, 2], [2, 3, 1, 2], [4, 5, 2, 4]])
    >>> b = Hierarchy.from_linkage([[0, 1, 1, 2], [4, 2, 2, 3], [5, 3, 3, 4]])
    >>> curve = fowlkes_mallows_curve(a, b)
    >>> curve.k.tolist(), curve.value.round(3).tolist()
    ([3, 2], [1.0, 0.408])
    """
    one, two = same_elements(a, b)
    wanted = _wanted(one.counts, two.counts, one.n, ks)
    cuts = list(_cuts(one.tree, two.tree, wanted))
    chance = [_chance(cut, one.n) for cut in cuts]
    value = [root_ratio((cut.squares - one.n) ** 2, cut.twos[0] * cut.twos[1]) for cut in cuts]
    return FowlkesMallowsCurve(
        np.array([cut.k for cut in cuts], dtype=np.int64),
        np.array(value),
        np.array([mean for mean, _ in chance]),
        np.array([sd for _, sd in chance]),
    )


def _wanted(one: Codes, two: Codes, n: int, ks: Iterable[int] | None) -> list[int]:
    common = np.intersect1d(one, two)
    common = common[(common > 1) & (common < n)]
    if ks is None:
        return common[::-1].tolist()  # type: ignore[no-any-return]
    asked = sorted(set(whole_numbers("ks", ks, 2)), reverse=True)
    for k in asked:
        if k not in common:
            raise InputError(
                f"ks: both hierarchies must have a cut with {k} clusters, between 2 and {n - 1}; "
                "see their .counts"
            )
    return asked


def _chance(cut: _Cut, n: int) -> tuple[float, float]:
    """Mean and standard deviation of B_k = N11 / √(p q), with p and q pairs on the two sides."""
    (p, q), (triples, other) = (two // 2 for two in cut.twos), cut.threes
    above, below = together_variance(n, p, triples, q, other)
    return root_ratio(4 * p * q, (n * (n - 1)) ** 2), sqrt(above / (below * p * q))


def _cuts(a: Tree, b: Tree, wanted: list[int]) -> Iterator[_Cut]:
    """Merge both trees from single elements upwards; yield each wanted number of clusters."""
    sides = [_Side(a), _Side(b)]
    for x in range(a.n):
        sides[0].cells[x] = {x: 1}
        sides[1].cells[x] = {x: 1}
    squares = a.n
    for k in wanted:
        for side, other in (sides, sides[::-1]):
            while side.left > k:
                squares += side.step(other)
        yield _Cut(k, squares, (sides[0].twos, sides[1].twos), (sides[0].threes, sides[1].threes))


class _Side:
    """The current clusters of one tree, with their cells in the other tree."""

    def __init__(self, tree: Tree) -> None:
        starts, children = tree.children
        self.starts, self.children = starts.tolist(), children.tolist()
        self.sizes = tree.sizes.tolist()
        self.n = tree.n
        self.left, self.formed = tree.n, 0
        self.twos = self.threes = 0
        self.cells: dict[int, dict[int, int]] = {}
        self.key = list(range(tree.n))  # of a node, for its cells

    def step(self, other: _Side) -> int:
        """Form the next node: add the cells of its children to the largest of them."""
        at = self.formed
        children = self.children[self.starts[at] : self.starts[at + 1]]
        keys = sorted((self.key[c] for c in children), key=lambda key: -len(self.cells[key]))
        target = self.cells[keys[0]]
        grown = 0
        for key in keys[1:]:
            for column, count in self.cells.pop(key).items():
                there = target.get(column, 0)
                grown += 2 * there * count
                target[column] = there + count
                meets = other.cells[column]
                del meets[key]
                meets[keys[0]] = there + count
        self.key.append(keys[0])
        self.formed += 1
        self.left -= len(children) - 1
        for node, sign in ((self.n + at, 1), *((c, -1) for c in children)):
            size = self.sizes[node]
            self.twos += sign * size * (size - 1)
            self.threes += sign * size * (size - 1) * (size - 2)
        return grown
