"""K-means by Lloyd's algorithm, started by k-means++."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from partita.base.arrays import Floats, Int64

from .prototypes import check_clusters

_ROUNDS = 300


class KMeans(NamedTuple):
    """A partition by nearest center, the centers, and the sum of squared distances to them."""

    labels: Int64
    centers: Floats
    cost: float


def kmeans(
    points: Any, clusters: int, generator: np.random.Generator, *, starts: int = 10
) -> KMeans:
    """Partition rows so that squared distances to the cluster means are small.

    Returns the best of several starts from centers drawn far apart (k-means++). A cluster that
    loses all its points takes the point farthest from its center.

    Examples
    --------
    >>> found = kmeans([[0.0], [0.1], [9.0], [9.2]], 2, np.random.default_rng(0))
    >>> sorted(np.bincount(found.labels)), round(found.cost, 3)
    ([np.int64(2), np.int64(2)], 0.025)
    """
    rows = np.ascontiguousarray(points, dtype=np.float64)
    check_clusters(clusters, len(rows))
    norms = np.einsum("ij,ij->i", rows, rows)
    runs = [
        _lloyd(rows, norms, spread_centers(rows, norms, clusters, generator))
        for _ in range(max(1, starts))
    ]
    return min(runs, key=lambda run: run.cost)


def on_the_sphere(points: Any) -> Floats:
    """Rows scaled to unit length, on which k-means compares directions as cosines do."""
    rows = np.asarray(points, dtype=np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    scaled: Floats = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return scaled


def spread_centers(
    rows: Floats, norms: Floats, clusters: int, generator: np.random.Generator
) -> Floats:
    """Draw centers one by one, in proportion to the squared distance to the nearest one so far."""
    chosen = [int(generator.integers(len(rows)))]
    nearest = _gaps(rows, norms, chosen[0])
    for _ in range(1, clusters):
        total = nearest.sum()
        if total > 0:
            place = np.searchsorted(np.cumsum(nearest), generator.random() * total, side="right")
            chosen.append(min(int(place), len(rows) - 1))
        else:  # fewer distinct points than clusters
            chosen.append(int(generator.integers(len(rows))))
        nearest = np.minimum(nearest, _gaps(rows, norms, chosen[-1]))
    return rows[chosen].copy()


def _gaps(rows: Floats, norms: Floats, center: int) -> Floats:
    """Squared distances of every row to one of them, by a sum that starts no threads."""
    products = np.einsum("ij,j->i", rows, rows[center])
    gaps: Floats = np.maximum(norms - 2 * products + norms[center], 0)
    return gaps


def _lloyd(rows: Floats, norms: Floats, centers: Floats) -> KMeans:
    labels = np.full(len(rows), -1)
    for _ in range(_ROUNDS):
        distances = _distances(rows, norms, centers)
        found = distances.argmin(axis=1)
        gaps = distances[np.arange(len(rows)), found]
        fill_empty(found, gaps, len(centers))
        if np.array_equal(found, labels):
            break
        labels = found
        centers = _means(rows, labels, len(centers))
    differences = rows - centers[labels]
    return KMeans(labels, centers, float(np.einsum("ij,ij->", differences, differences)))


def _distances(rows: Floats, norms: Floats, centers: Floats) -> Floats:
    """Squared distances of every row to every center."""
    squares = np.einsum("ij,ij->i", centers, centers)
    distances: Floats = norms[:, None] - 2 * (rows @ centers.T) + squares
    return np.maximum(distances, 0, out=distances)


def fill_empty(labels: Int64, gaps: Floats, clusters: int) -> None:
    """Give each empty cluster the point with the widest gap whose cluster has others left."""
    sizes = np.bincount(labels, minlength=clusters)
    for empty in np.flatnonzero(sizes == 0):
        movable = np.where(sizes[labels] > 1, gaps, -np.inf)
        point = int(movable.argmax())
        sizes[labels[point]] -= 1
        labels[point] = empty
        sizes[empty] = 1


def _means(rows: Floats, labels: Int64, clusters: int) -> Floats:
    from scipy.sparse import csr_array

    sizes = np.bincount(labels, minlength=clusters)
    members = csr_array(
        (np.ones(len(rows)), (labels, np.arange(len(rows)))), shape=(clusters, len(rows))
    )
    means: Floats = (members @ rows) / sizes[:, None]
    return means
