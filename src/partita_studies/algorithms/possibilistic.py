"""Possibilistic c-means (krishnapuram1993)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from partita import InputError

from .fuzzy import check_fuzzifier, weighted_means
from .prototypes import ROUNDS, moved, read_centers, read_points, squared_distances

if TYPE_CHECKING:
    from ..arrays import Floats


@dataclass(frozen=True, eq=False)
class PossibilisticCMeans:
    """How typical each object is of each cluster, the centers, the widths, and the costs."""

    typicalities: Floats  # from 0 to 1; rows need not sum to anything
    centers: Floats
    widths: Floats  # η: the squared distance at which an object is half typical
    costs: tuple[float, ...]


def possibilistic_cmeans(
    points: Any,
    centers: Any,
    widths: Any,
    *,
    fuzzifier: float = 2.0,
    rounds: int = ROUNDS,
) -> PossibilisticCMeans:
    """Make Σ_x Σ_k t_xk^m d²(x, v_k) + Σ_k η_k Σ_x (1 - t_xk)^m small.

    The two steps alternate until the centers settle: t_xk = 1 / (1 + (d²(x, v_k)/η_k)^(1/(m-1)))
    and v_k = Σ_x t_xk^m x / Σ_x t_xk^m. No step ties the clusters to each other, so that centers
    may fall together; the known weakness of the method.

    Parameters
    ----------
    points
        One row for each object.
    centers
        Where the centers start; those of fuzzy c-means, in the paper.
    widths
        η of each cluster, held fixed; see `widths_of`.
    fuzzifier
        The exponent m, above 1.
    rounds
        Most rounds.

    Examples
    --------
    >>> found = possibilistic_cmeans([[0.0], [1.0], [9.0]], [[0.5], [9.0]], [1.0, 1.0])
    >>> found.typicalities.round(2).tolist()
    [[0.8, 0.01], [0.8, 0.02], [0.01, 1.0]]
    """
    check_fuzzifier(fuzzifier)
    rows = read_points(points)
    middle = read_centers(centers, rows)
    scale = _read_widths(widths, len(middle))
    costs: list[float] = []
    for _ in range(max(1, rounds)):
        distances = squared_distances(rows, middle)
        typical = 1 / (1 + (distances / scale) ** (1 / (fuzzifier - 1)))
        weights = typical**fuzzifier
        far = scale * (1 - typical) ** fuzzifier
        costs.append(float((weights * distances).sum() + far.sum()))
        found = weighted_means(rows, weights, middle)
        settled = not moved(found, middle, rows)
        middle = found
        if settled:
            break
    return PossibilisticCMeans(typical, middle, scale, tuple(costs))


def widths_of(points: Any, centers: Any, memberships: Any, *, fuzzifier: float = 2.0) -> Floats:
    """η_k = Σ_x u_xk^m d²(x, v_k) / Σ_x u_xk^m: the mean squared distance within a fuzzy cluster.

    The choice of the paper, with its factor K = 1.
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
