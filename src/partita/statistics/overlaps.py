"""Overlaps of classes and clusters: the largest ones, and sums over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.arithmetic import exact, in_whole_parts
from .registry import statistic
from .values import Ratios, Record, asked, require_digits

if TYPE_CHECKING:
    from ..base.arithmetic import Exact
    from ..table.table import Table

__all__ = [
    "Counterparts",
    "ElementOverlaps",
    "GiniGains",
    "JaccardCounterparts",
    "Overlaps",
    "ProductCounterparts",
    "SquareShares",
]


class Overlaps(Record):
    """The largest overlap of each class and each cluster, and sums over all overlaps."""

    objects: Exact  #: n, or the total weight
    classes: int  #: number of classes
    clusters: int  #: number of clusters
    class_maxima: Exact  #: Σ_i max_j n_ij
    cluster_maxima: Exact  #: Σ_j max_i n_ij
    largest_class: Exact  #: max_i a_i
    largest_cluster: Exact  #: max_j b_j
    class_f: Exact  #: Σ_i a_i max_j 2n_ij/(a_i+b_j)
    class_f_floor: Exact  #: its least value given the margins, by Procedure 1 of Wu et al. (2009)
    cluster_f: Exact  #: Σ_j 2n_ij/(a_i+b_j), i the majority class of cluster j
    precision: Exact  #: Σ_ij n_ij²/b_j
    recall: Exact  #: Σ_ij n_ij²/a_i

    @property
    def in_parts(self) -> tuple[Any, Any, Any]:
        """1, precision and recall as integers, in units of a common denominator."""
        return in_whole_parts(1, self.precision, self.recall)


def _floor(o: Any) -> Exact:
    """Return the floor of F; if it is reached it is the sum itself, despite truncation."""
    floor: Exact = o.ratios.read(o.table.class_f_floor())
    total, least, n = in_whole_parts(o.class_f, floor, o.objects)
    if o.ratios.unit is None:
        require_digits(n - least, n)
    return o.class_f if abs(total - least) << o.ratios.places <= n else floor


class TableOverlaps(Overlaps):
    """Overlaps of the kernel's table."""

    ratios: Ratios

    def __init__(self, table: Any, ratios: Ratios, objects: Exact) -> None:
        values = self.__dict__  # one by one: a call of `update` takes longer
        values["table"] = table
        values["ratios"] = ratios
        values["objects"] = objects

    @property
    def in_parts(self) -> tuple[Any, Any, Any]:
        """The same in units of the kernel, without fractions in between."""
        if self.ratios.unit is None:
            return super().in_parts
        return self.ratios.unit, self._precision, self._recall

    classes = asked(lambda o: o.table.shape[0])
    clusters = asked(lambda o: o.table.shape[1])
    _maxima = asked(lambda o: [exact(most) for most in o.table.maxima()])  # computed together
    class_maxima = asked(lambda o: o._maxima[0])
    cluster_maxima = asked(lambda o: o._maxima[1])
    largest_class = asked(lambda o: o._maxima[2])
    largest_cluster = asked(lambda o: o._maxima[3])
    class_f = asked(lambda o: o.ratios.read(o.table.class_f()))
    class_f_floor = asked(_floor)
    cluster_f = asked(lambda o: o.ratios.read(o.table.cluster_f()))
    precision = asked(lambda o: o.ratios.read(o._precision))
    recall = asked(lambda o: o.ratios.read(o._recall))

    # as the kernel returns them: for counts, in its units
    _precision = asked(lambda o: o.table.precision())
    _recall = asked(lambda o: o.table.recall())


@statistic("overlap", main=True)
def overlaps(table: Table) -> Overlaps:
    """Return the largest overlaps and the sums over overlaps."""
    return TableOverlaps(table._table, table._ratios, table._objects)


class ElementOverlaps(Record):
    """The similarity of the class and the cluster of an object, summed over all objects."""

    objects: Exact  #: n, or the total weight
    similarity: Exact  #: Σ_ij n_ij²/max(a_i,b_j)


