"""One-to-one matchings of classes and clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.arithmetic import exact
from .registry import statistic
from .values import Record, asked

if TYPE_CHECKING:
    from ..base.arithmetic import Exact
    from ..table.table import Table

__all__ = ["ClassMatching", "Matching", "SetMatching", "ShareMatching"]


class Matching(Record):
    """The one-to-one matching of classes and clusters that covers most objects."""

    objects: Exact  #: n, or the total weight
    classes: int  #: number of classes
    clusters: int  #: number of clusters
    matched: Exact  #: max over matchings of Σ n_iσ(i)
    partner: tuple[int, ...]  #: cluster of each class, or -1


class TableMatching(Matching):
    """The best matching of the kernel's table; partners are listed on first use."""

    def __init__(self, table: Any, objects: Exact) -> None:
        matched, partners = table.matching()
        self.__dict__.update(
            table=table, partners=partners, objects=objects, matched=exact(matched)
        )

    classes = asked(lambda m: m.table.shape[0])
    clusters = asked(lambda m: m.table.shape[1])
    partner = asked(lambda m: tuple(m.partners.tolist()))


@statistic("matching", main=True)
def matching(table: Table) -> Matching:
    """Return the one-to-one matching of classes and clusters that covers most objects."""
    return TableMatching(table._table, table._objects)


class ShareMatching(Record):
    """The one-to-one matching of classes and clusters with the largest sum of F = 2n_ij/(a_i+b_j).

    If several matchings are best, their sums are equal, so no measure depends on the choice.
    """

    objects: Exact  #: n, or the total weight
    classes: int  #: number of classes
    clusters: int  #: number of clusters
    matched: Exact  #: max over matchings of Σ F_iσ(i)


@statistic("matching")
def share_matching(table: Table) -> ShareMatching:
    """Return the one-to-one matching of classes and clusters with the largest sum of F."""
    return ShareMatching(table._objects, *table.shape, _matched(table, "dice"))


class ClassMatching(ShareMatching):
    """The same for the share n_ij/a_i of the class."""


@statistic("matching")
def class_matching(table: Table) -> ClassMatching:
    """Return the one-to-one matching with the largest sum of shares of classes."""
    return ClassMatching(table._objects, *table.shape, _matched(table, "own"))


class SetMatching(Record):
    """The same for n_ij/max(a_i,b_j), with the overlap of random sets of these sizes."""

    objects: Exact  #: n, or the total weight
    classes: int  #: number of classes
    clusters: int  #: number of clusters
    matched: Exact  #: max over matchings of Σ n_iσ(i)/max(a_i,b_σ(i))
    shared: Exact  #: Σ_k min(a_(k),b_(k)), sizes in descending order: n times the level of chance


@statistic("matching")
def set_matching(table: Table) -> SetMatching:
    """Return the one-to-one matching with the largest sum of n_ij/max(a_i,b_j)."""
    from .. import _kernel

    shared = exact(_kernel.shared_sizes(table._table))
    return SetMatching(table._objects, *table.shape, _matched(table, "larger"), shared)


def _matched(table: Table, overlap: str) -> Exact:
    from .. import _kernel

    return table._ratios.read(_kernel.share_matching(table._table, overlap))
