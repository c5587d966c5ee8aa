"""F-measures over best matches: averages over classes, over clusters, or over both.

A group's best match is the group of the other side with the highest share; one group may be the
best match of several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..base.arithmetic import ratio, root_ratio
from ..base.checks import one_of
from .measure import register

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..base.arithmetic import Exact
    from ..statistics.overlaps import Counterparts, ProductCounterparts

__all__ = [
    "cluster_weighted_f_measure",
    "macro_f_measure",
    "mean_f1",
    "mean_partial_probability",
]


@register(
    symbol="F_K",
    formula="Σ_j (b_j/n) max_i 2 n_ij / (a_i + b_j)",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    references=("vanrijsbergen1979", "achtert2012"),
    aliases=("f_measure_second",),
)
def cluster_weighted_f_measure(c: Counterparts) -> float:
    """F of each cluster with its best class, averaged over the objects.

    Beware: `f_measure` with the sides swapped; several clusters may claim one class, so a class
    cut into even pieces costs each piece its recall but no piece its place.
    """
    return ratio(c.cluster_sum_by_size, c.objects)


@register(
    symbol="F_macro",
    formula="(1/|C|) Σ_i max_j 2 n_ij / (a_i + b_j)",
    n_invariant=True,
    perfect=1.0,
    references=("larsen1999",),
    aliases=("larsen_aone", "unweighted_f_measure", "larsenAone"),
)
def macro_f_measure(c: Counterparts) -> float:
    """F of each class with its best cluster, averaged over the classes.

    Beware: small classes count as much as large ones. partitionComparison calls it Larsen and
    Aone's; with classes weighted by size it is `f_measure`.
    """
    return ratio(c.class_sum, c.classes)


@register(
    symbol="MF1",
    formula="mean of (1/|C|) Σ_i max_j F_ij and (1/|K|) Σ_j max_i F_ij, F_ij = 2 n_ij/(a_i + b_j)",
    symmetric=True,
    n_invariant=True,
    perfect=1.0,
    references=("yang2013", "lutov2019"),
    aliases=("average_f1_score", "F1a"),
)
def mean_f1(c: Counterparts, mean: str = "arithmetic", weighting: str = "macro") -> float:
    """Average F of the best matches of classes and of clusters, each side counting half.

    The mean of both sides is "arithmetic" (the average F1 score of community detection) or
    "harmonic" (F1h of xmeasures). The weighting is "macro" (each group alike), "micro" (by size),
    or "combined", the geometric mean of these two.

    Beware: not corrected for chance; with "macro" many tiny groups decide.
    """
    one_of("mean", mean, ("arithmetic", "harmonic"))
    return _weighted(c, weighting, _arithmetic if mean == "arithmetic" else _harmonic)


@register(
    symbol="F1p",
    formula="harmonic mean of (1/|C|) Σ_i max_j q_ij and (1/|K|) Σ_j max_i q_ij, "
    "q_ij = n_ij²/(a_i b_j)",
    symmetric=True,
    n_invariant=True,
    perfect=1.0,
    references=("lutov2019",),
    aliases=("mean_f1_partial_probability",),
)
def mean_partial_probability(c: ProductCounterparts, weighting: str = "macro") -> float:
    """Average product of the shares that the best matches have of both groups.

    The weighting is "macro" (each group alike), "micro" (by size), or "combined", the geometric
    mean of these two.

    Beware: lower than `mean_f1` by construction, since a product of shares is below their mean.
    Not corrected for chance.
    """
    return _weighted(c, weighting, _harmonic)


Part: TypeAlias = "tuple[Exact, Exact]"  # a numerator and its denominator


def _weighted(c: Counterparts, weighting: str, mean: Callable[[Part, Part], Part]) -> float:
    one_of("weighting", weighting, ("macro", "micro", "combined"))
    macro = mean((c.class_sum, c.classes), (c.cluster_sum, c.clusters))
    micro = mean((c.class_sum_by_size, c.objects), (c.cluster_sum_by_size, c.objects))
    if weighting == "combined":
        return root_ratio(macro[0] * micro[0], macro[1] * micro[1])
    return ratio(*(macro if weighting == "macro" else micro))


def _arithmetic(x: Part, y: Part) -> Part:
    return x[0] * y[1] + y[0] * x[1], 2 * x[1] * y[1]


def _harmonic(x: Part, y: Part) -> Part:
    return 2 * x[0] * y[0], x[0] * y[1] + y[0] * x[1]
