"""A hierarchy as a cover: the clusters of all levels, and their depths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.arrays import Codes, Floats
from ..base.errors import InputError
from ..covers import Cover
from ..covers.policies import Incidence, checked
from .tree import Tree

if TYPE_CHECKING:
    from .hierarchy import Hierarchy

_LARGEST = 50_000_000  # memberships


def cover_of(hierarchy: Hierarchy) -> Cover:
    """Return all clusters of a hierarchy as a cover, in the order of the nodes."""
    tree = hierarchy.tree
    memberships = int(tree.sizes[tree.is_cluster].sum())
    if memberships > _LARGEST:
        raise InputError(
            f"the clusters of all levels have {memberships} members in total, more than the limit "
            f"of {_LARGEST}: keep the coarse part with .top(k)"
        )
    rows, cols = [], []
    below, node = np.arange(tree.n), np.arange(tree.n)
    while len(node):
        marked = tree.is_cluster[node]
        rows.append(below[marked])
        cols.append(node[marked])
        node = tree.parents[node]
        below, node = below[node >= 0], node[node >= 0]
    named = np.flatnonzero(tree.is_cluster)
    number = np.cumsum(tree.is_cluster) - 1
    held = Incidence(np.concatenate(rows), number[np.concatenate(cols)], hierarchy.elements, named)
    made = checked(held, empty="error", unassigned="keep")
    return Cover._make(*made, hierarchy.object_index)


def depths(tree: Tree) -> Floats:
    """Return the level of each cluster from 0 (in no other) to 1 (without others inside).

    It is the longest path up from the cluster as a share of the longest path through it, counted
    in clusters.
    """
    up, down = _longest_paths(tree)
    whole = np.maximum(up + down, 1)
    found: Floats = (up / whole)[tree.is_cluster]
    return found


def _longest_paths(tree: Tree) -> tuple[Codes, Codes]:
    marked = tree.is_cluster.astype(np.int64).tolist()
    parents = tree.parents.tolist()
    down, up = [0] * tree.nodes, [0] * tree.nodes
    for node, parent in enumerate(parents[:-1]):
        down[parent] = max(down[parent], down[node] + marked[node])
    for node in range(tree.nodes - 2, -1, -1):
        up[node] = up[parents[node]] + marked[parents[node]]
    return np.array(up), np.array(down)
