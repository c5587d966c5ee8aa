"""Which object is which: two pandas Series carry an index, and it decides or it is refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InputError
from .containers import library_types
from .records import Mask
from .wording import article, show


def aligned(truth: Any, prediction: Any, weights: Any, align: str) -> tuple[Any, Any, Any]:
    """Return the three with the same object in the same place."""
    series = library_types("pandas", "Series")
    if align == "index":
        for name, values in (("truth", truth), ("prediction", prediction), ("weights", weights)):
            if not isinstance(values, series) and (name != "weights" or values is not None):
                raise InputError(
                    f'{name} is {article(type(values).__name__)}, but align="index" matches pandas '
                    "Series by their index: pass a Series, or leave align out to match by position"
                )
        return truth, *_matched(truth, prediction, weights)
    for name, values in (("prediction", prediction), ("weights", weights)):
        if isinstance(truth, series) and isinstance(values, series):
            _check_same(truth.index, values.index, "truth", name)
    if isinstance(prediction, series) and isinstance(weights, series):
        _check_same(prediction.index, weights.index, "prediction", "weights")
    return truth, prediction, weights


def _check_same(left: Any, right: Any, one: str, other: str) -> None:
    if left is right or len(left) != len(right) or left.equals(right):
        return  # lengths that differ are refused, with both numbers, where they are compared
    at = next((x for x, (a, b) in enumerate(zip(left, right, strict=True)) if a != b), 0)
    raise InputError(
        f"{one} and {other} are pandas Series with different indices (at position {at}: "
        f'{show(left[at])} and {show(right[at])}): pass align="index" to match objects by index, '
        "or .to_numpy() of both to match by position"
    )


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
