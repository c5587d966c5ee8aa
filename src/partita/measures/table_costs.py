"""Reduced mutual information: what clusters save in naming the classes, minus the table's cost."""

from __future__ import annotations

from ..base.checks import one_of
from ..base.log_sums import LogSum, combined
from ..statistics.information import ReducedInformation
from ..table.number_of_tables import log_orders, log_tables, log_tables_exactly


def reduced(r: ReducedInformation, count: str) -> float:
    """Return RMI for all objects together."""
    return combined((1, r.saved), (-1, _tables(count, r.classes, r.clusters))).value


def reduced_with_itself(r: ReducedInformation, count: str) -> float:
    """Return log(n!/Π a_i!) - log Ω, RMI of a partition with itself; the mean of the two sides."""
    return combined(*((1, _own(count, sizes)) for sizes in (r.classes, r.clusters))).value / 2


def _own(count: str, sizes: tuple[int, ...]) -> LogSum:
    return combined((1, log_orders(sizes)), (-1, _tables(count, sizes, sizes)))


def _tables(count: str, classes: tuple[int, ...], clusters: tuple[int, ...]) -> LogSum:
    one_of("count", count, ("approximate", "exact"))
    first, second = sorted((classes, clusters))  # so that swapping the sides changes no bit
    return (log_tables if count == "approximate" else log_tables_exactly)(first, second)
