"""Ready-made tables: matrices taken apart into checked cells, names checked and joined."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import InputError
from .labels import label_key, order

Cells = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any], tuple[int, int]]

_LARGEST = 2**63 - 1


def cells_of_matrix(matrix: Any, *, whole: bool) -> Cells:
    """Return rows, columns and values of the occupied cells, and the shape."""
    if hasattr(matrix, "tocoo"):  # scipy.sparse
        sparse = matrix.tocoo()
        rows, cols, values, shape = sparse.row, sparse.col, np.asarray(sparse.data), sparse.shape
    else:
        dense = _dense(matrix)
        rows, cols = np.indices(dense.shape).reshape(2, -1)
        values, shape = dense.ravel(), dense.shape
    _check_cells(values, rows, cols)
    if whole:
        values = _whole(values, rows, cols)
    occupied = values != 0
    number = np.int64 if whole else np.float64
    return (
        rows[occupied].astype(np.int64),
        cols[occupied].astype(np.int64),
        np.ascontiguousarray(values[occupied], dtype=number),
        (int(shape[0]), int(shape[1])),
    )


def group_names(argument: str, names: Any, size: int) -> NDArray[Any]:
    """Check the names of rows or columns; None numbers them from 0."""
    if names is None:
        return np.arange(size)
    listed = list(names)
    if len(listed) != size:
        raise InputError(
            f"{argument} must have one name for each of {size} groups; got {len(listed)}"
        )
    first: dict[Any, int] = {}
    for position, name in enumerate(listed):
        earlier = first.setdefault(label_key(name), position)
        if earlier != position:
            raise InputError(
                f"{argument}: positions {earlier} and {position} have the same name {name!r}; "
                "add the two groups up first, or name them apart"
            )
    kept = np.empty(size, dtype=object)
    kept[:] = listed
    return kept


def join_names(
    left: NDArray[Any], right: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[np.intp], NDArray[np.intp]]:
    """Return the union of two lists of names, and where each list's groups lie in it.

    Names with an order come out ascending, so that a sum of chunks lists its groups as the whole
    would; other names keep their order, those of the right after those of the left.
    """
    number: dict[Any, int] = {}
    names: list[Any] = []
    places = []
    for side in (left, right):
        place = np.empty(len(side), dtype=np.intp)
        for group, name in enumerate(side):
            known = number.setdefault(label_key(name), len(names))
            if known == len(names):
                names.append(name)
            place[group] = known
        places.append(place)
    joined = _array_like(names, left, right)
    ascending = None if len(joined) == len(left) else order(joined)
    if ascending is None:
        return joined, places[0], places[1]
    rank = np.argsort(ascending)
    return joined[ascending], rank[places[0]], rank[places[1]]


def total(counts: NDArray[np.int64]) -> int:
    """Sum int64 counts exactly, whatever their size."""
    if int(counts.max()) * counts.size <= _LARGEST:
        return int(counts.sum())
    return sum(counts.tolist())


def _array_like(names: list[Any], left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """Keep a plain dtype when both sides have the same one, and Python objects otherwise."""
    if left.dtype == right.dtype != object:
        return np.array(names, dtype=left.dtype)
    kept = np.empty(len(names), dtype=object)
    kept[:] = names
    return kept


def _dense(matrix: Any) -> NDArray[Any]:
    try:
        dense = np.asarray(matrix)
    except ValueError:
        raise InputError("matrix must have rows of equal length") from None
    if dense.ndim != 2:
        raise InputError(f"matrix must have two axes, classes and clusters; got {dense.ndim}")
    if dense.dtype == object and all(isinstance(x, int) for x in dense.flat):
        return dense  # Python integers, perhaps beyond int64
    if dense.dtype.kind not in "iuf":
        raise InputError(f"matrix must hold numbers; got {dense.dtype}")
    return dense


def _check_cells(values: NDArray[Any], rows: NDArray[Any], cols: NDArray[Any]) -> None:
    bad = values < 0
    if values.dtype.kind == "f":
        bad |= ~np.isfinite(values)
    if bad.any():
        _refuse("non-negative and finite", bad, values, rows, cols)


def _whole(values: NDArray[Any], rows: NDArray[Any], cols: NDArray[Any]) -> NDArray[np.int64]:
    if values.dtype.kind == "f":
        bad = values != np.floor(values)
        if bad.any():
            remedy = "whole numbers (for weights of objects use WeightedContingency.from_matrix)"
            _refuse(remedy, bad, values, rows, cols)
    bad = values > _LARGEST if values.dtype.kind != "f" else values >= 2.0**63
    if bad.any():
        _refuse("below 2**63", bad, values, rows, cols)
    return values.astype(np.int64)


def _refuse(
    rule: str, bad: NDArray[Any], values: NDArray[Any], rows: NDArray[Any], cols: NDArray[Any]
) -> None:
    at = int(np.argmax(bad))
    raise InputError(
        f"matrix: cells must be {rule}; row {int(rows[at])}, column {int(cols[at])} "
        f"holds {values[at]}"
    )
