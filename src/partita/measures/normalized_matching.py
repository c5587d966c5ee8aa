"""Matchings that are normalized, or that match by shares of the groups instead of objects."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ..base.arithmetic import Exact, ratio
from .measure import register

if TYPE_CHECKING:
    from ..statistics.matching import ClassMatching, Matching, SetMatching

__all__ = [
    "normalized_clustering_accuracy",
    "normalized_pivoted_accuracy",
    "pair_sets_index",
    "simplified_pair_sets_index",
    "transfer_distance",
]


@register(
    symbol="NCA",
    formula="(s/|C| - 1/m) / (1 - 1/m), s = max_σ Σ_i n_iσ(i)/a_i, m = max(|C|, |K|)",
    n_invariant=True,
    perfect=1.0,
    references=("gagolewski2025",),
)
def normalized_clustering_accuracy(m: ClassMatching) -> float:
    """Mean share of a class in the cluster paired with it, scaled so that an even spread scores 0.

    The paper has as many clusters as classes. Otherwise the smaller side is padded with empty
    groups: a class paired with an empty cluster scores nothing, an empty class does not enter the
    mean, and an even spread is one over m = max(|C|, |K|) groups, so that 0 stays the lowest value.

    Beware: each class counts alike, however small, and clusters beyond the classes cost little.
    genieclust refuses tables that are not square.
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
    """Share of the objects in the best one-to-one pairing, scaled so that an even spread scores 0.

    With classes and clusters of different number the smaller side is padded with empty groups.

    Beware: one minus `normalized_classification_error`; imbalanced data stay well above 0.
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
    """How alike classes and clusters are when paired as sets, beyond sets of these sizes by chance.

    a_(k) and b_(k) are the sizes in descending order: chance pairs the largest with the largest.

    Beware: every pair counts alike, however small, and all that is worse than chance scores 0.
    ELKI pairs ascending sizes, which differs where classes and clusters differ in number.
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
    """Pair sets index with one pair's worth of agreement taken for chance, whatever the sizes.

    Beware: with groups of very different size chance gives less than one pair, so it is harder
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
    """Fewest objects to transfer from group to group so that both partitions become equal.

    Beware: a raw count that grows with n; it is `partition_distance` with `normalize="count"`.
    """
    return float(m.objects - m.matched)


def _above_zero(numerator: Exact, denominator: Exact) -> float:
    """Return the ratio, 0 where it would be negative."""
    return ratio(max(numerator, 0), denominator)
