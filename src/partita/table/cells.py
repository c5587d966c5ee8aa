"""Tables given as matrices or lists: their cells, checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InputError
from ..labels import LabelPair, read_complete
from ..labels.alignment import check_order

Cells: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any], tuple[int, int]]
Place: TypeAlias = Callable[[int], str]  # the place of a value in the data of the caller
Check: TypeAlias = Callable[[str, NDArray[Any], Place], NDArray[Any]]  # one of the two below
Cell = TypeVar("Cell")

_LARGEST = 2**63 - 1


def cells_of_matrix(argument: str, matrix: Any, check: Check) -> Cells:
    """Return the rows, columns and values of the occupied cells, and the shape."""
    if hasattr(matrix, "tocoo"):  # scipy.sparse
        sparse = matrix.tocoo()
        values, shape = _numbers(argument, sparse.data), sparse.shape
    else:
        dense = _numbers(argument, matrix)
        values, shape = dense.ravel(), dense.shape
    if len(shape) != 2:
        raise InputError(f"{argument} must have two axes, classes and clusters; got {len(shape)}")

    def places(at: Any) -> tuple[Any, Any]:
        if hasattr(matrix, "tocoo"):
            return sparse.row[at], sparse.col[at]
        return np.divmod(at, max(1, shape[1]))

    values = check(argument, values, lambda at: "row {}, column {}".format(*places(at)))
    occupied = np.flatnonzero(values)
    rows, cols = (np.asarray(side, dtype=np.int64) for side in places(occupied))
    return rows, cols, values[occupied], (int(shape[0]), int(shape[1]))


def cells_of_lists(classes: Any, clusters: Any, counts: Any) -> LabelPair:
    """Check cells given as three parallel lists: a class, a cluster and an integer count each."""
    check_order({"classes": classes, "clusters": clusters, "counts": counts})
    rows, cols = read_complete(classes, "classes"), read_complete(clusters, "clusters")
    values = _numbers("counts", counts)
    if values.ndim != 1:
        raise InputError(f"counts must have one axis, a number for each cell; got {values.ndim}")
    lengths = len(rows.codes), len(cols.codes), len(values)
    if len(set(lengths)) != 1:
        raise InputError(
            "classes, clusters and counts must have the same length; "
            f"got {lengths[0]}, {lengths[1]} and {lengths[2]}"
        )
    return LabelPair(rows, cols, check_counts("counts", values, lambda at: f"counts[{at}]"))


def _numbers(argument: str, values: Any) -> NDArray[Any]:
    """Return an array of numbers, including Python integers beyond 64 bits."""
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


def check_weights(argument: str, values: NDArray[Any], place: Place) -> NDArray[np.float64]:
    """Check non-negative finite weights."""
    _check_amounts(argument, values, place)
    return np.ascontiguousarray(values, dtype=np.float64)


def check_counts(argument: str, values: NDArray[Any], place: Place) -> NDArray[np.int64]:
    """Check counts: non-negative integers that fit in int64."""
    _check_amounts(argument, values, place)
    if values.dtype.kind == "f":
        remedy = "an integer (for weights of objects see WeightedContingency)"
        _refuse(argument, remedy, values != np.floor(values), values, place)
        remedy = "an integer from 2**53 on, where floats skip numbers"
        _refuse(argument, remedy, values >= 2.0**53, values, place)
    else:
        _refuse(argument, "below 2**63", values > _LARGEST, values, place)
    return np.ascontiguousarray(values, dtype=np.int64)


def add_counts(add: Callable[..., Cell], *arguments: Any) -> Cell:
    """Call a function of the kernel that adds counts; refuse a cell that overflows int64."""
    try:
        return add(*arguments)
    except OverflowError:
        raise InputError(
            "a cell would hold 2**63 objects or more: divide all counts by a common factor, or "
            "compare the parts of the data one by one"
        ) from None


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
