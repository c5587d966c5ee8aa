"""Distinct rows, and which of them each object has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import _kernel
from ...base.arrays import Array, Index, Int64
from ...base.errors import InputError

LARGEST = 50_000_000  # numbers in a table of distinct rows
_CHUNK = 1 << 20  # numbers of a sparse matrix made dense at a time


@dataclass(frozen=True, slots=True)
class Grouped:
    """Distinct rows in order of first appearance, and the objects that have them."""

    rows: Array
    index: Index  # the row of each object
    places: Int64  # the first object of each row
    rounding: float = 0.0  # of a row sum, by entries in floats of fewer than 64 bits

    def with_rows(self, rows: Array) -> Grouped:
        """Return the same objects with other rows."""
        return replace(self, rows=rows)


def distinct(matrix: Array) -> Grouped:
    """Group the rows of a matrix that are equal in every bit."""
    plain = np.ascontiguousarray(matrix)
    codes, places = _kernel.encode_rows(plain.view(np.uint8).reshape(len(plain), -1))
    rows = plain if len(places) == len(plain) else plain[places]
    return Grouped(rows, codes, places)


def distinct_sparse(matrix: Any, name: str) -> Grouped:
    """Group the rows of a SciPy sparse matrix; only a slice at a time is made dense."""
    csr = matrix.tocsr()
    objects, columns = csr.shape
    if columns > LARGEST:
        raise InputError(f"{name} has {columns} columns, more than the {LARGEST} that fit")
    step = max(1, _CHUNK // columns)
    known: dict[bytes, int] = {}
    rows: list[Array] = []
    index: list[Index] = []
    places: list[int] = []
    for start in range(0, objects, step):
        part = distinct(csr[start : start + step].toarray().astype(np.float64) + 0.0)
        number = np.empty(len(part.rows), dtype=np.int32)
        for at, row in enumerate(part.rows):
            number[at] = known.setdefault(row.tobytes(), len(rows))
            if number[at] == len(rows):
                rows.append(row.copy())
                places.append(start + int(part.places[at]))
        index.append(number[part.index])
        if len(rows) * columns > LARGEST:
            raise InputError(
                f"{name} has at least {len(rows)} distinct rows of {columns} numbers, more "
                f"than the {LARGEST} numbers that fit: keep fewer clusters, or round the entries"
            )
    return Grouped(
        np.array(rows).reshape(-1, columns),
        np.concatenate([np.empty(0, np.int32), *index]),
        np.array(places, dtype=np.int64),
    )


@dataclass(frozen=True, slots=True)
class Crossed:
    """Pairs of group numbers that occur, in ascending order, and the pair of each object."""

    first: Int64
    second: Int64
    index: npt.NDArray[np.intp]
    size: Int64


def crossed(first: Array, second: Array) -> Crossed:
    """Group objects by a number on each of two sides."""
    width = int(second.max(initial=0)) + 1
    pair, index, size = np.unique(
        first.astype(np.int64) * width + second, return_inverse=True, return_counts=True
    )
    return Crossed(pair // width, pair % width, index, size)


def frozen(*arrays: Array) -> None:
    """Make arrays read-only, so that checked values stay valid."""
    for array in arrays:
        array.flags.writeable = False


def regrouped(grouped: Grouped) -> Grouped:
    """Group again after a change of the rows, since different rows may now be equal."""
    again = distinct(grouped.rows)
    return Grouped(again.rows, again.index[grouped.index], grouped.places[again.places])


def by_appearance(number: Array) -> tuple[Index, npt.NDArray[np.intp], Int64]:
    """Renumber groups by first appearance: the new numbers, the old ones, the first objects."""
    used, places = np.unique(number, return_index=True)
    rank = np.argsort(places, kind="stable")
    fresh = np.empty(int(used[-1]) + 1, dtype=np.int32)
    fresh[used[rank]] = np.arange(len(used), dtype=np.int32)
    return fresh[number], used[rank], places[rank].astype(np.int64)
