"""Evidential c-means (masson2008)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from partita import InputError
from partita.base.arrays import Floats, Mask

from .prototypes import ROUNDS, alternate, read_centers, read_points, shares, squared_distances


class EvidentialCMeans(NamedTuple):
    """Masses of each object on sets of clusters, the sets, the centers, and the costs."""

    masses: Floats  # of shape (n, sets); rows sum to 1
    focal_sets: Mask  # of shape (sets, k); the first is empty
    centers: Floats
    costs: tuple[float, ...]


def sets_of(clusters: int, sizes: Iterable[int] | None = None) -> Mask:
    """All sets of clusters of the given sizes (default: of every size), the smallest first.

    >>> sets_of(2).astype(int).tolist()
    [[0, 0], [1, 0], [0, 1], [1, 1]]
    """
    wanted = range(clusters + 1) if sizes is None else sorted(set(sizes))
    chosen = [one for size in wanted for one in combinations(range(clusters), size)]
    table = np.zeros((len(chosen), clusters), dtype=np.bool_)
    for row, one in enumerate(chosen):
        table[row, list(one)] = True
    return table


def evidential_cmeans(
    points: Any,
    centers: Any,
    *,
    focal_sets: Any = None,
    alpha: float = 1.0,
    beta: float = 2.0,
    delta: float = 10.0,
    rounds: int = ROUNDS,
) -> EvidentialCMeans:
    """Spread a mass of 1 over sets of clusters so that a cost is small.

    The cost is Σ_x Σ_A |A|^α m_x(A)^β d²(x, v_A) + δ² Σ_x m_x(∅)^β, where the center of a set A of
    clusters is the mean of their centers. Given the centers, m_x(A) ∝ (|A|^α d²(x, v_A))^(-1/(β-1))
    and m_x(∅) ∝ (δ²)^(-1/(β-1)); given the masses, the centers solve a linear system. The rounds
    start from the given centers.

    Parameters
    ----------
    focal_sets
        The sets that may have mass, a row of bools for each. The empty set comes first, and every
        cluster has a set of its own. Default: all sets.
    alpha
        The penalty on large sets.
    beta
        The exponent of the masses, above 1, like the fuzzifier of fuzzy c-means.
    delta
        The distance at which an object is an outlier of all clusters.

    Examples
    --------
    >>> found = evidential_cmeans([[0.0], [1.0], [5.0], [9.0], [10.0]], [[0.0], [10.0]])
    >>> found.masses[2].round(2).tolist()  # ∅, {0}, {1}, {0, 1}: between the clusters
    [0.0, 0.0, 0.0, 1.0]
    """
    if not 1 < beta < np.inf or delta <= 0 or alpha < 0:
        raise InputError("beta must be above 1, delta above 0, and alpha not negative")
    rows = read_points(points)
    start = read_centers(centers, rows)
    sets = _read_sets(focal_sets, len(start))
    sizes = sets[1:].sum(axis=1)

    def step(middle: Floats) -> tuple[Floats, float, Floats]:
        distances = squared_distances(rows, (sets[1:] @ middle) / sizes[:, None])
        penalties = np.column_stack((np.full(len(rows), delta**2), sizes**alpha * distances))
        masses = shares(penalties, 1 / (beta - 1))
        cost = float((masses**beta * penalties).sum())
        return masses, cost, _centers(rows, masses[:, 1:] ** beta, sets[1:], alpha)

    masses, middle, costs, _ = alternate(step, rows, start, rounds)
    return EvidentialCMeans(masses, sets, middle, costs)


def _centers(rows: Floats, weights: Floats, sets: Mask, alpha: float) -> Floats:
    """Solve H V = B: the cost is stationary in the centers.

    H_kl = Σ_{A∋k,l} |A|^(α-2) Σ_x m_x(A)^β and B_k = Σ_{A∋k} |A|^(α-1) Σ_x m_x(A)^β x.
    """
    sizes = sets.sum(axis=1).astype(np.float64)
    of_cluster = sets * (sizes ** (alpha - 1))[:, None]
    left = sets.T @ ((sizes ** (alpha - 2) * weights.sum(axis=0))[:, None] * sets)
    right = of_cluster.T @ (weights.T @ rows)
    found: Floats = np.linalg.solve(left, right)
    return found


def _read_sets(focal_sets: Any, clusters: int) -> Mask:
    sets = sets_of(clusters) if focal_sets is None else np.asarray(focal_sets, dtype=np.bool_)
    if sets.ndim != 2 or sets.shape[1] != clusters or sets[0].any():
        raise InputError(f"focal_sets must have {clusters} columns and begin with the empty set")
    alone = sets[sets.sum(axis=1) == 1].any(axis=0)
    if not alone.all():
        raise InputError(f"focal_sets must hold every cluster alone; {int(alone.argmin())} is not")
    if not sets[1:].any(axis=1).all():
        raise InputError("focal_sets must hold the empty set once")
    return sets
