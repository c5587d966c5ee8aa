"""Gini measures: how likely do two objects of a group share a group on the other side?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.arithmetic import ratio
from .measure import register

if TYPE_CHECKING:
    from ..statistics.overlaps import GiniGains, Overlaps


@register(
    symbol="Gini",
    formula="(1/2n) Σ_ij n_ij² (1/a_i + 1/b_j) = (B³P + B³R) / 2",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    smooth=True,
    references=("achtert2012",),
    aliases=("average_symmetric_gini",),
)
def symmetric_gini(o: Overlaps) -> float:
    """Mean of B-cubed precision and B-cubed recall.

    They are the averages of Σ share² over the clusters and over the classes, weighted by size.

    Beware: like B-cubed, it is not corrected for chance.
    """
    return ratio(o.precision + o.recall, 2 * o.objects)


@register(
    symbol="AGini",
    formula="(τ(C|K) + τ(K|C)) / 2, τ as in goodman_kruskal_tau",
    symmetric=True,
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    undefined=0.0,
    references=("achtert2012", "goodman1954"),
    aliases=("adjusted_gini",),
)
def adjusted_symmetric_gini(g: GiniGains) -> float:
    """Mean of both Goodman-Kruskal τ: the symmetric Gini index rescaled to 0 at independence.

    Beware: 0 means exact independence, which random labels only approach: their mean is above 0 and
    rises with the numbers of groups.
    """
    return ratio(
        g.class_gain * g.cluster_room + g.cluster_gain * g.class_room,
        2 * g.class_room * g.cluster_room,
    )


@register(
    symbol="τ_GK",
    formula="((1/n) Σ_ij n_ij²/b_j - Σ_i a_i²/n²) / (1 - Σ_i a_i²/n²)",
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    undefined=1.0,
    references=("goodman1954",),
    aliases=("GoodmanKruskalTau",),
)
def goodman_kruskal_tau(g: GiniGains) -> float:
    """Share of the errors in guessing classes at random that is avoided by knowing the clusters.

    Beware: splitting clusters never lowers it; clusters of single objects score 1.
    """
    return ratio(g.class_gain, g.class_room)
