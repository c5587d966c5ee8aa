"""The order of objects: if two sides have an index, the indices must agree.

Every function that takes several arrays with one entry per object calls `check_order` (or
`in_same_order`, which can also match by index) before it reads them by position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.arrays import Mask
from ..base.errors import InputError
from ..base.wording import article, show
from .containers import library_types
from .names import is_missing

BY_OPTION = 'pass align="index" to match objects by index, or .to_numpy() of both'
BY_ID = "bring one into the order of the other with .loc[other.index], or pass .to_numpy() of both"
_PLAIN = (list, tuple, np.ndarray, type(None))  # the most frequent types, without an index


def index_of(values: Any) -> Any:
    """Return the index of the objects, or None if there is only their order.

    Series and data frames of pandas and its relatives have an index. Arrays of xarray may have one
    along their first axis. Soft clusterings, covers and hierarchies keep the index of their input.
    """
    if type(values) in _PLAIN:
        return None
    kinds = library_types("pandas", "Index") + library_types("cudf", "Index")
    if isinstance(values, library_types("xarray", "DataArray")):
        return values.indexes.get(values.dims[0]) if values.dims else None
    for name in ("index", "object_index"):  # in some libraries any name is a column
        index = getattr(values, name, None)
        if isinstance(index, kinds):
            return index
    return None


def check_order(sides: Mapping[str, Any], remedy: str = BY_ID) -> Any:
    """Refuse sides with different indices; return the shared index, or None without one."""
    first, shared = "", None
    for name, values in sides.items():
        index = index_of(values)
        if shared is None:
            first, shared = name, index
        elif index is not None:
            _check_same(shared, index, first, name, remedy)
    return shared


def check_lengths(truth: int, prediction: int) -> None:
    """Refuse two sides of different lengths."""
    if truth != prediction:
        raise InputError(
            f"truth has {truth} labels and prediction {prediction}: "
            "pass one label for each object on both sides, in the same order"
        )


def in_same_order(truth: Any, prediction: Any, weights: Any, align: str) -> tuple[Any, Any, Any]:
    """Return truth, prediction and weights with the objects in the same order."""
    if align == "index":
        series = library_types("pandas", "Series")
        for name, values in (("truth", truth), ("prediction", prediction), ("weights", weights)):
            if not isinstance(values, series) and (name != "weights" or values is not None):
                raise InputError(
                    f'{name} is {article(type(values).__name__)}, but align="index" matches pandas '
                    "Series by their index: pass a Series, or leave align out to match by position"
                )
        return truth, *_matched(truth, prediction, weights)
    check_order({"truth": truth, "prediction": prediction, "weights": weights}, BY_OPTION)
    return truth, prediction, weights


def _check_same(left: Any, right: Any, one: str, other: str, remedy: str) -> None:
    if left is right or len(left) != len(right) or left.equals(right):
        return  # `check_lengths` refuses different lengths
    pairs = enumerate(zip(left, right, strict=True))  # equal ids may have different types
    at = next((x for x, (a, b) in pairs if not _is_same(a, b)), None)
    if at is None:
        return
    raise InputError(
        f"{one} and {other} have different indices (at position {at}: {show(left[at])} and "
        f"{show(right[at])}): {remedy} to match by position"
    )


def _is_same(one: Any, other: Any) -> bool:
    """Whether two ids are the same; ids with several levels are compared level by level."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if is_missing(one) or is_missing(other):
        return is_missing(one) and is_missing(other)
    return bool(one == other)


def _matched(truth: Any, prediction: Any, weights: Any) -> tuple[Any, Any]:
    _check_unique(truth.index, "truth")
    prediction = _in_order_of(truth.index, prediction, "prediction")
    return prediction, None if weights is None else _in_order_of(truth.index, weights, "weights")


def _check_unique(index: Any, side: str) -> None:
    absent = _without_id(index)
    if absent.any():
        at = int(absent.argmax())
        raise InputError(
            f"the index of {side} has no id at position {at}: give every object an id to align by"
        )
    if not index.is_unique:
        twice = index[index.duplicated()][0]
        times = sum(1 for one in index if one == twice)
        raise InputError(
            f"the index of {side} has the id {show(twice)} {times} times: "
            "make the ids unique to align by index"
        )


def _without_id(index: Any) -> Mask:
    if index.nlevels == 1:
        return np.asarray(index.isna())
    absent: Mask = np.any([np.asarray(codes) < 0 for codes in index.codes], axis=0)
    return absent


def _in_order_of(ids: Any, values: Any, side: str) -> Any:
    _check_unique(values.index, side)
    _check_found(ids, values.index, "truth", side)
    _check_found(values.index, ids, side, "truth")
    return values if ids.equals(values.index) else values.iloc[values.index.get_indexer(ids)]


def _check_found(wanted: Any, known: Any, one: str, other: str) -> None:
    unmatched = known.get_indexer(wanted) < 0
    if unmatched.any():
        at = int(unmatched.argmax())
        raise InputError(
            f"the id {show(wanted[at])} of {one} is not in the index of {other} "
            f"({int(unmatched.sum())} unmatched): keep only ids that both have, "
            "e.g. with .loc[common]"
        )
