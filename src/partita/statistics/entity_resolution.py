"""Statistics of entity resolution and coreference: pieces of groups, other objects, merge costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.checks import object_count
from .registry import statistic
from .values import Record

if TYPE_CHECKING:
    from ..base.arithmetic import Exact
    from ..table.table import Table

__all__ = ["MergeCosts", "OtherShares", "Pieces"]


class Pieces(Record):
    """The number of pieces into which one side cuts the groups of the other."""

    objects: Exact  #: n, or the total weight
    classes: int  #: number of classes
    clusters: int  #: number of clusters
    cells: int  #: pieces of classes, which are the pieces of clusters
    intact: int  #: classes that are clusters


@statistic("records", counts_cells=True)
def pieces(table: Table) -> Pieces:
    """Return the number of pieces into which one side cuts the groups of the other."""
    import numpy as np

    alone = (np.bincount(table.rows) == 1)[table.rows] & (np.bincount(table.cols) == 1)[table.cols]
    return Pieces(table._objects, *table.shape, table.nnz, int(np.count_nonzero(alone)))


class OtherShares(Record):
    """The shares of the other objects of a group that are together on the other side, summed up."""

    objects: int  #: n
    class_others: Exact  #: Σ n_ij(n_ij-1)/(a_i-1) over the classes of two objects and more
    cluster_others: Exact  #: the same over the clusters
    single_classes: int  #: classes of one object
    single_clusters: int  #: clusters of one object
    single_both: int  #: objects alone in their class and in their cluster


@statistic("records", smooth=True)
def other_shares(table: Table) -> OtherShares:
    """Return the shares of the other objects of a group that are together on the other side."""
    import numpy as np

    from .. import _kernel

    n = object_count(
        table._objects,
        "this measure counts the other objects of a group",
        "use integer weights, or the B-cubed measures with the object itself",
    )
    classes, clusters = table.class_sizes, table.cluster_sizes
    single = (classes == 1)[table.rows] & (clusters == 1)[table.cols]
    class_others, cluster_others = map(table._ratios.read, _kernel.other_shares(table._table))
    return OtherShares(
        n,
        class_others,
        cluster_others,
        int(np.count_nonzero(classes == 1)),
        int(np.count_nonzero(clusters == 1)),
        int(np.count_nonzero(single)),
    )


class MergeCosts(Record):
    """The costs of splitting clusters into pieces, and of merging these into classes."""

    splits: int  #: cells - |K|: one for each split
    merges: int  #: cells - |C|
    pairs_split: Exact  #: N01: each split costs the product of the two sizes
    pairs_merged: Exact  #: N10
    entropy_split: float  #: H(C|K): each split costs the entropy that it removes
    entropy_merged: float  #: the same for H(K|C)


@statistic("records", counts_cells=True)
def merge_costs(table: Table) -> MergeCosts:
    """Return the costs of splitting clusters into pieces, and of merging these into classes."""
    (classes, clusters), p, h = table.shape, table.pairs, table.information
    return MergeCosts(
        table.nnz - clusters,
        table.nnz - classes,
        p.prediction_only,
        p.truth_only,
        h.class_residual,
        h.cluster_residual,
    )
