"""Coreference measures: mentions (objects) of entities (classes), found as chains (clusters).

Key and response must have the same mentions; mention-based CEAF is then `maximum_matching`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.arithmetic import f_ratio, ratio
from ..base.checks import object_count
from .measure import register

if TYPE_CHECKING:
    from ..statistics.entity_resolution import OtherShares, Pieces
    from ..statistics.matching import ShareMatching


@register(
    symbol="MUC_P",
    formula="(n - cells) / (n - |K|)",
    perfect=1.0,
    undefined=1.0,
    references=("vilain1995",),
)
def muc_precision(p: Pieces) -> float:
    """Of the links that connect the clusters, the share that also connects the classes.

    A group of b objects is connected by b - 1 links.

    Beware: clusters of single objects have no link and score 1. It counts objects, so fractional
    weights are refused.
    """
    return ratio(object_count(p.objects) - p.cells, p.objects - p.clusters)


@register(
    symbol="MUC_R",
    formula="(n - cells) / (n - |C|)",
    perfect=1.0,
    undefined=1.0,
    references=("vilain1995",),
)
def muc_recall(p: Pieces) -> float:
    """Of the links that connect the classes, the share that is kept in the clusters.

    Beware: one cluster for all objects scores 1, and single objects do not count.
    """
    return ratio(object_count(p.objects) - p.cells, p.objects - p.classes)


@register(
    symbol="MUC",
    formula="(1 + β²) MUC_P · MUC_R / (β² MUC_P + MUC_R)",
    symmetric=lambda beta: beta == 1,
    perfect=1.0,
    undefined=0.0,
    references=("vilain1995",),
    aliases=("muc_f1",),
)
def muc_f(p: Pieces, beta: float = 1.0) -> float:
    """Weighted harmonic mean of the precision and recall of links; beta > 1 favors recall.

    Beware: merging large entities costs no more than merging small ones, so one cluster for all
    objects scores high. Single objects found exactly score 1; the CoNLL scorer gives 0.
    """
    links = object_count(p.objects) - p.cells
    return f_ratio((links, p.objects - p.clusters), (links, p.objects - p.classes), beta)


@register(
    symbol="CEAFe_P",
    formula="(1/|K|) max_σ Σ_i 2 n_iσ(i) / (a_i + b_σ(i)), σ one-to-one",
    n_invariant=True,
    perfect=1.0,
    references=("luo2005",),
)
def ceaf_e_precision(m: ShareMatching) -> float:
    """F of the clusters in the best one-to-one matching with classes, averaged over all clusters.

    Beware: all clusters count the same, however small; unmatched ones count as errors even if they
    are pure.
    """
    return ratio(m.matched, m.clusters)


@register(
    symbol="CEAFe_R",
    formula="(1/|C|) max_σ Σ_i 2 n_iσ(i) / (a_i + b_σ(i)), σ one-to-one",
    n_invariant=True,
    perfect=1.0,
    references=("luo2005",),
)
def ceaf_e_recall(m: ShareMatching) -> float:
    """F of the classes in the best one-to-one matching with clusters, averaged over all classes.

    Beware: an unmatched cluster counts for nothing, even if it holds a large piece of a class.
    """
    return ratio(m.matched, m.classes)


@register(
    symbol="CEAFe",
    formula="(1 + β²) CEAFe_P · CEAFe_R / (β² CEAFe_P + CEAFe_R)",
    symmetric=lambda beta: beta == 1,
    n_invariant=True,
    perfect=1.0,
    references=("luo2005",),
    aliases=("ceaf_e", "ceaf_phi4", "entity_ceaf"),
)
def ceaf_e_f(m: ShareMatching, beta: float = 1.0) -> float:
    """Weighted harmonic mean of entity-based CEAF precision and recall; beta > 1 favors recall.

    Beware: it depends on the number of groups as much as on the objects in them. Its counterpart
    for mentions, CEAF_m, is `maximum_matching` if both sides have the same objects.
    """
    return f_ratio((m.matched, m.clusters), (m.matched, m.classes), beta)


@register(
    symbol="LEA_P",
    formula="(1/n) (Σ_j Σ_i n_ij (n_ij - 1)/(b_j - 1) + objects alone on both sides)",
    convex_additive=True,
    perfect=1.0,
    converges=True,
    references=("moosavi2016",),
)
def lea_precision(o: OtherShares) -> float:
    """Share of the links of a cluster that are correct, averaged over clusters weighted by size.

    All pairs of a cluster are its links. A single object is linked with itself, correctly if it is
    also alone in its class.

    Beware: it differs from `b_cubed_precision_of_others` in single objects only. Fractional weights
    are refused.
    """
    return ratio(o.cluster_others + o.single_both, o.objects)


@register(
    symbol="LEA_R",
    formula="(1/n) (Σ_i Σ_j n_ij (n_ij - 1)/(a_i - 1) + objects alone on both sides)",
    convex_additive=True,
    perfect=1.0,
    converges=True,
    references=("moosavi2016",),
)
def lea_recall(o: OtherShares) -> float:
    """Share of the links of a class that clusters keep, averaged over classes weighted by size.

    Beware: a class cut into single objects counts as lost, even if it has two objects only.
    """
    return ratio(o.class_others + o.single_both, o.objects)


@register(
    symbol="LEA",
    formula="(1 + β²) LEA_P · LEA_R / (β² LEA_P + LEA_R)",
    symmetric=lambda beta: beta == 1,
    perfect=1.0,
    undefined=0.0,
    converges=True,
    references=("moosavi2016",),
    aliases=("lea_f1",),
)
def lea_f(o: OtherShares, beta: float = 1.0) -> float:
    """Weighted harmonic mean of LEA precision and recall; beta > 1 favors recall.

    Beware: groups are weighted by size, so large entities dominate, though less than in pair
    counts, where links grow as squares.
    """
    precision = (o.cluster_others + o.single_both, o.objects)
    return f_ratio(precision, (o.class_others + o.single_both, o.objects), beta)
