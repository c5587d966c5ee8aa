"""Distances between partitions from information: how far apart, in nats or as a share.

I is the mutual information, H(C|K) and H(K|C) what each side leaves open. Vinh, Epps and Bailey
(2010) compare the normalized ones; only those by the joint entropy and by the larger entropy are
metrics.
"""

from math import inf

from ..base.arithmetic import in_base, ratio
from ..statistics.information import Information
from .measure import register

__all__ = [
    "conditional_entropy_of_clusters",
    "information_distance",
    "normalized_information_distance",
    "variation_of_information_by_joint_entropy",
]


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
    aliases=("false_splits", "vi_split"),
)
def conditional_entropy_of_clusters(h: Information, base: float | None = None) -> float:
    """Uncertainty about the cluster of an object once its class is known: what splitting costs.

    With `conditional_entropy`, what merging costs, it adds up to the variation of information:
    the two parts that image segmentation reports as false splits and false merges.

    Beware: merging clusters never raises it; one cluster for everything scores 0. scikit-image
    gives the pair in bits (`base=2`), splits first.
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
    """What the side that says less leaves open about the other: a metric.

    Beware: its range grows with the numbers of groups; compare on the same data, or read the
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
    """Information distance as a share of the larger entropy, its largest value: a metric.

    It is one minus the normalized mutual information with the average "max".

    Beware: not corrected for chance: for random labels it falls as clusters become many. One class
    against any other partition scores 1.
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
    """Variation of information as a share of the joint entropy: a metric.

    It is one minus the normalized mutual information with the average "joint". aricode, clue,
    ELKI and ClusterR call it NVI; mclustcomp's NVI is the mean of H(C|K)/H(C) and H(K|C)/H(K),
    and clusim's vi with norm_type "entropy" is a similarity. The form that Wu, Xiong and Chen
    normalize by the sum of entropies is `normalized_variation_of_information`.

    Beware: not corrected for chance. mclustcomp and ClusterR give 1 for one class and one cluster,
    which are identical and score 0 here.
    """
    return ratio(h.variation, h.mutual + h.variation)
