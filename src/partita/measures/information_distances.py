"""Conditional entropies, their sum VI, and the distances between partitions made of them.

H(C|K) and H(K|C) are what clusters and classes leave open; I is the mutual information. Vinh, Epps
and Bailey (2010) compare the normalized distances: only those divided by the joint entropy and by
the larger entropy are metrics.
"""

from math import inf, log

from ..base.arithmetic import in_base, ratio
from ..base.checks import object_count
from ..statistics.information import Information
from .measure import register


@register(
    symbol="VI",
    formula="H(C|K) + H(K|C)",
    better="lower",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="nats",
    headline=True,
    margin_affine=True,
    references=("meila2007", "wu2009"),
    aliases=("varinfo", "variation_of_info"),
)
def variation_of_information(h: Information, base: float | None = None) -> float:
    """Information lost plus information gained in going from the truth to the prediction.

    Beware: its range grows with the numbers of groups. Compare on the same data, or read a
    normalized form.
    """
    return in_base(h.variation, base)


@register(
    symbol="VI_n",
    formula="VI / (H(C) + H(K))",
    better="lower",
    symmetric=True,
    n_invariant=True,
    independence=1.0,
    perfect=0.0,
    margin_affine=True,
    monotone=True,
    references=("wu2009",),
)
def normalized_variation_of_information(h: Information) -> float:
    """Variation of information divided by the sum of the two entropies, its maximum.

    Beware: it is one minus the V-measure with beta 1, and not corrected for chance either.
    """
    return ratio(h.variation, h.variation + 2 * h.mutual)


@register(
    symbol="VI/log n",
    formula="VI / log n",
    better="lower",
    symmetric=True,
    perfect=0.0,
    margin_affine=True,
    references=("meila2007", "rosenberg2007"),
)
def variation_of_information_by_objects(h: Information) -> float:
    """Variation of information divided by log n, its maximum for n objects.

    Beware: it depends on n, so do not compare samples of different sizes.
    """
    return _share_of_bound(h.variation, log(object_count(h.objects)))


@register(
    symbol="VI/(2 log k*)",
    formula="VI / (2 log max(|C|, |K|))",
    better="lower",
    symmetric=True,
    n_invariant=True,
    perfect=0.0,
    margin_affine=True,
    references=("meila2007", "rosenberg2007"),
)
def variation_of_information_by_groups(h: Information) -> float:
    """Variation of information divided by 2 log k*, a bound for at most k* groups on each side.

    Beware: one more cluster, however small, changes the scale. Rosenberg and Hirschberg print the
    factor as 1/2 log k*; the bound is 2 log k*.
    """
    return _share_of_bound(h.variation, 2 * log(max(h.classes, h.clusters)))


@register(
    symbol="E",
    formula="H(C|K) = Σ (n_ij/n) log(b_j/n_ij)",
    better="lower",
    n_invariant=True,
    convex_additive=True,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="nats",
    margin_affine=True,
    references=("wu2009", "zhao2001"),
    aliases=("false_merges", "vi_merge", "H(C|K)", "H(C|P)"),
)
def conditional_entropy(h: Information, base: float | None = None) -> float:
    """Uncertainty about the class of an object if its cluster is known.

    Beware: splitting clusters never raises it, and it is blind to the uniform effect of k-means,
    which makes clusters equally large. The values of Wu, Xiong and Chen are in bits (`base=2`).
    """
    return in_base(h.class_residual, base)


@register(
    symbol="Entropy",
    formula="H(C|K) / log |C|",
    better="lower",
    n_invariant=True,
    perfect=0.0,
    undefined=0.0,
    margin_affine=True,
    references=("zhao2001", "rosenberg2007"),
    aliases=("cluto_entropy", "class_entropy"),
)
def cluster_entropy(h: Information) -> float:
    """Mean entropy of the classes within a cluster, divided by its maximum, log |C|.

    Beware: splitting clusters never raises it.
    """
    return _share_of_bound(h.class_residual, log(h.classes))


@register(
    symbol="H(K|C)",
    formula="H(K|C) = Σ (n_ij/n) log(a_i/n_ij)",
    better="lower",
    n_invariant=True,
    convex_additive=True,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="nats",
    margin_affine=True,
    references=("meila2007", "nunez2013"),
    aliases=("false_splits", "vi_split", "H(P|C)"),
)
def conditional_entropy_of_clusters(h: Information, base: float | None = None) -> float:
    """Uncertainty about the cluster of an object if its class is known: the cost of splitting.

    Added to `conditional_entropy`, the cost of merging, it gives the variation of information.
    Image segmentation reports the two parts as false splits and false merges.

    Beware: merging clusters never raises it; one cluster for all objects scores 0. scikit-image
    returns both parts in bits (`base=2`), splits first.
    """
    return in_base(h.cluster_residual, base)


@register(
    symbol="D_max",
    formula="max(H(C|K), H(K|C)) = max(H(C), H(K)) - I",
    better="lower",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="nats",
    margin_affine=True,
    references=("kraskov2005", "vinh2010"),
    aliases=("ID", "information_metric"),
)
def information_distance(h: Information, base: float | None = None) -> float:
    """The larger of H(C|K), the information lost, and H(K|C), the information gained: a metric.

    Beware: its range grows with the numbers of groups. Compare on the same data, or read the
    normalized form.
    """
    return in_base(max(h.class_residual, h.cluster_residual), base)


@register(
    symbol="NID",
    formula="1 - I / max(H(C), H(K))",
    better="lower",
    symmetric=True,
    n_invariant=True,
    independence=1.0,
    perfect=0.0,
    margin_affine=True,
    references=("kraskov2005", "vinh2010"),
)
def normalized_information_distance(h: Information) -> float:
    """Information distance divided by the larger entropy, its maximum: a metric.

    It is one minus the normalized mutual information with the average "max".

    Beware: not corrected for chance: random labels score lower the more clusters there are. One
    class scores 1 against any other partition.
    """
    rest = max(h.class_residual, h.cluster_residual)
    return ratio(rest, h.mutual + rest)


@register(
    symbol="NVI",
    formula="VI / H(C,K) = 1 - I / H(C,K)",
    better="lower",
    symmetric=True,
    n_invariant=True,
    independence=1.0,
    perfect=0.0,
    references=("rajski1961", "kraskov2005", "vinh2010"),
    aliases=("rajski_distance",),
)
def variation_of_information_by_joint_entropy(h: Information) -> float:
    """Variation of information divided by the joint entropy: a metric.

    It is one minus the normalized mutual information with the average "joint". aricode, clue, ELKI
    and ClusterR call it NVI. mclustcomp's NVI is the mean of H(C|K)/H(C) and H(K|C)/H(K), and
    clusim's vi with norm_type "entropy" is a similarity. Wu, Xiong and Chen divide by the sum of
    the entropies instead: `normalized_variation_of_information`.

    Beware: not corrected for chance. One class and one cluster are identical and score 0;
    mclustcomp and ClusterR give 1.
    """
    return ratio(h.variation, h.mutual + h.variation)


def _share_of_bound(value: float, bound: float) -> float:
    """Return value / bound, at most 1 despite the rounding of a logarithm."""
    return min(1.0, ratio(value, bound))
