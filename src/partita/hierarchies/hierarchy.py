"""`Hierarchy`: clusters inside clusters, as dendrograms, nested levels or trees of names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

import numpy as np

from ..base.arrays import Array, Codes
from ..base.checks import real, whole_from, whole_numbers
from ..base.errors import InputError
from ..base.wording import article, show
from ..labels.alignment import check_order
from ..table.group_names import group_names, join_names, same_names
from . import building
from .flattening import cover_of
from .tree import Tree

if TYPE_CHECKING:
    from ..covers import Cover


_BY_ELEMENTS = "pass elements=levels[0].index to match by id, or .to_numpy() of all levels"


class Hierarchy:
    """Clusters inside clusters; make one with a ``from_`` method.

    Attributes
    ----------
    elements : ndarray
        The id of each element.
    tree : Tree
        Nodes, parents and heights.
    """

    elements: Array
    tree: Tree
    object_index: Any  #: of the Series whose places number the elements, or None

    is_hierarchy: ClassVar[bool] = True  # lower layers refuse it by this mark

    def __init__(self, *_: object, **__: object) -> None:
        raise InputError("build a Hierarchy with from_linkage, from_levels or from_parents")

    @classmethod
    def from_linkage(cls, linkage: Any, *, elements: Any = None) -> Self:
        """Read what `scipy.cluster.hierarchy.linkage` returns.

        Parameters
        ----------
        linkage
            A row for each merge: two clusters, their height, and their size.
        elements
            Ids of the elements; 0, 1, 2, … if left out.

        Returns
        -------
        Hierarchy
            The hierarchy.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.

        Examples
        --------
        >>> Hierarchy.from_linkage([[0, 1, 0.5, 2], [2, 3, 1.0, 2], [4, 5, 2.0, 4]])
        <Hierarchy: 4 elements, 7 clusters, height 2>
        """
        tree = building.of_linkage(linkage)
        return cls._make(tree, group_names("elements", elements, tree.n))

    @classmethod
    def from_levels(cls, levels: Any, *, elements: Any = None) -> Self:
        """Read nested partitions: labels of all elements on each level, in order.

        Level i has height i, the finest level height 1. A cluster with the same elements on two
        levels is one cluster.

        Parameters
        ----------
        levels
            Labels of all elements for each level, the finest first.
        elements
            Ids of the elements; 0, 1, 2, … if left out.

        Returns
        -------
        Hierarchy
            The hierarchy.

        Raises
        ------
        InputError
            If the levels are not nested, or cannot be read.

        Examples
        --------
        >>> kinds, breeds = ["cat", "cat", "dog", "dog"], ["Manx", "Siam", "Collie", "Collie"]
        >>> Hierarchy.from_levels([kinds, breeds])
        <Hierarchy: 4 elements, 4 clusters, height 3>
        """
        tree = building.of_levels(levels)
        index = check_order({"levels[0]": levels[0], "elements": elements})
        named = group_names("elements", elements, tree.n)
        return cls._make(tree, named, index if elements is None else None)

    @classmethod
    def from_parents(cls, parents: Any, *, heights: Any = None) -> Self:
        """Read a tree of names: the parent of each node, None or nothing for the root.

        The leaves are the elements. Without `heights` of the inner nodes, the height of a node is
        1 more than the largest height of its children.

        Parameters
        ----------
        parents
            A dictionary from each node to its parent.
        heights
            A dictionary from inner nodes to their heights.

        Returns
        -------
        Hierarchy
            The hierarchy.

        Raises
        ------
        InputError
            If the parents form a circle, or cannot be read.

        Examples
        --------
        >>> Hierarchy.from_parents({"lion": "cat", "lynx": "cat", "cat": "all", "cow": "all"})
        <Hierarchy: 3 elements, 5 clusters, height 2>
        """
        tree, elements = building.of_parents(parents, heights)
        return cls._make(tree, elements)

    @classmethod
    def _make(cls, tree: Tree, elements: Array, index: Any = None) -> Self:
        made = cls.__new__(cls)
        held = elements.view()
        held.flags.writeable = False
        made.__dict__.update(tree=tree, elements=held, object_index=index)
        return made

    @property
    def n(self) -> int:
        """Number of elements."""
        return self.tree.n

    @cached_property
    def counts(self) -> Codes:
        """The numbers of clusters that a cut can give, ascending."""
        return np.unique(self.tree.left[self.tree.is_cut])

    def cut(self, *, k: int | None = None, height: float | None = None) -> Codes:
        """Return the labels of `k` clusters, or of the clusters formed up to a height.

        Clusters are numbered by their first element. If a linkage has several merges at one
        height, their order decides which come first.

        Parameters
        ----------
        k
            Number of clusters.
        height
            Height of the cut; give either `k` or `height`.

        Returns
        -------
        ndarray
            The cluster of each element, numbered from 0.

        Raises
        ------
        InputError
            If no cut has this number of clusters, or both or none are given.

        Examples
        --------
        >>> tree = Hierarchy.from_linkage([[0, 1, 0.5, 2], [2, 3, 1.0, 2], [4, 5, 2.0, 4]])
        >>> tree.cut(k=2).tolist(), tree.cut(height=0.5).tolist()
        ([0, 0, 1, 1], [0, 0, 1, 2])
        """
        if (k is None) == (height is None):
            raise InputError("cut takes either k or height")
        formed = self._formed_for(k) if k is not None else self._formed_at(height)
        _, first, number = np.unique(
            self.tree.roots_after(formed), return_index=True, return_inverse=True
        )
        rank = np.empty(len(first), dtype=np.int64)
        rank[np.argsort(first)] = np.arange(len(first))
        return rank[number]

    def cuts(self, ks: Iterable[int]) -> dict[int, Codes]:
        """Return the labels of several cuts by their number of clusters, for `partita.sweep`.

        Parameters
        ----------
        ks
            Numbers of clusters.

        Returns
        -------
        dict
            The labels of each cut by its number of clusters.

        Raises
        ------
        InputError
            If no cut has one of these numbers of clusters.
        """
        return {k: self.cut(k=k) for k in whole_numbers("ks", ks, 1)}

    def _formed_for(self, k: object) -> int:
        number = whole_from("k", k, 1)
        found = np.flatnonzero((self.tree.left == number) & self.tree.is_cut)
        if not len(found):
            near = self.counts[np.argsort(np.abs(self.counts - number), kind="stable")[:2]]
            raise InputError(
                f"no cut gives {number} clusters; the nearest numbers are "
                f"{' and '.join(map(str, sorted(near.tolist())))}"
            )
        return int(found[0])

    def _formed_at(self, height: object) -> int:
        number = real(height)
        if number is None:
            raise InputError(f"height must be a number; got {height!r}")
        inner = self.tree.heights[self.n :]
        return int(np.searchsorted(inner, number, side="right"))

    def top(self, k: int) -> Self:
        """Keep the coarse part: the k clusters of a cut and all clusters above them.

        The levels below are dropped: elements lie directly in their cluster of the cut.

        Parameters
        ----------
        k
            Number of clusters of the cut.

        Returns
        -------
        Hierarchy
            The coarse part.

        Raises
        ------
        InputError
            If no cut has this number of clusters.
        """
        formed = self._formed_for(k)
        tree = self.tree
        keep = np.ones(tree.nodes, dtype=bool)
        cut = np.unique(tree.roots_after(formed))
        keep[tree.n : tree.n + formed] = False
        keep[cut] = True
        marks = tree.is_cluster.copy()
        marks[: tree.n] = False
        marks[cut] = True
        whole = Tree(tree.n, tree.parents, tree.heights, marks, stepwise=tree.stepwise)
        found = whole.without(keep)
        return self._make(found, self.elements, self.object_index)

    def cover(self) -> Cover:
        """Return the clusters of all levels as a cover; their names are the nodes of the tree.

        Returns
        -------
        Cover
            A cluster for each node of the tree that is a cluster.
        """
        return cover_of(self)

    def ordered_like(self, other: Hierarchy) -> Self:
        """Return this hierarchy with its elements in the order of another's.

        Parameters
        ----------
        other
            A hierarchy of the same elements.

        Returns
        -------
        Hierarchy
            The same clusters, with the elements in the other order.

        Raises
        ------
        InputError
            If the elements differ.
        """
        ids, left, right = join_names(other.elements, self.elements)
        if len(ids) != self.n or len(ids) != other.n:
            own, theirs = set(left.tolist()), set(right.tolist())
            odd = min(own ^ theirs)
            which = "second" if odd in own else "first"
            raise InputError(
                f"the element {show(ids[odd])} is missing in the {which} hierarchy: both must have "
                "the same elements"
            )
        if np.array_equal(left, right):
            return self
        place = np.empty(self.n, dtype=np.int64)
        place[left] = np.arange(self.n)
        number = place[right]  # the new place of each element
        source = np.argsort(number)
        tree = self.tree
        parents, marks = tree.parents.copy(), tree.is_cluster.copy()
        parents[: self.n], marks[: self.n] = tree.parents[source], tree.is_cluster[source]
        moved = Tree(self.n, parents, tree.heights, marks, stepwise=tree.stepwise)
        return self._make(moved, other.elements)

    def __len__(self) -> int:
        return self.n

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hierarchy):
            return NotImplemented
        return self.tree == other.tree and same_names(self.elements, other.elements)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return self._make, (self.tree, self.elements, self.object_index)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"hierarchies are immutable; {name!r} cannot be set")

    def __repr__(self) -> str:
        clusters = int(self.tree.is_cluster.sum())
        return (
            f"<Hierarchy: {self.n} elements, {clusters} clusters, height {self.tree.heights[-1]:g}>"
        )


def same_elements(a: Any, b: Any) -> tuple[Hierarchy, Hierarchy]:
    """Check two hierarchies, and sort the elements of the second like those of the first."""
    for side, name in ((a, "the first argument"), (b, "the second argument")):
        if not isinstance(side, Hierarchy):
            raise InputError(
                f"{name} is {article(type(side).__name__)}, not a Hierarchy: build one with "
                "Hierarchy.from_linkage, from_levels or from_parents"
            )
    check_order({"the first hierarchy": a, "the second hierarchy": b}, _BY_ELEMENTS)
    return a, b.ordered_like(a)
