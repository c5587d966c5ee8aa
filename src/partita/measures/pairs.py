"""Pair-counting measures: on which share of the pairs of objects do the two partitions agree?

N11, N10, N01, N00 are the four pair counts, P = N11 + N10 the pairs inside classes,
Q = N11 + N01 the pairs inside clusters, M = P + N01 + N00 all pairs.
"""

from ..base.arithmetic import ratio, root_parts, root_ratio, signed_root_ratio
from ..statistics.pairs import PairCounts
from .measure import register


@register(
    symbol="R",
    formula="(N11 + N00) / M",
    symmetric=True,
    perfect=1.0,
    headline=True,
    margin_affine=True,
    effect_of_one=lambda n: 2 / n,  # it is in n - 1 of the n(n-1)/2 pairs
    references=("rand1971", "wu2009"),
    aliases=("rand_score", "rand_index", "rand_statistic", "RI", "simple_matching", "SMC"),
)
def rand(p: PairCounts) -> float:
    """Share of all pairs of objects on which truth and prediction agree.

    Beware: with many clusters, nearly all pairs are apart in both partitions, so even random
    clusterings score close to 1. Read `adjusted_rand` as well.

    >>> rand([0, 0, 1, 1], [0, 0, 1, 2])
    0.8333333333333334
    """
    return ratio(p.together + p.apart, p.pairs)


@register(
    symbol="ARI",
    formula="(N11 - PQ/M) / ((P + Q)/2 - PQ/M)",
    symmetric=True,
    bounds=(-0.5, 1.0),
    perfect=1.0,
    headline=True,
    margin_affine=True,
    monotone=True,
    references=("hubert1985", "wu2009"),
    aliases=(
        "R_n",
        "Γ'_n",
        "normalized_rand_statistic",
        "normalized_hubert_Γ_statistic_II",
        "adjusted_rand_score",
        "adjusted_rand_index",
        "corrected_rand",
        "cRand",
        "adjrand_index",
    ),
)
def adjusted_rand(p: PairCounts) -> float:
    """Rand index adjusted for chance: 0 is the mean of random labels, 1 is identity.

    Beware: the mean is over clusterings with the same group sizes; single clusterings may score
    below 0. An exactly independent table does, because it has fewer agreeing pairs than this mean:
    two classes of two objects, both divided over the same two clusters, score -0.5, the lowest
    value. Independent tables of many objects score close to 0. With fractional weights, values may
    fall towards -1. Large clusters dominate, because pairs grow as squares.

    >>> adjusted_rand([0, 0, 1, 1], [0, 0, 1, 2])
    0.5714285714285714
    """
    # 2(N11·N00 - N10·N01) / (P(M-Q) + Q(M-P)), Hubert and Arabie's (5) times 2M
    chance = p.truth_pairs * (p.pairs - p.prediction_pairs)
    chance += p.prediction_pairs * (p.pairs - p.truth_pairs)
    return ratio(2 * p.covariance, chance)


@register(
    symbol="J",
    formula="N11 / (N11 + N10 + N01)",
    symmetric=True,
    perfect=1.0,
    monotone=True,
    references=("jaccard1912", "wu2009"),
    aliases=("jaccard_index", "jaccard_coefficient", "pair_jaccard", "tanimoto"),
)
def jaccard(p: PairCounts) -> float:
    """Pairs together in both partitions, as a share of the pairs together in at least one.

    Beware: not corrected for chance: if the classes are imbalanced, a single large cluster scores
    well.
    """
    return ratio(p.together, p.together + p.disagreements)


@register(
    symbol="J'",
    formula="(1 - J) / (1 + J) = (N10 + N01) / (2 N11 + N10 + N01)",
    better="lower",
    symmetric=True,
    perfect=0.0,
    margin_affine=True,
    monotone=True,
    references=("wu2009",),
)
def jaccard_distance_prime(p: PairCounts) -> float:
    """The distance form of the Jaccard index that Wu, Xiong and Chen normalize.

    Beware: an intermediate form: its normalized version is one minus the adjusted Rand index.
    """
    return ratio(p.disagreements, 2 * p.together + p.disagreements)