@statistic("overlap", smooth=True)
def element_overlaps(table: Table) -> ElementOverlaps:
    """Return the similarity of the two groups of an object, summed over the objects."""
    return ElementOverlaps(table._objects, table._ratios.read(table._table.squares_over_larger()))


class Counterparts(Record):
    """Sums of F = 2n_ij/(a_i+b_j) of each group with its best counterpart."""

    objects: Exact  #: n, or the total weight
    classes: int  #: number of classes
    clusters: int  #: number of clusters
    class_sum: Exact  #: Σ_i max_j F_ij
    cluster_sum: Exact  #: Σ_j max_i F_ij
    class_sum_by_size: Exact  #: Σ_i a_i max_j F_ij
    cluster_sum_by_size: Exact  #: Σ_j b_j max_i F_ij


@statistic("overlap")
def counterparts(table: Table) -> Counterparts:
    """Return the sums for the counterparts with the highest F."""
    return Counterparts(*_best_shares(table, "dice"))


class JaccardCounterparts(Counterparts):
    """The same for the Jaccard index n_ij/(a_i+b_j-n_ij)."""


@statistic("overlap")
def jaccard_counterparts(table: Table) -> JaccardCounterparts:
    """Return the sums for the counterparts with the highest Jaccard index."""
    return JaccardCounterparts(*_best_shares(table, "jaccard"))


class ProductCounterparts(Counterparts):
    """The same for n_ij²/(a_i b_j), the product of the shares of both groups."""


@statistic("overlap")
def product_counterparts(table: Table) -> ProductCounterparts:
    """Return the sums for the counterparts with the highest product of shares."""
    return ProductCounterparts(*_best_shares(table, "product"))


class SquareShares(Record):
    """Sums of squared shares, in which all groups count the same."""

    classes: int  #: number of classes
    clusters: int  #: number of clusters
    both: Exact  #: Σ_ij n_ij²/(a_i b_j)
    of_classes: Exact  #: Σ_ij n_ij²/a_i²
    of_clusters: Exact  #: Σ_ij n_ij²/b_j²


@statistic("overlap", smooth=True)
def square_shares(table: Table) -> SquareShares:
    """Return the sums of squared shares of classes and clusters."""
    from .. import _kernel

    return SquareShares(*table.shape, *map(exact, _kernel.square_shares(table._table)))


class GiniGains(Record):
    """How much less mixed the classes are within clusters than overall, and vice versa."""

    class_gain: Exact  #: n Σ_ij n_ij²/b_j - Σ_i a_i²
    class_room: Exact  #: n² - Σ_i a_i²
    cluster_gain: Exact  #: n Σ_ij n_ij²/a_i - Σ_j b_j²
    cluster_room: Exact  #: n² - Σ_j b_j²


@statistic("overlap", smooth=True)
def gini_gains(table: Table) -> GiniGains:
    """Return how much less mixed one side is within the groups of the other than overall."""
    _, classes, clusters = map(exact, table._table.pair_sums())
    n, overlaps = table._objects, table.overlaps
    rooms = n * n - classes, n * n - clusters
    if table._ratios.unit is None:
        for room in rooms:
            require_digits(room, n * n)
    return GiniGains(
        _difference(table, n * overlaps.precision, classes),
        rooms[0],
        _difference(table, n * overlaps.recall, clusters),
        rooms[1],
    )


def _best_shares(table: Table, overlap: str) -> tuple[Any, ...]:
    from .. import _kernel

    sums = map(exact, _kernel.best_shares(table._table, overlap))
    return (table._objects, *table.shape, *sums)


def _difference(table: Table, more: Exact, less: Exact) -> Exact:
    """Return more - less, or 0 if they differ only by the rounding of a sum of ratios."""
    difference, n = more - less, table._objects
    return 0 if abs(difference) * 2**table._ratios.places <= n * n else difference
