"""Overlap measures: how much of a class or cluster does its best counterpart hold?

Several classes may choose the same cluster, and the other way round: nothing is one-to-one here.
"""

from math import inf

from ..base.arithmetic import Exact, in_whole_parts, ratio
from ..statistics.overlaps import Overlaps
from .measure import register

__all__ = [
    "cluster_f_measure",
    "f_measure",
    "goodman_kruskal",
    "inverse_purity",
    "micro_averaged_precision",
    "normalized_f_measure",
    "normalized_van_dongen",
    "purity",
    "split_join",
    "van_dongen",
]


@register(
    symbol="P",
    formula="(1/n) Σ_j max_i n_ij",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    headline=True,
    effect_of_one=lambda n: 1 / n,
    references=("zhao2001", "zaki2014", "wu2009"),
    aliases=("purity_score",),
)
def purity(o: Overlaps) -> float:
    """Share of the objects that belong to the majority class of their cluster.

    Beware: splitting clusters never lowers it, clusters of single objects score 1, and it cannot
    see that k-means evens out cluster sizes.

    >>> purity(["a", "a", "b", "b"], [0, 0, 0, 1])
    0.75
    """
    return ratio(o.cluster_maxima, o.objects)


@register(
    symbol="IP",
    formula="(1/n) Σ_i max_j n_ij",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    effect_of_one=lambda n: 1 / n,
    references=("amigo2009",),
)
def inverse_purity(o: Overlaps) -> float:
    """Share of the objects that lie in the largest piece of their class.

    Beware: one cluster for everything scores 1.
    """
    return ratio(o.class_maxima, o.objects)


@register(
    symbol="MAP",
    formula="(1/n) Σ_j max_i n_ij = P",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    effect_of_one=lambda n: 1 / n,
    references=("wu2009",),
    aliases=("micro_average_precision",),
)
def micro_averaged_precision(o: Overlaps) -> float:
    """Precision over all objects when each cluster is named after its majority class.

    Beware: another name for `purity`, with its faults.
    """
    return ratio(o.cluster_maxima, o.objects)


@register(
    symbol="GK",
    formula="1 - (1/n) Σ_j max_i n_ij = 1 - P",
    better="lower",
    n_invariant=True,
    convex_additive=True,
    perfect=0.0,
    effect_of_one=lambda n: 1 / n,
    references=("goodman1954", "wu2009"),
)
def goodman_kruskal(o: Overlaps) -> float:
    """Share of the objects misnamed when each cluster is named after its majority class.

    Beware: the reading of Wu, Xiong and Chen, one minus `purity` with its faults; Goodman and
    Kruskal's own lambda compares this error with that of naming everything after one class.
    """
    return ratio(o.objects - o.cluster_maxima, o.objects)


@register(
    symbol="F",
    formula="Σ_i (a_i/n) max_j 2 n_ij / (a_i + b_j)",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    headline=True,
    # n·F = Σ_i a_i max_j 2 n_ij / (a_i + b_j): one more object changes the term of its own class by
    # 0 to 2 and those of the others by -1/2 to 0 in all
    effect_of_one=lambda n: 2.5 / n,
    references=("larsen1999", "fung2003", "wu2009"),
    aliases=("clustering_f", "class_weighted_f_measure"),
)
def f_measure(o: Overlaps) -> float:
    """F of each class with its best cluster, averaged over the objects.

    Beware: the problem of matching: objects outside the best clusters may lie anywhere without
    changing the score. Three measures are called F; see `cluster_f_measure`, `pair_f_measure`.
    """
    return ratio(o.class_f, o.objects)


@register(
    symbol="F_n",
    formula="(F - F₋) / (1 - F₋), F₋ by Procedure 1",
    n_invariant=True,
    perfect=1.0,
    references=("wu2009",),
)
def normalized_f_measure(o: Overlaps) -> float:
    """F-measure scaled from the lowest value that the group sizes allow.

    Beware: the floor F₋ is loose, so scores of poor clusterings stay well above 0.
    """
    found, floor, n = in_whole_parts(o.class_f, o.class_f_floor, o.objects)
    return ratio(found - floor, n - floor)


@register(
    symbol="F_lecture",
    formula="(1/|K|) Σ_j 2 n_ij / (a_i + b_j), i the majority class of cluster j",
    n_invariant=True,
    perfect=1.0,
    references=("zaki2014",),
)
def cluster_f_measure(o: Overlaps) -> float:
    """F of each cluster with its majority class, averaged over the clusters.

    When two classes tie for the majority the smaller one is taken (higher recall).

    Beware: every cluster counts alike, however small, and two clusters may claim one class.
    """
    return ratio(o.cluster_f, o.clusters)


@register(
    symbol="VD",
    formula="(2n - Σ_i max_j n_ij - Σ_j max_i n_ij) / 2n",
    better="lower",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    perfect=0.0,
    effect_of_one=lambda n: 1 / n,
    references=("vandongen2000", "wu2009"),
)
def van_dongen(o: Overlaps) -> float:
    """Objects outside the best overlaps, seen from both sides, as a share of all.

    Beware: its upper end depends on the largest groups; read `normalized_van_dongen` for
    imbalanced data.
    """
    return ratio(_unmatched(o), 2 * o.objects)


@register(
    symbol="VD_n",
    formula="(2n - Σ_i max_j n_ij - Σ_j max_i n_ij) / (2n - max_i a_i - max_j b_j)",
    better="lower",
    symmetric=True,
    n_invariant=True,
    independence=1.0,
    perfect=0.0,
    headline=True,
    references=("wu2009",),
)
def normalized_van_dongen(o: Overlaps) -> float:
    """Van Dongen criterion as a share of its tight upper bound for these group sizes.

    Beware: reads the largest overlaps only, so clusterings that differ elsewhere tie;
    `normalized_variation_of_information` then tells them apart.
    """
    return ratio(_unmatched(o), 2 * o.objects - o.largest_class - o.largest_cluster)


@register(
    symbol="SJ",
    formula="2n - Σ_i max_j n_ij - Σ_j max_i n_ij",
    better="lower",
    symmetric=True,
    degree=1,
    most=2.0,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="objects",
    effect_of_one=lambda _: 2.0,
    references=("vandongen2000",),
    aliases=("split-join",),
)
def split_join(o: Overlaps) -> float:
    """Objects to move to get from one partition to the other through their meet.

    Beware: a raw count; it grows with n.
    """
    return float(_unmatched(o))


def _unmatched(o: Overlaps) -> Exact:
    """2n - Σ_i max_j n_ij - Σ_j max_i n_ij."""
    return 2 * o.objects - o.class_maxima - o.cluster_maxima
