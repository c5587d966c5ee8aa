"""B-cubed: with the object itself, without it, or averaged over classes; other averages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.arithmetic import f_ratio, ratio, root_ratio, whole_shares
from ..base.checks import beta_of
from .measure import register

if TYPE_CHECKING:
    from ..statistics.entity_resolution import OtherShares
    from ..statistics.overlaps import Overlaps, SquareShares


@register(
    symbol="B³P",
    formula="(1/n) Σ_ij n_ij² / b_j",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    smooth=True,
    references=("bagga1998", "amigo2009"),
    aliases=("bcubed_precision",),
)
def b_cubed_precision(o: Overlaps) -> float:
    """Share of an object's cluster that has its class, itself included, averaged over objects.

    Beware: clusters of single objects score 1. Some packages exclude the object itself, or average
    over clusters.
    """
    return ratio(o.precision, o.objects)


@register(
    symbol="B³R",
    formula="(1/n) Σ_ij n_ij² / a_i",
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    smooth=True,
    references=("bagga1998", "amigo2009"),
    aliases=("bcubed_recall",),
)
def b_cubed_recall(o: Overlaps) -> float:
    """Share of an object's class that is in its cluster, itself included, averaged over objects.

    Beware: one cluster for all objects scores 1.
    """
    return ratio(o.recall, o.objects)


@register(
    symbol="B³",
    formula="(1 + β²) B³P · B³R / (β² B³P + B³R)",
    symmetric=lambda beta: beta == 1,
    n_invariant=True,
    perfect=1.0,
    headline=True,
    smooth=True,
    references=("bagga1998", "amigo2009"),
    aliases=("bcubed_f", "bcubed"),
)
def b_cubed_f(o: Overlaps, beta: float = 1.0) -> float:
    """Weighted harmonic mean of B-cubed precision and recall; beta > 1 favors recall.

    Beware: not corrected for chance; beta is squared.
    """
    first, second = whole_shares(beta_of(beta), power=2)
    unit, precision, recall = o.in_parts
    product = (first + second) * precision * recall
    return ratio(product, unit * o.objects * (second * precision + first * recall))


@register(
    symbol="B³P'",
    formula="(1/n) (Σ_j Σ_i n_ij (n_ij - 1)/(b_j - 1) + clusters of one object)",
    convex_additive=True,
    perfect=1.0,
    converges=True,
    references=("amigo2009", "achtert2012"),
    aliases=("b_cubed_precision_without_self",),
)
def b_cubed_precision_of_others(o: OtherShares) -> float:
    """Share of the other objects of an object's cluster that have its class, on average.

    An object alone in its cluster scores 1.

    Beware: clusters of single objects score 1; ELKI gives 0. Fractional weights are refused,
    because they do not say how many other objects there are.
    """
    return ratio(o.cluster_others + o.single_clusters, o.objects)


@register(
    symbol="B³R'",
    formula="(1/n) (Σ_i Σ_j n_ij (n_ij - 1)/(a_i - 1) + classes of one object)",
    convex_additive=True,
    perfect=1.0,
    converges=True,
    references=("amigo2009", "achtert2012"),
    aliases=("b_cubed_recall_without_self",),
)
def b_cubed_recall_of_others(o: OtherShares) -> float:
    """Share of the other objects of an object's class that are in its cluster, on average.

    An object alone in its class scores 1.

    Beware: one cluster for all objects scores 1. Fractional weights are refused.
    """
    return ratio(o.class_others + o.single_classes, o.objects)


@register(
    symbol="B³F'",
    formula="(1 + β²) B³P' · B³R' / (β² B³P' + B³R')",
    symmetric=lambda beta: beta == 1,
    perfect=1.0,
    undefined=0.0,
    converges=True,
    references=("amigo2009", "achtert2012"),
    aliases=("b_cubed_f_without_self",),
)
def b_cubed_f_of_others(o: OtherShares, beta: float = 1.0) -> float:
    """Weighted harmonic mean of B-cubed precision and recall, both without the object itself.

    Beware: at most as high as `b_cubed_f`, and much lower for small groups: state which of the two
    you report.
    """
    precision = o.cluster_others + o.single_clusters
    return f_ratio((precision, o.objects), (o.class_others + o.single_classes, o.objects), beta)


@register(
    symbol="B³P_C",
    formula="(1/|C|) Σ_ij n_ij² / (a_i b_j)",
    n_invariant=True,
    perfect=1.0,
    references=("binette2023",),
    aliases=("macro_b_cubed_precision",),
)
def b_cubed_precision_by_class(s: SquareShares) -> float:
    """B-cubed precision averaged over the objects of each class, then over the classes.

    Beware: small classes count as much as large ones. er-evaluation calls this b_cubed_precision.
    """
    return ratio(s.both, s.classes)


@register(
    symbol="B³R_C",
    formula="(1/|C|) Σ_ij n_ij² / a_i²",
    n_invariant=True,
    perfect=1.0,
    references=("binette2023",),
    aliases=("macro_b_cubed_recall",),
)
def b_cubed_recall_by_class(s: SquareShares) -> float:
    """B-cubed recall averaged over the objects of each class, then over the classes.

    Beware: one cluster for all objects scores 1. er-evaluation calls this b_cubed_recall.
    """
    return ratio(s.of_classes, s.classes)


@register(
    symbol="B³F_C",
    formula="(1 + β²) B³P_C · B³R_C / (β² B³P_C + B³R_C)",
    n_invariant=True,
    perfect=1.0,
    references=("binette2023",),
    aliases=("macro_b_cubed_f",),
)
def b_cubed_f_by_class(s: SquareShares, beta: float = 1.0) -> float:
    """Weighted harmonic mean of B-cubed precision and recall, each averaged over the classes.

    Beware: not symmetric even for beta 1, because both parts average over the classes.
    er-evaluation calls this b_cubed_f.
    """
    return f_ratio((s.both, s.classes), (s.of_classes, s.classes), beta)


@register(
    symbol="K",
    formula="√(ACP · AAP) = √(B³P · B³R)",
    symmetric=True,
    n_invariant=True,
    perfect=1.0,
    smooth=True,
    references=("lapidot2002", "menestrina2010"),
    aliases=("k_metric",),
)
def k_measure(o: Overlaps) -> float:
    """Geometric mean of average cluster purity and average author purity.

    Beware: these purities are B-cubed precision and recall, not `purity`; `b_cubed_f` is their
    harmonic mean.
    """
    return root_ratio(o.precision * o.recall, o.objects * o.objects)


@register(
    symbol="GOF",
    formula="Σ_ij n_ij²/(a_i b_j) / min(|C|, |K|)",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    references=("hargrove2006",),
    aliases=("map_curves",),
)
def mapcurves(s: SquareShares) -> float:
    """Goodness of fit of two maps: the mean fit of the groups of the side that fits better.

    The fit of a group is Σ n_ij²/(a_i b_j), the area under its curve. The side with fewer groups
    has the higher mean.

    Beware: any refinement of the truth scores 1, single objects included, and so does one cluster
    for all objects, because the side with more groups does not count.
    """
    return ratio(s.both, min(s.classes, s.clusters))
