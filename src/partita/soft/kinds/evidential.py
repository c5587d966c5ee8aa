"""`Evidential`: each object has masses on sets of clusters."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np

from ...base.arrays import Array, Floats, Mask
from ...base.errors import InputError
from .base import Soft, objects_of, one_hot
from .checks import check_distinct_sets, check_entries, check_sums, clipped
from .empty_set import settle_empty
from .grouping import Grouped
from .mass_functions import are_mass_functions, read_mass_functions
from .reading import read_matrix, read_sets


class Evidential(Soft):
    """Each object divides a mass of 1 among sets of clusters, its focal sets.

    Mass on a set means that the object belongs to one of its clusters, without saying which. With
    independent objects it is a mass function over rough clusterings: m(R) = Π_x m_x(R(x)).

    Parameters
    ----------
    masses
        One row for each object, one column for each focal set, not negative, with rows that sum
        to 1; in the forms that `Fuzzy` takes. Or a list with a mapping for each object, from its
        focal sets (frozensets of cluster names) to their masses, such as the ``MassFunction`` of
        py_dempster_shafer.
    focal_sets
        The sets of the columns: sets of cluster names, or a matrix of 0 and 1 with one row for
        each set and one column for each cluster (pass `mass` and `F` of evclust as they are).
        Omit it if `masses` are mappings.
    empty : {"error", "condition", "omega", "noise_singleton"}
        How to treat mass on the empty set: refuse it; remove it and divide the rest by its sum
        (Dempster); move it to the set of all clusters (Yager); or move it to a cluster that only
        this object has.
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
    >>> cat, either = frozenset({"cat"}), frozenset({"cat", "dog"})
    >>> Evidential([{cat: 1}, {cat: 0.6, either: 0.4}]).masses.tolist()
    [[1.0, 0.0], [0.6, 0.4]]
    """

    focal_sets: Mask
    _fields: ClassVar[tuple[str, ...]] = (*Soft._fields, "focal_sets")

    def __init__(
        self, masses: Any, focal_sets: Any = None, *, empty: str = "error", clusters: Any = None
    ) -> None:
        if are_mass_functions(masses):
            if focal_sets is not None:
                raise InputError("masses are mappings, which name their sets: omit focal_sets")
            grouped, focal, names = read_mass_functions(masses, clusters)
        else:
            grouped, focal, names = _read_columns(masses, focal_sets, clusters)
        remedy = "divide each row by its sum, or move the rest to the set of all clusters"
        grouped = check_sums(grouped, "masses", remedy)
        grouped, focal, names = settle_empty(grouped, focal, names, empty)
        self._settle(**objects_of(grouped, masses), clusters=names, focal_sets=focal)

    @classmethod
    def from_labels(cls, labels: Any) -> Self:
        """Give each object a mass of 1 on the set of its label.

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
        """Which clusters are possible by each distinct row, of shape (rows, k)."""
        reached: Mask = (self.rows > 0) @ self.focal_sets
        return reached

    @property
    def masses(self) -> Floats:
        """The mass of each object on each focal set, of shape (n, focal sets)."""
        return self.rows[self.index]


def _read_columns(masses: Any, focal_sets: Any, clusters: Any) -> tuple[Grouped, Mask, Array]:
    """Read a matrix of masses and the sets of its columns."""
    grouped = clipped(read_matrix(masses, "masses")[0])
    check_entries(grouped, "masses")
    if focal_sets is None:
        raise InputError(
            f"masses is a matrix of {grouped.rows.shape[1]} columns: pass focal_sets, the set of "
            "clusters of each column"
        )
    listed, names = read_sets(focal_sets, "focal_sets", clusters)
    focal: Mask = listed.rows[listed.index]
    if len(focal) != grouped.rows.shape[1]:
        raise InputError(
            f"masses has {grouped.rows.shape[1]} columns for {len(focal)} focal_sets: "
            "give one column for each set"
        )
    check_distinct_sets(focal)
    return grouped, focal, names
