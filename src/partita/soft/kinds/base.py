"""What the soft clusterings share: objects, clusters, and rows that are stored once."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, NoReturn, Self

import numpy as np
import numpy.typing as npt

from ...base.arrays import Array, Floats, Index, Mask
from ...base.errors import InputError
from ...labels.alignment import index_of
from .checks import refuse_uncertain
from .grouping import LARGEST, Grouped, by_appearance, frozen
from .reading import read_labels


class Soft:
    """A clustering that leaves open where some objects belong.

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
    object_index: Any = None  #: of the frame or Series it was made of: says which object is which

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
        """Number of clusters, also of those that no object can belong to."""
        return len(self.clusters)

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many objects have each distinct row."""
        return np.bincount(self.index, minlength=len(self.rows))

    @property
    def possible(self) -> Mask:
        """Which clusters each distinct row leaves possible, of shape (rows, k)."""
        return self.rows > 0

    @property
    def certain(self) -> Mask:
        """For each object, whether exactly one cluster is possible."""
        sure: Mask = (self.possible.sum(axis=1) == 1)[self.index]
        return sure

    @property
    def is_hard(self) -> bool:
        """Whether exactly one cluster is possible for every object."""
        return bool((self.possible.sum(axis=1) == 1).all())

    def codes(self) -> npt.NDArray[np.int64]:
        """Return the number of the cluster of each object, where all objects are certain.

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
        codes: npt.NDArray[np.int64] = self.possible.argmax(axis=1)[self.index].astype(np.int64)
        return codes

    def labels(self) -> Array:
        """Return the name of the cluster of each object, where all objects are certain.

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
        open_objects = self.n - int(self.certain.sum())
        return (
            f"<{type(self).__name__}: {self.n} objects, {self.k} clusters, "
            f"{open_objects} objects uncertain>"
        )


def _restore(kind: type[Soft], fields: dict[str, Any]) -> Soft:
    return kind._make(**fields)


def objects_of(grouped: Grouped, source: Any) -> dict[str, Any]:
    """Return the fields that describe the objects: their rows, and the index of their source."""
    return {"rows": grouped.rows, "index": grouped.index, "object_index": index_of(source)}


def one_hot(labels: Any, side: str = "labels") -> tuple[Grouped, Array]:
    """Read hard labels as rows with a single 1, and the names of the clusters."""
    codes, names = read_labels(labels, side)
    size = len(names)
    if size * size > LARGEST:
        raise InputError(
            f"{side} has {size} clusters: rows of them hold {size * size} numbers, more than the "
            f"{LARGEST} that fit; use a hard measure, or merge small clusters"
        )
    index, old, places = by_appearance(codes)
    unit: Floats = np.eye(size)
    return Grouped(unit[old], index, places), names
