"""Fuzzy c-means (bezdek1981)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from partita import InputError

from .prototypes import ROUNDS, moved, read_centers, read_points, shares, squared_distances

if TYPE_CHECKING:
    from ..arrays import Floats


@dataclass(frozen=True, eq=False)
class FuzzyCMeans:
    """Memberships that sum to 1 for each object, the centers, and the costs round by round."""

    memberships: Floats
    centers: Floats
    costs: tuple[float, ...]


def fuzzy_cmeans(
    points: Any, centers: Any, *, fuzzifier: float = 2.0, rounds: int = ROUNDS
) -> FuzzyCMeans:
    """Spread each object over the clusters so that Σ_x Σ_k u_xk^m d²(x, v_k) is small.

    The two steps that each lower that cost alternate until the centers settle:
    u_xk ∝ d(x, v_k)^(-2/(m-1)) and v_k = Σ_x u_xk^m x / Σ_x u_xk^m.

    Parameters
    ----------
    points
        One row for each object.
    centers
        Where the centers start, one row for each cluster.
    fuzzifier
        The exponent m, above 1: near 1 the memberships are those of k-means, for large m all equal.
    rounds
        Most rounds.

    Examples
    --------
    >>> found = fuzzy_cmeans([[0.0], [1.0], [9.0], [10.0]], [[0.0], [9.0]])
    >>> found.centers.round(2).ravel().tolist()
    [0.5, 9.5]
    """
    check_fuzzifier(fuzzifier)
    rows = read_points(points)
    middle = read_centers(centers, rows)
    costs: list[float] = []
    for _ in range(max(1, rounds)):
        distances = squared_distances(rows, middle)
        memberships = shares(distances, 1 / (fuzzifier - 1))
        weights = memberships**fuzzifier
        costs.append(float((weights * distances).sum()))
        found = weighted_means(rows, weights, middle)
        settled = not moved(found, middle, rows)
        middle = found
        if settled:
            break
    return FuzzyCMeans(memberships, middle, tuple(costs))


def check_fuzzifier(fuzzifier: float) -> None:
    """Refuse exponents for which the equations have no meaning."""
    if not 1 < fuzzifier < np.inf:
        raise InputError(f"fuzzifier must be a number above 1; got {fuzzifier!r}")


def weighted_means(rows: Floats, weights: Floats, before: Floats) -> Floats:
    """The weighted mean of the points for each cluster; one without weight stays where it was."""
    totals = weights.sum(axis=0)[:, None]
    means: Floats = np.divide(weights.T @ rows, totals, out=before.copy(), where=totals > 0)
    return means
