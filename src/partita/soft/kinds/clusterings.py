"""The four soft clusterings: what is stored, what is valid, and what each row means.

All are immutable. Objects with the same row share it, so a million certain objects cost a million
small integers and as many rows as there are clusters.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np

from ...base.arrays import Array, Floats, Mask
from ...base.checks import one_of
from ...base.errors import InputError
from .base import Soft, objects_of, one_hot
from .checks import (
    check_distinct_sets,
    check_entries,
    check_normal,
    check_not_empty,
    check_sums,
    scaled,
)
from .grouping import Grouped, regrouped
from .masses import settle_empty
from .reading import are_sets, read_clusters, read_flags, read_matrix, read_sets

__all__ = ["Evidential", "Fuzzy", "Possibilistic", "Rough", "Soft"]


class Fuzzy(Soft):
    """Each object spreads a membership of 1 over the clusters.

    Read as probabilities, with objects independent, it is a distribution over hard clusterings:
    Pr(C) = Π_x u_x(C(x)).

    Parameters
    ----------
    memberships
        One row for each object, one column for each cluster, not negative, rows summing to 1
        (within 1e-9 per column; rows of 32-bit floats within 1.2e-7 per column, what their
        rounding explains, and they are divided by their sums). A NumPy or SciPy sparse array,
        nested lists, or a frame whose column names become the names of the clusters;
        `predict_proba` of scikit-learn fits.
    clusters
        Names of the clusters; by default the columns of the frame, or 0, 1, 2, ...

    Raises
    ------
    InputError
        If the memberships cannot be read. The message says which row is wrong and why.

    Examples
    --------
    >>> Fuzzy([[1, 0], [0.3, 0.7]])
    <Fuzzy: 2 objects, 2 clusters, 1 objects uncertain>
    """

    def __init__(self, memberships: Any, *, clusters: Any = None) -> None:
        grouped, names = read_matrix(memberships, "memberships")
        check_entries(grouped, "memberships")
        remedy = "use Fuzzy.normalized to divide rows by their sums"
        grouped = check_sums(grouped, "memberships", remedy)
        titles = read_clusters(clusters, names, grouped.rows.shape[1])
        self._settle(**objects_of(grouped, memberships), clusters=titles)

    @classmethod
    def normalized(cls, memberships: Any, *, clusters: Any = None) -> Self:
        """Divide every row by its sum, and refuse rows of zeros.

        Parameters
        ----------
        memberships
            As for `Fuzzy`; rows may have any positive sum.
        clusters
            Names of the clusters.

        Returns
        -------
        Fuzzy
            The clustering.

        Raises
        ------
        InputError
            If a row is zero or has a negative entry, or the memberships cannot be read.

        Examples
        --------
        >>> from partita import Fuzzy
        >>> Fuzzy.normalized([[3, 1], [2, 2]]).memberships.tolist()
        [[0.75, 0.25], [0.5, 0.5]]
        """
        grouped, names = read_matrix(memberships, "memberships")
        check_entries(grouped, "memberships")
        grouped = regrouped(scaled(grouped, grouped.rows.sum(axis=1), "memberships"))
        titles = read_clusters(clusters, names, grouped.rows.shape[1])
        return cls._make(**objects_of(grouped, memberships), clusters=titles)

    @classmethod
    def from_labels(cls, labels: Any) -> Self:
        """Give each object a membership of 1 in the cluster of its label.

        Parameters
        ----------
        labels
            The cluster of each object.

        Returns
        -------
        Fuzzy
            The clustering, in which every object is certain.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.
        """
        grouped, names = one_hot(labels)
        return cls._make(**objects_of(grouped, labels), clusters=names)

    @property
    def memberships(self) -> Floats:
        """The membership of every object in every cluster, of shape (n, k)."""
        return self.rows[self.index]


class Rough(Soft):
    """Each object has a set of possible clusters and belongs to exactly one of them.

    It stands for the set of hard clusterings C with C(x) in R(x) for every object x.

    Parameters
    ----------
    sets
        A set of cluster names for each object, or a matrix of bools (or of 0 and 1). No set may
        be empty: an object of which nothing is known allows every cluster.
    clusters
        Names of the clusters; by default those that occur, or the columns of the matrix.

    Raises
    ------
    InputError
        If the sets cannot be read. The message says which row is wrong and why.

    Examples
    --------
    >>> Rough([{"a"}, {"a", "b"}, {"b"}]).certain.tolist()
    [True, False, True]
    """

    def __init__(self, sets: Any, *, clusters: Any = None) -> None:
        grouped, titles = _read_sets(sets, "sets", clusters)
        check_not_empty(grouped, "sets")
        self._settle(**objects_of(grouped, sets), clusters=titles)

    @classmethod
    def from_labels(cls, labels: Any) -> Self:
        """Allow each object the cluster of its label and no other.

        Parameters
        ----------
        labels
            The cluster of each object.

        Returns
        -------
        Rough
            The clustering, in which every object is certain.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.
        """
        grouped, names = one_hot(labels)
        return cls._make(**objects_of(grouped.with_rows(grouped.rows > 0), labels), clusters=names)

    @property
    def possible(self) -> Mask:
        """Which clusters each distinct row leaves possible, of shape (rows, k)."""
        return self.rows

    @property
    def sets(self) -> Mask:
        """Whether every object may belong to every cluster, of shape (n, k)."""
        return self.rows[self.index]


class Possibilistic(Soft):
    """Each object has a possibility, from 0 to 1, of belonging to each cluster.

    The possibility of a hard clustering C is the least of μ_x(C(x)) over the objects
    (`coupling="comonotone"`: one common level for all objects) or their product
    (`coupling="independent"`: each object its own level).

    Parameters
    ----------
    possibilities
        One row for each object, entries from 0 to 1; accepted in the forms that `Fuzzy` takes.
    coupling : {"comonotone", "independent"}
        How the objects combine.
    subnormal : {"error", "rescale", "empty"}
        A row with a maximum below 1 is refused, divided by its maximum, or kept: the missing part
        then is mass on the empty set (see `evidential`). Rows of zeros are always refused.
    clusters
        Names of the clusters.

    Raises
    ------
    InputError
        If the possibilities cannot be read. The message says which row is wrong and why.

    Examples
    --------
    >>> from partita import Possibilistic
    >>> Possibilistic([[1, 0.4], [0, 1]])
    <Possibilistic: 2 objects, 2 clusters, 1 objects uncertain>
    """

    coupling: str
    _fields: ClassVar[tuple[str, ...]] = (*Soft._fields, "coupling")

    def __init__(
        self,
        possibilities: Any,
        *,
        coupling: str = "comonotone",
        subnormal: str = "error",
        clusters: Any = None,
    ) -> None:
        one_of("coupling", coupling, ("comonotone", "independent"))
        one_of("subnormal", subnormal, ("error", "rescale", "empty"))
        grouped, names = read_matrix(possibilities, "possibilities")
        check_entries(grouped, "possibilities", most=1.0)
        check_not_empty(grouped, "possibilities")
        if subnormal == "rescale":
            peaks = grouped.rows.max(axis=1)
            grouped = regrouped(scaled(grouped, peaks, "possibilities"))
        elif subnormal == "error":
            check_normal(grouped, "possibilities")
        titles = read_clusters(clusters, names, grouped.rows.shape[1])
        self._settle(**objects_of(grouped, possibilities), clusters=titles, coupling=coupling)

    @classmethod
    def from_labels(cls, labels: Any, *, coupling: str = "comonotone") -> Self:
        """Give each object the possibility 1 of the cluster of its label, and 0 elsewhere.

        Parameters
        ----------
        labels
            The cluster of each object.
        coupling
            As for `Possibilistic`.

        Returns
        -------
        Possibilistic
            The clustering, in which every object is certain.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.
        """
        one_of("coupling", coupling, ("comonotone", "independent"))
        grouped, names = one_hot(labels)
        return cls._make(**objects_of(grouped, labels), clusters=names, coupling=coupling)

    @property
    def possibilities(self) -> Floats:
        """The possibility of every cluster for every object, of shape (n, k)."""
        return self.rows[self.index]


class Evidential(Soft):
    """Each object spreads a mass of 1 over sets of clusters, its focal sets.

    Mass on a set says that the object belongs to one of its clusters and not to which. With
    objects independent it is a mass function over rough clusterings: m(R) = Π_x m_x(R(x)).

    Parameters
    ----------
    masses
        One row for each object, one column for each focal set, not negative, rows summing to 1;
        accepted in the forms that `Fuzzy` takes.
    focal_sets
        The sets that the columns stand for: sets of cluster names, or a matrix of 0 and 1 with one
        row for each set and one column for each cluster (`mass` and `F` of evclust fit).
    empty : {"error", "condition", "omega", "noise_singleton"}
        What becomes of mass on the empty set: refused; taken out, the rest divided by what is left
        (Dempster); moved to the set of all clusters (Yager); or moved to a cluster of the object's
        own.
    clusters
        Names of the clusters.

    Raises
    ------
    InputError
        If the masses cannot be read. The message says which row is wrong and why.

    Examples
    --------
    >>> Evidential([[0.6, 0.4], [0, 1]], [{"a"}, {"a", "b"}]).certain.tolist()
    [False, False]
    """

    focal_sets: Mask
    _fields: ClassVar[tuple[str, ...]] = (*Soft._fields, "focal_sets")

    def __init__(
        self, masses: Any, focal_sets: Any, *, empty: str = "error", clusters: Any = None
    ) -> None:
        grouped, _ = read_matrix(masses, "masses")
        check_entries(grouped, "masses")
        remedy = "divide each row by its sum if it stands for a whole"
        grouped = check_sums(grouped, "masses", remedy)
        listed, names = _read_sets(focal_sets, "focal_sets", clusters)
        focal: Mask = listed.rows[listed.index]
        if len(focal) != grouped.rows.shape[1]:
            raise InputError(
                f"masses has {grouped.rows.shape[1]} columns for {len(focal)} focal_sets: "
                "give one column for each set"
            )
        check_distinct_sets(focal)
        grouped, focal, names = settle_empty(grouped, focal, names, empty)
        self._settle(**objects_of(grouped, masses), clusters=names, focal_sets=focal)

    @classmethod
    def from_labels(cls, labels: Any) -> Self:
        """Give each object a mass of 1 on the cluster of its label alone.

        Parameters
        ----------
        labels
            The cluster of each object.

        Returns
        -------
        Evidential
            The clustering, in which every object is certain.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.
        """
        grouped, names = one_hot(labels)
        focal = np.eye(len(names), dtype=np.bool_)
        return cls._make(**objects_of(grouped, labels), clusters=names, focal_sets=focal)

    @property
    def possible(self) -> Mask:
        """Which clusters each distinct row leaves possible, of shape (rows, k)."""
        reached: Mask = (self.rows > 0) @ self.focal_sets
        return reached

    @property
    def masses(self) -> Floats:
        """The mass of every object on every focal set, of shape (n, focal sets)."""
        return self.rows[self.index]


def _read_sets(sets: Any, name: str, clusters: Any) -> tuple[Grouped, Array]:
    if are_sets(sets):
        grouped, names = read_sets(sets, name, clusters)
        return grouped, read_clusters(None, names, len(names))
    grouped, columns = read_flags(sets, name)
    return grouped, read_clusters(clusters, columns, grouped.rows.shape[1])
