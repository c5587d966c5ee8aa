"""What a cover is read from: lists of members or clusters, a matrix; ids and names to codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from ..base.arrays import Array, Codes
from ..base.errors import InputError
from ..base.wording import article, show
from ..labels import read_complete
from ..labels.records import from_zero, object_names, python_names
from ..table.cells import group_names, join_names

List: TypeAlias = "Array | list[Any]"
Lists: TypeAlias = "Mapping[Any, Iterable[Any]] | Iterable[Iterable[Any]]"


def encoded(values: Any, argument: str) -> tuple[Codes, Array]:
    """Number ids or names of one kind; only names that occur are listed."""
    read = read_complete(values, argument)
    codes = from_zero(read)
    used = np.flatnonzero(np.bincount(codes, minlength=len(read.names)))
    place = np.zeros(len(read.names), dtype=np.int64)
    place[used] = np.arange(len(used))
    return place[codes], read.names[used]


def keyed(lists: Any, argument: str) -> tuple[Array | None, list[List]]:
    """Take apart a mapping or a sequence of lists: the keys, if there are any, and the lists."""
    if isinstance(lists, str | bytes) or not isinstance(lists, Iterable):
        raise InputError(
            f"{argument} is {article(type(lists).__name__)}: pass a dictionary of lists or a list "
            "of lists"
        )
    named = isinstance(lists, Mapping)
    keys = object_names(lists) if isinstance(lists, Mapping) else None
    parts = list(lists.values()) if isinstance(lists, Mapping) else list(lists)
    if not parts:
        raise InputError(f"{argument} is empty: there is nothing to compare")
    names = python_names(keys) if named and keys is not None else range(len(parts))
    return keys, [
        _members(part, f"{argument}[{show(name)}]") for name, part in zip(names, parts, strict=True)
    ]


def _members(part: Any, place: str) -> List:
    if isinstance(part, str | bytes | Mapping) or not isinstance(part, Iterable):
        raise InputError(
            f"{place} is {show(part)}, {article(type(part).__name__)}: pass a list or set, "
            "[x] for a single one"
        )
    if isinstance(part, np.ndarray) and part.ndim != 1:
        raise InputError(f"{place} has {part.ndim} axes: pass a list of one axis")
    return part if isinstance(part, np.ndarray) else list(part)


def flat(parts: Sequence[List]) -> tuple[Codes, Any]:
    """Return the part of each entry, and all entries one after another, never converted."""
    lengths = [len(part) for part in parts]
    owner = np.repeat(np.arange(len(parts)), lengths)
    kinds = {part.dtype if isinstance(part, np.ndarray) else None for part in parts}
    if len(kinds) == 1 and None not in kinds:
        return owner, np.concatenate(parts)
    plain = (python_names(part) if isinstance(part, np.ndarray) else part for part in parts)
    return owner, list(chain.from_iterable(plain))


def universe(elements: Any, count: int) -> Array:
    """Check ids, one for each of `count` elements; None numbers them from 0."""
    return group_names("elements", elements, count, of="elements")


def place_among(codes: Codes, names: Array, elements: Any, argument: str) -> tuple[Codes, Array]:
    """Renumber ids by their place in a given list of all elements."""
    if isinstance(elements, str | bytes) or not isinstance(elements, Iterable):
        raise InputError(
            f"elements is {article(type(elements).__name__)}: pass a list of the ids of all "
            "elements, [x] for a single one"
        )
    ids = elements if isinstance(elements, np.ndarray) else list(elements)
    known = universe(ids, len(ids))
    joined, left, right = join_names(known, names)
    place = np.full(len(joined), -1, dtype=np.int64)
    place[left] = np.arange(len(known))
    outside = place[right] < 0
    if outside.any():
        raise InputError(
            f"{argument} hold {show(names[outside.argmax()])}, which is not among the elements "
            f"({int(outside.sum())} such): add it to elements, or take it out"
        )
    return place[right][codes], known


def incidences(matrix: Any) -> tuple[Codes, Codes, tuple[int, int]]:
    """Return rows and columns of the ones of a matrix of 0 and 1, and its shape."""
    given = matrix if hasattr(matrix, "tocoo") else _dense(matrix)
    rows, cols, values = taken_apart(given)
    odd = (values != 0) & (values != 1)
    if odd.any():
        at = int(odd.argmax())
        raise InputError(
            f"matrix, row {rows[at]}, column {cols[at]} is {values[at]}: an element is in a "
            "cluster (1) or not (0); for shares and probabilities see Fuzzy"
        )
    held = values != 0
    return rows[held], cols[held], (int(given.shape[0]), int(given.shape[1]))


def _dense(matrix: Any) -> Array:
    try:
        dense = np.asarray(matrix)
    except ValueError:
        raise InputError("matrix must have rows of equal length") from None
    if dense.ndim != 2 or not dense.size:
        raise InputError(
            f"matrix has the shape {dense.shape}: pass a row for each element and a column for "
            "each cluster"
        )
    if dense.dtype.kind not in "biuf":
        raise InputError(f"matrix must hold 0 and 1, not {dense.dtype}")
    return dense


def taken_apart(matrix: Any) -> tuple[Codes, Codes, Array]:
    """Return rows, columns and values of what a matrix holds."""
    if isinstance(matrix, np.ndarray):
        rows, cols = np.nonzero(matrix)
        return rows, cols, matrix[rows, cols]
    held = matrix.tocoo()
    return held.row.astype(np.int64), held.col.astype(np.int64), held.data
