"""What the algorithms with a center per cluster share: distances, shares by distance, starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from partita import InputError

if TYPE_CHECKING:
    from ..arrays import Floats

ROUNDS = 1000
SETTLED = 1e-10  # centers that move less, relative to the spread of the points, have settled


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
    """Start centers: different rows of the data, drawn with equal probability."""
    rows = read_points(points)
    if not 1 <= clusters <= len(rows):
        raise InputError(f"clusters must be from 1 to {len(rows)}, the points; got {clusters}")
    return rows[generator.choice(len(rows), clusters, replace=False)].copy()


def squared_distances(rows: Floats, centers: Floats) -> Floats:
    """Squared distances of every row to every center, 0 exactly where they coincide."""
    return np.stack([((rows - center) ** 2).sum(axis=1) for center in centers], axis=1)


def shares(costs: Floats, power: float) -> Floats:
    """Rows that sum to 1, in proportion to costs ** -power.

    Where costs are 0 the whole share goes to them, in equal parts: the limit of costs that vanish
    alike.

    >>> shares(np.array([[1.0, 4.0], [0.0, 4.0]]), 0.5).round(3).tolist()
    [[0.667, 0.333], [1.0, 0.0]]
    """
    least = costs.min(axis=1, keepdims=True)
    ratios = np.divide(
        costs, least, out=np.ones_like(costs), where=least > 0
    )  # from 1: no overflow
    weights = ratios**-power
    weights = np.where(least > 0, weights, costs == 0)
    parts: Floats = weights / weights.sum(axis=1, keepdims=True)
    return parts


def moved(new: Floats, old: Floats, rows: Floats) -> bool:
    """Whether some center moved more than counts."""
    scale = float(np.ptp(rows, axis=0).max()) or 1.0
    return bool(np.abs(new - old).max() > SETTLED * scale)
