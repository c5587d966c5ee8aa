"""One table that grows batch by batch: exact, in memory proportional to its cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ... import _kernel
from ...base.arrays import Array
from ...base.errors import InputError
from ...labels import Policies, Sides
from ...labels.names import kinds_of
from ...labels.policies import settle, stay
from ...table.contingency import AnyTable, Contingency
from ..rows.rows import count
from ..rows.weighted_parts import WeightedPart, weighted_part

_BYTES = 1 << 29  # of a buffer for both sides; pages that are not filled cost nothing
_FEW = 1 << 19  # rows that are counted at once where they fill few cells
_FULL = 16  # with fewer rows per cell than this, a table is hardly smaller than its rows


@dataclass(slots=True)
class Buffer:
    """Plain integers that wait to be counted, in the narrowest types that hold them."""

    truth: Array
    prediction: Array
    rows: int = 0

    @classmethod
    def like(cls, truth: Array, prediction: Array, rows: int | None = None) -> Buffer:
        """An empty buffer for such integers, for `rows` of them or as many as allowed."""
        types = [_narrow_type(truth), _narrow_type(prediction)]
        size = max(len(truth), rows or _BYTES // sum(one.itemsize for one in types))
        return cls(np.empty(size, types[0]), np.empty(size, types[1]))

    def append(self, truth: Array, prediction: Array) -> bool:
        """Copy the integers if they fit, and return whether they did."""
        end = self.rows + len(truth)
        sides = ((self.truth, truth), (self.prediction, prediction))
        if end > len(self.truth) or not all(_fits(values, own.dtype) for own, values in sides):
            return False
        for own, values in sides:
            np.copyto(own[self.rows : end], values, casting="unsafe")  # checked: they fit
        self.rows = end
        return True

    def filled(self) -> tuple[Array, Array]:
        """The integers so far."""
        return self.truth[: self.rows], self.prediction[: self.rows]


@dataclass(slots=True)
class Accumulator:
    """The counts so far, as a few tables of growing size, so that adding one more costs little.

    Plain integers wait in a buffer until there are many of them per cell: counting them is cheap,
    and adding two large tables is not.
    """

    parts: list[Any] = field(default_factory=list)  # of Contingency, or of WeightedPart
    buffer: Buffer | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Accumulator, (self._flush(),)  # pickle tables, not the buffer

    @property
    def empty(self) -> bool:
        """Whether nothing was counted yet."""
        return not self.parts and self.buffer is None

    @property
    def whole(self) -> bool:
        """Whether all weights so far are frequencies."""
        return all(part.whole for part in self.parts if isinstance(part, WeightedPart))

    def add(self, sides: Sides, policies: Policies) -> None:
        """Count the objects that the policies keep."""
        keep = stay(sides, policies)
        sides = sides if keep is None else sides.take(keep)
        weights = sides.weights
        if not len(sides.truth.codes) or (weights is not None and not weights.any()):
            return
        if weights is None:
            self._append(count(sides, policies))
        else:
            pair = settle(sides._replace(weights=None), policies)
            self._append(weighted_part(pair, weights))

    def add_integers(self, truth: Array, prediction: Array) -> None:
        """Count plain integers, at once or later."""
        if self.parts:
            check_kinds("truth", self.parts[0].classes, {"int"})
            check_kinds("prediction", self.parts[0].clusters, {"int"})
        if self.buffer is None and len(truth) >= _FEW:
            part = Contingency.from_labels(truth, prediction)
            if part.nnz * _FULL <= len(truth):
                self._append(part)
                return
            self.buffer = Buffer.like(truth, prediction)
        if self.buffer is None:
            self.buffer = Buffer.like(truth, prediction, _FEW)
        if not self.buffer.append(truth, prediction):
            self._make_room(self.buffer, truth, prediction)

    def _make_room(self, full: Buffer, truth: Array, prediction: Array) -> None:
        """Count a full buffer, or move it to a larger one where counting gains little."""
        held = full.filled()
        part = Contingency.from_labels(*held)
        self.buffer = Buffer.like(truth, prediction)
        larger = len(self.buffer.truth) > 2 * len(full.truth)
        if part.nnz * _FULL <= full.rows or not larger or not self.buffer.append(*held):
            self._append(part)
            self.buffer = Buffer.like(truth, prediction, _FEW)
        self.buffer.append(truth, prediction)

    def merge(self, other: Accumulator) -> None:
        """Add the counts of another accumulator."""
        for part in other._flush():
            self._append(part)

    def table(self, *, whole: bool) -> AnyTable:
        """The table of everything so far; `whole` says whether weights are frequencies."""
        part = sum_of(self._flush())
        found: AnyTable = part.table(whole=whole) if isinstance(part, WeightedPart) else part
        return found

    def _append(self, part: Any) -> None:
        if self.parts:
            _check_alike(self.parts[0], part)
        append_part(self.parts, part)

    def _flush(self) -> list[Any]:
        """All parts, once the buffer is counted too."""
        if self.buffer is not None:
            held, self.buffer = self.buffer.filled(), None
            self._append(Contingency.from_labels(*held))
        return self.parts


def append_part(parts: list[Any], part: Any) -> None:
    """Append a part as in a binary counter: parts of like size are added.

    So each cell is copied log n times.
    """
    while parts and parts[-1].nnz <= 2 * part.nnz:
        part = parts.pop() + part
    parts.append(part)


def sum_of(parts: list[Any]) -> Any:
    """Add all parts, small ones first; the list then holds their sum."""
    while len(parts) > 1:
        parts.append(parts.pop() + parts.pop())
    return parts[0]


def _check_alike(held: Any, part: Any) -> None:
    if isinstance(held, WeightedPart) != isinstance(part, WeightedPart):
        raise InputError("only some batches have weights: give weights with all batches, or none")
    check_kinds("truth", held.classes, kinds_of(part.classes))
    check_kinds("prediction", held.clusters, kinds_of(part.clusters))


def check_kinds(noun: str, names: Array, now: set[Any]) -> None:
    """Refuse labels of another type than those of earlier batches."""
    one, other = kinds_of(names) - {type(None)}, now - {type(None)}
    if one and other and one != other:
        words = ["/".join(str(getattr(k, "__name__", k)) for k in x) for x in (one, other)]
        raise InputError(
            f"{noun} had labels of type {words[0]} and now has {words[1]}: labels must be of "
            "one type in all batches"
        )


def _narrow_type(values: Array) -> np.dtype[np.integer]:
    """The narrowest type that holds all values."""
    for size in (1, 2, 4):
        for kind in ("u", "i"):
            narrow = np.dtype(f"{kind}{size}")
            if _fits(values, narrow):
                return narrow
    return values.dtype


def _fits(values: Array, kind: np.dtype[np.integer]) -> bool:
    if values.dtype == kind:
        return True
    low, high = _kernel.integer_range(values)
    span = np.iinfo(kind)
    return bool(span.min <= low and high <= span.max)
