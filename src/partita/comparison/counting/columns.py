"""Named columns of equal length, as diagnoses return them; a data frame takes them as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InputError
from ...base.shown import Shown, above

if TYPE_CHECKING:
    from pandas import DataFrame

_PIECES = 3  # pieces of a split class or a mixed cluster that a text names


class Pieces(tuple[tuple[Any, float], ...]):
    """The pieces of a class or cluster: pairs of a name and a count, largest first.

    >>> print(Pieces([("a", 30), ("b", 20), ("c", 5), ("d", 1)]))
    a: 30, b: 20, c: 5, …
    """

    __slots__ = ()

    def __str__(self) -> str:
        from ...base.wording import brief

        named = ", ".join(f"{brief(name)}: {count}" for name, count in self[:_PIECES])
        return named + (", …" if len(self) > _PIECES else "")


class Columns(Mapping[str, NDArray[Any]], Shown):
    """Named columns: a mapping from name to array.

    Parameters
    ----------
    columns
        Arrays or lists of one length, by name.

    Raises
    ------
    InputError
        If columns differ in length.

    Examples
    --------
    >>> table = Columns({"cluster": [0, 1], "purity": [1.0, 0.5]})
    >>> table["purity"]
    array([1. , 0.5])
    >>> table.row(1)
    {'cluster': 1, 'purity': 0.5}
    >>> print(table)
    cluster  purity
          0  1.0000
          1  0.5000
    """

    _layout = "columns_html"

    def __init__(self, columns: Mapping[str, Any]) -> None:
        arrays = {name: _column(values) for name, values in columns.items()}
        lengths = {name: len(array) for name, array in arrays.items()}
        if len(set(lengths.values())) > 1:
            raise InputError(f"columns differ in length: {lengths}")
        self._arrays = arrays
        self._length = next(iter(lengths.values()), 0)

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._arrays:
            raise KeyError(f"no column {name!r}; there are {', '.join(self._arrays)}")
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    @property
    def height(self) -> int:
        """Number of rows."""
        return self._length

    def row(self, position: int) -> dict[str, Any]:
        """One row as plain Python values.

        Parameters
        ----------
        position
            The number of the row, from 0; negative numbers count from the end.

        Returns
        -------
        dict
            Values by the name of their column.
        """
        return {name: _plain(array[position]) for name, array in self._arrays.items()}

    def rows(self) -> Iterator[dict[str, Any]]:
        """All rows in order.

        Yields
        ------
        dict
            A row.
        """
        return (self.row(position) for position in range(self._length))

    def sorted_by(self, name: str, *, descending: bool = False) -> Columns:
        """The rows in the order of one column; equal rows keep their order.

        Values that cannot be compared, such as names of several types, are sorted as text; None
        is last.

        Parameters
        ----------
        name
            Name of the column.
        descending
            Whether the largest comes first.

        Returns
        -------
        Columns
            The same rows in another order.
        """
        order = _order(self[name], descending=descending)
        return Columns({each: array[order] for each, array in self._arrays.items()})

    def head(self, rows: int) -> Columns:
        """The first rows.

        Parameters
        ----------
        rows
            How many.

        Returns
        -------
        Columns
            These rows.
        """
        return Columns({name: array[:rows] for name, array in self._arrays.items()})

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame.

        Returns
        -------
        DataFrame
            The same columns.
        """
        from pandas import DataFrame

        return DataFrame(dict(self._arrays))

    def __str__(self) -> str:
        text: str = above("report").columns_text(self)
        return text

    def __repr__(self) -> str:
        return f"<Columns: {self._length} rows of {', '.join(self._arrays)}>"


def _order(key: NDArray[Any], *, descending: bool) -> NDArray[np.intp]:
    if key.dtype.kind in "fiu":
        return np.argsort(-key if descending else key, kind="stable")
    values = key.tolist()
    known = [place for place, value in enumerate(values) if value is not None]
    try:
        known.sort(key=values.__getitem__, reverse=descending)
    except TypeError:
        known.sort(key=lambda place: str(values[place]), reverse=descending)
    absent = [place for place, value in enumerate(values) if value is None]
    return np.array(known + absent, dtype=np.intp)


def _column(values: Any) -> NDArray[Any]:
    if isinstance(values, np.ndarray):
        array = values.view()
    elif any(isinstance(value, tuple) for value in values):
        array = np.fromiter(values, dtype=object, count=len(values))
    else:
        array = np.asarray(values)
    array.flags.writeable = False
    return array


def _plain(value: Any) -> Any:
    known = (np.number, np.bool_, np.str_, np.bytes_)  # a moment stays a NumPy value
    return value.item() if isinstance(value, known) else value
