"""Where a clustering fails: which classes are split, which clusters are mixed, at what loss.

Homogeneity is a sum over clusters and completeness a sum over classes, so each group has a part
of the loss, and the parts add up: Σ homogeneity_loss = 1 - h, Σ completeness_loss = 1 - c.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.arrays import Floats, Index
from ...labels.records import python_names, unlabeled
from ...table.contingency import AnyTable
from ..counting.columns import Columns, Pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...statistics.pairs import PairCounts

PURE = 0.9  # a cluster with this share of one class counts as a cluster of that class
MOST = 0.5  # a group holds most of another if it holds more than this share of it


def class_diagnosis(table: AnyTable) -> Columns:
    """A row per class: into which clusters it is split, and what that costs.

    Columns: class, size, pieces (number of clusters), unclustered (objects that are noise or
    unlabeled in the prediction), clusters (pairs of cluster and objects, largest first),
    best_cluster (which holds most of it) and recall (its share there), match and f (the cluster
    with the best F, and that F), entropy (nats, over the clusters), wallace (share of its pairs
    that stay together), adjusted_wallace (the same beyond chance), homogeneity_loss and
    completeness_loss (they add up to one minus homogeneity and completeness) and loss_share (of
    the completeness lost; adds up to 1).
    """
    names = (
        "class", "size", "pieces", "unclustered", "clusters", "best_cluster", "recall", "match",
        "f", "entropy", "wallace", "adjusted_wallace", "homogeneity_loss", "completeness_loss",
        "loss_share",
    )  # fmt: skip
    return Columns(dict(zip(names, _diagnose(table), strict=True)))


def cluster_diagnosis(table: AnyTable) -> Columns:
    """A row per cluster: which classes it mixes, and what that costs.

    Columns: cluster, size, mixed (number of classes), unlabeled (objects without class), classes
    (pairs of class and objects, largest first), majority (class) and purity (its share), match and
    f (the class with the best F, and that F), entropy (nats, over the classes), wallace (share of
    its pairs of one class), adjusted_wallace (the same beyond chance), completeness_loss and
    homogeneity_loss (they add up to one minus completeness and homogeneity), loss_share (of the
    homogeneity lost; adds up to 1), verdict:

    - pure: at least 90% of one class, and more than half of that class;
    - split: at least 90% of one class, but at most half of that class;
    - merged: holds more than half of each of two or more classes;
    - noise: no class makes up more than half of it, and it holds more than half of none; or a
      single object that is noise or unlabeled;
    - mixed: anything else.
    """
    names = (
        "cluster", "size", "mixed", "unlabeled", "classes", "majority", "purity", "match", "f",
        "entropy", "wallace", "adjusted_wallace", "completeness_loss", "homogeneity_loss",
        "loss_share",
    )  # fmt: skip
    turned = table.T
    found = dict(zip(names, _diagnose(turned), strict=True))
    return Columns({**found, "verdict": _verdicts(_side(turned), turned.classes)})


class Rest(NamedTuple):
    """The rows that are not shown: how many, their objects, and their share of the loss."""

    rows: int
    size: float
    loss_share: float


def largest_losses(groups: Columns, limit: int) -> tuple[Columns, Rest | None]:
    """The rows of a diagnosis with the largest share of the loss; if equal, the largest groups.

    >>> groups = Columns({"class": ["a", "b", "c"], "size": [5, 9, 2], "loss_share": [0.0, 0, 1]})
    >>> shown, rest = largest_losses(groups, 2)
    >>> shown["class"].tolist(), rest
    (['c', 'b'], Rest(rows=1, size=5.0, loss_share=0.0))
    """
    ordered = groups.sorted_by("size", descending=True).sorted_by("loss_share", descending=True)
    if ordered.height <= limit:
        return ordered, None
    size, share = (
        float(np.asarray(ordered[name][limit:], dtype=np.float64).sum())
        for name in ("size", "loss_share")
    )
    return ordered.head(limit), Rest(ordered.height - limit, size, share)


def _diagnose(table: AnyTable) -> Iterator[Any]:
    """The columns about the groups of the rows, in order."""
    side, information = _side(table), table.information
    yield table.classes
    yield table.class_sizes
    alone = unlabeled(table.clusters)[side.other]
    size = len(side.sizes)
    yield np.bincount(side.group[~alone], minlength=size)
    is_counts = table.counts.dtype.kind != "f"  # otherwise a cell of noise is one object
    objects = side.counts if is_counts else np.ones_like(side.counts)
    yield _sums(side.group[alone], objects[alone], size).astype(np.int64)
    yield _pieces(side, table.counts, table.clusters, ~alone)
    largest = _best_cells(side, side.counts)
    yield table.clusters[side.other[largest]]
    yield side.counts[largest] / side.sizes
    yield from _best_matches(side, table.clusters)
    yield _entropies(side)
    kept, pairs = _pairs_kept(side)
    yield kept
    yield _beyond_chance(kept, pairs, table.pairs)
    yield _other_losses(side, information.truth_entropy)
    yield from _own_losses(side, information.prediction_entropy, information.cluster_residual)


def best_matches(table: AnyTable) -> tuple[NDArray[Any], Floats]:
    """The cluster that matches each class best, by F, and that F."""
    return _best_matches(_side(table), table.clusters)


def _best_matches(side: _Side, names: NDArray[Any]) -> tuple[NDArray[Any], Floats]:
    f = 2 * side.counts / (side.sizes[side.group] + side.other_sizes[side.other])
    best = _best_cells(side, f)
    return names[side.other[best]], f[best]


class _Side(NamedTuple):
    """The cells seen from the rows: the groups there, those of the columns, and both sizes."""

    group: Index
    other: Index
    counts: Floats
    sizes: Floats
    other_sizes: Floats
    squares: Floats  # Σw² of each cell: an object paired with itself


def _side(table: AnyTable) -> _Side:
    counts = table.counts.astype(np.float64)
    return _Side(
        table.rows,
        table.cols,
        counts,
        table.class_sizes.astype(np.float64),
        table.cluster_sizes.astype(np.float64),
        getattr(table, "squares", counts),
    )


def _sums(groups: NDArray[Any], values: NDArray[Any], size: int) -> Floats:
    """Add the values of each group."""
    return np.asarray(np.bincount(groups, weights=values, minlength=size), dtype=np.float64)


def _entropies(side: _Side) -> Floats:
    """Entropy of each group over the groups of the other side: Σ (n_ij/a_i) log(a_i/n_ij)."""
    whole = side.sizes[side.group]
    terms = side.counts / whole * np.log(whole / side.counts)
    return _sums(side.group, terms, len(side.sizes))


def _own_losses(side: _Side, entropy: float, residual: float) -> tuple[Floats, Floats]:
    """Each group's part of residual/entropy, the loss of the measure, and its share of it."""
    parts = side.sizes / side.sizes.sum() * _entropies(side)
    nothing = np.zeros_like(parts)
    return parts / entropy if entropy else nothing, parts / residual if residual else nothing


