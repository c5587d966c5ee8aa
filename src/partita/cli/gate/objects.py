"""Which objects a run scored, so that another run finds the same ones again.

Objects are known by their ids or, without ids, by the order of their rows. A baseline holds no id,
only marks of ids: the first half of a hash of 64 bits, from which new and missing objects show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import first_of, number_of, show
from .packed import digest, pack, unpack

if TYPE_CHECKING:
    from ...base.arrays import Int64

_MARK = 2**32 - 1  # the largest mark
_NAMED = 3  # objects that a message names
_AGAIN = "score the objects of the baseline, or write it again (--write-baseline)"


@dataclass(frozen=True)
class Objects:
    """The objects of a run; `order` sorts its rows as they are in a baseline."""

    column: str | None  # of the ids; None: known by their rows
    order: Int64
    ids: Sequence[object] = ()
    marks: Int64 | None = None  # in the order of the baseline
    digest: str = ""  # of all hashes

    @property
    def n(self) -> int:
        """Number of objects."""
        return len(self.order)

    def to_dict(self) -> dict[str, Any]:
        """What a baseline holds of them."""
        if self.marks is None:
            return {"n": self.n, "ids": None}
        steps = pack(np.diff(self.marks, prepend=0), _MARK)
        return {"n": self.n, "ids": self.column, "digest": self.digest, "marks": steps}

    def require(self, known: Mapping[str, Any]) -> None:
        """Refuse a baseline of other objects, and say which differ."""
        if known["ids"] is None and self.column is not None:
            raise InputError(
                "the baseline has no ids: leave out --on, or write it again with --on"
                f" {self.column}"
            )
        if known["ids"] is not None and self.column is None:
            raise InputError(
                f"the baseline knows objects by the ids in column {known['ids']!r}: name the column"
                " that has them here, with --on"
            )
        if self.column is None and known["n"] != self.n:
            raise InputError(
                f"the baseline has {number_of(known['n'], 'row', 'rows')} and this run {self.n}:"
                f" {_AGAIN}; with ids (--on COL) the message names the objects that differ"
            )
        if self.column is not None and known["digest"] != self.digest:
            raise InputError(f"{self._others(known)}: {_AGAIN}")

    def _others(self, known: Mapping[str, Any]) -> str:
        """Say which objects only this run has, and how many only the baseline has."""
        there = np.cumsum(unpack(known["marks"], known["n"], _MARK))
        here = np.zeros(0, np.int64) if self.marks is None else self.marks
        new = self.order[~np.isin(here, there)]
        gone = int((~np.isin(there, here)).sum())
        parts = []
        if len(new):
            names = first_of([show(self.ids[at]) for at in np.sort(new)], _NAMED)
            are = "is" if len(new) == 1 else "are"
            parts.append(f"{names} {are} not in the baseline")
        if gone:
            are = "is" if gone == 1 else "are"
            parts.append(f"{number_of(gone, 'object', 'objects')} of the baseline {are} not here")
        return " and ".join(parts) or "the objects are not those of the baseline"


def objects_by_row(rows: int) -> Objects:
    """Objects without ids: the rows of a file, in its order."""
    return Objects(None, np.arange(rows))


def objects_by_id(column: str, ids: Sequence[Any]) -> Objects:
    """Objects with ids, which must be there and distinct; 1 and "1" are the same id."""
    texts = [None if one is None else str(one) for one in ids]
    if None in texts:
        count = texts.count(None)
        raise InputError(
            f"--on: {number_of(count, 'row has', 'rows have')} no id in column {column!r}: give"
            " every object an id"
        )
    if len(set(texts)) < len(texts):
        seen: set[str | None] = set()
        twice = next(one for one in texts if one in seen or seen.add(one))  # type: ignore[func-returns-value]
        raise InputError(f"--on: the id {show(twice)} occurs twice in {column!r}: make ids unique")
    hashes = np.array([_hash(str(one)) for one in texts], dtype=np.uint64)
    order = np.argsort(hashes, kind="stable")
    marks = (hashes[order] >> np.uint64(32)).astype(np.int64)
    return Objects(column, order, ids, marks, digest(hashes[order]))


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())
