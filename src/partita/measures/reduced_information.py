"""Mutual information less the cost of the table itself (Newman, Cantwell and Young 2020).

To use the clusters for naming the class of every object one must first be told the table. That
costs log Ω, Ω the number of tables with these margins; for many small clusters it is all they save.
"""

from math import inf

from ..base.arithmetic import in_base, ratio
from ..base.checks import one_of
from ..base.log_sums import LogSum, combined
from ..statistics.information import ReducedInformation
from ..table.number_of_tables import log_orders, log_tables, log_tables_exactly
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
    return in_base(_reduced(r, count) / sum(r.classes), base)


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
    own = combined(*((1, _own(count, sizes)) for sizes in (r.classes, r.clusters))).value / 2
    return min(1.0, ratio(_reduced(r, count), own))  # what passes 1 is the error of the formula


def _reduced(r: ReducedInformation, count: str) -> float:
    """RMI for all objects."""
    return combined((1, r.saved), (-1, _tables(count, r.classes, r.clusters))).value


def _own(count: str, sizes: tuple[int, ...]) -> LogSum:
    """RMI of a partition with itself, for all objects: log(n!/Π a_i!) - log Ω."""
    return combined((1, log_orders(sizes)), (-1, _tables(count, sizes, sizes)))


def _tables(count: str, classes: tuple[int, ...], clusters: tuple[int, ...]) -> LogSum:
    one_of("count", count, ("approximate", "exact"))
    first, second = sorted((classes, clusters))  # one order, so that swapping changes no bit
    return (log_tables if count == "approximate" else log_tables_exactly)(first, second)
