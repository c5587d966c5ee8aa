"""Pairs as a search: the prediction claims pairs, the truth says which of them are to be found.

N11 pairs are claimed rightly, N01 wrongly, N10 missed and N00 left apart rightly; P = N11 + N10,
Q = N11 + N01, M all pairs. Ten measures of one reading: longer than a module should be, and no two.
"""

from math import inf

from ..base.arithmetic import ratio, whole_shares
from ..base.checks import beta_of, non_negative, unit_share
from ..statistics.pairs import PairCounts
from .measure import register

__all__ = [
    "adapted_rand_error",
    "adjusted_wallace_c",
    "adjusted_wallace_h",
    "blanc",
    "pair_f_measure",
    "pair_overlap",
    "pair_precision",
    "pair_recall",
    "pair_specificity",
    "tversky",
]


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
    """Of the pairs in one cluster, the share that also shares a class.

    Beware: clusters of single objects claim no pair and score 1.
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
    """Of the pairs in one class, the share that also shares a cluster.

    Beware: one cluster for everything scores 1.
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

    Beware: beta enters by its square, unlike the V-measure's. Not corrected for chance.
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
    """Of the pairs of two classes, the share that the prediction keeps apart.

    Beware: most pairs are of two classes when classes are many, so it is near 1 for nearly any
    clustering that is not one cluster; single objects score 1.
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
    """Pair precision beyond chance: how homogeneous the clusters are, 0 for random labels.

    With `adjusted_wallace_c` it splits the adjusted Rand index, which is their harmonic mean: the
    one is low where clusters mix classes, the other where classes are split.

    Beware: no lower bound: a few pairs claimed, all of them wrong, weigh much when nearly all
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
    """Pair recall beyond chance: how whole the classes stay, 0 for random labels.

    Beware: no lower bound: a few pairs to find, all of them missed, weigh much when nearly all
    pairs share a cluster. Microbiologists call the coefficient of one typing method by another
    adjusted Wallace: it is this one, with the method that predicts as the truth.
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
    """Pairs found, against pairs missed (weight alpha) and pairs claimed wrongly (weight beta).

    1 and 1 give the Jaccard index, 1/2 and 1/2 the pair F-measure, 1 and 0 pair recall, 0 and 1
    pair precision.

    Beware: here beta weighs one kind of error, not two sides as in F-measures. Not corrected for
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
    """One minus the pair F-measure, as image segmentation states it; alpha from 0 to 1.

    At 1 it is one minus pair precision, at 0 one minus pair recall, as in the paper. The paper
    leaves out the background of the truth: here `noise={"truth": 0}, noise_as="drop"` does.

    Beware: scikit-image drops label 0 unasked, returns precision and recall under each other's
    name, and weighs them the other way round: its alpha is one minus this one. NaN there, 0 here,
    for identical single objects.

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
    """Pairs together in both partitions, of those in the side that has fewer.

    It is the larger of pair precision and pair recall.

    Beware: 1 whenever one partition refines the other, however coarse or fine either is.
    """
    return ratio(p.together, min(p.truth_pairs, p.prediction_pairs))


@register(
    symbol="BLANC",
    formula="N11 / (P + Q) + N00 / (2M - P - Q)",
    symmetric=True,
    perfect=1.0,
    margin_affine=True,
    references=("recasens2011", "luo2014"),
)
def blanc(p: PairCounts) -> float:
    """Mean of two F-measures: of the pairs together (links) and of the pairs apart (non-links).

    Beware: not corrected for chance. Where one side has no link, or no non-link, that F-measure
    is 0, as in the scorer of the coreference community (Luo et al. 2014); the first paper leaves
    it out of the mean when it is the truth that has none.

    >>> blanc([0, 0, 1, 1], [0, 0, 1, 2])
    0.7777777777777778
    """
    links, others = p.truth_pairs + p.prediction_pairs, 2 * p.pairs
    others -= links
    return ratio(p.together * others + p.apart * links, links * others)
