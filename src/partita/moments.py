"""Statistics that few measures read: evenness of sizes, sums of logarithms, third moments.

The letters are those of `statistics`: n objects, class sizes a_i, cluster sizes b_j, cells n_ij.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .statistics import ExpectedInformation, Information, PairCounts

if TYPE_CHECKING:
    from .arithmetic import Exact


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

    saved: float  # log(n! Π n_ij! / (Π a_i! Π b_j!)), in nats for all objects
    classes: tuple[int, ...]  # sizes a_i, in order of size
    clusters: tuple[int, ...]  # sizes b_j


class PairMoments(NamedTuple):
    """Pair counts, and the sums over three objects that tell how pair counts vary by chance."""

    pairs: PairCounts
    class_triples: int  # Σ a_i (a_i - 1)(a_i - 2): ordered triples of objects of one class
    cluster_triples: int  # Σ b_j (b_j - 1)(b_j - 2)
    crossings: int  # Σ n_ij a_i b_j: an object, one of its class, one of its cluster

    @property
    def variance(self) -> Exact:
        """Var[N11] over random labels with the same group sizes (Fowlkes and Mallows 1983)."""
        return together_variance(
            self.pairs, self.pairs.truth_pairs, self.class_triples,
            self.pairs.prediction_pairs, self.cluster_triples,
        )  # fmt: skip


class Association(NamedTuple):
    """How far the table is from independence: the sum behind Pearson's chi-square."""

    objects: Exact
    classes: int
    clusters: int
    excess: Exact  # Σ n_ij²/(a_i b_j) - 1, 0 exactly at independence


def together_variance(
    p: PairCounts, pairs: Exact, triples: int, other_pairs: Exact, other_triples: int
) -> Exact:
    """Return Var[N11] for two random partitions of given numbers of pairs and triples.

    E[N11²] runs over two pairs of objects that are the same, share an object, or do not touch;
    each kind weighs the shares of such pairs that are inside groups on either side.
    """
    from fractions import Fraction

    n = int(p.objects)
    kinds = (n * (n - 1) // 2, n * (n - 1) * (n - 2), n * (n - 1) * (n - 2) * (n - 3) // 4)
    first, second = (
        (x, t, x * (x - 1) - t) for x, t in ((pairs, triples), (other_pairs, other_triples))
    )
    total = Fraction(0)
    for kind, x, y in zip(kinds, first, second, strict=True):
        total += Fraction(x * y, kind) if kind else 0
    return total - Fraction(pairs * other_pairs, max(1, kinds[0])) ** 2
