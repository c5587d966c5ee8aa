"""Names of the groups of tables: checked, and joined when tables are added."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InputError
from ..labels import Unlabeled, label_key, order, read_complete

Names: TypeAlias = NDArray[Any]
Positions: TypeAlias = NDArray[np.intp]


def group_names(argument: str, names: Any, size: int, of: str = "groups") -> NDArray[Any]:
    """Check the names of rows or columns, which must be distinct; None numbers them from 0."""
    if names is None:
        return np.arange(size)
    read = read_complete(names, argument)
    if len(read.codes) != size:
        raise InputError(
            f"{argument} must have one name for each of {size} {of}; got {len(read.codes)}"
        )
    groups = read.codes.astype(np.int64) - read.first
    first: dict[int, int] = {}
    for position, group in enumerate(groups.tolist()):
        if first.setdefault(group, position) != position:
            raise InputError(
                f"{argument}: positions {first[group]} and {position} have the same name "
                f"{read.names[group]!r}; add up the two {of} first, or give them different names"
            )
    return read.names[groups]


def names_of_matrix(
    matrix: Any, classes: Any, clusters: Any, shape: tuple[int, int]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the given names of the groups, or those of a data frame, or numbers."""
    if hasattr(matrix, "index") and hasattr(matrix, "columns"):
        classes = matrix.index if classes is None else classes
        clusters = matrix.columns if clusters is None else clusters
    return group_names("classes", classes, shape[0]), group_names("clusters", clusters, shape[1])


def join_names(left: Names, right: Names) -> tuple[Names, Positions, Positions]:
    """Return the union of two lists of names, and the places of both lists in it.

    Names that can be sorted are ascending, so a sum of chunks lists its groups as all data would.
    Other names keep their order, and new names of the right come last. Objects without a label are
    never the same.
    """
    if left.dtype == right.dtype and left.dtype.kind in "biufmM":
        return _join_plain(left, right)
    if _is_ascending_text(left) and _is_ascending_text(right):
        return _merged(left, right)
    number: dict[Any, int] = {}
    names: list[Any] = []
    places = []
    for side in (left, right):
        place = np.empty(len(side), dtype=np.intp)
        for group, name in enumerate(side):
            key = object() if isinstance(name, Unlabeled) else label_key(name)
            place[group] = number.setdefault(key, len(names))
            if place[group] == len(names):
                names.append(name)
        places.append(place)
    joined = np.empty(len(names), dtype=object)
    joined[:] = names
    ascending = None if len(joined) == len(left) else order(joined)
    if ascending is None:
        return joined, places[0], places[1]
    rank = np.argsort(ascending)
    return joined[ascending], rank[places[0]], rank[places[1]]


def same_names(left: Names, right: Names) -> bool:
    """Whether two lists have the same names in the same order."""
    if len(left) != len(right):
        return False
    if left.dtype == right.dtype != object:
        return bool(np.array_equal(left, right))
    return all(
        (isinstance(x, Unlabeled) and isinstance(y, Unlabeled)) or label_key(x) == label_key(y)
        for x, y in zip(left, right, strict=True)
    )


def _join_plain(left: Names, right: Names) -> tuple[Names, Positions, Positions]:
    """Join numbers or dates; equal lists stay as they are."""
    if np.array_equal(left, right):
        same = np.arange(len(left))
        return left, same, same
    return _merged(left, right)


def _merged(left: Names, right: Names) -> tuple[Names, Positions, Positions]:
    """Join sortable names; the stable sort takes linear time if both lists are ascending."""
    both = np.concatenate((left, right))
    ascending = np.argsort(both, kind="stable")
    names = both[ascending]
    first = np.ones(len(names), dtype=bool)
    first[1:] = names[1:] != names[:-1]
    places = np.empty(len(names), dtype=np.intp)
    places[ascending] = np.cumsum(first) - 1
    return names[first], places[: len(left)], places[len(left) :]


def _is_ascending_text(names: Names) -> bool:
    return set(map(type, names)) == {str} and bool(np.all(names[:-1] < names[1:]))
