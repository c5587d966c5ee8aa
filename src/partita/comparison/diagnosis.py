"""Where a clustering fails: which class is split, which cluster is mixed, by how much of the loss.

Homogeneity is a sum over clusters and completeness a sum over classes, so each group has its own
part of what is lost, and the parts add up: Σ homogeneity_loss = 1 - h, Σ completeness_loss = 1 - c.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..labels import Unlabelled
from ..labels.records import listed
from ..table import Index
from .columns import Columns, Pieces
from .counting import AnyTable
from .sums import Floats, sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

PURE = 0.9  # from this share of one class on, a cluster counts as one of that class
MOST = 0.5  # a group holds most of another when it holds more than this share of it


class _Side(NamedTuple):
    """The cells seen from one side: its groups, the other side's, and the sizes of both."""

    group: Index
    other: Index
    counts: Floats
    sizes: Floats
    other_sizes: Floats
    squares: Floats  # Σw² of each cell: an object paired with itself


def class_diagnosis(table: AnyTable) -> Columns:
    """A row per class: over which clusters it is split, and what that costs.

    Columns: class, size, pieces (number of clusters), clusters (pairs of cluster and objects,
    largest first), best_cluster (where most of it lies) and recall (its share there), match and f
    (the cluster with the best F and that F), entropy (nats, over the clusters), wallace (share of
    its pairs that stay together), homogeneity_loss and completeness_loss (they add up to one minus
    homogeneity and completeness) and loss_share (of the completeness lost; adds up to 1).
    """
    side = _side(table)
    loss, share = _losses(
        side, table.information.prediction_entropy, table.information.cluster_residual
    )
    best, recall = _largest(side)
    match, f = _best_f(side)
    return Columns(
        {
            "class": table.classes,
            "size": table.class_sizes,
            "pieces": np.bincount(side.group),
            "clusters": _pieces(side, table.counts, table.clusters),
            "best_cluster": table.clusters[best],
            "recall": recall,
            "match": table.clusters[match],
            "f": f,
            "entropy": _entropies(side),
            "wallace": _pairs_kept(side),
            "homogeneity_loss": _mixed_with(side, table.information.truth_entropy),
            "completeness_loss": loss,
            "loss_share": share,
        }
    )


def cluster_diagnosis(table: AnyTable) -> Columns:
    """A row per cluster: of which classes it is mixed, and what that costs.

    Columns: cluster, size, mixed (number of classes), classes (pairs of class and objects, largest
    first), majority (class) and purity (its share), match and f (the class with the best F and
    that F), entropy (nats, over the classes), wallace (share of its pairs of one class),
    completeness_loss and homogeneity_loss (they add up to one minus completeness and homogeneity),
    loss_share (of the homogeneity lost; adds up to 1), verdict:

    - pure: at least 90 % of one class, and more than half of that class;
    - split: at least 90 % of one class, but no more than half of it;
    - merged: holds more than half of each of two or more classes;
    - noise: no class makes up more than half of it, and it holds more than half of none; or a
      single object that is noise or has no label;
    - mixed: anything else.
    """
    side = _turned(_side(table))
    loss, share = _losses(side, table.information.truth_entropy, table.information.class_residual)
    majority, purity = _largest(side)
    match, f = _best_f(side)
    return Columns(
        {
            "cluster": table.clusters,
            "size": table.cluster_sizes,
            "mixed": np.bincount(side.group),
            "classes": _pieces(side, table.counts, table.classes),
            "majority": table.classes[majority],
            "purity": purity,
            "match": table.classes[match],
            "f": f,
            "entropy": _entropies(side),
            "wallace": _pairs_kept(side),
            "completeness_loss": _mixed_with(side, table.information.prediction_entropy),
            "homogeneity_loss": loss,
            "loss_share": share,
            "verdict": _verdicts(side, majority, purity, _unlabelled(table.clusters)),
        }
    )


def _side(table: AnyTable) -> _Side:
    """The classes' view of the cells."""
    counts = table.counts.astype(np.float64)
    return _Side(
        table.rows,
        table.cols,
        counts,
        table.class_sizes.astype(np.float64),
        table.cluster_sizes.astype(np.float64),
        getattr(table, "squares", counts),
    )


