"""What algorithms with a center per cluster share: distances, starts, and alternating steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from partita import InputError
from partita.base.arrays import Array, Floats

ROUNDS = 1000
SETTLED = 1e-10  # centers that move less, relative to the spread of the points, have settled

Step = Callable[[Floats], tuple[Array, float, Floats]]
"""From centers to the degrees of membership, their cost, and new centers."""


class Settled(NamedTuple):
    """Where an alternation ended."""

    degrees: Array  # of the last round
    centers: Floats
    costs: tuple[float, ...]  # round by round
    settled: bool  # False: stopped by the number of rounds


def alternate(step: Step, rows: Floats, centers: Floats, rounds: int) -> Settled:
    """Compute degrees and centers in turn until the centers settle."""
    costs: list[float] = []
    settled = False
    while not settled and len(costs) < max(1, rounds):
        degrees, cost, found = step(centers)
        costs.append(cost)
        settled = not moved(found, centers, rows)
        centers = found
    return Settled(degrees, centers, tuple(costs), settled)


def moved(new: Floats, old: Floats, rows: Floats) -> bool:
    """Whether a center moved by more than `SETTLED`."""
    scale = float(np.ptp(rows, axis=0).max()) or 1.0
    return bool(np.abs(new - old).max() > SETTLED * scale)


def read_points(points: Any) -> Floats:
    """The points as rows of numbers."""
    rows = np.ascontiguousarray(points, dtype=np.float64)
    if rows.ndim != 2 or not len(rows) or not np.isfinite(rows).all():
        raise InputError("points must be a matrix of finite numbers, one row for each object")
    return rows


def read_centers(centers: Any, rows: Floats) -> Floats:
    """The starting centers, in the space of the points."""
    found = np.array(centers, dtype=np.float64)
    if found.ndim != 2 or found.shape[1] != rows.shape[1] or not len(found):
        raise InputError(
            f"centers must be a matrix with {rows.shape[1]} columns, as the points have; "
            f"got the shape {found.shape}"
        )
    return found


def drawn_points(points: Any, clusters: int, generator: np.random.Generator) -> Floats:
    """Starting centers: different rows of the data, drawn with equal probability."""
    rows = read_points(points)
    check_clusters(clusters, len(rows))
    return rows[generator.choice(len(rows), clusters, replace=False)].copy()


def check_clusters(clusters: int, points: int) -> None:
    """Reject numbers of clusters that the points cannot fill."""
    if not 1 <= clusters <= points:
        raise InputError(f"clusters must be from 1 to {points}, the points; got {clusters}")


def squared_distances(rows: Floats, centers: Floats) -> Floats:
    """Squared distances of every row to every center, exactly 0 where they coincide."""
    return np.stack([((rows - center) ** 2).sum(axis=1) for center in centers], axis=1)


def weighted_means(rows: Floats, weights: Floats, before: Floats) -> Floats:
    """The weighted mean of the points for each cluster; a cluster without weight does not move."""
    totals = weights.sum(axis=0)[:, None]
    means: Floats = np.divide(weights.T @ rows, totals, out=before.copy(), where=totals > 0)
    return means


def shares(costs: Floats, power: float) -> Floats:
    """Rows that sum to 1, in proportion to costs ** -power.

    Clusters with a cost of 0 get everything, in equal parts: the limit as their costs vanish
    together.

    >>> shares(np.array([[1.0, 4.0], [0.0, 4.0]]), 0.5).round(3).tolist()
    [[0.667, 0.333], [1.0, 0.0]]
    """
    least = costs.min(axis=1, keepdims=True)
    ratios = np.ones_like(costs)  # at least 1, so that powers do not overflow
    np.divide(costs, least, out=ratios, where=least > 0)
    weights = np.where(least > 0, ratios**-power, costs == 0)
    parts: Floats = weights / weights.sum(axis=1, keepdims=True)
    return parts
