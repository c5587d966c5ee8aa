"""Statistics that few measures read: evenness of sizes, sums of logarithms, third moments.

The letters are those of `statistics`: n objects, class sizes a_i, cluster sizes b_j, cells n_ij.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..base.log_sums import LogSum, rest
from .main import ExpectedInformation, Information, PairCounts

if TYPE_CHECKING:
    from ..base.arithmetic import Exact


class Evenness(NamedTuple):
    """Information, and how far the sizes of the groups are from being equal, in nats."""

    information: Information
    classes: float  # log |C| - H(C), 0 for classes of equal size
    clusters: float  # log |K| - H(K)


class Redundancy(NamedTuple):
    """Information, and what more could be told of the objects inside groups, in nats."""

    information: Information
    classes: float  # log n - H(C) = (1/n) Σ a_i log a_i: telling apart the objects of a class
    cells: float  # log n - H(C,K) = (1/n) Σ n_ij log n_ij: the same for a class within a cluster


class InformationMoments(NamedTuple):
    """Information with its mean and variance over all tables with the same margins."""

    expected: ExpectedInformation
    variance: float  # Var[I], in squared nats


class ReducedInformation(NamedTuple):
    """What the clusters save in naming the class of every object, before the table is paid for."""

    mutual: float  # I(C;K)
    cells: tuple[tuple[int, int], ...]  # sizes n_ij that occur, and how often
    classes: tuple[int, ...]  # sizes a_i, in order of size
    clusters: tuple[int, ...]  # sizes b_j

    @property
    def saved(self) -> LogSum:
        """log(n! Π n_ij! / (Π a_i! Π b_j!)), in nats for all objects.

        It is n I and the rests of all factorials: what Σ x log x cancels is cancelled in I.
        """
        from collections import Counter

        n = sum(self.classes)
        factorials = [(1, n), *((cells, size) for size, cells in self.cells)]
        for sizes in (self.classes, self.clusters):
            factorials += ((-groups, size) for size, groups in Counter(sizes).items())
        parts = (n * self.mutual, *(times * rest(size) for times, size in factorials))
        return LogSum(parts, tuple((times, size, 0) for times, size in factorials))


class PairMoments(NamedTuple):
    """Pair counts, and the sums over three objects that tell how pair counts vary by chance."""

    pairs: PairCounts
    class_triples: int  # Σ a_i (a_i - 1)(a_i - 2): ordered triples of objects of one class
    cluster_triples: int  # Σ b_j (b_j - 1)(b_j - 2)
    crossings: int  # Σ n_ij a_i b_j: an object, one of its class, one of its cluster

    @property
    def variance(self) -> Exact:
        """Var[N11] over random labels with the same group sizes (Fowlkes and Mallows 1983)."""
        from fractions import Fraction

        p = self.pairs
        above, below = together_variance(
            int(p.objects), p.truth_pairs, self.class_triples,
            p.prediction_pairs, self.cluster_triples,
        )  # fmt: skip
        return Fraction(above) / below


class Association(NamedTuple):
    """How far the table is from independence: the sum behind Pearson's chi-square."""

    objects: Exact
    classes: int
    clusters: int
    excess: Exact  # Σ n_ij²/(a_i b_j) - 1, 0 exactly at independence


def together_variance(
    n: int, pairs: Exact, triples: int, other_pairs: Exact, other_triples: int
) -> tuple[Exact, int]:
    """Return Var[N11] for two random partitions of given pairs and triples, as a ratio.

    E[N11²] runs over two pairs of objects that are the same, share an object, or do not touch;
    each kind weighs the shares of such pairs that are inside groups on either side. There are
    n(n-1)/2, n(n-1)(n-2) and n(n-1)(n-2)(n-3)/4 of them, all brought over one denominator: the
    factors of kinds that do not exist for a small n are taken as 1, as they have no pairs.
    """
    whole, third, fourth = max(n * (n - 1), 1), max(n - 2, 1), max(n - 3, 1)
    both = pairs * other_pairs
    apart = (pairs * (pairs - 1) - triples) * (other_pairs * (other_pairs - 1) - other_triples)
    second = 2 * both * third * fourth + triples * other_triples * fourth + 4 * apart
    return second * whole - 4 * both * both * third * fourth, whole * whole * third * fourth