@register(
    symbol="J'_n",
    formula="(P + Q - 2 N11) / (P + Q - 2 PQ/M) = 1 - ARI",
    better="lower",
    symmetric=True,
    bounds=(0.0, 1.5),
    perfect=0.0,
    margin_affine=True,
    monotone=True,
    references=("wu2009",),
    aliases=("normalized_jaccard_coefficient",),
)
def normalized_jaccard(p: PairCounts) -> float:
    """Distance J' divided by its expected value: one minus the adjusted Rand index.

    Beware: clusterings worse than chance score above 1.
    """
    return disagreement_over_chance(p)


@register(
    symbol="FM",
    formula="N11 / √(PQ)",
    symmetric=True,
    perfect=1.0,
    undefined=0.0,
    headline=True,
    margin_affine=True,
    monotone=True,
    references=("fowlkes1983", "wu2009"),
    aliases=(
        "fowlkes_mallows_score",
        "fowlkes_mallows_index",
        "fowlkes_and_mallows_index",
        "fowlkes_and_mallows",
        "Fowlkes",
        "Folkes",
        "fm_score",
    ),
)
def fowlkes_mallows(p: PairCounts) -> float:
    """Geometric mean of pair precision and pair recall.

    Beware: not corrected for chance: if there are few large clusters, random labels score well.
    """
    return root_ratio(p.together * p.together, p.truth_pairs * p.prediction_pairs)


@register(
    symbol="FM_n",
    formula="(N11 - PQ/M) / (√(PQ) - PQ/M)",
    symmetric=True,
    bounds=(-1.0, 1.0),
    perfect=1.0,
    undefined=0.0,
    margin_affine=True,
    monotone=True,
    references=("wu2009",),
    aliases=("adjusted_fowlkes_mallows", "AFM", "normalized_fowlkes_and_mallows_index"),
)
def normalized_fowlkes_mallows(p: PairCounts) -> float:
    """Fowlkes-Mallows index adjusted for chance: 0 is the mean of random labels, 1 is identity.

    Beware: clusterings worse than chance score below 0.
    """
    product = p.truth_pairs * p.prediction_pairs
    root, unit = root_parts(product)  # √(PQ) as a ratio
    return ratio(unit * p.covariance, p.pairs * root - unit * product)


@register(
    symbol="Γ",
    formula="(M N11 - PQ) / √(PQ (M - P)(M - Q))",
    symmetric=True,
    bounds=(-1.0, 1.0),
    perfect=1.0,
    undefined=0.0,
    margin_affine=True,
    monotone=True,
    references=("hubert1976", "hubert1985", "wu2009"),
    aliases=(
        "Γ_n",
        "normalized_hubert_gamma",
        "Γ_statistic",
        "hubert_Γ_statistic",
        "hubert_Γ_statistic_I",
        "hubert_statistic_I",
        "normalized_hubert_Γ_statistic_I",
        "gamma",
        "phi",
        "MCC",
    ),
)
def hubert_gamma(p: PairCounts) -> float:
    """Correlation of "same class" and "same cluster" over all pairs of objects.

    Beware: 0 if one side has one group or single objects only, unless the partitions are identical.
    """
    product = p.truth_pairs * p.prediction_pairs
    product *= (p.pairs - p.truth_pairs) * (p.pairs - p.prediction_pairs)
    return signed_root_ratio(p.covariance, product)


@register(
    symbol="Γ'",
    formula="(N11 + N00 - N10 - N01) / M = 2R - 1",
    symmetric=True,
    bounds=(-1.0, 1.0),
    perfect=1.0,
    margin_affine=True,
    effect_of_one=lambda n: 4 / n,
    references=("hubert1976", "hubert1985", "wu2009"),
    aliases=("hamann", "hubert_Γ_statistic_II", "hubert_statistic_II"),
)
def hubert_gamma_prime(p: PairCounts) -> float:
    """Share of pairs in agreement minus share in disagreement: the Rand index rescaled to [-1, 1].

    Beware: like the Rand index it rises with the number of clusters; its normalized form is
    `adjusted_rand`.
    """
    return ratio(p.together + p.apart - p.disagreements, p.pairs)


def disagreement_over_chance(p: PairCounts) -> float:
    """Return (P + Q - 2 N11)/(P + Q - 2PQ/M): J'_n and MS'_n of Table 5 in Wu et al. (2009)."""
    product = p.truth_pairs * p.prediction_pairs
    expected = p.pairs * (p.truth_pairs + p.prediction_pairs) - 2 * product
    return ratio(p.pairs * p.disagreements, expected)
