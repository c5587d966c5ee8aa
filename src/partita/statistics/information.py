"""Information in nats: its parts, and its moments under chance."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.checks import object_count
from ..base.errors import UndefinedError
from .registry import statistic
from .values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..base.arithmetic import Exact
    from ..base.log_sums import LogSum
    from ..table.table import Table

__all__ = [
    "ExpectedInformation",
    "Information",
    "InformationMoments",
    "ReducedInformation",
]

_MOST_SIZES = 1_000_000  # pairs of distinct sizes in the sum of the variance


class Information(NamedTuple):
    """Entropies of truth C and prediction K in nats, split into parts that are never negative.

    H(C) = I + H(C|K) and H(K) = I + H(K|C). Measures written in terms of the three parts need no
    subtraction: nothing cancels, no value exceeds its bounds, and pure clusters give exactly 1.
    """

    mutual: float  #: the mutual information I(C;K)
    class_residual: float  #: H(C|K): what the clusters do not say about the class
    cluster_residual: float  #: H(K|C): what the classes do not say about the cluster
    objects: Exact  #: n, or the total weight
    classes: int  #: number of classes
    clusters: int  #: number of clusters

    @property
    def truth_entropy(self) -> float:
        """H(C)."""
        return self.mutual + self.class_residual

    @property
    def prediction_entropy(self) -> float:
        """H(K)."""
        return self.mutual + self.cluster_residual

    @property
    def variation(self) -> float:
        """H(C|K) + H(K|C), the variation of information."""
        return self.class_residual + self.cluster_residual


@statistic("information", main=True, smooth=True)
def information(table: Table) -> Information:
    """Return the mutual information and the two conditional entropies, in nats."""
    held = table._table
    mutual, of_classes, of_clusters = held.information()
    classes, clusters = held.shape
    return Information(mutual, of_classes, of_clusters, table._objects, classes, clusters)


class ExpectedInformation(NamedTuple):
    """Information with E[I], the mean over all tables with the same margins."""

    information: Information  #: I, H(C|K) and H(K|C)
    expected: float  #: E[I]
    residuals: tuple[float, float] | None = None  #: E[H(C|K)] and E[H(K|C)], if known

    @property
    def gain(self) -> float:
        """I - E[I], which is also E[H(C|K)] - H(C|K) and E[H(K|C)] - H(K|C).

        It is computed from the smallest of the three parts, where rounding loses least.
        """
        h = self.information
        more, less = h.mutual, self.expected
        if self.residuals is not None:
            of_classes, of_clusters = self.residuals
            if max(of_classes, h.class_residual) < max(more, less):
                more, less = of_classes, h.class_residual
            if max(of_clusters, h.cluster_residual) < max(more, less):
                more, less = of_clusters, h.cluster_residual
        return more - less


@statistic("information", main=True, smooth=True)
def expected_information(table: Table) -> ExpectedInformation:
    """Return the information with its mean over all tables with the same margins."""
    instead = "use integer weights, or normalized_mutual_information"
    object_count(table._objects, "expected mutual information counts objects", instead)
    mutual, of_classes, of_clusters = table._table.expected_parts()
    return ExpectedInformation(table.information, mutual, (of_classes, of_clusters))


class InformationMoments(Record):
    """Information with its mean and variance over all tables with the same margins."""

    expected: ExpectedInformation  #: I and E[I]
    variance: float  #: Var[I], in squared nats


@statistic("information", smooth=True)
def information_moments(table: Table) -> InformationMoments:
    """Return the information with its mean and variance over all tables with the same margins."""
    expected = table.expected_information
    variance = information_variance(table.class_sizes, table.cluster_sizes)
    if variance is None:
        raise UndefinedError(
            "the variance of mutual information is a sum over pairs of distinct group sizes, too "
            'many here; use standardized("mutual_information"), which samples tables'
        )
    return InformationMoments(expected, variance)


class ReducedInformation(Record):
    """What clusters save in naming the class of every object, not counting the table's cost."""

    mutual: float  #: the mutual information I(C;K)
    cells: tuple[tuple[int, int], ...]  #: sizes n_ij that occur, and how often
    classes: tuple[int, ...]  #: sizes a_i, in order of size
    clusters: tuple[int, ...]  #: sizes b_j

    @property
    def saved(self) -> LogSum:
        """log(n! Π n_ij! / (Π a_i! Π b_j!)), in nats for all objects.

        It is n I plus the remainders log x! - x log x + x of all factorials: the terms x log x add
        up to n I, and the terms x cancel.
        """
        from collections import Counter

        from ..base.log_sums import LogSum, rest  # late: few measures need it

        n = sum(self.classes)
        factorials = [(1, n), *((cells, size) for size, cells in self.cells)]
        for sizes in (self.classes, self.clusters):
            factorials += ((-groups, size) for size, groups in Counter(sizes).items())
        parts = (n * self.mutual, *(times * rest(size) for times, size in factorials))
        return LogSum(parts, tuple((times, size, 0) for times, size in factorials))


@statistic("information", smooth=True)
def reduced_information(table: Table) -> ReducedInformation:
    """Return what clusters save in naming the classes, not counting the table's cost."""
    import numpy as np

    object_count(table._objects)
    sizes, times = np.unique(table.counts, return_counts=True)
    cells = tuple(zip(sizes.tolist(), times.tolist(), strict=True))
    classes, clusters = (
        tuple(sorted(x.tolist())) for x in (table.class_sizes, table.cluster_sizes)
    )
    return ReducedInformation(table.information.mutual, cells, classes, clusters)


def information_variance(classes: NDArray[Any], clusters: NDArray[Any]) -> float | None:
    """Return Var[I] over random labels with these group sizes, in squared nats.

    None if there are too many distinct sizes to sum over in seconds.
    """
    import numpy as np

    if object in (classes.dtype, clusters.dtype):  # 2^63 objects and more
        return None
    sides = np.sort(classes), np.sort(clusters)
    distinct = [1 + int(np.count_nonzero(np.diff(sizes))) for sizes in sides]
    if distinct[0] * distinct[1] > _MOST_SIZES:
        return None
    # in one order, so that swapping the sides changes no bit
    return _variance(*sorted(sizes.tobytes() for sizes in sides))


@lru_cache(maxsize=16)  # every information measure of a comparison needs it
def _variance(classes: bytes, clusters: bytes) -> float:
    import numpy as np

    from .. import _resample  # late: few scores need it

    return _resample.information_variance(
        np.frombuffer(classes, dtype=np.int64), np.frombuffer(clusters, dtype=np.int64)
    )
