"""Read the memberships of a cover from lists of members, lists of clusters, a matrix or labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from ..base.arrays import Array, Codes
from ..base.errors import InputError
from ..base.wording import article, show
from ..labels import read_complete
from ..labels.alignment import check_order
from ..labels.containers import read
from ..labels.records import from_zero, object_names, python_names
from ..table.group_names import group_names, join_names
from .policies import Incidence

List: TypeAlias = "Array | list[Any]"
Lists: TypeAlias = "Mapping[Any, Iterable[Any]] | Iterable[Iterable[Any]]"
Placed: TypeAlias = tuple[Incidence, Any]
"""Memberships, and the index that numbers the elements, or None if they have ids."""


def of_clusters(clusters: Lists, elements: Any) -> Incidence:
    """Read the members of each cluster."""
    names, parts = _keyed(clusters, "clusters")
    owner, values = _flat(parts)
    if not len(values):
        raise InputError("clusters: no cluster has a member; there is nothing to compare")
    codes, ids = _encoded(values, "members of all clusters")
    if elements is not None:
        codes, ids = _place_among(codes, ids, elements)
    return Incidence(codes, owner, ids, np.arange(len(parts)) if names is None else names)


def of_memberships(memberships: Lists, elements: Any) -> Placed:
    """Read the clusters of each element."""
    index = check_order({"memberships": memberships, "elements": elements})
    ids, parts = _keyed(memberships, "memberships")
    if ids is not None and elements is not None:
        raise InputError("elements: the keys of memberships already are the elements")
    owner, values = _flat(parts)
    if not len(values):
        raise InputError("memberships: no element has a cluster; there is nothing to compare")
    codes, names = _encoded(values, "clusters of all elements")
    known = _elements(elements if ids is None else python_names(ids), len(parts))
    return Incidence(owner, codes, known, names), index if ids is elements is None else None


def of_matrix(matrix: Any, elements: Any, clusters: Any) -> Placed:
    """Read a matrix of 0 and 1."""
    index = check_order({"matrix": matrix, "elements": elements})
    rows, cols, shape = _ones(matrix)
    known = _elements(elements, shape[0])
    names = group_names("clusters", clusters, shape[1])
    return Incidence(rows, cols, known, names), index if elements is None else None


def of_labels(labels: Any, elements: Any) -> Placed:
    """Read hard labels; an element with a missing label is in no cluster."""
    index = check_order({"labels": labels, "elements": elements})
    found = read(labels, "labels")
    codes = from_zero(found)
    known = _elements(elements, len(codes))
    own = np.arange(len(codes))
    if found.missing is not None:
        own, codes = own[~found.missing], codes[~found.missing]
    return Incidence(own, codes, known, found.names), index if elements is None else None


def _encoded(values: Any, argument: str) -> tuple[Codes, Array]:
    """Number ids or names of one kind; only names that occur are listed."""
    found = read_complete(values, argument)
    codes = from_zero(found)
    used = np.flatnonzero(np.bincount(codes, minlength=len(found.names)))
    place = np.zeros(len(found.names), dtype=np.int64)
    place[used] = np.arange(len(used))
    return place[codes], found.names[used]


def _keyed(lists: Any, argument: str) -> tuple[Array | None, list[List]]:
    """Split a mapping or a sequence of lists into its keys, if it has any, and the lists."""
    if isinstance(lists, str | bytes) or not isinstance(lists, Iterable):
        raise InputError(
            f"{argument} is {article(type(lists).__name__)}: pass a dictionary of lists or a list "
            "of lists"
        )
    keys = object_names(lists) if isinstance(lists, Mapping) else None
    parts = list(lists.values()) if isinstance(lists, Mapping) else list(lists)
    if not parts:
        raise InputError(f"{argument} is empty: there is nothing to compare")
    names = range(len(parts)) if keys is None else python_names(keys)
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


def _flat(parts: Sequence[List]) -> tuple[Codes, Any]:
    """Return the list of each entry, and all entries in one list, without conversion."""
    lengths = [len(part) for part in parts]
    owner = np.repeat(np.arange(len(parts)), lengths)
    kinds = {part.dtype if isinstance(part, np.ndarray) else None for part in parts}
    if len(kinds) == 1 and None not in kinds:
        return owner, np.concatenate(parts)
    plain = (python_names(part) if isinstance(part, np.ndarray) else part for part in parts)
    return owner, list(chain.from_iterable(plain))


def _elements(elements: Any, count: int) -> Array:
    """Check ids, one for each of `count` elements; None numbers them from 0."""
    return group_names("elements", elements, count, of="elements")


def _place_among(codes: Codes, names: Array, elements: Any) -> tuple[Codes, Array]:
    """Renumber ids by their place in a given list of all elements."""
    if isinstance(elements, str | bytes) or not isinstance(elements, Iterable):
        raise InputError(
            f"elements is {article(type(elements).__name__)}: pass a list of the ids of all "
            "elements, [x] for a single one"
        )
    ids = elements if isinstance(elements, np.ndarray) else list(elements)
    known = _elements(ids, len(ids))
    joined, left, right = join_names(known, names)
    place = np.full(len(joined), -1, dtype=np.int64)
    place[left] = np.arange(len(known))
    outside = place[right] < 0
    if outside.any():
        raise InputError(
            f"the clusters contain {show(names[outside.argmax()])}, which is not among the "
            f"elements ({int(outside.sum())} such): add it to elements, or remove it"
        )
    return place[right][codes], known


def _ones(matrix: Any) -> tuple[Codes, Codes, tuple[int, int]]:
    """Return rows and columns of the ones of a matrix of 0 and 1, and its shape."""
    given = matrix if hasattr(matrix, "tocoo") else _dense(matrix)
    rows, cols, values = _entries(given)
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
        raise InputError(f"matrix must contain 0 and 1, not {dense.dtype}")
    return dense


def _entries(matrix: Any) -> tuple[Codes, Codes, Array]:
    """Return rows, columns and values of the entries of a dense or sparse matrix."""
    if isinstance(matrix, np.ndarray):
        rows, cols = np.nonzero(matrix)
        return rows, cols, matrix[rows, cols]
    held = matrix.tocoo()
    return held.row.astype(np.int64), held.col.astype(np.int64), held.data
