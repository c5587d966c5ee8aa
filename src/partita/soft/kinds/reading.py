"""Read arrays, frames, sparse matrices, lists of sets and labels as grouped rows with names."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from ...base.arrays import Array, Codes
from ...base.errors import InputError
from ...base.wording import article, show
from ...labels.containers import library_types, read
from ...labels.names import is_missing, label_key, order
from ...labels.records import object_names
from .grouping import Grouped, distinct, distinct_sparse, frozen

_NUMBERS = "fiub"


def read_matrix(values: Any, name: str) -> tuple[Grouped, Array | None]:
    """Read a matrix of numbers, one row for each object; a frame also gives column names."""
    found = _frame_columns(values, name)
    if found is not None:
        columns, names, rounding = found
        matrix = np.column_stack(columns) if columns else np.empty((len(values), 0))
        grouped = distinct(_checked_shape(matrix, name))
        return replace(grouped, rounding=rounding), names
    if hasattr(values, "tocsr") and hasattr(values, "nnz"):
        _check_numbers(values.dtype, name)
        _checked_shape(values, name)
        grouped = distinct_sparse(values, name)
        return replace(grouped, rounding=values.shape[1] * rounding_of(values.dtype)), None
    matrix = _checked_shape(_as_array(values, name), name)
    _check_numbers(matrix.dtype, name)
    plain = np.add(matrix, 0.0, dtype=np.float64)  # -0.0 and 0.0 are the same entry
    return replace(distinct(plain), rounding=matrix.shape[1] * rounding_of(matrix.dtype)), None


def rounding_of(dtype: Any) -> float:
    """The error that one entry of this type may add to a row sum; 0 for doubles and integers.

    A probability was rounded, and so was the sum that it was divided by, once for each entry. One
    unit in the last place of 1 for each entry covers both.
    """
    plain = np.dtype(getattr(dtype, "numpy_dtype", dtype))
    return float(np.finfo(plain).eps) if plain.kind == "f" and plain.itemsize < 8 else 0.0


def _as_array(values: Any, name: str) -> Array:
    listed = isinstance(values, Sized | Iterable) or hasattr(values, "__array__")
    if isinstance(values, str | bytes | AbstractSet | Mapping) or not listed:
        _refuse(values, name)
    masked = getattr(sys.modules.get("numpy.ma"), "MaskedArray", None)
    if masked is not None and isinstance(values, masked):
        rows = np.flatnonzero(np.ma.getmaskarray(values).reshape(len(values), -1).any(axis=1))
        if rows.size:
            raise InputError(f"{name} row {rows[0]} holds a masked entry: fill it or drop the row")
    try:
        return np.asarray(values)
    except ValueError:
        lengths = [len(row) if isinstance(row, Sized) else 0 for row in values]
        odd = next((x for x, length in enumerate(lengths) if length != lengths[0]), 0)
        raise InputError(
            f"{name} row {odd} has {lengths[odd]} entries but row 0 has {lengths[0]}: "
            "give every row one entry for each column"
        ) from None


def _checked_shape(matrix: Any, name: str) -> Any:
    if matrix.ndim != 2:
        raise InputError(
            f"{name} is {matrix.ndim}-dimensional, of shape {matrix.shape}: pass one row for each "
            "object and one column for each cluster; for hard labels use from_labels"
        )
    if 0 in matrix.shape:
        raise InputError(
            f"{name} is empty, of shape {matrix.shape}: pass at least one object and one column"
        )
    return matrix


def _check_numbers(dtype: Any, name: str) -> None:
    if np.dtype(dtype).kind not in _NUMBERS:
        raise InputError(f"{name} is an array of {dtype}, not of numbers: pass floats or bools")


def _refuse(values: Any, name: str) -> NoReturn:
    raise InputError(
        f"{name} is {article(type(values).__name__)}, not a matrix: "
        "pass one row for each object and one column for each cluster"
    )


def _frame_columns(values: Any, name: str) -> tuple[list[Array], Array, float] | None:
    """Return the columns of a pandas or Polars frame or Arrow table, their names, the rounding."""
    if isinstance(values, library_types("pandas", "DataFrame")):
        names = list(values.columns)
        columns = [values.iloc[:, j] for j in range(len(names))]
    elif isinstance(values, library_types("polars", "DataFrame")):
        names, columns = values.columns, values.get_columns()
    elif isinstance(values, library_types("pyarrow", "Table", "RecordBatch")):
        names, columns = values.schema.names, values.columns
    else:
        return None
    numbers = [_column(column, title, name) for column, title in zip(columns, names, strict=True)]
    return [one for one, _ in numbers], names_array(names), sum(part for _, part in numbers)


def _column(column: Any, title: object, name: str) -> tuple[Array, float]:
    """Return one column as floats, with nulls as NaN, which the checks of rows refuse."""
    try:
        if hasattr(column, "null_count"):  # Polars or Arrow
            found = np.asarray(column.to_numpy())
            return _floats(found), rounding_of(found.dtype)
        found = column.to_numpy(dtype=np.float64, na_value=np.nan)
        return _floats(found), rounding_of(column.dtype)
    except (TypeError, ValueError):
        raise InputError(
            f"{name} column {show(title)} does not hold numbers: keep only the columns of clusters"
        ) from None


def _floats(values: Array) -> Array:
    if values.dtype.kind == "O":
        values = np.array([np.nan if is_missing(value) else float(value) for value in values])
    elif values.dtype.kind not in _NUMBERS:
        raise TypeError(values.dtype)
    return np.add(values, 0.0, dtype=np.float64)


def names_array(names: Iterable[object]) -> Array:
    """Return cluster names: integers as an integer array, everything else as objects."""
    listed = list(names)
    if all(type(item) is int or isinstance(item, np.integer) for item in listed):
        return np.array(listed, dtype=np.int64)
    return object_names(listed)


def read_clusters(clusters: Any, found: Array | None, size: int) -> Array:
    """Return the names of the clusters: as given, or as found, or 0, 1, 2, ..."""
    names: Array = np.arange(size)
    if clusters is not None:
        names = names_array(clusters)
    elif found is not None:
        names = found
    if len(names) != size:
        raise InputError(f"clusters has {len(names)} names for {size} clusters: name each once")
    keys: dict[Any, int] = {}
    for at, item in enumerate(names):
        first = keys.setdefault(label_key(item), at)
        if first != at:
            raise InputError(
                f"clusters[{at}] is {show(item)}, already the name of cluster {first}: "
                "give each cluster its own name"
            )
    frozen(names)
    return names


def read_sets(sets: Any, name: str, clusters: Any) -> tuple[Grouped, Array]:
    """Read sets of clusters: sets of names, or a matrix of bools or of 0 and 1."""
    if _are_sets(sets):
        grouped, names = _read_named_sets(sets, name, clusters)
        return grouped, read_clusters(None, names, len(names))
    _refuse_texts(sets, name)
    grouped, columns = _read_flags(sets, name)
    return grouped, read_clusters(clusters, columns, grouped.rows.shape[1])


def _refuse_texts(values: Any, name: str) -> None:
    """Refuse names, and lists of names, in the place of sets."""
    for at, item in enumerate(values if isinstance(values, list | tuple) else ()):
        parts = item if isinstance(item, list | tuple) else (item,)
        if any(isinstance(part, str) for part in parts):
            raise InputError(
                f"{name}[{at}] is {show(item)}, not a set: write sets of cluster names, for "
                'example [{"a"}, {"b"}, {"a", "b"}]'
            )


def _read_flags(values: Any, name: str) -> tuple[Grouped, Array | None]:
    """Read a matrix of bools, or of numbers that are all 0 or 1."""
    grouped, names = read_matrix(values, name)
    wrong = np.argwhere((grouped.rows != 0) & (grouped.rows != 1))
    if wrong.size:
        row, column = wrong[0]
        raise InputError(
            f"{name} row {grouped.places[row]} holds {grouped.rows[row, column]} in column "
            f"{column}: a cluster is possible (1) or not (0); for degrees see Fuzzy, Possibilistic"
        )
    return grouped.with_rows(grouped.rows.astype(np.bool_)), names


def _are_sets(values: Any) -> bool:
    """Return whether the values are a sequence of sets."""
    listed = isinstance(values, Sequence) or (
        isinstance(values, np.ndarray) and values.dtype == object and values.ndim == 1
    )
    return listed and len(values) > 0 and isinstance(values[0], AbstractSet)


def _read_named_sets(values: Any, name: str, clusters: Any) -> tuple[Grouped, Array]:
    """Read one set of cluster names for each object."""
    keyed = [_set_keys(item, name, x) for x, item in enumerate(values)]
    titles = {label_key(title): title for item in values for title in item}
    if clusters is None:
        names = names_array(titles.values())
        ranks = order(names)
        names = names if ranks is None else names[ranks]
    else:
        names = names_array(clusters)
    columns = {label_key(title): j for j, title in enumerate(names)}
    for x, keys in enumerate(keyed):
        unknown = next((key for key in keys if key not in columns), None)
        if unknown is not None:
            raise InputError(
                f"{name}[{x}] holds {show(titles[unknown])}, which is not among clusters: "
                "add it there, or omit clusters"
            )
    if not columns:
        raise InputError(f"{name} has only empty sets: add the clusters that are possible")
    numbers: dict[frozenset[Any], int] = {}
    index = np.fromiter((numbers.setdefault(keys, len(numbers)) for keys in keyed), np.int32)
    rows = np.zeros((len(numbers), len(columns)), dtype=np.bool_)
    for row, keys in enumerate(numbers):
        rows[row, [columns[key] for key in keys]] = True
    return Grouped(rows, index, np.unique(index, return_index=True)[1]), names


def _set_keys(item: Any, name: str, at: int) -> frozenset[Any]:
    if not isinstance(item, AbstractSet):
        raise InputError(
            f"{name}[{at}] is {show(item)}, not a set: pass a set of cluster names for each object"
        )
    return frozenset(map(label_key, item))


def read_labels(values: Any, side: str) -> tuple[Codes, Array]:
    """Read hard labels: the cluster of each object, and the names of the clusters that occur."""
    if getattr(values, "ndim", 1) == 2:
        raise InputError(
            f"{side} is two-dimensional: pass it to Fuzzy, Rough, Possibilistic or Evidential, "
            "which say what its rows are, or pass one label for each object"
        )
    reading = read(values, side)
    if reading.missing is not None:
        raise InputError(
            f"{side}[{int(reading.missing.argmax())}] has no label: fill it, drop the object on "
            "both sides, or give it all clusters with Rough"
        )
    codes = reading.codes.astype(np.int64) - reading.first
    used = np.flatnonzero(np.bincount(codes, minlength=len(reading.names)))
    if len(used) < len(reading.names):
        place = np.zeros(len(reading.names), dtype=np.int64)
        place[used] = np.arange(len(used))
        codes = place[codes]
    return codes, reading.names[used]
