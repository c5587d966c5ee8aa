"""Maxima of statistics without a declared one."""

from __future__ import annotations

from math import log2

from partita import Contingency
from partita.measures.measure import Measure


def most(n: int, classes: int, clusters: int) -> dict[str, float]:
    """Upper bounds by measure, for n objects in this many groups."""
    return {
        "mirkin": n * n,
        "frobenius": classes + clusters,
        "mcnemar": n * (n - 1) / 2,
        "chi_squared": n * (min(classes, clusters) - 1),
        "split_join": 2 * n,
        "partition_distance": n,
        "transfer_distance": n,
        "basic_merge_distance": 2 * n,
        "mutual_information": log2(min(classes, clusters)),
        "conditional_entropy": log2(classes),
        "conditional_entropy_of_clusters": log2(clusters),
        "variation_of_information": log2(classes) + log2(clusters),
    }


def limits(m: Measure, table: Contingency) -> tuple[float, float]:
    """The bounds of a measure, declared or for this many objects and groups."""
    found = most(table.n, len(table.classes), len(table.clusters))
    return (m.bounds[0], found[m.name] * (1 + 1e-12)) if m.name in found else m.bounds
