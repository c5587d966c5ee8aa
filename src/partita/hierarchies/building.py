"""Read a hierarchy from a linkage, from levels, or from a tree of names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..base.arrays import Array, Codes
from ..base.checks import real
from ..base.errors import InputError
from ..base.wording import show
from ..labels import label_key, read_complete
from ..labels.alignment import check_order
from ..labels.records import from_zero, object_names
from ..table.group_names import group_names
from .tree import Tree, check_heights, merge_tree


def of_linkage(linkage: Any) -> Tree:
    """Read a linkage matrix of SciPy: a row for each merge."""
    try:
        merges = np.asarray(linkage, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(
            "linkage must be a matrix of numbers, as returned by SciPy's linkage"
        ) from None
    if merges.ndim != 2 or merges.shape[1] not in (3, 4) or not len(merges):
        raise InputError(
            f"linkage has the shape {merges.shape}: pass a row (cluster, cluster, height, size) "
            "for each merge, as returned by SciPy's linkage"
        )
    n = len(merges) + 1
    pairs = merges[:, :2]
    limit = n + np.arange(len(merges))[:, None]
    bad = (pairs != np.floor(pairs)) | (pairs < 0) | (pairs >= limit)
    used = np.bincount(np.where(bad, 0, pairs).astype(np.int64).ravel(), minlength=2 * n - 1)
    if not bad.any():
        bad = used[pairs.astype(np.int64)] != 1
    if bad.any():
        at = int(bad.any(axis=1).argmax())
        raise InputError(
            f"linkage, row {at} joins {pairs[at][0]:g} and {pairs[at][1]:g}: each must be an "
            f"element below {n} or an earlier merge, joined once"
        )
    parents = np.full(2 * n - 1, -1, dtype=np.int64)
    parents[pairs.astype(np.int64).ravel()] = np.repeat(n + np.arange(n - 1), 2)
    heights = np.concatenate((np.zeros(n), merges[:, 2]))
    check_heights(heights, parents, "linkage")
    return merge_tree(n, parents, heights, np.ones(2 * n - 1, dtype=bool), stepwise=True)


def of_levels(levels: Any) -> Tree:
    """Read nested partitions, finest first or coarsest first."""
    if isinstance(levels, str | bytes) or not isinstance(levels, Sequence) or not len(levels):
        raise InputError("levels must be a list of labelings, one for each level")
    check_order({f"levels[{i}]": level for i, level in enumerate(levels)})
    codes = [from_zero(read_complete(level, f"levels[{i}]")) for i, level in enumerate(levels)]
    lengths = {len(level) for level in codes}
    if len(lengths) > 1:
        raise InputError(f"levels have {sorted(lengths)} labels: give every level one per element")
    order = list(range(len(codes)))
    if len(np.unique(codes[0])) < len(np.unique(codes[-1])):
        order.reverse()
    n = lengths.pop()
    below = np.arange(n)  # the node of each element on the level below
    links: list[Array] = []
    heights = [np.zeros(n)]
    total = n
    for height, level in enumerate(order, start=1):
        _, first, number = np.unique(codes[level], return_index=True, return_inverse=True)
        _check_nested(below, number, level, order[height - 2] if height > 1 else None)
        nodes = np.full(total, -1, dtype=np.int64)
        nodes[below] = total + number
        links.append(nodes)
        below = total + number
        heights.append(np.full(len(first), float(height)))
        total += len(first)
    return _joined(n, links, heights, np.unique(below))


def _joined(n: int, links: list[Array], heights: list[Array], top: Codes) -> Tree:
    """Join the clusters of the coarsest level under a root that is not a cluster."""
    flat = np.concatenate(heights)
    parents = np.full(len(flat) + 1, -1, dtype=np.int64)
    for link in links:
        held = link >= 0
        parents[np.flatnonzero(held)] = link[held]
    parents[top] = len(flat)
    marks = np.ones(len(flat) + 1, dtype=bool)
    marks[:n] = False
    marks[-1] = False
    heights_all = np.append(flat, len(heights))
    return merge_tree(n, parents, heights_all, marks)


def _check_nested(below: Codes, number: Codes, level: int, finer: int | None) -> None:
    seen = np.full(int(below.max()) + 1, -1, dtype=np.int64)
    seen[below[::-1]] = number[::-1]
    split = seen[below] != number
    if split.any():
        at = int(split.argmax())
        raise InputError(
            f"levels are not nested: levels[{level}] splits a cluster of levels[{finer}] at "
            f"position {at}; every cluster must lie inside one of the next coarser level"
        )


def of_parents(parents: Any, heights: Any) -> tuple[Tree, Array]:
    """Read a tree of names: the parent of each node, None for the root; leaves are elements."""
    if not isinstance(parents, Mapping) or not parents:
        raise InputError("parents must be a dictionary from each node to its parent")
    keys: dict[Any, int] = {}
    names: list[Any] = []
    for name in (*parents, *(p for p in parents.values() if p is not None)):
        if keys.setdefault(label_key(name), len(names)) == len(names):
            names.append(name)
    above = np.full(len(names), -1, dtype=np.int64)
    for name, parent in parents.items():
        above[keys[label_key(name)]] = -1 if parent is None else keys[label_key(parent)]
    depth = _depths(above, names)
    roots = np.flatnonzero(above < 0)
    if len(roots) > 1:
        raise InputError(
            f"parents has several roots, {show(names[roots[0]])} and {show(names[roots[1]])}: "
            "give them a common parent"
        )
    leaf = np.bincount(above[above >= 0], minlength=len(names)) == 0
    up = np.zeros(len(names))
    order = np.argsort(-depth, kind="stable")
    for node in order[:-1].tolist():
        up[above[node]] = max(up[above[node]], up[node] + 1)
    if heights is not None:
        up = _given(heights, names, leaf)
    place = np.concatenate((np.flatnonzero(leaf), order[~leaf[order]]))
    number = np.empty(len(names), dtype=np.int64)
    number[place] = np.arange(len(names))
    found = np.where(above >= 0, number[above], -1)[place]
    check_heights(up[place], found, "heights")
    tree = merge_tree(int(leaf.sum()), found, up[place], np.ones(len(names), dtype=bool))
    return tree, group_names("elements", object_names([names[i] for i in place[: tree.n]]), tree.n)


def _depths(above: Codes, names: list[Any]) -> Codes:
    depth = np.where(above < 0, 0, -1)
    for start in range(len(above)):
        path, node = [], start
        while depth[node] < 0:
            path.append(node)
            depth[node] = -2 - len(path)  # a mark of the path; meeting one again is a circle
            node = int(above[node])
            if depth[node] < -1:
                raise InputError(f"parents has a circle through {show(names[node])}")
        for node in reversed(path):
            depth[node] = depth[above[node]] + 1
    return depth


def _given(heights: Any, names: list[Any], leaf: Array) -> Array:
    if not isinstance(heights, Mapping):
        raise InputError("heights must be a dictionary from each inner node to its height")
    known = {label_key(name): height for name, height in heights.items()}
    found = np.zeros(len(names))
    for node in np.flatnonzero(~leaf).tolist():
        number = real(known.get(label_key(names[node])))
        if number is None:
            raise InputError(f"heights has no number for {show(names[node])}")
        found[node] = number
    return found
