"""Information as a share of what could be known: of equal groups, or of telling objects apart.

H(C|K) and H(K|C) are what clusters and classes leave open; log |K| is the entropy of as many
clusters of equal size, log n that of single objects.
"""

from math import log

from ..base.arithmetic import ratio, share
from ..base.checks import beta_of
from ..statistics.evenness import Evenness, Redundancy
from .measure import register

__all__ = ["nce_over", "nce_under", "parsimony", "q_measure"]


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
    """How little classes are split over clusters, against as many clusters of equal size.

    Beware: clusters of unequal size raise it whatever the truth, so chance scores above 0; with
    the entropy of the clusters themselves in place of log |K| it is `completeness`. mir_eval
    gives 0 for a single cluster, 1 here: it splits nothing.
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
    """How little clusters mix classes, against as many classes of equal size.

    It is one minus `cluster_entropy`.

    Beware: classes of unequal size raise it whatever the clustering, so chance scores above 0;
    with the entropy of the classes in place of log |C| it is `homogeneity`. mir_eval gives 0 for
    a single class, 1 here: there is nothing to mix.
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
    """How little classes are split, against splitting them into single objects.

    As in the package ClusterEval. Completeness sets H(K|C) against the entropy of the clusters,
    parsimony against the most that splitting these classes can cost.

    Beware: one cluster for everything scores 1. It depends on n, so scores of samples of
    different size do not compare.
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

    From 0 (homogeneity) to infinity (parsimony), as in the package ClusterEval: the V-measure with
    parsimony in place of completeness.

    Beware: not corrected for chance, and sides that differ: classes are the measure of both parts.
    """
    pure = _part(r.information.mutual, r.information.truth_entropy)
    whole = _part(r.cells, r.classes)
    odds = float(share(beta_of(beta)))
    return ratio(pure * whole, odds * pure + (1 - odds) * whole)


def _part(value: float, bound: float) -> float:
    """A share of nothing is all of it, as for homogeneity of one class."""
    return value / bound if bound else 1.0
