"""F-measures of best matches: averages over the classes, over the clusters, or over both.

The best match of a group is the group of the other side with the highest F; one group may be the
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
    """F of each cluster with its best class, averaged over clusters weighted by size.

    Beware: it is `f_measure` with the sides swapped. Several clusters may match the same class, so
    cutting a class into equal pieces costs recall only.
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
    """Mean F of the best matches of the classes and of the clusters; both sides count the same.

    The mean of the two sides is "arithmetic" (the average F1 score of community detection) or
    "harmonic" (F1h of xmeasures). The weighting is "macro" (all groups count the same), "micro" (by
    size) or "combined", the geometric mean of both.

    Beware: not corrected for chance; with "macro", many tiny groups dominate.
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
    """Mean product of precision and recall of the best matches of the classes and of the clusters.

    The weighting is "macro" (all groups count the same), "micro" (by size) or "combined", the
    geometric mean of both.

    Beware: never above `mean_f1`, because a product of shares is below their mean. Not corrected
    for chance.
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
