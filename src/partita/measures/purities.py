"""Measures made of purity and inverse purity, the largest overlaps of clusters and classes."""

from ..base.arithmetic import f_ratio, ratio, root_ratio
from ..base.checks import object_count
from ..statistics.overlaps import Overlaps
from .measure import register


@register(
    symbol="P_n",
    formula="(Σ_j max_i n_ij - max_i a_i) / (n - max_i a_i)",
    n_invariant=True,
    independence=0.0,
    perfect=1.0,
    undefined=1.0,
    references=("goodman1954",),
    aliases=("goodman_kruskal_lambda", "lambda"),
)
def normalized_purity(o: Overlaps) -> float:
    """Purity rescaled so that one cluster for all objects scores 0.

    It is Goodman and Kruskal's lambda: the share of errors avoided by naming each cluster after its
    majority class instead of naming all objects after the largest class.

    Beware: also 0 if the clusters have different mixtures of classes but the same majority class;
    splitting clusters never lowers it.

    >>> normalized_purity(["a", "a", "a", "b", "b"], [0, 0, 1, 1, 1])
    0.5
    """
    return ratio(o.cluster_maxima - o.largest_class, o.objects - o.largest_class)


@register(
    symbol="IP_n",
    formula="(Σ_i max_j n_ij - |C|) / (n - |C|)",
    perfect=1.0,
    undefined=1.0,
    references=("tiffeaumayer2026",),
)
def normalized_inverse_purity(o: Overlaps) -> float:
    """Inverse purity rescaled so that clusters of single objects score 0.

    Beware: one cluster for all objects scores 1. It depends on n, so do not compare samples of
    different sizes; fractional weights are refused.
    """
    return ratio(o.class_maxima - o.classes, object_count(o.objects) - o.classes)


@register(
    symbol="F_P",
    formula="(1 + β²) P · IP / (β² P + IP)",
    symmetric=lambda beta: beta == 1,
    n_invariant=True,
    perfect=1.0,
    # a harmonic mean changes by 2 max(|ΔP|, |ΔIP|) at most
    effect_of_one=lambda n, beta: 2 / n if beta == 1 else None,
    references=("vanrijsbergen1979", "amigo2009"),
    aliases=("harmonic_purity", "purity_f1"),
)
def purity_f(o: Overlaps, beta: float = 1.0) -> float:
    """Weighted harmonic mean of purity and inverse purity; beta > 1 favors inverse purity.

    Beware: it reads the largest overlaps only and is not corrected for chance. Most papers that
    speak of purity and inverse purity call this F; `f_measure` matches each class separately.
    """
    return f_ratio((o.cluster_maxima, o.objects), (o.class_maxima, o.objects), beta)


@register(
    symbol="Acc_g",
    formula="√(Sn · PPV), Sn = (1/n) Σ_i max_j n_ij, PPV = (1/n) Σ_j max_i n_ij",
    symmetric=True,
    n_invariant=True,
    perfect=1.0,
    references=("brohee2006",),
    aliases=("geometric_mean_accuracy", "sn_ppv_accuracy"),
)
def geometric_accuracy(o: Overlaps) -> float:
    """Geometric mean of sensitivity (inverse purity) and positive predictive value (purity).

    Beware: not corrected for chance. For protein complexes that overlap, PPV has another
    denominator; here every object has one class.
    """
    return root_ratio(o.class_maxima * o.cluster_maxima, o.objects * o.objects)


@register(
    symbol="Edit",
    formula="1 - (|K| + n - Σ_j max_i n_ij) / n",
    convex_additive=True,
    references=("pantel2002", "achtert2012"),
)
def edit_pantel_lin(o: Overlaps) -> float:
    """Share of edits saved if clusters are merged into classes and misplaced objects are moved.

    The edits are one per cluster and one per object outside its majority class; without the
    clusters, n edits are needed. Swap the sides for the edits from the classes to the clusters.

    Beware: identical partitions need one merge per cluster and score 1 - |K|/n, not 1. It counts
    objects, so fractional weights are refused.
    """
    return ratio(o.cluster_maxima - o.clusters, object_count(o.objects))
