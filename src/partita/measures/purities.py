"""Measures made of purity and inverse purity: the largest overlaps of clusters and of classes."""

from ..base.arithmetic import f_ratio, ratio, root_ratio
from ..base.checks import counted
from ..statistics.overlaps import Overlaps
from .measure import register

__all__ = [
    "edit_pantel_lin",
    "geometric_accuracy",
    "normalized_inverse_purity",
    "normalized_purity",
    "purity_f",
]


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
    """Purity scaled from its lowest value for these classes, that of one cluster for everything.

    It is Goodman and Kruskal's lambda: the share of errors saved by naming each cluster after its
    majority class instead of naming everything after the largest class.

    Beware: 0 also where clusters differ in their mixture but all have the same majority class;
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
    """Inverse purity scaled from its lowest value for these classes, that of single objects.

    Beware: one cluster for everything scores 1. It counts objects, so samples of different size do
    not compare, and fractional weights are refused.
    """
    return ratio(o.class_maxima - o.classes, counted(o.objects) - o.classes)


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
    speak of purity and inverse purity call this F; `f_measure` matches each class by itself.
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

    Beware: for protein complexes that overlap, PPV has another denominator; here every object
    has one class. Not corrected for chance.
    """
    return root_ratio(o.class_maxima * o.cluster_maxima, o.objects * o.objects)


@register(
    symbol="Edit",
    formula="1 - (|K| + n - Σ_j max_i n_ij) / n",
    convex_additive=True,
    references=("pantel2002", "achtert2012"),
)
def edit_pantel_lin(o: Overlaps) -> float:
    """Edits saved: each cluster is merged into a class and its stray objects are moved one by one.

    One edit per cluster and one per object that is not of its majority class, as a share of the n
    edits that single objects need. Swap the sides for the way from the classes to the clusters.

    Beware: identical partitions keep one merge per cluster and score 1 - |K|/n, not 1. It counts
    objects, so fractional weights are refused.
    """
    return ratio(o.cluster_maxima - o.clusters, counted(o.objects))