def _other_losses(side: _Side, entropy: float) -> Floats:
    """Each group's part of the other loss: Σ (n_ij/n) log(b_j/n_ij), over its own entropy."""
    terms = side.counts / side.sizes.sum() * np.log(side.other_sizes[side.other] / side.counts)
    parts = _sums(side.group, terms, len(side.sizes))
    return parts / entropy if entropy else np.zeros_like(parts)


def _best_cells(side: _Side, key: Floats) -> NDArray[np.intp]:
    """The cell with the largest key in each group; if several are equal, the first by name."""
    order = np.lexsort((side.other, -key, side.group))
    return order[np.searchsorted(side.group[order], np.arange(len(side.sizes)))]


def _pairs_kept(side: _Side) -> tuple[Floats, Floats]:
    """The share of each group's pairs that the other side keeps, and twice their number.

    The share is 1 for a group without pairs.
    """
    alone = _sums(side.group, side.squares, len(side.sizes))
    kept = _sums(side.group, side.counts**2, len(side.sizes)) - alone
    pairs = side.sizes**2 - alone
    shares = np.ones_like(pairs)
    np.divide(kept, pairs, out=shares, where=pairs > 0)
    return shares, pairs


def _beyond_chance(shares: Floats, pairs: Floats, counts: PairCounts) -> Floats:
    """Adjusted Wallace of each group: 0 if it keeps as many pairs as chance, Q of all M.

    It is also 0 for a group without pairs, and if the other side keeps all pairs or none.
    """
    if not counts.prediction_pairs or counts.prediction_pairs == counts.pairs:
        return np.zeros_like(shares)
    chance = float(counts.prediction_pairs / counts.pairs)
    apart = float((counts.truth_only + counts.apart) / counts.pairs)  # 1 - Q/M
    return np.where(pairs > 0, (shares - chance) / apart, 0.0)


def _pieces(
    side: _Side, counts: NDArray[Any], names: NDArray[Any], named: NDArray[np.bool_]
) -> NDArray[Any]:
    """The pairs (name on the other side, objects) of each group, largest first, without noise."""
    order = np.lexsort((side.other, -side.counts, side.group))
    order = order[named[order]]
    pairs = list(zip(python_names(names[side.other[order]]), counts[order].tolist(), strict=True))
    starts = np.searchsorted(side.group[order], np.arange(len(side.sizes) + 1)).tolist()
    spans = (Pieces(pairs[first:last]) for first, last in pairwise(starts))
    return np.fromiter(spans, dtype=object, count=len(side.sizes))


def _verdicts(side: _Side, names: NDArray[Any]) -> NDArray[np.str_]:
    """The verdict on each cluster, if the rows are clusters and the columns classes."""
    largest = _best_cells(side, side.counts)
    majority, most = side.other[largest], side.counts[largest]
    purity, covered = most / side.sizes, most > MOST * side.other_sizes[majority]
    holds_most = side.counts > MOST * side.other_sizes[side.other]
    whole = _sums(side.group, holds_most, len(side.sizes))
    alone = unlabeled(names)
    one_class = purity >= PURE
    return np.select(
        [alone, one_class & covered, one_class, whole >= 2, (purity <= MOST) & (whole == 0)],
        ["noise", "pure", "split", "merged", "noise"],
        "mixed",
    )
