"""`Cover`: an overlapping clustering, in which an element may be in several clusters."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

import numpy as np

from ..base.arrays import Array, Codes
from ..base.errors import InputError
from ..base.wording import show
from ..labels.records import python_names
from ..table.group_names import same_names
from . import reading
from .policies import checked
from .reading import Lists
from .signatures import Signatures, signatures

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class Cover:
    """A clustering whose clusters may overlap; make one with a ``from_`` method.

    The order does not matter: two covers are compared by the ids of their elements. Clusters with
    the same members count separately.

    Attributes
    ----------
    elements : ndarray
        The id of each element.
    clusters : ndarray
        The name of each cluster.
    starts, codes : ndarray of int64
        Element ``x`` belongs to the clusters ``codes[starts[x]:starts[x + 1]]``, ascending.
    """

    elements: Array
    clusters: Array
    starts: Codes
    codes: Codes
    object_index: Any  #: of the Series or frame whose places number the elements, or None

    is_cover: ClassVar[bool] = True  # lower layers refuse it by this mark

    def __init__(self, *_: object, **__: object) -> None:
        ways = [name for name in dir(type(self)) if name.startswith("from_")]
        raise InputError(f"build a Cover with {', '.join(ways[:-1])} or {ways[-1]}")

    @classmethod
    def from_clusters(
        cls,
        clusters: Lists,
        *,
        elements: Any = None,
        empty: str = "error",
        unassigned: str = "error",
    ) -> Self:
        """Read the members of each cluster.

        Parameters
        ----------
        clusters
            A dictionary from names to members, or a list of lists, arrays or sets of members.
        elements
            All elements; by default the elements that are in some cluster.
        empty
            ``"error"``, or ``"drop"`` clusters without members.
        unassigned
            What happens to an element in no cluster: ``"error"``, ``"keep"`` it as it is,
            ``"drop"`` it, or ``"singletons"``: give it a cluster of its own.

        Returns
        -------
        Cover
            The cover.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.

        Examples
        --------
        >>> Cover.from_clusters({"chess": ["Ann", "Bo"], "choir": ["Bo", "Cem", "Di"]})
        <Cover: 4 elements, 2 clusters, 1 element in several>
        """
        held = reading.of_clusters(clusters, elements)
        return cls._make(*checked(held, empty=empty, unassigned=unassigned))

    @classmethod
    def from_memberships(
        cls, memberships: Lists, *, elements: Any = None, unassigned: str = "error"
    ) -> Self:
        """Read the clusters of each element: a dictionary, or a list in order of the elements.

        Parameters
        ----------
        memberships
            A dictionary from elements to their clusters, or a list of lists in order of the
            elements.
        elements
            Ids of the elements of a list; 0, 1, 2, … if left out.
        unassigned
            What happens to an element in no cluster: ``"error"``, ``"keep"`` it, ``"drop"`` it, or
            ``"singletons"``: it gets a cluster of its own.

        Returns
        -------
        Cover
            The cover.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.

        Examples
        --------
        >>> Cover.from_memberships({"Ann": ["chess"], "Bo": ["chess", "choir"], "Di": ["choir"]})
        <Cover: 3 elements, 2 clusters, 1 element in several>
        """
        held, index = reading.of_memberships(memberships, elements)
        return cls._make(*checked(held, empty="error", unassigned=unassigned), index)

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        elements: Any = None,
        clusters: Any = None,
        empty: str = "error",
        unassigned: str = "error",
    ) -> Self:
        """Read a dense or SciPy sparse matrix of 0 and 1, with elements as rows.

        Parameters
        ----------
        matrix
            A row for each element, a column for each cluster; dense, sparse or a data frame.
        elements, clusters
            Ids of the rows and names of the columns; 0, 1, 2, … if left out, or those of a data
            frame.
        empty
            What happens to a cluster without members: ``"error"``, or ``"drop"`` it.
        unassigned
            What happens to an element in no cluster: ``"error"``, ``"keep"`` it, ``"drop"`` it, or
            ``"singletons"``: it gets a cluster of its own.

        Returns
        -------
        Cover
            The cover.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.

        Examples
        --------
        >>> Cover.from_matrix([[1, 0], [1, 1], [0, 1]])
        <Cover: 3 elements, 2 clusters, 1 element in several>
        """
        held, index = reading.of_matrix(matrix, elements, clusters)
        return cls._make(*checked(held, empty=empty, unassigned=unassigned), index)

    @classmethod
    def from_labels(cls, labels: Any, *, elements: Any = None, unassigned: str = "error") -> Self:
        """Read hard labels, one for each element; a missing label means no cluster.

        Parameters
        ----------
        labels
            The cluster of each element.
        elements
            Ids of the elements; 0, 1, 2, … or the index of a Series if left out.
        unassigned
            What happens to an element in no cluster: ``"error"``, ``"keep"`` it, ``"drop"`` it, or
            ``"singletons"``: it gets a cluster of its own.

        Returns
        -------
        Cover
            The cover.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.

        Examples
        --------
        >>> Cover.from_labels(["a", "a", "b"])
        <Cover: 3 elements, 2 clusters, 0 elements in several>
        """
        held, index = reading.of_labels(labels, elements)
        return cls._make(*checked(held, empty="drop", unassigned=unassigned), index)

    @classmethod
    def _make(
        cls, elements: Array, clusters: Array, starts: Codes, codes: Codes, index: Any = None
    ) -> Self:
        made = cls.__new__(cls)
        made.__dict__["object_index"] = index
        fields = {"elements": elements, "clusters": clusters, "starts": starts, "codes": codes}
        for name, field in fields.items():
            field = field.view()  # noqa: PLW2901 - the caller's own array stays writable
            field.flags.writeable = False
            made.__dict__[name] = field
        return made

    def taken(self, places: Codes, elements: Array) -> Self:
        """Return the cover of other elements: the one at a place of this cover, or -1 for new.

        New elements are in no cluster; clusters that lose all their members are dropped.
        """
        held = places >= 0
        degrees = np.where(held, np.diff(self.starts)[places], 0)
        starts = np.concatenate(([0], np.cumsum(degrees)))
        from_ = np.repeat(self.starts[:-1][places] - starts[:-1], degrees)
        codes = self.codes[np.arange(starts[-1]) + from_]
        used = np.bincount(codes, minlength=self.k) > 0
        return self._make(elements, self.clusters[used], starts, (np.cumsum(used) - 1)[codes])

    @property
    def n(self) -> int:
        """Number of elements."""
        return len(self.elements)

    @property
    def k(self) -> int:
        """Number of clusters."""
        return len(self.clusters)

    @cached_property
    def sizes(self) -> Codes:
        """Number of members of each cluster."""
        return np.bincount(self.codes, minlength=self.k)

    @cached_property
    def degrees(self) -> Codes:
        """Number of clusters of each element."""
        return np.diff(self.starts)

    @cached_property
    def signatures(self) -> Signatures:
        """The distinct sets of clusters that elements have, and which of them each has."""
        return signatures(self.starts, self.codes)

    @property
    def is_partition(self) -> bool:
        """Whether every element is in exactly one cluster."""
        return bool((self.degrees == 1).all())

    def matrix(self) -> csr_array:
        """Return memberships as a sparse matrix of 0 and 1, a row for each element.

        Returns
        -------
        csr_array
            A row for each element, a column for each cluster.
        """
        from scipy.sparse import csr_array

        ones = np.ones(len(self.codes), dtype=np.int64)
        return csr_array((ones, self.codes, self.starts), shape=(self.n, self.k))

    def members(self) -> dict[Any, list[Any]]:
        """Return the members of each cluster by its name.

        Returns
        -------
        dict
            Lists of elements by the name of their cluster.
        """
        owners = np.repeat(np.arange(self.n), self.degrees)
        order = np.argsort(self.codes, kind="stable")
        parts = np.split(self.elements[owners[order]], np.cumsum(self.sizes)[:-1])
        return {
            name: python_names(part)
            for name, part in zip(python_names(self.clusters), parts, strict=True)
        }

    def labels(self) -> Array:
        """Return the cluster of each element, if every element is in exactly one.

        Returns
        -------
        ndarray
            The name of the cluster of each element.

        Raises
        ------
        InputError
            If an element is in no cluster or in several.
        """
        if not self.is_partition:
            at = int((self.degrees != 1).argmax())
            raise InputError(
                f"the element {show(self.elements[at])} is in {self.degrees[at]} clusters: "
                "only a partition has labels; compare covers with partita.covers"
            )
        return self.clusters[self.codes]

    def __len__(self) -> int:
        return self.n

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cover):
            return NotImplemented
        return (
            np.array_equal(self.starts, other.starts)
            and np.array_equal(self.codes, other.codes)
            and same_names(self.elements, other.elements)
            and same_names(self.clusters, other.clusters)
        )

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"covers are immutable; {name!r} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.elements, self.clusters, self.starts, self.codes, self.object_index)
        return self._make, fields

    def __repr__(self) -> str:
        several, none = int((self.degrees > 1).sum()), int((self.degrees == 0).sum())
        in_none = f", {none} in none" if none else ""
        return (
            f"<Cover: {self.n} element{'s'[: self.n != 1]}, {self.k} "
            f"cluster{'s'[: self.k != 1]}, {several} element{'s'[: several != 1]} in several"
            f"{in_none}>"
        )
