"""Mutual information minus the cost of the table itself (Newman, Cantwell and Young 2020).

To name the class of every object by means of the clusters, the contingency table must be known. Its
description costs log Ω, where Ω is the number of tables with these margins; for many small clusters
this is all that they save.
"""

from math import inf

from ..base.arithmetic import in_base, ratio
from ..statistics.information import ReducedInformation
from .measure import register


@register(
    symbol="RMI",
    formula="(log(n! Π n_ij! / (Π a_i! Π b_j!)) - log Ω) / n, Ω tables having these margins",
    symmetric=True,
    bounds=(-inf, inf),
    unit="nats",
    references=("newman2020", "jerdee2022"),
    aliases=("reduced_mutual_info",),
)
def reduced_mutual_information(
    r: ReducedInformation, base: float | None = None, count: str = "approximate"
) -> float:
    """Information per object that clusters save in describing the classes, minus the table's cost.

    Tables are counted by a formula (count "approximate"; Jerdee, Kirkley and Newman 2022), which is
    off by at most about 0.2 nats for all objects together, or exactly (count "exact") if one side
    has two groups or there are few tables. The formula of the original paper is for few large
    groups and fails for many or small ones.

    Beware: negative if describing the table costs more than the clusters save. No fixed best value:
    see the normalized form. clustering-mi gives bits for all objects together.
    """
    from .table_costs import reduced  # late: the list of measures needs no logarithms of factorials

    return in_base(reduced(r, count) / sum(r.classes), base)


@register(
    symbol="NRMI",
    formula="RMI(C,K) / ((RMI(C,C) + RMI(K,K)) / 2)",
    symmetric=True,
    bounds=(-inf, 1.0),
    perfect=1.0,
    undefined=0.0,
    references=("newman2020", "jerdee2022"),
)
def normalized_reduced_mutual_information(
    r: ReducedInformation, count: str = "approximate"
) -> float:
    """Reduced mutual information divided by the mean of what each partition has with itself.

    Beware: negative if describing the table costs more than the clusters save. It is 0 for one
    group against single objects, because neither has reduced information with itself.
    """
    from .table_costs import reduced, reduced_with_itself

    share = ratio(reduced(r, count), reduced_with_itself(r, count))
    return min(1.0, share)  # what exceeds 1 is the error of the formula
