"""Entropies that one side leaves open of the other: H(C|K), H(K|C), and their sum VI."""

from math import inf, log

from ..base.arithmetic import in_base, ratio
from ..base.checks import counted
from ..statistics.information import Information
from .measure import register

__all__ = [
    "cluster_entropy",
    "conditional_entropy",
    "normalized_variation_of_information",
    "variation_of_information",
    "variation_of_information_by_groups",
    "variation_of_information_by_objects",
]


@register(
    symbol="VI",
    formula="H(C|K) + H(K|C)",
    better="lower",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="nats",
    headline=True,
    margin_affine=True,
    references=("meila2007", "wu2009"),
    aliases=("varinfo", "variation_of_info"),
)
def variation_of_information(h: Information, base: float | None = None) -> float:
    """Information lost plus information gained when going from the truth to the prediction.

    Beware: its range grows with the numbers of groups; compare on the same data, or read the
    normalized form.
    """
    return in_base(h.variation, base)


@register(
    symbol="VI_n",
    formula="VI / (H(C) + H(K))",
    better="lower",
    symmetric=True,
    n_invariant=True,
    independence=1.0,
    perfect=0.0,
    margin_affine=True,
    monotone=True,
    references=("wu2009",),
)
def normalized_variation_of_information(h: Information) -> float:
    """Variation of information as a share of its maximum for these two entropies.

    Beware: equals one minus the V-measure at beta 1, chance effect included.
    """
    return ratio(h.variation, h.variation + 2 * h.mutual)


@register(
    symbol="VI/log n",
    formula="VI / log n",
    better="lower",
    symmetric=True,
    perfect=0.0,
    margin_affine=True,
    references=("meila2007", "rosenberg2007"),
)
def variation_of_information_by_objects(h: Information) -> float:
    """Variation of information as a share of log n, which it reaches for single objects.

    Beware: depends on n, so scores of samples of different size do not compare.
    """
    return _share_of_bound(h.variation, log(counted(h.objects)))


@register(
    symbol="VI/(2 log k*)",
    formula="VI / (2 log max(|C|, |K|))",
    better="lower",
    symmetric=True,
    n_invariant=True,
    perfect=0.0,
    margin_affine=True,
    references=("meila2007", "rosenberg2007"),
)
def variation_of_information_by_groups(h: Information) -> float:
    """Variation of information as a share of its maximum for this many groups.

    Beware: adding an empty-handed tiny cluster changes the scale. Rosenberg and Hirschberg print
    the factor as 1/2 log k*; the bound is 2 log k*.
    """
    return _share_of_bound(h.variation, 2 * log(max(h.classes, h.clusters)))


@register(
    symbol="E",
    formula="H(C|K) = Σ (n_ij/n) log(b_j/n_ij)",
    better="lower",
    n_invariant=True,
    convex_additive=True,
    bounds=(0.0, inf),
    perfect=0.0,
    unit="nats",
    margin_affine=True,
    references=("wu2009", "zhao2001"),
    aliases=("false_merges", "vi_merge"),
)
def conditional_entropy(h: Information, base: float | None = None) -> float:
    """Uncertainty about the class of an object once its cluster is known.

    Beware: splitting clusters never raises it, and it cannot see that k-means evens out cluster
    sizes. The values of Wu, Xiong and Chen are in bits (`base=2`).
    """
    return in_base(h.class_residual, base)


@register(
    symbol="Entropy",
    formula="H(C|K) / log |C|",
    better="lower",
    n_invariant=True,
    perfect=0.0,
    undefined=0.0,
    margin_affine=True,
    references=("zhao2001", "rosenberg2007"),
    aliases=("cluto_entropy", "class_entropy"),
)
def cluster_entropy(h: Information) -> float:
    """Mean entropy of the classes within a cluster, as a share of its maximum.

    Beware: splitting clusters never raises it.
    """
    return _share_of_bound(h.class_residual, log(h.classes))


def _share_of_bound(value: float, bound: float) -> float:
    """Return value / bound; a bound that is a logarithm must not be passed by rounding."""
    return min(1.0, ratio(value, bound))
