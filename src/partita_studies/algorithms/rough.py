"""Rough k-means: an object near several centers belongs to one of them, but which is left open.

Lingras and West (lingras2004) weigh the sure members of a cluster against its possible ones.
Peters (peters2014) counts an open object as an equal share in each of its clusters, by the
principle of indifference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from partita import InputError

from .prototypes import (
    ROUNDS,
    alternate,
    read_centers,
    read_points,
    squared_distances,
    weighted_means,
)

if TYPE_CHECKING:
    from partita.base.arrays import Floats, Mask

Rule = Callable[["Floats", "Mask", "Floats"], "Floats"]


class RoughKMeans(NamedTuple):
    """The clusters that each object may belong to, the centers, and whether they settled."""

    sets: Mask  # of shape (n, k): the upper approximations in columns
    centers: Floats
    settled: bool

    @property
    def lower(self) -> Mask:
        """Which objects surely belong to each cluster, of shape (n, k)."""
        return _sure(self.sets)


def _sure(sets: Mask) -> Mask:
    found: Mask = sets & (sets.sum(axis=1) == 1)[:, None]
    return found


def indifferent(rows: Floats, sets: Mask, before: Floats) -> Floats:
    """Centers by Peters: an object that q clusters may hold counts 1/q in each of them."""
    return weighted_means(rows, sets / sets.sum(axis=1, keepdims=True), before)


def weighing(lower: float) -> Rule:
    """Centers by Lingras and West: `lower` × mean of sure members + (1 - `lower`) × open ones.

    If a cluster has members of one sort only, their mean is its center.
    """
    if not 0 <= lower <= 1:
        raise InputError(f"lower must lie from 0 to 1; got {lower!r}")

    def rule(rows: Floats, sets: Mask, before: Floats) -> Floats:
        sure = _sure(sets)
        open_: Mask = sets & ~sure
        has_sure = sure.any(axis=0, keepdims=True).T
        has_open = open_.any(axis=0, keepdims=True).T
        inner = weighted_means(rows, sure.astype(np.float64), before)
        outer = weighted_means(rows, open_.astype(np.float64), before)
        mixed = lower * inner + (1 - lower) * outer
        return np.where(has_sure & has_open, mixed, np.where(has_open, outer, inner))

    return rule


def rough_kmeans(
    points: Any,
    centers: Any,
    *,
    threshold: float = 1.1,
    rule: Rule = indifferent,
    rounds: int = ROUNDS,
) -> RoughKMeans:
    """Give each object the clusters whose centers are nearly as near as the nearest.

    R(x) = {k : d(x, v_k) <= threshold × min_l d(x, v_l)} and new centers by `rule` (`indifferent`
    or `weighing(lower)`) alternate until nothing changes. The steps lower no cost and may run in
    a circle; `settled` tells. With a threshold of 1 this is k-means, except for objects exactly
    halfway between centers.

    Examples
    --------
    >>> found = rough_kmeans([[0.0], [1.0], [5.2], [9.0], [10.0]], [[0.0], [9.0]], threshold=1.5)
    >>> found.sets.astype(int).tolist()
    [[1, 0], [1, 0], [1, 1], [0, 1], [0, 1]]
    """
    if threshold < 1:
        raise InputError(f"threshold must be at least 1; got {threshold!r}")
    rows = read_points(points)

    def step(middle: Floats) -> tuple[Mask, float, Floats]:
        sets = near(rows, middle, threshold)
        return sets, 0.0, rule(rows, sets, middle)

    _, middle, _, settled = alternate(step, rows, read_centers(centers, rows), rounds)
    return RoughKMeans(near(rows, middle, threshold), middle, settled)


def near(rows: Floats, centers: Floats, threshold: float) -> Mask:
    """Which centers are at most `threshold` times as far away as the nearest."""
    distances = squared_distances(rows, centers)
    allowed = threshold**2 * distances.min(axis=1, keepdims=True)
    within: Mask = distances <= allowed
    return within
