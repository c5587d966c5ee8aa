"""Code lengths: describing the class of every object, given its cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..base.checks import object_count
from .registry import statistic

if TYPE_CHECKING:
    from ..table.table import Table

__all__ = ["Coding"]


class Coding(NamedTuple):
    """Code lengths in nats per object, for Dom's measures."""

    conditional: float  #: the conditional entropy H(C|K)
    model: float  #: (1/n) Σ_k log C(b_k+|C|-1, |C|-1): the classes inside each cluster
    ideal: float  #: the same sum over the classes: the model of a perfect clustering


@statistic("coding", main=True, smooth=True)
def coding(table: Table) -> Coding:
    """Return the code lengths for Dom's measures."""
    n = float(object_count(table._objects, "Dom's code lengths count objects"))
    model, ideal = table._table.coding()
    return Coding(table.information.class_residual, model / n, ideal / n)
