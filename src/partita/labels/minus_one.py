"""A label -1 that the caller did not declare: which labels are numbered as with noise?

scikit-learn, HDBSCAN and BERTopic write -1 for objects in no cluster. scikit-learn's HDBSCAN also
writes -2 and -3 for objects that it cannot place. Labels -1 and 1 alone are a coding of two groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .records import Unlabeled, object_names, python_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MARKS = (-1, -2, -3)


def noise_group(names: NDArray[Any]) -> int | None:
    """The place of the label -1, if the other labels number clusters from 0.

    >>> noise_group(np.array([-1, 0, 1])), noise_group(np.array(["-1", "0"], object))
    (0, 0)
    >>> noise_group(np.array([-1, 1])), noise_group(np.array([-7, -1])), noise_group(np.array([0]))
    (None, None, None)
    """
    numbers = _numbers(names)
    if numbers is None:
        return None
    known = numbers[~np.isnan(numbers)]
    places = np.flatnonzero(numbers == _MARKS[0])
    if not len(places) or known.min() < min(_MARKS) or set(known[:3].tolist()) == {-1, 1}:
        return None
    return int(places[0])


def noise_label(labels: Iterable[object]) -> object:
    """The label -1 of a column as it is written there, or None.

    >>> noise_label(["0", "-1", None, "1"])
    '-1'
    """
    names = object_names(label for label in dict.fromkeys(labels) if label is not None)
    place = noise_group(names)
    return None if place is None else names[place]


def _numbers(names: NDArray[Any]) -> NDArray[Any] | None:
    """The labels as numbers, NaN for a missing one; None if any is not an integer."""
    if names.dtype.kind in "iu":
        return names
    if names.dtype.kind == "f":
        return names if (names == np.floor(names)).all() else None
    values = python_names(names)
    if not any(mark in values for mark in (-1, "-1", "-1.0")):  # do not read names of any kind
        return None
    numbers = [_number(value) for value in values]
    return None if None in numbers else np.array(numbers, dtype=np.float64)


def _number(label: object) -> float | None:
    """An integer, also as text or as "-1.0" (pandas, if values are missing); NaN if missing."""
    if label is None or isinstance(label, Unlabeled):
        return np.nan
    if isinstance(label, str):
        text = label.removesuffix(".0")
        return float(text) if text.removeprefix("-").isdecimal() else None
    if type(label) is int or (isinstance(label, float | np.integer) and label % 1 == 0):
        return float(min(max(label, -9), 9))  # an int may be larger than any float
    return None
