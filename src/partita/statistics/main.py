"""Family statistics: the few numbers of a contingency table from which every measure follows.

Letters of the papers: n objects, class sizes a_i, cluster sizes b_j, cells n_ij. Counts are exact
integers; for tables of fractional weights the same fields hold exact fractions. Named tuples or
less, because the list of measures must load in an instant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ..base.arithmetic import in_whole_parts

if TYPE_CHECKING:
    from ..base.arithmetic import Exact


class PairCounts(NamedTuple):
    """How the pairs of objects fall: together or apart in the truth and in the prediction."""

    together: Exact  # N11: in one class and in one cluster
    truth_only: Exact  # N10: in one class, split by the prediction
    prediction_only: Exact  # N01: in one cluster, though of two classes
    apart: Exact  # N00: in two classes and in two clusters
    objects: Exact  # n, or the total weight

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
        """N11·N00 - N10·N01, which is M·N11 - P·Q: zero when agreement is as by chance."""
        return self.together * self.apart - self.truth_only * self.prediction_only


class Information(NamedTuple):
    """Entropies of truth C and prediction K in nats, split into parts that are never negative.

    H(C) = I + H(C|K) and H(K) = I + H(K|C). Measures written on the three parts need no
    subtraction, so nothing cancels, nothing leaves its bounds, and pure clusters give exactly 1.
    """

    mutual: float  # I(C;K)
    class_residual: float  # H(C|K): what the clusters do not say about the class
    cluster_residual: float  # H(K|C): what the classes do not say about the cluster
    objects: Exact
    classes: int
    clusters: int

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


class ExpectedInformation(NamedTuple):
    """Information together with E[I], its mean over all tables with the same margins."""

    information: Information
    expected: float  # E[I]
    residuals: tuple[float, float] | None = None  # E[H(C|K)], E[H(K|C)] where they are known

    @property
    def gain(self) -> float:
        """I - E[I], which is also E[H(C|K)] - H(C|K) and E[H(K|C)] - H(K|C).

        Taken on the smallest of the three parts, where least is lost to rounding.
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


class _Values:
    """A record made of its values, in the order of their declaration or by name.

    Tables make their own kind of it, in which values are read when they are asked for.
    """

    _record: type[_Values]  # whose values these are, whatever reads them
    _fields: tuple[str, ...]

    def __init_subclass__(cls) -> None:
        if _Values in cls.__bases__:
            cls._record, cls._fields = cls, tuple(cls.__annotations__)

    def __init__(self, *values: Any, **named: Any) -> None:
        given = dict(zip(self._fields, values, strict=False), **named)
        if len(values) > len(self._fields) or not given.keys() <= set(self._fields):
            raise TypeError(f"{self._record.__name__} takes {', '.join(self._fields)}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a statistic is read, not written; {name!r} cannot be set")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, self._record) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        pairs = zip(self._fields, self._values(), strict=True)
        shown = ", ".join(f"{name}={value!r}" for name, value in pairs)
        return f"{self._record.__name__}({shown})"

    def __reduce__(self) -> tuple[type[_Values], tuple[Any, ...]]:
        return self._record, self._values()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._fields)


class Overlaps(_Values):
    """Best overlaps of each class and each cluster, and sums over all overlaps."""

    objects: Exact
    classes: int
    clusters: int
    class_maxima: Exact  # Σ_i max_j n_ij
    cluster_maxima: Exact  # Σ_j max_i n_ij
    largest_class: Exact  # max_i a_i
    largest_cluster: Exact  # max_j b_j
    class_f: Exact  # Σ_i a_i max_j 2n_ij/(a_i+b_j)
    class_f_floor: Exact  # its least value given the margins, by Procedure 1 of Wu et al. (2009)
    cluster_f: Exact  # Σ_j 2n_ij/(a_i+b_j), i the majority class of cluster j
    precision: Exact  # Σ_ij n_ij²/b_j
    recall: Exact  # Σ_ij n_ij²/a_i

    @property
    def in_parts(self) -> tuple[Any, Any, Any]:
        """1, precision and recall in parts so small that all of them are whole."""
        return in_whole_parts(1, self.precision, self.recall)


class Matching(_Values):
    """The one-to-one matching of classes and clusters that covers most objects."""

    objects: Exact
    classes: int
    clusters: int
    matched: Exact  # max over matchings of Σ n_iσ(i)
    partner: tuple[int, ...]  # cluster of each class, or -1


class Coding(NamedTuple):
    """Code lengths in nats per object, for Dom's measures."""

    conditional: float  # H(C|K)
    model: float  # (1/n) Σ_k log C(b_k+|C|-1, |C|-1): naming the classes inside each cluster
    ideal: float  # the same sum over the classes: the model of a perfect clustering
