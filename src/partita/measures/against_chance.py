"""Pairs and information compared with random labels: z-scores and a sample-based ARI."""

from math import copysign, inf, sqrt

from ..base.arithmetic import ratio, root_ratio, signed_root_ratio
from ..statistics.information import InformationMoments
from ..statistics.pairs import PairMoments, together_variance
from .measure import register


@register(
    symbol="MARI",
    formula="(N11/M - θ) / ((P + Q)/2M - θ), θ unbiased for the product of the chances of a pair",
    symmetric=True,
    bounds=(-inf, 1.0),
    perfect=1.0,
    undefined=0.0,
    converges=True,
    references=("sundqvist2023",),
    aliases=("modified_adjusted_rand_index",),
)
def modified_adjusted_rand(m: PairMoments) -> float:
    """Adjusted Rand index for objects that are a sample, so that the group sizes are random too.

    The agreement by chance is estimated from quadruples of different objects, θ = (PQ - N11 - (2n +
    Σ n_ij a_i b_j - Σ n_ij² - Σ a_i² - Σ b_j²)) / 6 C(n,4). aricode's MARIraw is the difference
    N11/M - θ without the division.

    Beware: it differs from the adjusted Rand index by terms of order 1/n only. Fewer than four
    objects give no estimate, and single values may be far below 0.

    >>> modified_adjusted_rand([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.2857142857142857
    """
    p, n = m.pairs, m.pairs.objects
    alone = n + 2 * p.together, n + 2 * p.truth_pairs, n + 2 * p.prediction_pairs
    product = p.truth_pairs * p.prediction_pairs
    apart = product - p.together - (2 * n + m.crossings - sum(alone))
    fours = n * (n - 1) * (n - 2) * (n - 3) // 4  # 6 C(n,4)
    gain = p.together * fours - apart * p.pairs
    return ratio(2 * gain, (p.truth_pairs + p.prediction_pairs) * fours - 2 * apart * p.pairs)


@register(
    symbol="z_R",
    formula="(N11 - PQ/M) / √Var[N11] over labels with the same sizes",
    symmetric=True,
    bounds=(-inf, inf),
    undefined=0.0,
    unit="standard deviations",
    margin_affine=True,
    references=("lerman1988", "fowlkes1983"),
    aliases=("lerman", "lerman_index", "standardized_rand_index"),
)
def standardized_rand(m: PairMoments) -> float:
    """Lerman's index: pairs together in both partitions, in standard deviations above chance.

    It is also the z of the Rand and of the adjusted Rand index, because for given group sizes they
    are linear in the number of these pairs.

    Beware: it grows with the number of objects, has no fixed best value, and its distribution is
    skewed: use `significance` for p. It is 0 if the group sizes allow one table only.
    """
    p = m.pairs
    below = p.pairs**2 * m.variance
    return signed_root_ratio(p.covariance, below)


@register(
    symbol="L_n",
    formula="z(C,K) / √(z(C,C) z(K,K)), z = (N11 - PQ/M) / √Var[N11]",
    symmetric=True,
    bounds=(-inf, inf),
    undefined=0.0,
    margin_affine=True,
    converges=True,
    references=("lerman1988", "denoeud2006"),
    aliases=("normalized_lerman_index",),
)
def normalized_lerman(m: PairMoments) -> float:
    """Lerman's index divided by the geometric mean of what each partition has with itself.

    Beware: identical partitions score 1, but other pairs of partitions may score higher, without
    bound: above 3 for two classes of 300 objects, one kept whole and the other cut into single
    objects. It is 0 if a side has one group or single objects only.
    """
    p = m.pairs
    sides = (p.truth_pairs, m.class_triples), (p.prediction_pairs, m.cluster_triples)
    above, below = p.covariance**4, m.variance**2
    for pairs, triples in sides:
        own = pairs * (p.pairs - pairs)  # M times the excess of a side paired with itself
        top, bottom = together_variance(int(p.objects), pairs, triples, pairs, triples)
        above, below = above * top, below * own * own * bottom
    return copysign(sqrt(root_ratio(above, below)), p.covariance)


@register(
    symbol="SMI",
    formula="(I - E[I]) / √Var[I] over labels with the same sizes",
    symmetric=True,
    bounds=(-inf, inf),
    undefined=0.0,
    unit="standard deviations",
    margin_affine=True,
    references=("romano2014",),
    aliases=("standardized_mutual_info",),
)
def standardized_mutual_information(m: InformationMoments) -> float:
    """Mutual information in standard deviations above chance.

    It compares clusterings with different numbers of clusters without favoring many small ones.

    Beware: it grows with the number of objects, has no fixed best value, and its distribution is
    skewed: use `significance` for p. It is 0 if the group sizes allow one table only.
    """
    return ratio(m.expected.gain, m.variance**0.5)
