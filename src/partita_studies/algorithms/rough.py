"""Rough k-means: objects near to several centers belong to one of them, and it stays open which.

Lingras and West (lingras2004) weigh the sure members of a cluster against its open ones; Peters
(peters2014) lets an open object count as a share of one in each of its clusters, the principle of
indifference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from partita import InputError

from .fuzzy import weighted_means
from .prototypes import ROUNDS, moved, read_centers, read_points, squared_distances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..arrays import Floats

    Mask = NDArray[np.bool_]

Rule = Callable[["Floats", "Mask", "Floats"], "Floats"]


@dataclass(frozen=True, eq=False)
class RoughKMeans:
    """The clusters that each object may belong to, the centers, and whether they settled."""

    sets: Mask  # of shape (n, k): the upper approximations in columns
    centers: Floats
    settled: bool

    @property
    def lower(self) -> Mask:
        """Which objects belong to each cluster for sure, of shape (n, k)."""
        sure: Mask = self.sets & (self.sets.sum(axis=1) == 1)[:, None]
        return sure


def indifferent(rows: Floats, sets: Mask, before: Floats) -> Floats:
    """Centers by Peters: an object open between q clusters counts 1/q in each of them."""
    return weighted_means(rows, sets / sets.sum(axis=1, keepdims=True), before)


def weighing(lower: float) -> Rule:
    """Centers by Lingras and West: `lower` × mean of the sure members + the rest × open ones.

    Where a cluster has members of one sort only, their mean is the center.
    """
    if not 0 <= lower <= 1:
        raise InputError(f"lower must lie from 0 to 1; got {lower!r}")

    def rule(rows: Floats, sets: Mask, before: Floats) -> Floats:
        sure = sets & (sets.sum(axis=1) == 1)[:, None]
        open_ = sets & ~sure
        inner = weighted_means(rows, sure.astype(np.float64), before)
        outer = weighted_means(rows, open_.astype(np.float64), before)
        has_sure, has_open = sure.any(axis=0)[:, None], open_.any(axis=0)[:, None]
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

    R(x) = {k : d(x, v_k) <= threshold × min_l d(x, v_l)}; then new centers by `rule`; and so on
    until nothing changes. No cost falls on the way, and the rounds may end in a circle: `settled`
    says whether they came to rest.

    Parameters
    ----------
    points
        One row for each object.
    centers
        Where the centers start, one row for each cluster.
    threshold
        From 1; with 1 this is k-means, but for objects exactly half-way.
    rule
        How centers follow from the sets: `indifferent` or `weighing(lower)`.
    rounds
        Most rounds.

    Examples
    --------
    >>> found = rough_kmeans([[0.0], [1.0], [5.2], [9.0], [10.0]], [[0.0], [9.0]], threshold=1.5)
    >>> found.sets.astype(int).tolist()
    [[1, 0], [1, 0], [1, 1], [0, 1], [0, 1]]
    """
    if threshold < 1:
        raise InputError(f"threshold must be at least 1; got {threshold!r}")
    rows = read_points(points)
    middle = read_centers(centers, rows)
    settled = False
    sets = near(rows, middle, threshold)
    for _ in range(max(1, rounds)):
        found = rule(rows, sets, middle)
        settled = not moved(found, middle, rows)
        middle = found
        sets = near(rows, middle, threshold)
        if settled:
            break
    return RoughKMeans(sets, middle, settled)


def near(rows: Floats, centers: Floats, threshold: float) -> Mask:
    """Which centers are at most `threshold` times as far as the nearest."""
    distances = squared_distances(rows, centers)
    allowed = threshold**2 * distances.min(axis=1, keepdims=True)
    within: Mask = distances <= allowed
    return within
