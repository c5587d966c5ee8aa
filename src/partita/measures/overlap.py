"""Overlap measures: how large is the overlap of each group with its best counterpart?

Several classes may choose the same cluster, and vice versa: the choice is not one-to-one.
"""

from math import inf

from ..base.arithmetic import Exact, in_whole_parts, ratio
from ..statistics.overlaps import Overlaps
from .measure import register


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

    Beware: splitting clusters never lowers it, clusters of single objects score 1, and it is blind
    to the uniform effect of k-means, which makes clusters equally large.

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
    """Share of the objects that are in the main cluster of their class.

    Beware: one cluster for all objects scores 1.
    """
    return ratio(o.class_maxima, o.objects)


@register(
    symbol="MAP",
    formula="(1/n) Σ_j max_i n_ij = P",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    effect_of_one=lambda n: 1 / n,
    references=("dhillon2003", "wu2009"),
    aliases=("micro_average_precision", "micro_averaged_recall", "micro_average_recall"),
)
def micro_averaged_precision(o: Overlaps) -> float:
    """Precision over all objects if each cluster is named after its majority class.

    It is also the micro-averaged recall: every object has one class and one name, so the objects
    with a name too many are those that their class misses.

    Beware: another name for `purity`, with the same faults.
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
    aliases=("goodman_kruskal_coefficient",),
)
def goodman_kruskal(o: Overlaps) -> float:
    """Share of the objects with a wrong name if each cluster is named after its majority class.

    Beware: it is one minus `purity`, as Wu, Xiong and Chen define it, with the same faults. Goodman
    and Kruskal's own lambda, which compares this error with the error of naming all objects after
    the largest class, is `normalized_purity`.
    """
    return ratio(o.objects - o.cluster_maxima, o.objects)


@register(
    symbol="F",
    formula="Σ_i (a_i/n) max_j 2 n_ij / (a_i + b_j)",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    headline=True,
    # n·F = Σ_i a_i max_j 2 n_ij / (a_i + b_j): one more object changes the term of its class by 0
    # to 2, and the other terms by -1/2 to 0 in total
    effect_of_one=lambda n: 2.5 / n,
    references=("larsen1999", "fung2003", "wu2009"),
    aliases=("clustering_f", "clustering_f_measure", "class_weighted_f_measure"),
)
def f_measure(o: Overlaps) -> float:
    """F of each class with its best cluster, averaged over classes weighted by size.

    Beware: objects outside the best clusters may be in any cluster without changing the score (the
    problem of matching). Three measures are called F: see also `cluster_f_measure` and
    `pair_f_measure`.
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
    """F-measure rescaled so that a lower bound for these group sizes scores 0.

    Beware: the bound F₋ is loose, so poor clusterings score well above 0.
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

    If two classes tie for the majority, the smaller one is used (higher recall).

    Beware: all clusters count the same, however small, and two clusters may share a class.
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
    aliases=("van_dongen_criterion",),
)
def van_dongen(o: Overlaps) -> float:
    """Share of the objects outside the best overlaps, averaged over both sides.

    Beware: its maximum depends on the largest groups; for imbalanced data read
    `normalized_van_dongen`.
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
    aliases=("normalized_van_dongen_criterion",),
)
def normalized_van_dongen(o: Overlaps) -> float:
    """Van Dongen criterion divided by its upper bound for these largest groups.

    Beware: it reads the largest overlaps only, so clusterings that differ elsewhere tie;
    `normalized_variation_of_information` then distinguishes them.
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
    """Number of objects to move from one partition to the other by way of their intersection.

    Beware: a raw count that grows with n.
    """
    return float(_unmatched(o))


def _unmatched(o: Overlaps) -> Exact:
    """Return 2n - Σ_i max_j n_ij - Σ_j max_i n_ij."""
    return 2 * o.objects - o.class_maxima - o.cluster_maxima
