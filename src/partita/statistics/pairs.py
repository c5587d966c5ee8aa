"""Pairs of objects: together or apart in the truth and in the prediction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.arithmetic import exact
from ..base.checks import object_count
from .registry import statistic
from .values import Record

if TYPE_CHECKING:
    from ..base.arithmetic import Exact
    from ..table.table import Table

__all__ = ["PairCounts", "PairMoments"]


class PairCounts(NamedTuple):
    """Numbers of pairs of objects that are together or apart in the truth and in the prediction."""

    together: Exact  #: N11: in one class and in one cluster
    truth_only: Exact  #: N10: in one class, split by the prediction
    prediction_only: Exact  #: N01: in one cluster, but in two classes
    apart: Exact  #: N00: in two classes and in two clusters
    objects: Exact  #: n, or the total weight

    @classmethod
    def of_totals(
        cls, together: Any, truth_pairs: Any, prediction_pairs: Any, pairs: Any, objects: Exact
    ) -> PairCounts:
        """Return the counts with these N11, P, Q and M.

        Parameters
        ----------
        together
            N11.
        truth_pairs
            P, the pairs that share a class.
        prediction_pairs
            Q, the pairs that share a cluster.
        pairs
            M, all pairs.
        objects
            n, or the total weight.

        Returns
        -------
        PairCounts
            The four counts.
        """
        return cls(
            together,
            truth_pairs - together,
            prediction_pairs - together,
            pairs - truth_pairs - prediction_pairs + together,
            objects,
        )

    @classmethod
    def of_squares(
        cls, objects: Exact, classes: Exact, clusters: Exact, cells: Exact
    ) -> PairCounts:
        """Return the counts of n objects with these Σ a_i², Σ b_j² and Σ n_ij².

        Parameters
        ----------
        objects
            n, the number of objects.
        classes
            Σ a_i², over the classes.
        clusters
            Σ b_j², over the clusters.
        cells
            Σ n_ij², over the cells.

        Returns
        -------
        PairCounts
            The four counts.
        """
        return cls(
            half(cells - objects),
            half(classes - cells),
            half(clusters - cells),
            half(objects * objects - classes - clusters + cells),
            objects,
        )

    def with_together(self, together: Exact) -> PairCounts:
        """Return the counts of the same group sizes with another N11.

        Parameters
        ----------
        together
            N11.

        Returns
        -------
        PairCounts
            Counts with the same P, Q and M.
        """
        return self.of_totals(
            together, self.truth_pairs, self.prediction_pairs, self.pairs, self.objects
        )

    @property
    def truth_pairs(self) -> Exact:
        """P = N11 + N10, the pairs that share a class."""
        return self.together + self.truth_only

    @property
    def prediction_pairs(self) -> Exact:
        """Q = N11 + N01, the pairs that share a cluster."""
        return self.together + self.prediction_only

    @property
    def pairs(self) -> Exact:
        """M, all pairs."""
        return self.truth_pairs + self.prediction_only + self.apart

    @property
    def disagreements(self) -> Exact:
        """N10 + N01, the pairs on which the two partitions disagree."""
        return self.truth_only + self.prediction_only

    @property
    def covariance(self) -> Exact:
        """N11·N00 - N10·N01 = M·N11 - P·Q: zero if the agreement is as expected under chance."""
        return self.together * self.apart - self.truth_only * self.prediction_only


@statistic("pairs", main=True, smooth=True)
def pairs(table: Table) -> PairCounts:
    """Return the numbers of pairs together or apart in truth and prediction."""
    cells, classes, clusters = map(exact, table._table.pair_sums())
    found = PairCounts.of_squares(table._objects, classes, clusters, cells)
    if table.pair_weights is None:
        return found
    return found._replace(together=exact(table.pair_weights.tolist()))


class PairMoments(Record):
    """Pair counts, and the sums over triples of objects that give their variance under chance."""

    pairs: PairCounts  #: the four pair counts
    class_triples: int  #: Σ a_i (a_i - 1)(a_i - 2): ordered triples of objects of one class
    cluster_triples: int  #: Σ b_j (b_j - 1)(b_j - 2)
    crossings: int  #: Σ n_ij a_i b_j: an object, one of its class, one of its cluster

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


@statistic("pairs", smooth=True)
def pair_moments(table: Table) -> PairMoments:
    """Return the pair counts with the sums over triples of objects."""
    object_count(table._objects)
    counts = table.counts.tolist()
    a, b = table.class_sizes.tolist(), table.cluster_sizes.tolist()
    cells = zip(counts, table.rows.tolist(), table.cols.tolist(), strict=True)
    crossings = sum(m * a[i] * b[j] for m, i, j in cells)
    classes, clusters = (sum(x * (x - 1) * (x - 2) for x in sizes) for sizes in (a, b))
    return PairMoments(table.pairs, classes, clusters, crossings)


def together_variance(
    n: int, pairs: Exact, triples: int, other_pairs: Exact, other_triples: int
) -> tuple[Exact, int]:
    """Return Var[N11] for two random partitions of given pairs and triples, as a ratio.

    E[N11²] is a sum over two pairs of objects that are the same, share one object, or are disjoint:
    there are n(n-1)/2, n(n-1)(n-2) and n(n-1)(n-2)(n-3)/4 of them. Each term is this number times
    the shares that are inside groups on both sides. The terms have a common denominator; for small
    n, factors of terms that do not exist are 1.
    """
    whole, third, fourth = max(n * (n - 1), 1), max(n - 2, 1), max(n - 3, 1)
    both = pairs * other_pairs
    apart = (pairs * (pairs - 1) - triples) * (other_pairs * (other_pairs - 1) - other_triples)
    second = 2 * both * third * fourth + triples * other_triples * fourth + 4 * apart
    return second * whole - 4 * both * both * third * fourth, whole * whole * third * fourth


def half(value: Any) -> Any:
    """Return value / 2; a difference of sums of squares of counts is even."""
    return value // 2 if isinstance(value, int) else value / 2
