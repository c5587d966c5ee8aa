"""Information as a share of the maximum: for groups of equal size, or for single objects.

H(C|K) and H(K|C) are what clusters and classes leave open; log |K| is the entropy of |K| clusters
of equal size, log n the entropy of single objects.
"""

from math import log

from ..base.arithmetic import ratio, share
from ..base.checks import beta_of
from ..statistics.evenness import Evenness, Redundancy
from .measure import register


@register(
    symbol="S_O",
    formula="1 - H(K|C) / log |K|",
    n_invariant=True,
    perfect=1.0,
    undefined=1.0,
    margin_affine=True,
    references=("lukashevich2008",),
    aliases=("over_segmentation_score", "normalized_conditional_entropy_over"),
)
def nce_over(e: Evenness) -> float:
    """One minus H(K|C) as a share of its maximum log |K|: 1 if no class is split.

    Beware: clusters of unequal size raise it for any truth, so chance scores above 0;
    `completeness` divides by the entropy of the clusters instead. A single cluster scores 1,
    because it splits nothing; mir_eval gives 0.
    """
    return min(1.0, ratio(e.information.mutual + e.clusters, log(e.information.clusters)))


@register(
    symbol="S_U",
    formula="1 - H(C|K) / log |C|",
    n_invariant=True,
    perfect=1.0,
    undefined=1.0,
    margin_affine=True,
    references=("lukashevich2008",),
    aliases=("under_segmentation_score", "normalized_conditional_entropy_under"),
)
def nce_under(e: Evenness) -> float:
    """One minus H(C|K) as a share of its maximum log |C|: 1 if no cluster mixes classes.

    It is one minus `cluster_entropy`.

    Beware: classes of unequal size raise it for any clustering, so chance scores above 0;
    `homogeneity` divides by the entropy of the classes instead. A single class scores 1, because
    there is nothing to mix; mir_eval gives 0.
    """
    return min(1.0, ratio(e.information.mutual + e.classes, log(e.information.classes)))


@register(
    symbol="Pars",
    formula="1 - H(K|C) / (log n - H(C)) = Σ n_ij log n_ij / Σ a_i log a_i",
    perfect=1.0,
    undefined=1.0,
    margin_affine=True,
    references=("tiffeaumayer2026",),
    aliases=("parsimony_score",),
)
def parsimony(r: Redundancy) -> float:
    """One minus H(K|C) as a share of its maximum for these classes: 1 if no class is split.

    It is 0 if all classes are split into single objects. It comes from the package ClusterEval.
    Completeness compares H(K|C) with the entropy of the clusters instead.

    Beware: one cluster for all objects scores 1. It depends on n, so do not compare samples of
    different sizes.
    """
    return ratio(r.cells, r.classes)


@register(
    symbol="Q_β",
    formula="(1 + β) h p / (β h + p), p the parsimony",
    independence=0.0,
    perfect=1.0,
    undefined=0.0,
    references=("tiffeaumayer2026",),
    aliases=("q_measure_score",),
)
def q_measure(r: Redundancy, beta: float = 1.0) -> float:
    """Weighted harmonic mean of homogeneity and parsimony; beta > 1 favors parsimony.

    The option beta goes from 0 (homogeneity) to infinity (parsimony). The measure comes from the
    package ClusterEval: the V-measure with parsimony in place of completeness.

    Beware: not corrected for chance, and not symmetric: both parts are shares of what the classes
    allow.
    """
    pure = _part(r.information.mutual, r.information.truth_entropy)
    whole = _part(r.cells, r.classes)
    odds = float(share(beta_of(beta)))
    return ratio(pure * whole, odds * pure + (1 - odds) * whole)


def _part(value: float, bound: float) -> float:
    """Return value / bound, or 1 if the bound is 0, as for the homogeneity of one class."""
    return value / bound if bound else 1.0
