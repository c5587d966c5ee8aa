"""Possibilistic c-means (krishnapuram1993)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from partita import InputError
from partita.base.arrays import Floats

from .fuzzy import check_fuzzifier
from .prototypes import (
    ROUNDS,
    alternate,
    read_centers,
    read_points,
    squared_distances,
    weighted_means,
)


class PossibilisticCMeans(NamedTuple):
    """How typical each object is of each cluster, the centers, the widths, and the costs."""

    typicalities: Floats  # from 0 to 1; rows need not sum to anything
    centers: Floats
    widths: Floats  # η: the squared distance at which an object is half typical
    costs: tuple[float, ...]


def possibilistic_cmeans(
    points: Any, centers: Any, widths: Any, *, fuzzifier: float = 2.0, rounds: int = ROUNDS
) -> PossibilisticCMeans:
    """Make Σ_x Σ_k t_xk^m d²(x, v_k) + Σ_k η_k Σ_x (1 - t_xk)^m small.

    Two steps alternate until the centers settle: t_xk = 1 / (1 + (d²(x, v_k)/η_k)^(1/(m-1))) and
    v_k = Σ_x t_xk^m x / Σ_x t_xk^m. The paper starts from the centers of fuzzy c-means; `widths`
    has the fixed η of each cluster, see `widths_of`. No step ties the clusters to each other, so
    centers may coincide: the known weakness of the method.

    Examples
    --------
    >>> found = possibilistic_cmeans([[0.0], [1.0], [9.0]], [[0.5], [9.0]], [1.0, 1.0])
    >>> found.typicalities.round(2).tolist()
    [[0.8, 0.01], [0.8, 0.02], [0.01, 1.0]]
    """
    check_fuzzifier(fuzzifier)
    rows = read_points(points)
    start = read_centers(centers, rows)
    scale = _read_widths(widths, len(start))

    def step(middle: Floats) -> tuple[Floats, float, Floats]:
        distances = squared_distances(rows, middle)
        typical = 1 / (1 + (distances / scale) ** (1 / (fuzzifier - 1)))
        weights = typical**fuzzifier
        far = scale * (1 - typical) ** fuzzifier
        cost = float((weights * distances).sum() + far.sum())
        return typical, cost, weighted_means(rows, weights, middle)

    typical, middle, costs, _ = alternate(step, rows, start, rounds)
    return PossibilisticCMeans(typical, middle, scale, costs)


def widths_of(points: Any, centers: Any, memberships: Any, *, fuzzifier: float = 2.0) -> Floats:
    """η_k = Σ_x u_xk^m d²(x, v_k) / Σ_x u_xk^m: the mean squared distance within a fuzzy cluster.

    This is the paper's choice, with its factor K = 1.
    """
    rows = read_points(points)
    weights = np.asarray(memberships, dtype=np.float64) ** fuzzifier
    distances = squared_distances(rows, read_centers(centers, rows))
    found: Floats = (weights * distances).sum(axis=0) / weights.sum(axis=0)
    return found


def _read_widths(widths: Any, clusters: int) -> Floats:
    found = np.array(widths, dtype=np.float64)
    if found.shape != (clusters,) or not (found > 0).all():
        raise InputError(f"widths must be {clusters} positive numbers, one for each cluster")
    return found
