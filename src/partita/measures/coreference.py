"""Coreference measures: mentions (objects) in entities (classes), found as chains (clusters).

Key and response are taken to hold the same mentions; CEAF by mentions is then `maximum_matching`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.arithmetic import f_ratio, ratio
from ..base.checks import counted
from .measure import register

if TYPE_CHECKING:
    from ..statistics.matching import ShareMatching
    from ..statistics.records import OtherShares, Pieces

__all__ = [
    "ceaf_e_f",
    "ceaf_e_precision",
    "ceaf_e_recall",
    "lea_f",
    "lea_precision",
    "lea_recall",
    "muc_f",
    "muc_precision",
    "muc_recall",
]


@register(
    symbol="MUC_P",
    formula="(n - cells) / (n - |K|)",
    perfect=1.0,
    undefined=1.0,
    references=("vilain1995",),
)
def muc_precision(p: Pieces) -> float:
    """Of the links that hold the clusters together, the share that is needed for the classes, too.

    A group of b objects is held together by b - 1 links.

    Beware: clusters of single objects claim no link and score 1. It counts objects, so fractional
    weights are refused.
    """
    return ratio(counted(p.objects) - p.cells, p.objects - p.clusters)


@register(
    symbol="MUC_R",
    formula="(n - cells) / (n - |C|)",
    perfect=1.0,
    undefined=1.0,
    references=("vilain1995",),
)
def muc_recall(p: Pieces) -> float:
    """Of the links that hold the classes together, the share that is left in the clusters.

    Beware: one cluster for everything scores 1, and single objects count for nothing.
    """
    return ratio(counted(p.objects) - p.cells, p.objects - p.classes)


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

    Beware: merging large entities costs no more than merging small ones, so one cluster for
    everything scores high. Single objects found exactly score 1; the CoNLL scorer gives them 0.
    """
    links = counted(p.objects) - p.cells
    return f_ratio((links, p.objects - p.clusters), (links, p.objects - p.classes), beta)


@register(
    symbol="CEAFe_P",
    formula="(1/|K|) max_σ Σ_i 2 n_iσ(i) / (a_i + b_σ(i)), σ one-to-one",
    n_invariant=True,
    perfect=1.0,
    references=("luo2005",),
)
def ceaf_e_precision(m: ShareMatching) -> float:
    """F of the clusters in the best one-to-one pairing with classes, averaged over all clusters.

    Beware: every cluster counts alike, however small; unpaired ones count as errors even if pure.
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
    """F of the classes in the best one-to-one pairing with clusters, averaged over all classes.

    Beware: what an unpaired cluster holds is lost, even if it is a whole piece of a class.
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

    Beware: it depends on the number of groups as much as on the objects in them. Its sibling by
    mentions, CEAF_m, is `maximum_matching` where both sides hold the same objects.
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
    """Share of the links of a cluster that are right, averaged over clusters by size.

    All pairs of a cluster are its links; a single object is linked with itself, rightly if it is
    alone in its class, too.

    Beware: differs from `b_cubed_precision_of_others` in single objects only. Fractional weights
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
    """Share of the links of a class that the clusters keep, averaged over classes by size.

    Beware: a class cut into single objects counts as lost, also where its objects are two.
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

    Beware: links grow as squares, but groups are weighted by size, so that large groups do not
    decide alone, as they do with pairs.
    """
    precision = (o.cluster_others + o.single_both, o.objects)
    return f_ratio(precision, (o.class_others + o.single_both, o.objects), beta)
