"""Rough k-means: an object near several centers belongs to one of them, but which is left open.

The sets are those of Lingras and West (lingras2004). Centers follow Peters (peters2014): an open
object counts as an equal share in each of its clusters, by the principle of indifference.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from partita import InputError
from partita.base.arrays import Floats, Mask

from .prototypes import (
    ROUNDS,
    alternate,
    read_centers,
    read_points,
    squared_distances,
    weighted_means,
)


class RoughKMeans(NamedTuple):
    """The clusters that each object may belong to, the centers, and whether they settled."""

    sets: Mask  # of shape (n, k): the upper approximations in columns
    centers: Floats
    settled: bool


def rough_kmeans(
    points: Any, centers: Any, *, threshold: float = 1.1, rounds: int = ROUNDS
) -> RoughKMeans:
    """Give each object the clusters whose centers are nearly as near as the nearest.

    R(x) = {k : d(x, v_k) <= threshold × min_l d(x, v_l)} and new centers, in which an object that
    q clusters may hold counts 1/q in each, alternate until nothing changes. The steps lower no
    cost and may run in a circle; `settled` tells. With a threshold of 1 this is k-means, except
    for objects exactly halfway between centers.

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
        weights = sets / sets.sum(axis=1, keepdims=True)
        return sets, 0.0, weighted_means(rows, weights, middle)

    _, middle, _, settled = alternate(step, rows, read_centers(centers, rows), rounds)
    return RoughKMeans(near(rows, middle, threshold), middle, settled)


def near(rows: Floats, centers: Floats, threshold: float) -> Mask:
    """Which centers are at most `threshold` times as far away as the nearest."""
    distances = squared_distances(rows, centers)
    allowed = threshold**2 * distances.min(axis=1, keepdims=True)
    within: Mask = distances <= allowed
    return within
