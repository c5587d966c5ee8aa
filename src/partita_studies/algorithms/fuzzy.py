"""Fuzzy c-means (bezdek1981)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from partita import InputError
from partita.base.arrays import Floats

from .prototypes import (
    ROUNDS,
    alternate,
    read_centers,
    read_points,
    shares,
    squared_distances,
    weighted_means,
)


class FuzzyCMeans(NamedTuple):
    """Memberships that sum to 1 for each object, the centers, and the cost of each round."""

    memberships: Floats
    centers: Floats
    costs: tuple[float, ...]


def fuzzy_cmeans(
    points: Any, centers: Any, *, fuzzifier: float = 2.0, rounds: int = ROUNDS
) -> FuzzyCMeans:
    """Spread each object over the clusters so that Σ_x Σ_k u_xk^m d²(x, v_k) is small.

    Two steps, each of which lowers the cost, alternate from the given centers until these settle:
    u_xk ∝ d(x, v_k)^(-2/(m-1)) and v_k = Σ_x u_xk^m x / Σ_x u_xk^m. With a fuzzifier m near 1 the
    memberships are those of k-means; with a large m they are all equal.

    Examples
    --------
    >>> found = fuzzy_cmeans([[0.0], [1.0], [9.0], [10.0]], [[0.0], [9.0]])
    >>> found.centers.round(2).ravel().tolist()
    [0.5, 9.5]
    """
    check_fuzzifier(fuzzifier)
    rows = read_points(points)

    def step(middle: Floats) -> tuple[Floats, float, Floats]:
        distances = squared_distances(rows, middle)
        memberships = shares(distances, 1 / (fuzzifier - 1))
        weights = memberships**fuzzifier
        cost = float((weights * distances).sum())
        return memberships, cost, weighted_means(rows, weights, middle)

    return FuzzyCMeans(*alternate(step, rows, read_centers(centers, rows), rounds)[:3])


def check_fuzzifier(fuzzifier: float) -> None:
    """Reject exponents for which the equations have no meaning."""
    if not 1 < fuzzifier < np.inf:
        raise InputError(f"fuzzifier must be a number above 1; got {fuzzifier!r}")
