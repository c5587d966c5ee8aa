"""Association in the contingency table: how far its cells are from independence."""

from math import inf

from ..base.checks import object_count
from ..statistics.association import Association
from .measure import register


@register(
    symbol="χ²",
    formula="n (Σ n_ij²/(a_i b_j) - 1)",
    symmetric=True,
    degree=1,
    bounds=(0.0, inf),
    independence=0.0,
    references=("pearson1900",),
    aliases=("chi2", "chi_square"),
)
def chi_squared(a: Association) -> float:
    """Pearson's chi-square of the contingency table: its squared deviations from independence.

    Beware: no fixed best value, and it grows with n and with the numbers of groups. Its
    distribution is close to chi-square only if all a_i b_j / n are 5 or more; `significance` needs
    no such condition. No value for fractional weights, because it would depend on their unit.
    """
    return float(object_count(a.objects) * a.excess)


@register(
    symbol="Fro²",
    formula="|C| + |K| - 2 Σ n_ij²/(a_i b_j)",
    better="lower",
    symmetric=True,
    n_invariant=True,
    bounds=(0.0, inf),
    perfect=0.0,
    references=("bach2003",),
    aliases=("squared_projector_distance",),
)
def frobenius(a: Association) -> float:
    """Squared distance of the two projections onto vectors that are constant on groups.

    Bach and Jordan use half of it, aricode's Frobenius all of it.

    Beware: all groups weigh the same, whether they have one object or a million. It grows with the
    numbers of groups: independent labels have the maximum, |C| + |K| - 2.
    """
    return float(a.classes + a.clusters - 2 * (1 + a.excess))
