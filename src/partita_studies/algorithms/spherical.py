"""Spherical k-means: clusters documents by the direction of their rows, sparse or dense.

It maximizes the sum of the cosines between rows and the direction of their cluster, the criterion
I2 with which CLUTO clusters documents. K-means on rows of unit length maximizes another criterion,
in which the squared length of a cluster's sum is divided by its size.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from partita.base.arrays import Floats, Int64

from .kmeans import KMeans, fill_empty
from .prototypes import check_clusters

_ROUNDS = 100


def spherical_kmeans(
    points: Any, clusters: int, generator: np.random.Generator, *, starts: int = 10
) -> KMeans:
    """Partition rows so that their cosines with the direction of their cluster are large.

    Returns the best of several starts from directions drawn far apart. A cluster that loses all
    its rows takes the row farthest from its own direction. Rows of zeros have a cosine of 0 with
    every direction. `cost` is the sum of 1 - cosine.

    Examples
    --------
    >>> found = spherical_kmeans([[1, 0], [9, 1], [0, 2], [1, 7]], 2, np.random.default_rng(0))
    >>> found.labels[0] == found.labels[1] != found.labels[2] == found.labels[3]
    np.True_
    """
    rows = unit_rows(points)
    check_clusters(clusters, rows.shape[0])
    runs = [
        _alternate(rows, _spread(rows, clusters, generator), clusters)
        for _ in range(max(1, starts))
    ]
    return min(runs, key=lambda run: run.cost)


def unit_rows(points: Any) -> Any:
    """Rows of unit length, as a sparse matrix."""
    from scipy.sparse import csr_array, diags_array

    rows = csr_array(points, dtype=np.float64)
    lengths = np.sqrt(rows.multiply(rows).sum(axis=1))
    scale = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return diags_array(scale) @ rows


def _spread(rows: Any, clusters: int, generator: np.random.Generator) -> Floats:
    """Draw rows one by one, in proportion to 1 - cosine to the nearest one so far."""
    chosen = [int(generator.integers(rows.shape[0]))]
    nearest = np.ones(rows.shape[0])
    for _ in range(1, clusters):
        nearest = np.minimum(nearest, np.maximum(1 - rows @ rows[chosen[-1]].toarray().ravel(), 0))
        steps = np.cumsum(nearest)
        place = np.searchsorted(steps, generator.random() * steps[-1], side="right")
        chosen.append(min(int(place), rows.shape[0] - 1))
    directions: Floats = rows[chosen].toarray()
    return directions


def _alternate(rows: Any, directions: Floats, clusters: int) -> KMeans:
    labels: Int64 = np.full(rows.shape[0], -1)
    places = np.arange(len(labels))
    for _ in range(_ROUNDS):
        cosines = rows @ directions.T
        found = cosines.argmax(axis=1)
        fill_empty(found, -cosines[places, found], clusters)
        if np.array_equal(found, labels):
            break
        labels = found
        directions = _directions(rows, labels, clusters)
    cost = len(labels) - float((rows @ directions.T)[places, labels].sum())
    return KMeans(labels, directions, cost)


def _directions(rows: Any, labels: Int64, clusters: int) -> Floats:
    from scipy.sparse import csr_array

    size = len(labels)
    members = csr_array((np.ones(size), (labels, np.arange(size))), shape=(clusters, size))
    sums: Floats = (members @ rows).toarray()
    lengths = np.sqrt(np.einsum("ij,ij->i", sums, sums))[:, None]
    directions: Floats = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0)
    return directions
