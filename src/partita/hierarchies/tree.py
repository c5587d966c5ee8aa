"""The tree of a hierarchy: parents, heights, clusters among the nodes, and the order of merges.

Nodes 0...n-1 are the elements. Inner nodes follow in the order in which they are formed, so
children come before parents, and the last node is the root.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..base.arrays import Array, Codes, Floats
from ..base.errors import InputError


class Tree:
    """A rooted tree over n elements.

    Attributes
    ----------
    parents : ndarray of int64
        The parent of each node; -1 for the root, the last one.
    heights : ndarray of float64
        The height at which each node is formed; elements have height 0.
    is_cluster : ndarray of bool
        Whether the node is a cluster of the hierarchy. An element is a cluster if it is alone on
        some level; the root is not if it only joins the parts.
    stepwise : bool
        Whether nodes at one height are formed one after another, like the merges of a linkage, or
        all at once, like the clusters of a level.
    """

    def __init__(
        self,
        n: int,
        parents: Codes,
        heights: Floats,
        is_cluster: Array,
        *,
        stepwise: bool = False,
    ) -> None:
        self.n, self.stepwise = n, stepwise
        self.parents, self.heights, self.is_cluster = parents, heights, is_cluster
        for field in (parents, heights, is_cluster):
            field.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (self.n, self.stepwise) == (other.n, other.stepwise) and all(
            np.array_equal(*sides)
            for sides in (
                (self.parents, other.parents),
                (self.heights, other.heights),
                (self.is_cluster, other.is_cluster),
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(  # type: ignore[misc]  # a copy is read-only too
            state["n"],
            state["parents"],
            state["heights"],
            state["is_cluster"],
            stepwise=state["stepwise"],
        )

    @property
    def nodes(self) -> int:
        """Number of nodes, including the elements."""
        return len(self.parents)

    @cached_property
    def sizes(self) -> Codes:
        """Number of elements below each node."""
        sizes = np.zeros(self.nodes, dtype=np.int64)
        sizes[: self.n] = 1
        for node, parent in enumerate(self.parents[:-1].tolist()):
            sizes[parent] += sizes[node]
        return sizes

    @cached_property
    def children(self) -> tuple[Codes, Codes]:
        """The starts of the children of each inner node in a list, and the list of children."""
        order = np.argsort(self.parents[:-1], kind="stable")
        counts = np.bincount(self.parents[:-1], minlength=self.nodes)[self.n :]
        return np.concatenate(([0], np.cumsum(counts))), order

    @cached_property
    def left(self) -> Codes:
        """Number of clusters before any inner node is formed, and after each of them."""
        counts = np.diff(self.children[0])
        return np.concatenate(([self.n], self.n - np.cumsum(counts - 1)))

    @cached_property
    def is_cut(self) -> Array:
        """Whether there is a cut after each number of inner nodes: all parts are clusters."""
        starts, children = self.children
        loose = (~self.is_cluster).astype(np.int64)
        inside = np.concatenate(([0], np.cumsum(loose[children])))[starts]
        parts = loose[: self.n].sum() - inside + np.concatenate(([0], np.cumsum(loose[self.n :])))
        inner = self.heights[self.n :]
        whole = np.ones(len(parts), dtype=bool)
        if not self.stepwise:
            whole[1:-1] = inner[1:] > inner[:-1]
        found: Array = whole & (parts == 0)
        return found

    def roots_after(self, formed: int) -> Codes:
        """Return the node above each element after some inner nodes are formed.

        Parameters
        ----------
        formed
            Number of inner nodes that are formed.

        Returns
        -------
        ndarray
            The highest node above each element.
        """
        stop = self.n + formed
        node = np.arange(stop)
        for at in range(stop - 1, -1, -1):
            parent = int(self.parents[at])
            if 0 <= parent < stop:
                node[at] = node[parent]
        return node[: self.n]

    def without(self, keep: Array) -> Tree:
        """Drop inner nodes; their children move to the next ancestor that stays.

        Parameters
        ----------
        keep
            Whether each inner node stays.

        Returns
        -------
        Tree
            The tree without the other inner nodes, whose children move up.
        """
        number = np.cumsum(keep) - 1
        parents = np.full(self.nodes, -1, dtype=np.int64)
        for node in range(self.nodes - 2, -1, -1):
            parent = int(self.parents[node])
            parents[node] = parent if keep[parent] else parents[parent]
        kept = np.flatnonzero(keep)
        found = parents[kept]
        found[:-1] = number[found[:-1]]
        heights, marks = self.heights[kept].copy(), self.is_cluster[kept].copy()
        return Tree(self.n, found, heights, marks, stepwise=self.stepwise)


def merge_tree(
    n: int, parents: Codes, heights: Floats, is_cluster: Array, *, stepwise: bool = False
) -> Tree:
    """Sort nodes by the order in which they are formed, and drop nodes with one child.

    A node with one child is the same set as the child, on a further level.
    """
    order = np.concatenate((np.arange(n), n + np.argsort(heights[n:], kind="stable")))
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    parents = np.where(parents >= 0, number[parents], -1)[order]
    heights, is_cluster = heights[order], is_cluster[order].copy()
    below = np.bincount(parents[:-1], minlength=len(parents))
    single = np.flatnonzero(below == 1)
    keep = np.ones(len(parents), dtype=bool)
    child = np.full(len(parents), -1, dtype=np.int64)
    child[parents[:-1]] = np.arange(len(parents) - 1)
    for node in single.tolist():  # children first: a chain passes its mark down to the end
        keep[node] = False
        last = int(child[node])
        while not keep[last]:
            last = int(child[last])
        is_cluster[last] |= is_cluster[node]
    if not keep[-1]:
        last = int(np.flatnonzero(keep)[-1])
        parents = parents[: last + 1].copy()
        parents[last] = -1
        keep, heights, is_cluster = keep[: last + 1], heights[: last + 1], is_cluster[: last + 1]
    return Tree(n, parents, heights, is_cluster, stepwise=stepwise).without(keep)


def check_heights(heights: Floats, parents: Codes, what: str) -> None:
    """Refuse heights that are not finite, or a node above its parent."""
    if not np.isfinite(heights).all():
        raise InputError(f"{what}: every height must be a finite number")
    above = heights[:-1] > heights[parents[:-1]]
    if above.any():
        node = int(above.argmax())
        raise InputError(
            f"{what}: a group formed at {heights[node]} is joined at the smaller height "
            f"{heights[parents[node]]}, so there is no cut between them, as with centroid and "
            "median linkage: use another linkage, or the running maximum of the heights"
        )
