"""Mutual information less the cost of the table itself (Newman, Cantwell and Young 2020).

To use the clusters for naming the class of every object one must first be told the table. That
costs log Ω, Ω the number of tables with these margins; for many small clusters it is all they save.
"""

from math import inf

from ..base.arithmetic import in_base, ratio
from ..statistics.information import ReducedInformation
from .measure import register

__all__ = ["normalized_reduced_mutual_information", "reduced_mutual_information"]


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
    """What the clusters save in naming the classes of all objects, the table paid for, per object.

    Tables are counted by a formula (count "approximate"; Jerdee, Kirkley and Newman 2022) that is
    at most about 0.2 nats off for all objects together, or exactly (count "exact") where one side
    has two groups or tables are few. The paper's own formula, for few large groups, fails where
    groups are many or small.

    Beware: negative where clusters cost more than they tell. No fixed best value: see the
    normalized form. clustering-mi gives bits for all objects together.
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
    """Reduced mutual information as a share of what the two partitions have with themselves.

    Beware: negative where clusters cost more than they tell; 0 where one side is one group and the
    other single objects, which are not worth their tables.
    """
    from .table_costs import reduced, reduced_with_itself

    share = ratio(reduced(r, count), reduced_with_itself(r, count))
    return min(1.0, share)  # what exceeds 1 is the error of the formula
