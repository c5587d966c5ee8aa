"""Information measures: how much does the cluster of an object say about its class, and back?

I is the mutual information, H(C|K) and H(K|C) what each side leaves open. All three are never
negative, and H(C) = I + H(C|K), H(K) = I + H(K|C): every ratio below is part / (part + rest).
"""

from math import frexp, inf, ldexp, sqrt

from ..base.arithmetic import float_shares, in_base, ratio
from ..base.checks import beta_of, one_of
from ..statistics.information import ExpectedInformation, Information
from .measure import register

__all__ = [
    "adjusted_mutual_information",
    "completeness",
    "expected_mutual_information",
    "homogeneity",
    "mutual_information",
    "normalized_mutual_information",
    "v_measure",
]

_TINY = -100  # binary places


@register(
    symbol="h",
    formula="1 - H(C|K)/H(C) = I / H(C)",
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    undefined=1.0,
    headline=True,
    margin_affine=True,
    monotone=True,
    references=("rosenberg2007",),
    aliases=("homogeneity_score", "uncertainty_coefficient", "theils_u"),
)
def homogeneity(h: Information) -> float:
    """How pure the clusters are: 1 when each holds objects of one class only.

    It is the mutual information as a share of the entropy of the truth: Theil's uncertainty
    coefficient of the class given the cluster. `completeness` is the share of the prediction's.

    Beware: splitting clusters never lowers it; clusters of single objects score 1.

    >>> homogeneity([0, 0, 1, 1], [0, 1, 2, 3])
    1.0
    """
    return ratio(h.mutual, h.mutual + h.class_residual)


@register(
    symbol="c",
    formula="1 - H(K|C)/H(K) = I / H(K)",
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    undefined=1.0,
    headline=True,
    margin_affine=True,
    monotone=True,
    references=("rosenberg2007",),
    aliases=("completeness_score",),
)
def completeness(h: Information) -> float:
    """How whole the classes stay: 1 when all objects of a class share a cluster.

    Beware: joining the pieces of a class never lowers it; one cluster for everything scores 1.
    """
    return ratio(h.mutual, h.mutual + h.cluster_residual)


@register(
    symbol="V",
    formula="(1 + β) h c / (β h + c)",
    symmetric=lambda beta: beta == 1,
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    undefined=0.0,
    headline=True,
    margin_affine=True,
    monotone=True,
    references=("rosenberg2007",),
    aliases=("v_measure_score", "v_score"),
)
def v_measure(h: Information, beta: float = 1.0) -> float:
    """Weighted harmonic mean of homogeneity and completeness; beta > 1 favors completeness.

    From 0 (homogeneity) to infinity (completeness); beta enters linearly, as in the paper.

    Beware: not corrected for chance, so it rises with the number of clusters even for random
    labels. Read `adjusted_mutual_information` beside it when clusters are many or objects few.

    >>> v_measure([0, 0, 1, 1], [0, 1, 2, 3], beta=0.5)
    0.75
    """
    # h = I/(I+H(C|K)) and c = I/(I+H(K|C)) put into the formula leave one ratio
    first, second = float_shares(beta_of(beta))
    rest = second * h.cluster_residual + first * h.class_residual
    return ratio(h.mutual, h.mutual + rest)


@register(
    symbol="MI",
    formula="I = Σ (n_ij/n) log(n n_ij / (a_i b_j))",
    symmetric=True,
    n_invariant=True,
    bounds=(0.0, inf),
    independence=0.0,
    unit="nats",
    margin_affine=True,
    references=("wu2009", "vinh2010"),
    aliases=("mutual_info_score", "mutual_info", "mi_score"),
)
def mutual_information(h: Information, base: float | None = None) -> float:
    """What the cluster of an object tells about its class, in nats (or in the given base).

    Beware: no fixed best value and no correction for chance; it cannot see that k-means evens out
    cluster sizes. Compare only clusterings of the same objects.
    """
    return in_base(h.mutual, base)


@register(
    symbol="EMI",
    formula="E[I] over all tables with the sizes a_i and b_j",
    symmetric=True,
    bounds=(0.0, inf),
    unit="nats",
    margin_affine=True,
    baseline=True,
    references=("vinh2010",),
    aliases=("expected_mutual_info", "expected_mutual_info_score"),
)
def expected_mutual_information(e: ExpectedInformation, base: float | None = None) -> float:
    """Mutual information that random labels with the same group sizes reach on average.

    Beware: a baseline, not a score: it depends on the sizes only.
    """
    return in_base(e.expected, base)


@register(
    symbol="NMI",
    formula="I / average(H(C), H(K)), or I / H(C,K) for the average 'joint'",
    symmetric=True,
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    undefined=0.0,
    headline=True,
    margin_affine=lambda average: average != "joint",
    monotone=True,
    references=("kvalseth1987", "strehl2002", "vinh2010"),
    aliases=("normalized_mutual_info_score", "normalized_mutual_info", "normalized_mi_score"),
)
def normalized_mutual_information(h: Information, average: str = "arithmetic") -> float:
    """Mutual information as a share of an average of the two entropies.

    The average is "arithmetic", "geometric" (Strehl and Ghosh), "min", "max" or "joint".

    Beware: packages differ in the default average; the arithmetic one equals the V-measure at
    beta 1. Not corrected for chance.
    """
    return ratio(h.mutual, h.mutual + _unshared(h, average))


@register(
    symbol="AMI",
    formula="(I - E[I]) / (average(H(C), H(K)) - E[I])",
    symmetric=True,
    bounds=(-inf, 1.0),
    perfect=1.0,
    undefined=0.0,
    headline=True,
    margin_affine=lambda average: average != "joint",
    converges=True,
    references=("vinh2010",),
    aliases=("adjusted_mutual_info_score", "adjusted_mutual_info", "adjusted_mi_score", "adj_mi"),
)
def adjusted_mutual_information(e: ExpectedInformation, average: str = "arithmetic") -> float:
    """Mutual information beyond chance, scaled so that identity scores 1.

    The average is "arithmetic", "geometric", "min", "max" or "joint", as for NMI.

    Beware: 0 is the mean over random labels, so single values may be negative, with the average
    "min" without bound.
    """
    gain = e.gain
    return ratio(gain, gain + _unshared(e.information, average))


def _unshared(h: Information, average: str) -> float:
    """What the average of H(C) and H(K), or their joint entropy, has beyond I: no subtraction."""
    one_of("average", average, ("arithmetic", "geometric", "min", "max", "joint"))
    if average == "joint":
        return h.variation
    if average == "arithmetic":
        return h.variation / 2
    if average == "geometric":
        return _geometric_excess(h.mutual, h.class_residual, h.cluster_residual)
    return (min if average == "min" else max)(h.class_residual, h.cluster_residual)


def _geometric_excess(mutual: float, first: float, second: float) -> float:
    """√((I+r)(I+s)) - I = (I(r+s) + rs) / (√((I+r)(I+s)) + I), which does not cancel."""
    _, places = frexp(max(mutual, first, second))
    if places < _TINY:  # products of such parts would be lost; times a power of two none is
        parts = (ldexp(part, -places) for part in (mutual, first, second))
        return ldexp(_geometric_excess(*parts), places)
    if mutual == 0 and first * second == 0:
        return 0.0
    whole = sqrt((mutual + first) * (mutual + second))
    return (mutual * (first + second) + first * second) / (whole + mutual)
