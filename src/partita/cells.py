"""Ready-made tables: matrices taken apart into checked cells, names checked and joined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .errors import InputError
from .labels import LabelPair, label_key, order, read_complete

Cells: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any], tuple[int, int]]
Place: TypeAlias = Callable[[int], str]  # says where in the caller's data a value stands
Check: TypeAlias = Callable[[str, NDArray[Any], Place], NDArray[Any]]  # `whole` or `weights`

_LARGEST = 2**63 - 1


def cells_of_matrix(argument: str, matrix: Any, check: Check) -> Cells:
    """Return rows, columns and values of the occupied cells, and the shape."""
    if hasattr(matrix, "tocoo"):  # scipy.sparse
        sparse = matrix.tocoo()
        rows, cols, values, shape = sparse.row, sparse.col, sparse.data, sparse.shape
        values = _numbers(argument, values)
    else:
        dense = _numbers(argument, matrix)
        if dense.ndim != 2:
            raise InputError(
                f"{argument} must have two axes, classes and clusters; got {dense.ndim}"
            )
        rows, cols = np.indices(dense.shape).reshape(2, -1)
        values, shape = dense.ravel(), dense.shape

    def place(at: int) -> str:
        return f"row {int(rows[at])}, column {int(cols[at])}"

    values = check(argument, values, place)
    occupied = values != 0
    return (
        rows[occupied].astype(np.int64),
        cols[occupied].astype(np.int64),
        values[occupied],
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


def cells_of_lists(classes: Any, clusters: Any, counts: Any) -> LabelPair:
    """Check cells given as three parallel lists: a class, a cluster and a whole count each."""
    pair = LabelPair(
        read_complete(classes, "classes"), read_complete(clusters, "clusters"), _counts(counts)
    )
    lengths = len(pair.truth.codes), len(pair.prediction.codes), len(_given(pair.weights))
    if len(set(lengths)) != 1:
        raise InputError(
            "classes, clusters and counts must be of one length; "
            f"got {lengths[0]}, {lengths[1]} and {lengths[2]}"
        )
    return pair


def _counts(counts: Any) -> NDArray[np.int64]:
    values = _numbers("counts", counts)
    if values.ndim != 1:
        raise InputError(f"counts must have one axis, a number for each cell; got {values.ndim}")
    return whole("counts", values, lambda at: f"counts[{at}]")


def _given(weights: NDArray[Any] | None) -> NDArray[Any]:
    return np.empty(0) if weights is None else weights


def _numbers(argument: str, values: Any) -> NDArray[Any]:
    """Return an array of numbers, Python integers beyond 64 bits included."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InputError(f"{argument} has masked entries: fill them, with 0 for an empty cell")
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(f"{argument} must have rows of equal length") from None
    if array.dtype == object and all(type(x) is int for x in array.flat):
        return array
    if array.dtype.kind not in "iuf":
        raise InputError(f"{argument} must hold numbers; got {array.dtype}")
    return array


def weights(argument: str, values: NDArray[Any], place: Place) -> NDArray[np.float64]:
    """Check non-negative finite weights."""
    _check_amounts(argument, values, place)
    return np.ascontiguousarray(values, dtype=np.float64)


def whole(argument: str, values: NDArray[Any], place: Place) -> NDArray[np.int64]:
    """Check counts: non-negative whole numbers that fit int64."""
    _check_amounts(argument, values, place)
    if values.dtype.kind == "f":
        remedy = "a whole number (for weights of objects see WeightedContingency)"
        _refuse(argument, remedy, values != np.floor(values), values, place)
        remedy = "an integer from 2**53 on, where floats skip numbers"
        _refuse(argument, remedy, values >= 2.0**53, values, place)
    else:
        _refuse(argument, "below 2**63", values > _LARGEST, values, place)
    return np.ascontiguousarray(values, dtype=np.int64)


def _check_amounts(argument: str, values: NDArray[Any], place: Place) -> None:
    _refuse(argument, "non-negative", values < 0, values, place)
    if values.dtype.kind == "f":
        _refuse(argument, "finite", ~np.isfinite(values), values, place)


def _refuse(
    argument: str, rule: str, bad: NDArray[np.bool_], values: NDArray[Any], place: Place
) -> None:
    if np.any(bad):
        at = int(np.argmax(bad))
        raise InputError(f"every number in {argument} must be {rule}; {place(at)} is {values[at]}")
