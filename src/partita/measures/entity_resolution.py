"""Entity resolution: records (objects) of entities (classes), resolved into clusters."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ..base.arithmetic import f_ratio, ratio
from ..base.checks import one_of
from .measure import register

if TYPE_CHECKING:
    from ..statistics.entity_resolution import MergeCosts, Pieces
    from ..statistics.overlaps import JaccardCounterparts


@register(
    symbol="CP",
    formula="clusters that are classes / |K|",
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    references=("menestrina2010",),
    aliases=("cluster_precision",),
)
def cluster_exact_precision(p: Pieces) -> float:
    """Share of the clusters that are exactly a class.

    Beware: one misplaced object costs as much as a cluster of nothing but errors.
    """
    return ratio(p.intact, p.clusters)


@register(
    symbol="CR",
    formula="classes that are clusters / |C|",
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    references=("menestrina2010",),
    aliases=("cluster_recall",),
)
def cluster_exact_recall(p: Pieces) -> float:
    """Share of the classes that are exactly a cluster.

    Beware: one misplaced object costs as much as a class scattered over many clusters.
    """
    return ratio(p.intact, p.classes)


@register(
    symbol="CF",
    formula="(1 + β²) CP · CR / (β² CP + CR)",
    symmetric=lambda beta: beta == 1,
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    undefined=0.0,
    references=("menestrina2010",),
    aliases=("cluster_f", "cluster_f1"),
)
def cluster_exact_f(p: Pieces, beta: float = 1.0) -> float:
    """Weighted harmonic mean of the shares of clusters and of classes that are found exactly.

    Beware: only exact agreement counts. With many single objects it mainly tells how many of them
    stayed single.
    """
    return f_ratio((p.intact, p.clusters), (p.intact, p.classes), beta)


@register(
    symbol="CCP",
    formula="(1/|K|) Σ_j max_i n_ij / (a_i + b_j - n_ij)",
    n_invariant=True,
    perfect=1.0,
    references=("menestrina2010",),
)
def closest_cluster_precision(c: JaccardCounterparts) -> float:
    """Jaccard index of each cluster with its closest class, averaged over the clusters.

    Beware: all clusters count the same, however small, and several may be closest to the same
    class.
    """
    return ratio(c.cluster_sum, c.clusters)


@register(
    symbol="CCR",
    formula="(1/|C|) Σ_i max_j n_ij / (a_i + b_j - n_ij)",
    n_invariant=True,
    perfect=1.0,
    references=("menestrina2010",),
)
def closest_cluster_recall(c: JaccardCounterparts) -> float:
    """Jaccard index of each class with its closest cluster, averaged over the classes.

    Beware: all classes count the same, however small, and several may be closest to the same
    cluster.
    """
    return ratio(c.class_sum, c.classes)


@register(
    symbol="CCF",
    formula="(1 + β²) CCP · CCR / (β² CCP + CCR)",
    symmetric=lambda beta: beta == 1,
    n_invariant=True,
    perfect=1.0,
    references=("menestrina2010",),
    aliases=("closest_cluster_f1", "ccf1"),
)
def closest_cluster_f(c: JaccardCounterparts, beta: float = 1.0) -> float:
    """Weighted harmonic mean of closest-cluster precision and recall; beta > 1 favors recall.

    Beware: not corrected for chance. The Jaccard index is stricter than the F of `mean_f1`, but
    selects the same matches.
    """
    return f_ratio((c.cluster_sum, c.clusters), (c.class_sum, c.classes), beta)


@register(
    symbol="BMD",
    formula="2 cells - |C| - |K|",
    better="lower",
    symmetric=True,
    n_invariant=True,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="edits",
    # an object that empties its cell lowers it by 2, each group that it empties raises it by 1
    effect_of_one=lambda _: 2.0,
    references=("alkamha2004", "menestrina2010"),
    aliases=("merge_distance",),
)
def basic_merge_distance(m: MergeCosts) -> float:
    """Number of cluster splits and merges that turn the prediction into the truth, splits first.

    Clusters are split into their intersections with the classes, and these pieces are merged.

    Beware: a path that merges first may be shorter. From {ab}{cd} to {ac}{bd} it has two steps, one
    merge and one split; splitting first takes four. A raw count: moving one object out of a large
    cluster costs as much as halving it.
    """
    return float(m.splits + m.merges)


@register(
    symbol="GMD",
    formula="Σ f_split(x, y) + Σ f_merge(x, y), clusters split into pieces, then pieces merged",
    better="lower",
    symmetric=lambda split, merge: split == merge,
    bounds=(0.0, inf),
    perfect=0.0,
    references=("menestrina2010",),
)
def generalized_merge_distance(
    m: MergeCosts, split: str = "product", merge: str = "product"
) -> float:
    """Cost of the cluster splits and merges that turn the prediction into the truth, splits first.

    A split or a merge of parts with x and y objects costs, by the options `split` and `merge`:
    "product", xy (the pairs separated or joined); "count", 1 (as in `basic_merge_distance`); or
    "entropy", the nats per object that it removes or adds. None of these depends on the order of
    the splits or of the merges (the slice algorithm). "product" for both gives half the Mirkin
    distance, "entropy" for both the variation of information. "product" and "count" penalize splits
    and merges of large clusters differently.

    Beware: the unit depends on the options, and different options for splits and merges add
    different units, so compare only values with the same options.
    """
    costs = ("count", "product", "entropy")
    one_of("split", split, costs)
    one_of("merge", merge, costs)
    splits = {"count": m.splits, "product": m.pairs_split, "entropy": m.entropy_split}
    merges = {"count": m.merges, "product": m.pairs_merged, "entropy": m.entropy_merged}
    return float(splits[split] + merges[merge])
