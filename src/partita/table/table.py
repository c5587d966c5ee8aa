"""The base class of contingency tables: sorted occupied cells, names, cached family statistics.

Tables are immutable, and can be added, so data may come in chunks, streams or from several
machines. Measures read family statistics, which the kernel computes on first use.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self
from warnings import warn

import numpy as np
from numpy.typing import NDArray

from ..base.arithmetic import Exact
from ..base.arrays import Index
from ..base.errors import InputError, WeightsWarning
from ..base.late import kept
from ..base.memory import require_room
from ..base.shown import Shown
from ..base.wording import number_of
from ..labels.records import unlabeled
from ..statistics.registry import Readable
from ..statistics.values import Ratios
from .group_names import Names, join_names, same_names
from .groups import Groups, groups_of, occupied, read_only

if TYPE_CHECKING:
    from pandas import DataFrame
    from scipy.sparse import csr_array

Places = tuple[NDArray[np.intp], NDArray[np.intp]]  # of classes and of clusters


class Table(Readable, Shown, ABC):
    """The part that both kinds of tables share: cells, margins, names and statistics."""

    _layout = "table_html"
    _table: Any  # the CountTable or WeightTable of the kernel, which computes statistics
    _described: ClassVar[str]  # what n counts, in words
    _values: ClassVar[tuple[str, ...]] = ("counts",)  # the arrays that tables add
    _ratios: ClassVar[Ratios]  # how sums of ratios are read
    _merge: ClassVar[Callable[..., tuple[NDArray[Any], ...]]]  # sorts cells and adds duplicates
    _hold: ClassVar[Callable[..., Any]]  # passes sorted cells to the kernel, which checks them
    _reading: ClassVar[str]  # a warning: how weights were interpreted, and the alternative
    pair_weights: NDArray[np.float64] | None = None  #: within each cell, where objects weigh
    guessed = False  # whether the meaning of the weights was guessed from their values

    def __init__(self, *_: object, **__: object) -> None:
        ways = [name for name in dir(type(self)) if name.startswith("from_")]
        raise InputError(f"build a {type(self).__name__} with {' or '.join(ways)}")

    @classmethod
    def _build(cls, cells: Sequence[NDArray[Any]], classes: Names, clusters: Names) -> Self:
        """Make a table of sorted cells, leaving out groups without objects."""
        rows, cols, *values = cells
        if not rows.size:
            raise InputError("the table is empty: no object has a class and a cluster")
        rows, classes = occupied(rows, classes)
        cols, clusters = occupied(cols, clusters)
        return cls._of_groups((rows, cols, *values), classes, clusters)

    @classmethod
    def _of_groups(cls, cells: Sequence[NDArray[Any]], classes: Names, clusters: Names) -> Self:
        """Make a table of sorted cells; every group has objects."""
        rows, cols, *values = cells
        for array in (rows, cols, *values, classes, clusters):
            array.flags.writeable = False
        held = cls._hold(rows, cols, values[0], len(classes), len(clusters))
        table = cls.__new__(cls)
        table.__dict__.update(_table=held, classes=classes, clusters=clusters)
        table.__dict__.update(zip(cls._values, values, strict=True))
        return table

    def marked(self, guessed: bool) -> Self:  # noqa: FBT001 - what the weights were, not a mode
        """Set whether the meaning of the weights was guessed; for new tables only."""
        if guessed:
            self.__dict__["guessed"] = True
        return self

    @classmethod
    def warn_of_guess(cls) -> None:
        """Warn the caller of partita how weights were interpreted, and of the alternative."""
        depth = 1
        while sys._getframe(depth).f_globals.get("__name__", "").startswith("partita."):
            depth += 1
        warn(cls._reading, WeightsWarning, stacklevel=depth + 1)

    @kept
    def rows(self) -> Index:
        """The class of each cell; cells are sorted by class, then by cluster."""
        return self._table.rows  # type: ignore[no-any-return]

    @kept
    def cols(self) -> Index:
        """The cluster of each cell."""
        return self._table.cols  # type: ignore[no-any-return]

    @kept
    def counts(self) -> NDArray[Any]:
        """Objects, or weight, of each cell."""
        return self._table.counts  # type: ignore[no-any-return]

    @kept
    def classes(self) -> Names:
        """The label of each class; integers are listed on first use."""
        return read_only(self._table.row_labels())

    @kept
    def clusters(self) -> Names:
        """The label of each cluster."""
        return read_only(self._table.col_labels())

    @property
    @abstractmethod
    def n(self) -> int | float:
        """Number of objects, or their total weight."""

    @property
    def shape(self) -> tuple[int, int]:
        """Number of classes and of clusters."""
        return self._table.shape  # type: ignore[no-any-return]

    @kept
    def groups(self) -> Groups:
        """Number of classes and clusters, not counting noise and objects without a label."""
        return groups_of((self.classes, self.class_sizes), (self.clusters, self.cluster_sizes))

    @property
    def named(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which classes and which clusters are groups, not noise or an object without a label."""
        return ~unlabeled(self.classes), ~unlabeled(self.clusters)

    @kept
    @abstractmethod
    def class_sizes(self) -> NDArray[Any]:
        """Objects, or weight, of each class."""

    @kept
    @abstractmethod
    def cluster_sizes(self) -> NDArray[Any]:
        """Objects, or weight, of each cluster."""

    @property
    def nnz(self) -> int:
        """Number of occupied cells."""
        return len(self._table)

    @property
    def perfect(self) -> bool:
        """Whether truth and prediction are the same partition; no floats are compared."""
        return self._table.perfect  # type: ignore[no-any-return]

    @property
    def T(self) -> Self:  # noqa: N802 - the name that NumPy and pandas users know
        """The table with the roles of truth and prediction exchanged."""
        order = np.lexsort((self.rows, self.cols))
        values = [getattr(self, name)[order] for name in self._values]
        cells = self.cols[order], self.rows[order], *values
        return self._build(cells, self.clusters, self.classes).marked(self.guessed)

    def __add__(self, other: Any) -> Self:
        """Add the objects of both tables; equal labels are the same group."""
        if not isinstance(other, Table):
            return NotImplemented
        if type(other) is not type(self):
            raise InputError(
                "counts and weights cannot be added: a weight of 2 is two objects in a Contingency "
                "and one object in a WeightedContingency; count every part of the data with "
                "WeightedContingency.from_labels, or every part with integer weights"
            )
        classes, left_rows, right_rows = join_names(self.classes, other.classes)
        clusters, left_cols, right_cols = join_names(self.clusters, other.clusters)
        places = (left_rows, left_cols), (right_rows, right_cols)
        both = self._build(self._added(other, *places), classes, clusters)
        return both.marked(self.guessed or other.guessed)

    def _added(self, other: Self, left: Places, right: Places) -> Sequence[NDArray[Any]]:
        """Return the cells of the sum, given the places of the groups of both tables in it."""
        rows = np.concatenate((left[0][self.rows], right[0][other.rows]))
        cols = np.concatenate((left[1][self.cols], right[1][other.cols]))
        sides = ((getattr(self, name), getattr(other, name)) for name in self._values)
        return self._merge(rows, cols, *map(np.concatenate, sides))

    def __radd__(self, other: object) -> Self:
        return self if other == 0 else NotImplemented  # sum() starts from 0

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        arrays = ("rows", "cols", *self._values)
        return (
            all(np.array_equal(getattr(self, a), getattr(other, a)) for a in arrays)
            and same_names(self.classes, other.classes)
            and same_names(self.clusters, other.clusters)
        )

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, *_: object) -> NoReturn:
        raise AttributeError(f"tables are immutable: {name!r} cannot be changed")

    __delattr__ = __setattr__

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, name) for name in self._values)
        parts = (self.rows, self.cols, *values), self.classes, self.clusters
        return type(self)._build, parts, {"guessed": True} if self.guessed else None

    def __repr__(self) -> str:
        cells = number_of(self.nnz, "cell", "cells")
        return f"<{type(self).__name__}: {self.n} {self._described}, {self.groups}, {cells}>"

    def to_scipy(self) -> csr_array:
        """Return the table as a SciPy sparse array, rows classes and columns clusters.

        Returns
        -------
        csr_array
            Objects, or weight, of each class and cluster.
        """
        from scipy.sparse import csr_array

        return csr_array((self.counts, (self.rows, self.cols)), shape=self.shape)

    def to_frame(self) -> DataFrame:
        """Return the table as a dense pandas DataFrame with the names of classes and clusters.

        Returns
        -------
        DataFrame
            A row for each class, a column for each cluster.

        Raises
        ------
        InputError
            If the dense table does not fit in memory.
        """
        from pandas import DataFrame, Index

        many = "x".join(map(str, self.shape))
        size = self.shape[0] * self.shape[1] * self.counts.itemsize
        require_room(f"a dense table of {many} cells", size, "use to_scipy(), which is sparse")
        columns = Index(self.clusters, name="cluster", tupleize_cols=False)
        index = Index(self.classes, name="class", tupleize_cols=False)
        return DataFrame(self.to_scipy().toarray(), index=index, columns=columns)

    @kept
    @abstractmethod
    def _objects(self) -> Exact:
        """Number of objects, or their total weight, as an exact number."""