def _turned(side: _Side) -> _Side:
    """The other side's view of the same cells."""
    return _Side(side.other, side.group, side.counts, side.other_sizes, side.sizes, side.squares)


def _entropies(side: _Side) -> Floats:
    """Entropy of each group over the groups of the other side: Σ (n_ij/a_i) log(a_i/n_ij)."""
    whole = side.sizes[side.group]
    terms = side.counts / whole * np.log(whole / side.counts)
    return sums(side.group, terms, len(side.sizes))


def _losses(side: _Side, entropy: float, residual: float) -> tuple[Floats, Floats]:
    """Each group's part of residual/entropy, the loss of the measure, and its share of it."""
    parts = side.sizes / side.sizes.sum() * _entropies(side)
    nothing = np.zeros_like(parts)
    return parts / entropy if entropy else nothing, parts / residual if residual else nothing


def _mixed_with(side: _Side, entropy: float) -> Floats:
    """Each group's part of the other loss: Σ (n_ij/n) log(b_j/n_ij), over its own entropy."""
    terms = side.counts / side.sizes.sum() * np.log(side.other_sizes[side.other] / side.counts)
    parts = sums(side.group, terms, len(side.sizes))
    return parts / entropy if entropy else np.zeros_like(parts)


def _unlabelled(names: NDArray[Any]) -> NDArray[np.bool_]:
    return np.fromiter((isinstance(name, Unlabelled) for name in names), bool, len(names))


def _largest(side: _Side) -> tuple[NDArray[np.int64], Floats]:
    """The largest piece of each group: the other group it lies in, and its share."""
    places = _best_cells(side, side.counts)
    return side.other[places].astype(np.int64), side.counts[places] / side.sizes


def _best_f(side: _Side) -> tuple[NDArray[np.int64], Floats]:
    """The group of the other side with the largest F = 2 n_ij/(a_i + b_j), and that F."""
    f = 2 * side.counts / (side.sizes[side.group] + side.other_sizes[side.other])
    places = _best_cells(side, f)
    return side.other[places].astype(np.int64), f[places]


def _best_cells(side: _Side, key: Floats) -> NDArray[np.intp]:
    """The cell with the largest key in each group; of equals the first by name."""
    order = np.lexsort((side.other, -key, side.group))
    return order[np.searchsorted(side.group[order], np.arange(len(side.sizes)))]


def _pairs_kept(side: _Side) -> Floats:
    """Share of the pairs within a group that the other side keeps; 1 where there is no pair."""
    alone = sums(side.group, side.squares, len(side.sizes))
    kept = sums(side.group, side.counts**2, len(side.sizes)) - alone
    pairs = side.sizes**2 - alone
    shares = np.ones_like(pairs)
    np.divide(kept, pairs, out=shares, where=pairs > 0)
    return shares


def _pieces(side: _Side, counts: NDArray[Any], names: NDArray[Any]) -> NDArray[Any]:
    """For each group the pairs (name on the other side, objects), the largest first."""
    order = np.lexsort((side.other, -side.counts, side.group))
    pairs = list(zip(listed(names[side.other[order]]), counts[order].tolist(), strict=True))
    starts = np.searchsorted(side.group[order], np.arange(len(side.sizes) + 1)).tolist()
    spans = (Pieces(pairs[first:last]) for first, last in pairwise(starts))
    return np.fromiter(spans, dtype=object, count=len(side.sizes))


def _verdicts(
    side: _Side, majority: NDArray[np.int64], purity: Floats, alone: NDArray[np.bool_]
) -> NDArray[np.str_]:
    mostly_here = side.counts > MOST * side.other_sizes[side.other]  # most of a class is here
    whole = sums(side.group, mostly_here, len(side.sizes))
    covered = purity * side.sizes > MOST * side.other_sizes[majority]
    one_class = purity >= PURE
    return np.select(
        [alone, one_class & covered, one_class, whole >= 2, (purity <= MOST) & (whole == 0)],
        ["noise", "pure", "split", "merged", "noise"],
        "mixed",
    )
