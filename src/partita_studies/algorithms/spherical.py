"""Spherical k-means: documents by the direction of their rows, sparse or dense.

The sum of the cosines between rows and their cluster's direction is made large; this is the
criterion I2 with which CLUTO clusters documents. K-means on rows of unit length is another
criterion: there a long cluster mean counts by its square over the size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from partita import InputError

from .kmeans import KMeans, fill_empty

if TYPE_CHECKING:
    from ..arrays import Floats, Integers

_ROUNDS = 100


def spherical_kmeans(
    points: Any, clusters: int, generator: np.random.Generator, *, starts: int = 10
) -> KMeans:
    """Partition rows so that their cosines with the direction of their cluster are large.

    The best of several starts from directions drawn far apart; a cluster that loses all its rows
    takes the one farthest from its own. Rows of zeros have no direction and a cosine of 0 with
    all. `cost` is the sum of 1 - cosine.

    Examples
    --------
    >>> found = spherical_kmeans([[1, 0], [9, 1], [0, 2], [1, 7]], 2, np.random.default_rng(0))
    >>> found.labels[0] == found.labels[1] != found.labels[2] == found.labels[3]
    np.True_
    """
    rows = _unit(points)
    if not 1 <= clusters <= rows.shape[0]:
        raise InputError(f"clusters must be from 1 to {rows.shape[0]}, the rows; got {clusters}")
    runs = [
        _alternate(rows, _spread(rows, clusters, generator), clusters)
        for _ in range(max(1, starts))
    ]
    return min(runs, key=lambda run: run.cost)


def _unit(points: Any) -> Any:
    """Rows of unit length, as a sparse matrix."""
    from scipy.sparse import csr_array, diags_array

    rows = csr_array(points, dtype=np.float64)
    lengths = np.sqrt(rows.multiply(rows).sum(axis=1))
    scale = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return diags_array(scale) @ rows


def _spread(rows: Any, clusters: int, generator: np.random.Generator) -> Floats:
    """Draw rows one by one, with probability as the distance 1 - cosine to those drawn before."""
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
    labels: Integers = np.full(rows.shape[0], -1)
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


def _directions(rows: Any, labels: Integers, clusters: int) -> Floats:
    from scipy.sparse import csr_array

    size = len(labels)
    members = csr_array((np.ones(size), (labels, np.arange(size))), shape=(clusters, size))
    sums: Floats = (members @ rows).toarray()
    lengths = np.sqrt(np.einsum("ij,ij->i", sums, sums))[:, None]
    directions: Floats = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0)
    return directions
