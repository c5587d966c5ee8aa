"""Pairs as a retrieval task: precision and recall of the pairs in the same cluster.

N11 pairs are found, N01 are wrong, N10 are missed, and N00 are correctly apart; P = N11 + N10,
Q = N11 + N01, M all pairs.
"""

from math import inf

from ..base.arithmetic import ratio, whole_shares
from ..base.checks import beta_of, non_negative, unit_share
from ..statistics.pairs import PairCounts
from .measure import register


@register(
    symbol="PP",
    formula="N11 / Q",
    perfect=1.0,
    undefined=1.0,
    margin_affine=True,
    monotone=True,
    references=("wallace1983",),
    aliases=("wallace_prediction", "pairwise_precision", "W_H"),
)
def pair_precision(p: PairCounts) -> float:
    """Of the pairs in the same cluster, the share that is also in the same class.

    Beware: clusters of single objects have no pair and score 1.
    """
    return ratio(p.together, p.prediction_pairs)


@register(
    symbol="PR",
    formula="N11 / P",
    perfect=1.0,
    undefined=1.0,
    margin_affine=True,
    monotone=True,
    references=("wallace1983",),
    aliases=("wallace_truth", "pairwise_recall", "W_C"),
)
def pair_recall(p: PairCounts) -> float:
    """Of the pairs in the same class, the share that is also in the same cluster.

    Beware: one cluster for all objects scores 1.
    """
    return ratio(p.together, p.truth_pairs)


@register(
    symbol="PF",
    formula="(1 + β²) N11 / ((1 + β²) N11 + β² N10 + N01)",
    symmetric=lambda beta: beta == 1,
    perfect=1.0,
    undefined=0.0,
    margin_affine=True,
    monotone=True,
    references=("vanrijsbergen1979",),
    aliases=(
        "pairwise_f1",
        "pairwise_f",
        "dice",
        "dice_index",
        "czekanowski",
        "czekanowski_index",
        "sorensen",
        "sorensen_index",
        "SDC",
        "fmeasure",
    ),
)
def pair_f_measure(p: PairCounts, beta: float = 1.0) -> float:
    """Weighted harmonic mean of pair precision and pair recall; beta > 1 favors recall.

    Beware: beta is squared, unlike in the V-measure. Not corrected for chance.
    """
    precision, recall = whole_shares(beta_of(beta), power=2)
    found = (precision + recall) * p.together
    return ratio(found, found + recall * p.truth_only + precision * p.prediction_only)


@register(
    symbol="PSp",
    formula="N00 / (N00 + N01)",
    n_invariant=True,
    perfect=1.0,
    undefined=1.0,
    margin_affine=True,
    references=("warrens2022",),
    aliases=("pairwise_specificity",),
)
def pair_specificity(p: PairCounts) -> float:
    """Of the pairs in different classes, the share that is also in different clusters.

    Beware: with many classes it is close to 1 for nearly any clustering except one cluster;
    clusters of single objects score 1.
    """
    return ratio(p.apart, p.apart + p.prediction_only)


@register(
    symbol="AWH",
    formula="(M N11 - PQ) / (Q (M - P))",
    bounds=(-inf, 1.0),
    perfect=1.0,
    undefined=0.0,
    margin_affine=True,
    converges=True,
    references=("severiano2011", "warrens2022"),
    aliases=("adjusted_wallace_prediction",),
)
def adjusted_wallace_h(p: PairCounts) -> float:
    """Pair precision adjusted for chance: 0 is the mean of random labels, 1 is purity.

    The adjusted Rand index is the harmonic mean of this measure and `adjusted_wallace_c`: this one
    is low if clusters mix classes, the other if classes are split.

    Beware: no lower bound: a few pairs in clusters, all of them wrong, weigh heavily if nearly all
    pairs share a class.

    >>> adjusted_wallace_h([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """
    return ratio(p.covariance, p.prediction_pairs * (p.pairs - p.truth_pairs))


@register(
    symbol="AWC",
    formula="(M N11 - PQ) / (P (M - Q))",
    bounds=(-inf, 1.0),
    perfect=1.0,
    undefined=0.0,
    margin_affine=True,
    converges=True,
    references=("severiano2011", "warrens2022"),
    aliases=("adjusted_wallace_truth", "adjusted_wallace"),
)
def adjusted_wallace_c(p: PairCounts) -> float:
    """Pair recall adjusted for chance: 0 is the mean of random labels, 1 is completeness.

    In microbiology, the adjusted Wallace coefficient from typing method A to method B is this
    measure with A as the truth.

    Beware: no lower bound: a few pairs in classes, all of them missed, weigh heavily if nearly all
    pairs share a cluster.
    """
    return ratio(p.covariance, p.truth_pairs * (p.pairs - p.prediction_pairs))


@register(
    symbol="T_αβ",
    formula="N11 / (N11 + α N10 + β N01)",
    symmetric=lambda alpha, beta: alpha == beta,
    perfect=1.0,
    undefined=0.0,
    margin_affine=lambda alpha, beta: alpha + beta == 1,
    references=("tversky1977",),
    aliases=("pair_tversky",),
)
def tversky(p: PairCounts, alpha: float = 1.0, beta: float = 1.0) -> float:
    """Pairs found, as a share of these plus alpha times the missed and beta times the wrong pairs.

    The weights 1 and 1 give the Jaccard index, 1/2 and 1/2 the pair F-measure, 1 and 0 pair recall,
    0 and 1 pair precision.

    Beware: beta is the weight of one kind of error here, unlike in F-measures. Not corrected for
    chance.
    """
    missed = non_negative("alpha", alpha) * p.truth_only
    wrong = non_negative("beta", beta) * p.prediction_only
    return ratio(p.together, p.together + missed + wrong)


@register(
    symbol="ARE",
    formula="1 - N11 / (α Q + (1 - α) P)",
    better="lower",
    symmetric=lambda alpha: alpha == 0.5,
    perfect=0.0,
    undefined=1.0,
    margin_affine=True,
    references=("argandacarreras2015",),
)
def adapted_rand_error(p: PairCounts, alpha: float = 0.5) -> float:
    """One minus the pair F-measure as used in image segmentation; alpha is the weight of precision.

    The option alpha goes from 0 (one minus pair recall) to 1 (one minus pair precision), as in the
    paper. The paper leaves out the background of the truth: pass `noise={"truth": 0},
    noise_as="drop"`.

    Beware: scikit-image drops label 0 by default, returns precision and recall under each other's
    name, and its alpha is one minus ours. It gives NaN for identical single objects, which score 0
    here.

    >>> adapted_rand_error([0, 0, 1, 1], [0, 0, 1, 2])
    0.3333333333333333
    """
    precision = unit_share("alpha", alpha)
    recall = 1 - precision
    wrong = precision * p.prediction_only + recall * p.truth_only
    return ratio(wrong, p.together + wrong)


@register(
    symbol="OC",
    formula="N11 / min(P, Q)",
    symmetric=True,
    convex_additive=True,
    perfect=1.0,
    undefined=1.0,  # single objects refine every partition
    margin_affine=True,
    references=("simpson1943",),
    aliases=("overlap_coefficient", "szymkiewicz_simpson"),
)
def pair_overlap(p: PairCounts) -> float:
    """Pairs together in both partitions, as a share of the pairs of the side that has fewer.

    It is the larger of pair precision and pair recall.

    Beware: 1 whenever one partition refines the other, no matter how coarse or fine.
    """
    return ratio(p.together, min(p.truth_pairs, p.prediction_pairs))
