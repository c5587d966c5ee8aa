"""Association of "same class" and "same cluster" over all pairs of objects.

P = N11 + N10, Q = N11 + N01, M all pairs; N11 N00 - N10 N01 = M N11 - PQ is 0 if the two are
independent.
"""

from math import inf, sqrt

from ..base.arithmetic import ratio, root, root_ratio
from ..base.checks import object_count
from ..statistics.pairs import PairCounts
from .measure import register


@register(
    symbol="Pe",
    formula="(N11 N00 - N10 N01) / (P (M - P)) = N11/P - N01/(M - P)",
    bounds=(-1.0, 1.0),
    perfect=1.0,
    undefined=0.0,
    margin_affine=True,
    references=("peirce1884", "albatineh2006"),
    aliases=("pair_informedness", "youden_j"),
)
def peirce(p: PairCounts) -> float:
    """Share of same-class pairs that are kept together, minus share of other pairs that are joined.

    Beware: random labels score 0 on average, but with many small classes the second share is close
    to 0 and the score is hardly more than pair recall.
    """
    return ratio(p.covariance, p.truth_pairs * (p.pairs - p.truth_pairs))


@register(
    symbol="Q_Y",
    formula="(N11 N00 - N10 N01) / (N11 N00 + N10 N01)",
    symmetric=True,
    bounds=(-1.0, 1.0),
    perfect=1.0,
    undefined=0.0,
    references=("yule1900", "albatineh2006"),
    aliases=("yule", "yule_index"),
)
def yule_q(p: PairCounts) -> float:
    """Association of "same class" and "same cluster" by the odds ratio θ: (θ - 1)/(θ + 1).

    For two traits it is Goodman and Kruskal's gamma; `goodman_kruskal` is a different measure.

    Beware: already 1 if one partition refines the other, -1 as soon as no pair is together in both,
    and 0 if both products vanish, as for one cluster or single objects.
    """
    agreed, disagreed = p.together * p.apart, p.truth_only * p.prediction_only
    return ratio(agreed - disagreed, agreed + disagreed)


@register(
    symbol="B_1",
    formula="(M² - M (N10 + N01) + (N10 + N01)²) / M²",
    symmetric=True,
    bounds=(0.75, 1.0),
    perfect=1.0,
    margin_monotone=False,
    references=("baulieu1989", "albatineh2006"),
)
def baulieu_1(p: PairCounts) -> float:
    """One minus the product of the share of pairs in agreement and the share in disagreement.

    Beware: total disagreement scores 1, as identity does, and the lowest value is 3/4. Use it only
    to reproduce published tables.
    """
    return ratio(p.pairs**2 - p.disagreements * (p.pairs - p.disagreements), p.pairs**2)


@register(
    symbol="B_2",
    formula="(N11 N00 - N10 N01) / M²",
    symmetric=True,
    bounds=(-0.25, 0.25),
    undefined=0.0,
    margin_affine=True,
    references=("baulieu1989", "albatineh2006"),
)
def baulieu_2(p: PairCounts) -> float:
    """Covariance of "same class" and "same cluster" over all pairs of objects.

    Beware: identical partitions have no fixed value (1/4 at most); `hubert_gamma` is the
    correlation. A single object has no pair and scores 0.
    """
    return ratio(p.covariance, p.pairs**2)


@register(
    symbol="FMG",
    formula="N11 / √(PQ) - 1 / (2 √P)",
    bounds=(-0.5, 1.0),
    margin_affine=True,
    references=("fager1963", "albatineh2006"),
    aliases=("fager_mcgowan_index",),
)
def fager_mcgowan(p: PairCounts) -> float:
    """Fowlkes-Mallows index minus a correction for few pairs inside classes.

    Beware: no fixed best value: identical partitions score below 1 by this correction. No value if
    a side has no pair, or for fractional weights, because the correction would depend on their
    unit. Zoologists put the larger of P and Q under the second root; for partitions it is P, so the
    index is not symmetric.
    """
    # (4·N11² - Q) / (2√(PQ) (2·N11 + √Q)): the difference of the two terms without cancellation
    object_count(p.objects)
    under = 2 * root(p.truth_pairs * p.prediction_pairs)
    under *= 2 * p.together + root(p.prediction_pairs)
    return ratio(4 * p.together**2 - p.prediction_pairs, under)


@register(
    symbol="RV",
    formula="Σ n_ij² / √(Σ a_i² Σ b_j²) = (n + 2 N11) / √((n + 2P)(n + 2Q))",
    symmetric=True,
    n_invariant=True,
    perfect=1.0,
    margin_affine=True,
    references=("robert1976",),
    aliases=("rv_coefficient", "rv_index"),
)
def rv(p: PairCounts) -> float:
    """Fowlkes-Mallows index that also pairs every object with itself.

    It is the cosine of the two matrices that indicate which objects are together.

    Beware: never 0, because an object is always together with itself, and not corrected for chance.
    """
    alone = p.objects * p.objects - 2 * p.pairs  # n, or the sum of squared weights
    both = alone + 2 * p.together
    sides = (alone + 2 * p.truth_pairs) * (alone + 2 * p.prediction_pairs)
    return root_ratio(both * both, sides)


@register(
    symbol="Sw",
    formula="N11 / (N10 + N01)",
    symmetric=True,
    bounds=(0.0, inf),
    converges=True,
    references=("southwood1978",),
    aliases=("southwood_index",),
)
def southwood(p: PairCounts) -> float:
    """Number of pairs together in both partitions per pair in disagreement.

    Beware: no upper bound, and no value for identical partitions. It is J/(1 - J) of the Jaccard
    index, which says the same on a bounded scale.
    """
    return ratio(p.together, p.disagreements)


@register(
    symbol="McN",
    formula="|N10 - N01| / √(N10 + N01)",
    better="lower",
    symmetric=True,
    degree=1,
    most=sqrt(0.5),  # all pairs are split, or all are merged: √(n(n-1)/2)
    bounds=(0.0, inf),
    perfect=0.0,
    undefined=0.0,  # no pair in disagreement: identical
    references=("mcnemar1947",),
)
def mcnemar(p: PairCounts) -> float:
    """Whether the prediction splits more pairs than it merges, or merges more than it splits.

    It is the root of McNemar's chi-square. clusterCrit gives it the sign of N10 - N01, positive if
    more pairs are split; permetrics uses the pairs apart, N00, in place of the pairs split.

    Beware: it measures balance only: if as many pairs are split as merged, the score is 0, whatever
    their number. Pairs share objects, so the chi-square distribution does not apply. No value for
    fractional weights, because it would depend on their unit.
    """
    object_count(p.objects)
    return root_ratio((p.truth_only - p.prediction_only) ** 2, p.disagreements)
