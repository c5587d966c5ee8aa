"""Further family statistics, each read by few measures; letters as in `statistics`.

Apart from the best known ones because the list of measures must load in an instant, and naming
these is not needing them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..base.arithmetic import Exact


class ElementOverlaps(NamedTuple):
    """How alike class and cluster of an object are, as sets, summed over all objects."""

    objects: Exact
    similarity: Exact  # Σ_ij n_ij²/max(a_i,b_j)


class Counterparts(NamedTuple):
    """What each group shares with its best counterpart, as F = 2n_ij/(a_i+b_j), summed up."""

    objects: Exact
    classes: int
    clusters: int
    class_sum: Exact  # Σ_i max_j F_ij
    cluster_sum: Exact  # Σ_j max_i F_ij
    class_sum_by_size: Exact  # Σ_i a_i max_j F_ij
    cluster_sum_by_size: Exact  # Σ_j b_j max_i F_ij


class JaccardCounterparts(Counterparts):
    """The same for the Jaccard index n_ij/(a_i+b_j-n_ij)."""

    __slots__ = ()


class ProductCounterparts(Counterparts):
    """The same for n_ij²/(a_i b_j), the product of the shares of both groups."""

    __slots__ = ()


class SquareShares(NamedTuple):
    """Sums of squared shares, in which each group counts alike."""

    classes: int
    clusters: int
    both: Exact  # Σ_ij n_ij²/(a_i b_j)
    of_classes: Exact  # Σ_ij n_ij²/a_i²
    of_clusters: Exact  # Σ_ij n_ij²/b_j²


class GiniGains(NamedTuple):
    """How much less mixed classes are within clusters than at large, and the other way round."""

    class_gain: Exact  # n Σ_ij n_ij²/b_j - Σ_i a_i²
    class_room: Exact  # n² - Σ_i a_i²
    cluster_gain: Exact  # n Σ_ij n_ij²/a_i - Σ_j b_j²
    cluster_room: Exact  # n² - Σ_j b_j²


class ShareMatching(NamedTuple):
    """The one-to-one matching of classes and clusters with the largest sum of F = 2n_ij/(a_i+b_j).

    Where several matchings are best their sums are equal, so that no measure depends on the choice.
    """

    objects: Exact
    classes: int
    clusters: int
    matched: Exact  # max over matchings of Σ F_iσ(i)


class ClassMatching(ShareMatching):
    """The same for the share n_ij/a_i of the class."""

    __slots__ = ()


class SetMatching(NamedTuple):
    """The same for n_ij/max(a_i,b_j), with what random sets of these sizes would share."""

    objects: Exact
    classes: int
    clusters: int
    matched: Exact  # max over matchings of Σ n_iσ(i)/max(a_i,b_σ(i))
    shared: Exact  # Σ_k min(a_(k),b_(k)), sizes in descending order: n times what chance gives


class Pieces(NamedTuple):
    """Into how many pieces the groups of one side fall on the other."""

    objects: Exact
    classes: int
    clusters: int
    cells: int  # pieces of classes, which are the pieces of clusters
    intact: int  # classes that are clusters


class OtherShares(NamedTuple):
    """For each object the share of the others of its group that are with it on the other side."""

    objects: int
    class_others: Exact  # Σ n_ij(n_ij-1)/(a_i-1) over the classes of two objects and more
    cluster_others: Exact  # the same over the clusters
    single_classes: int  # classes of one object
    single_clusters: int
    single_both: int  # objects alone in their class and in their cluster


class MergeCosts(NamedTuple):
    """What it costs to split clusters into their pieces, and to merge these into classes."""

    splits: int  # cells - |K|: one for each split
    merges: int  # cells - |C|
    pairs_split: Exact  # N01: each split costs the product of the two sizes
    pairs_merged: Exact  # N10
    entropy_split: float  # H(C|K): each split costs the entropy that it removes
    entropy_merged: float  # H(K|C)
