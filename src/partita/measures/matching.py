"""Matching measures: classes and clusters are paired one-to-one, as well as can be."""

from math import inf

from ..base.arithmetic import ratio
from ..base.checks import counted, one_of
from ..statistics.matching import Matching
from .measure import register

__all__ = [
    "classification_error",
    "maximum_matching",
    "normalized_classification_error",
    "partition_distance",
]


@register(
    symbol="MM",
    formula="(1/n) max_σ Σ_i n_iσ(i), σ one-to-one",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    headline=True,
    effect_of_one=lambda n: 1 / n,
    references=("zaki2014",),
    aliases=(
        "clustering_accuracy",
        "cluster_accuracy",
        "ACC",
        "hungarian_accuracy",
        "ceaf_m",
        "ceaf_phi3",
    ),
)
def maximum_matching(m: Matching) -> float:
    """Share of the objects in the best one-to-one pairing of classes with clusters.

    Beware: with more clusters than classes the surplus clusters count as errors even if pure.

    >>> maximum_matching([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2])
    0.6666666666666666
    """
    return ratio(m.matched, m.objects)


@register(
    symbol="ε",
    formula="1 - (1/n) max_σ Σ_i n_iσ(i), σ one-to-one",
    better="lower",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    perfect=0.0,
    effect_of_one=lambda n: 1 / n,
    references=("meila2001", "wu2009"),
    aliases=("misclassification_error", "misclassification_index", "epsilon"),
)
def classification_error(m: Matching) -> float:
    """Share of the objects outside the best one-to-one pairing of classes with clusters.

    Beware: what lies outside the pairing may lie anywhere without changing the score.
    """
    return ratio(m.objects - m.matched, m.objects)


@register(
    symbol="ε_n",
    formula="ε / (1 - 1/max(|C|, |K|))",
    better="lower",
    symmetric=True,
    n_invariant=True,
    perfect=0.0,
    references=("wu2009",),
)
def normalized_classification_error(m: Matching) -> float:
    """Classification error as a share of its maximum for this many groups.

    Beware: the maximum is reached by even tables only, so imbalanced data stay below 1. The
    paper prints 1 - 1/K for K' ≤ K; the larger of the two numbers keeps the bound in all cases.
    """
    groups = max(m.classes, m.clusters)
    return ratio(groups * (m.objects - m.matched), (groups - 1) * m.objects)


@register(
    symbol="d_π",
    formula="(n - max_σ Σ_i n_iσ(i)) / (n - 1)",
    better="lower",
    symmetric=True,
    bounds=(0.0, inf),
    perfect=0.0,
    effect_of_one=lambda n, normalize: {"n": 1 / n, "count": 1.0}.get(normalize, 1 / max(1, n - 1)),
    references=("day1981", "gusfield2002", "campagner2022"),
)
def partition_distance(m: Matching, normalize: str = "n-1") -> float:
    """Fewest objects to move to another cluster so that both partitions become equal.

    The option `normalize` makes it a share of "n-1" or of "n", or leaves the "count" itself.

    Beware: the default is the form of Campagner, Ciucci and Denoeux; divided by n it is
    `classification_error`.
    """
    one_of("normalize", normalize, ("n-1", "n", "count"))
    moved = m.objects - m.matched
    if normalize == "count":
        return float(moved)
    return ratio(moved, m.objects if normalize == "n" else counted(m.objects) - 1)
