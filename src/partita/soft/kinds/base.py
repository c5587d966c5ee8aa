"""The base class of the soft clusterings: objects, clusters, and distinct rows."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, NoReturn, Self, TypeVar

import numpy as np

from ...base.arrays import Array, Codes, Counts, Floats, Index, Mask
from ...base.errors import InputError
from ...labels.alignment import index_of
from .checks import refuse_uncertain
from .grouping import LARGEST, Grouped, by_appearance, frozen, regrouped
from .reading import read_labels


class Soft:
    """A clustering in which the cluster of some objects is uncertain.

    Attributes
    ----------
    rows : ndarray
        The distinct rows, in order of first appearance.
    index : ndarray of int32
        The row of each object, so that object ``x`` is described by ``rows[index[x]]``.
    clusters : ndarray
        The name of each cluster.
    """

    rows: Array
    index: Index
    clusters: Array
    object_index: Any = None  #: the index of the frame or Series it was made from

    is_soft_clustering: ClassVar[bool] = True  # lower layers refuse it by this mark

    _fields: ClassVar[tuple[str, ...]] = ("rows", "index", "clusters")

    @classmethod
    def _make(cls, **fields: Any) -> Self:
        made = cls.__new__(cls)
        made._settle(**fields)
        return made

    def _settle(self, **fields: Any) -> None:
        frozen(*(value for value in fields.values() if isinstance(value, np.ndarray)))
        self.__dict__.update(fields)

    @property
    def n(self) -> int:
        """Number of objects."""
        return len(self.index)

    @property
    def k(self) -> int:
        """Number of clusters, including those that no object can belong to."""
        return len(self.clusters)

    @cached_property
    def counts(self) -> Counts:
        """Number of objects with each distinct row."""
        return np.bincount(self.index, minlength=len(self.rows))

    @property
    def possible(self) -> Mask:
        """Which clusters are possible by each distinct row, of shape (rows, k)."""
        return self.rows > 0

    @property
    def certain(self) -> Mask:
        """Whether exactly one cluster is possible, for each object."""
        sure: Mask = (self.possible.sum(axis=1) == 1)[self.index]
        return sure

    @property
    def is_hard(self) -> bool:
        """Whether exactly one cluster is possible for every object."""
        return bool((self.possible.sum(axis=1) == 1).all())

    def codes(self) -> Codes:
        """Return the number of the cluster of each object, if all objects are certain.

        Returns
        -------
        ndarray
            A number for each object, the place of its cluster in `clusters`.

        Raises
        ------
        InputError
            If an object is not certain.
        """
        certain = self.certain
        if not certain.all():
            refuse_uncertain(certain, np.arange(self.n), type(self).__name__)
        codes: Codes = self.possible.argmax(axis=1)[self.index].astype(np.int64)
        return codes

    def labels(self) -> Array:
        """Return the name of the cluster of each object, if all objects are certain.

        Returns
        -------
        ndarray
            A name for each object.

        Raises
        ------
        InputError
            If an object is not certain.
        """
        return self.clusters[self.codes()]

    def __len__(self) -> int:
        return self.n

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(np.array_equal(getattr(self, f), getattr(other, f)) for f in self._fields)

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"soft clusterings are immutable; {name!r} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (*self._fields, "object_index")
        return _restore, (type(self), {field: getattr(self, field) for field in fields})

    def __repr__(self) -> str:
        uncertain = self.n - int(self.certain.sum())
        return (
            f"<{type(self).__name__}: {self.n} objects, {self.k} clusters, {uncertain} uncertain>"
        )


Made = TypeVar("Made", bound=Soft)


def _restore(kind: type[Soft], fields: dict[str, Any]) -> Soft:
    return kind._make(**fields)


def objects_of(grouped: Grouped, source: Any) -> dict[str, Any]:
    """Return the fields of a clustering that describe its objects."""
    return {"rows": grouped.rows, "index": grouped.index, "object_index": index_of(source)}


def one_hot(labels: Any, side: str = "labels") -> tuple[Grouped, Array]:
    """Read hard labels as rows with a single 1, and the names of the clusters."""
    codes, names = read_labels(labels, side)
    size = len(names)
    if size * size > LARGEST:
        raise InputError(
            f"{side} has {size} clusters: a table of {size * size} memberships is larger than the "
            f"limit of {LARGEST}; use a hard measure, or merge small clusters"
        )
    index, old, places = by_appearance(codes)
    unit: Floats = np.eye(size)
    return Grouped(unit[old], index, places), names


def like(a: Any, kind: type[Made], **fields: Any) -> Made:
    """Make a clustering of the objects of `a`, in the same order and under the same index."""
    return kind._make(**fields, object_index=index_of(a))


def with_rows(a: Soft, kind: type[Made], rows: Array) -> Made:
    """Make a clustering of the objects and clusters of `a`, with other rows in place of its own."""
    grouped = regrouped(Grouped(rows, a.index, np.arange(len(rows))))
    return like(a, kind, rows=grouped.rows, index=grouped.index, clusters=a.clusters)
