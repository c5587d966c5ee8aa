"""One-to-one matchings of classes and clusters: by objects, or by shares of the groups."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ..base.arithmetic import Exact, ratio
from ..base.checks import object_count, one_of
from .measure import register

if TYPE_CHECKING:
    from ..statistics.matching import ClassMatching, Matching, SetMatching


@register(
    symbol="MM",
    formula="(1/n) max_σ Σ_i n_iσ(i), σ one-to-one",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    headline=True,
    effect_of_one=lambda n: 1 / n,
    references=("meila2001", "zaki2014"),
    aliases=(
        "clustering_accuracy",
        "cluster_accuracy",
        "ACC",
        "hungarian_accuracy",
        "ceaf_m",
        "ceaf_phi3",
        "maximum_weight_matching",
        "meila_heckerman",
    ),
)
def maximum_matching(m: Matching) -> float:
    """Share of the objects in the best one-to-one matching of classes and clusters.

    Beware: if there are more clusters than classes, surplus clusters count as errors even if they
    are pure.

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
    """Share of the objects outside the best one-to-one matching of classes and clusters.

    Some papers call it the misclassification index. If several clusters may be named after one
    class, the share of misclassified objects is `goodman_kruskal`.

    Beware: objects outside the matching may be in any cluster without changing the score.
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
    """Classification error divided by its maximum for this many groups.

    Beware: only tables with equal cells reach the maximum, so imbalanced data stay below 1. The
    paper prints 1 - 1/K for K' ≤ K; with the larger of the two numbers the bound holds in all
    cases.
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

    The option normalize divides this number by "n-1" or "n", or leaves the "count".

    Beware: the default is the form of Campagner, Ciucci and Denoeux; divided by n it is
    `classification_error`.
    """
    one_of("normalize", normalize, ("n-1", "n", "count"))
    moved = m.objects - m.matched
    if normalize == "count":
        return float(moved)
    return ratio(moved, m.objects if normalize == "n" else object_count(m.objects) - 1)


@register(
    symbol="NCA",
    formula="(s/|C| - 1/m) / (1 - 1/m), s = max_σ Σ_i n_iσ(i)/a_i, m = max(|C|, |K|)",
    n_invariant=True,
    perfect=1.0,
    references=("gagolewski2025",),
)
def normalized_clustering_accuracy(m: ClassMatching) -> float:
    """Mean share of a class in its matched cluster, rescaled so that an even spread scores 0.

    The paper has as many clusters as classes. Otherwise the smaller side is padded with empty
    groups: a class matched with an empty cluster scores 0, an empty class is left out of the mean,
    and an even spread is over m = max(|C|, |K|) groups, so that 0 remains the lowest value.

    Beware: all classes count the same, however small, and surplus clusters cost little. genieclust
    refuses tables that are not square.
    """
    groups = max(m.classes, m.clusters)
    return _above_zero(groups * m.matched - m.classes, m.classes * (groups - 1))


@register(
    symbol="NPA",
    formula="(max_σ Σ_i n_iσ(i)/n - 1/m) / (1 - 1/m), m = max(|C|, |K|)",
    symmetric=True,
    n_invariant=True,
    perfect=1.0,
    references=("gagolewski2025",),
    aliases=("pivoted_accuracy",),
)
def normalized_pivoted_accuracy(m: Matching) -> float:
    """Share of objects in the best one-to-one matching, rescaled so that an even spread scores 0.

    If the numbers of classes and clusters differ, the smaller side is padded with empty groups.

    Beware: it is one minus `normalized_classification_error`; imbalanced data stay well above 0.
    genieclust refuses tables that are not square.
    """
    groups = max(m.classes, m.clusters)
    return ratio(groups * m.matched - m.objects, (groups - 1) * m.objects)


@register(
    symbol="PSI",
    formula="max(0, (s - e) / (m - e)), s = max_σ Σ_i n_iσ(i)/max(a_i, b_σ(i)), "
    "e = (1/n) Σ_k min(a_(k), b_(k)), m = max(|C|, |K|)",
    symmetric=True,
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    references=("rezaei2016",),
)
def pair_sets_index(m: SetMatching) -> float:
    """Similarity of matched classes and clusters, adjusted for the similarity of random sets.

    a_(k) and b_(k) are the sizes in descending order: chance matches the largest with the largest.

    Beware: all matched pairs count the same, however small, and everything worse than chance scores
    0. ELKI sorts the sizes in ascending order, which differs if there are not as many clusters as
    classes.
    """
    most = max(m.classes, m.clusters)
    return _above_zero(m.objects * m.matched - m.shared, most * m.objects - m.shared)


@register(
    symbol="SPSI",
    formula="max(0, (s - 1) / (m - 1)), s = max_σ Σ_i n_iσ(i)/max(a_i, b_σ(i)), m = max(|C|, |K|)",
    symmetric=True,
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    references=("rezaei2016",),
    aliases=("simplified_psi",),
)
def simplified_pair_sets_index(m: SetMatching) -> float:
    """Pair sets index with one matched pair as the level of chance, whatever the sizes.

    Beware: if the groups differ much in size, chance gives less than one pair, so it is stricter
    than `pair_sets_index`.
    """
    return _above_zero(m.matched - 1, max(m.classes, m.clusters) - 1)


@register(
    symbol="d_T",
    formula="n - max_σ Σ_i n_iσ(i)",
    better="lower",
    symmetric=True,
    degree=1,
    most=1.0,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="objects",
    effect_of_one=lambda _: 1.0,
    references=("day1981", "charon2006"),
    aliases=("transfer_count",),
)
def transfer_distance(m: Matching) -> float:
    """Fewest objects to move from group to group so that both partitions become equal.

    Beware: a raw count that grows with n; it is `partition_distance` with `normalize="count"`.
    """
    return float(m.objects - m.matched)


def _above_zero(numerator: Exact, denominator: Exact) -> float:
    """Return the ratio, 0 where it would be negative."""
    return ratio(max(numerator, 0), denominator)
