"""Information measures: how much do the cluster and the class of an object tell about each other?

I is the mutual information, H(C|K) and H(K|C) what each side leaves open. None of the three is
negative, and H(C) = I + H(C|K), H(K) = I + H(K|C): every ratio below is part / (part + rest).
"""

from math import frexp, inf, ldexp, sqrt

from ..base.arithmetic import float_shares, in_base, ratio
from ..base.checks import beta_of, one_of
from ..statistics.information import ExpectedInformation, Information
from .measure import register

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
    """How pure the clusters are: 1 if each cluster contains objects of one class only.

    It is the mutual information as a share of the entropy of the classes, also called Theil's
    uncertainty coefficient. `completeness` is its share of the entropy of the clusters. The H of
    Meilă and Heckerman is another measure, `maximum_matching`.

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
    """How complete the classes are: 1 if all objects of each class are in the same cluster.

    Beware: merging clusters that contain the same single class never lowers it; one cluster for all
    objects scores 1.
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
    aliases=("v_measure_score", "v_score", "V_beta", "Vβ", "generalized_v_measure"),
)
def v_measure(h: Information, beta: float = 1.0) -> float:
    """Weighted harmonic mean of homogeneity and completeness; beta > 1 favors completeness.

    The option beta goes from 0 (homogeneity) to infinity (completeness). It enters linearly, as in
    the paper. With beta 1 it equals `normalized_mutual_information` with the arithmetic average.

    Beware: not corrected for chance: even for random labels it rises with the number of clusters.
    With many clusters or few objects, read `adjusted_mutual_information` as well.

    >>> v_measure([0, 0, 1, 1], [0, 1, 2, 3], beta=0.5)
    0.75
    """
    # the formula with h = I/(I+H(C|K)) and c = I/(I+H(K|C)), as one ratio
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
    """Information that the cluster of an object gives about its class, in nats or the given base.

    The misclassification index, which some papers call MI too, is `classification_error`.

    Beware: no fixed best value, not corrected for chance, and blind to the uniform effect of
    k-means, which makes clusters equally large. Compare only clusterings of the same objects.
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
    """Mean mutual information of random labels with the same group sizes.

    Beware: a baseline, not a score: it depends on the group sizes only.
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
    margin_affine=lambda average: average != "joint",
    monotone=True,
    references=("kvalseth1987", "strehl2002", "vinh2010"),
    aliases=(
        "normalized_mutual_info_score",
        "normalized_mutual_info",
        "normalized_mi_score",
        "MI_n",
    ),
)
def normalized_mutual_information(h: Information, average: str = "arithmetic") -> float:
    """Mutual information divided by an average of the two entropies.

    The option average is "arithmetic", "geometric" (Strehl and Ghosh), "min", "max" or "joint" (the
    joint entropy).

    With the arithmetic average it equals `v_measure` with beta 1, which `compare` shows instead.

    Beware: packages have different defaults for the average. Not corrected for chance.
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
    """Mutual information adjusted for chance: 0 is the mean of random labels, 1 is identity.

    The option average is "arithmetic", "geometric", "min", "max" or "joint", as for NMI.

    Beware: single clusterings may score below 0, and an exactly independent table does, because
    random labels share some information. With the average "min" there is no lower bound.
    """
    gain = e.gain
    return ratio(gain, gain + _unshared(e.information, average))


def _unshared(h: Information, average: str) -> float:
    """Return the average of H(C) and H(K), or the joint entropy, minus I: without cancellation."""
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
    if places < _TINY:  # products of such parts would underflow
        parts = (ldexp(part, -places) for part in (mutual, first, second))
        return ldexp(_geometric_excess(*parts), places)
    if mutual == 0 and first * second == 0:
        return 0.0
    whole = sqrt((mutual + first) * (mutual + second))
    return (mutual * (first + second) + first * second) / (whole + mutual)
