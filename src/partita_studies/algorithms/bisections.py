"""Repeated bisections of documents, the default method of CLUTO."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from partita.base.arrays import Int64

from .prototypes import check_clusters
from .spherical import spherical_kmeans, unit_rows


class Bisections(NamedTuple):
    """A partition, and the sum of 1 - cosine between rows and the direction of their cluster."""

    labels: Int64
    cost: float


class _Group(NamedTuple):
    """A cluster with the two that replace it if it is split."""

    rows: Int64
    parts: tuple[Int64, ...]
    gain: float  # in the criterion; below 0 if the cluster cannot be split


def repeated_bisections(
    points: Any, clusters: int, generator: np.random.Generator, *, starts: int = 10
) -> Bisections:
    """Split one cluster after another in two by spherical k-means.

    Each step splits the cluster for which the sum of cosines (`spherical_kmeans`) rises most.

    Examples
    --------
    >>> rows = [[1, 0, 0], [9, 1, 0], [0, 2, 0], [0, 7, 1], [0, 0, 3]]
    >>> found = repeated_bisections(rows, 3, np.random.default_rng(0))
    >>> [int(found.labels[k] == found.labels[k + 1]) for k in range(4)]
    [1, 0, 1, 0]
    """
    rows = unit_rows(points)
    check_clusters(clusters, rows.shape[0])

    def split(chosen: Int64) -> _Group:
        if len(chosen) < 2:
            return _Group(chosen, (), -1.0)
        labels = spherical_kmeans(rows[chosen], 2, generator, starts=starts).labels
        parts = (chosen[labels == 0], chosen[labels == 1])
        gain = sum(_cosines(rows, part) for part in parts) - _cosines(rows, chosen)
        return _Group(chosen, parts, gain)

    groups = [split(np.arange(rows.shape[0]))]
    while len(groups) < clusters:
        best = max(range(len(groups)), key=lambda k: groups[k].gain)
        groups[best : best + 1] = [split(part) for part in groups[best].parts]
    labels: Int64 = np.zeros(rows.shape[0], dtype=np.int64)
    for k, group in enumerate(groups):
        labels[group.rows] = k
    return Bisections(labels, len(labels) - sum(_cosines(rows, one.rows) for one in groups))


def _cosines(rows: Any, chosen: Int64) -> float:
    """The sum of cosines with the direction of a cluster: the length of its sum."""
    return float(np.linalg.norm(rows[chosen].sum(axis=0)))
