"""`Rough`: each object has a set of possible clusters."""

from __future__ import annotations

from typing import Any, Self

from ...base.arrays import Mask
from .base import Soft, objects_of, one_hot
from .checks import check_not_empty
from .reading import read_sets


class Rough(Soft):
    """Each object has a set of possible clusters and belongs to exactly one of them.

    It represents the set of hard clusterings C with C(x) in R(x) for every object x.

    Parameters
    ----------
    sets
        A set of cluster names for each object, or a matrix of bools (or of 0 and 1). No set may
        be empty: if nothing is known about an object, its set has all clusters.
    clusters
        Names of the clusters; by default the names that occur, or the columns of the matrix.

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
        grouped, titles = read_sets(sets, "sets", clusters)
        check_not_empty(grouped, "sets")
        self._settle(**objects_of(grouped, sets), clusters=titles)

    @classmethod
    def from_labels(cls, labels: Any) -> Self:
        """Allow each object only the cluster of its label.

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
    def sets(self) -> Mask:
        """Whether each object may belong to each cluster, of shape (n, k)."""
        return self.rows[self.index]
