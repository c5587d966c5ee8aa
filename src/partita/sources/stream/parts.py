"""Parts of one table as they come in: added now and then, exactly, in memory of the cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...base.arrays import Array
from ...base.errors import InputError
from ...labels import Policies, Sides
from ...labels.names import kinds_of
from ...labels.policies import settle, stay
from ...table.contingency import AnyTable, Contingency
from ..rows.rows import count
from ..rows.weighted_parts import Masses, mass_part
from .pending import Waiting

_FEW = 1 << 19  # rows that are counted at once where they fill few cells
_FULL = 16  # fewer rows than this for each cell are many cells


@dataclass(slots=True)
class Pile:
    """What was counted so far, in few parts that grow: adding a part costs little.

    Integers wait, narrowed, until there are many of them for each cell that they fill: counting
    is cheap, and adding two large tables is not.
    """

    parts: list[Any] = field(default_factory=list)  # of Contingency, or of Masses
    waiting: Waiting | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Pile, (self._settle(),)  # buffers stay at home

    @property
    def empty(self) -> bool:
        """Whether nothing was counted yet."""
        return not self.parts and self.waiting is None

    def put(self, sides: Sides, policies: Policies) -> None:
        """Count objects and keep the result."""
        part = _part(sides, policies)
        if part is not None:
            self._push(part)

    def hold(self, truth: Array, prediction: Array) -> None:
        """Count plain integers, not before it pays."""
        if self.parts:
            _check_kinds(self.parts[0], {"int"}, {"int"})
        if self.waiting is None and len(truth) >= _FEW:
            part = Contingency.from_labels(truth, prediction)
            if part.nnz * _FULL <= len(truth):
                self._push(part)
                return  # else hardly smaller than what it counts: wait for more
            self.waiting = Waiting.like(truth, prediction)
        if self.waiting is None:
            self.waiting = Waiting.like(truth, prediction, _FEW)
        if not self.waiting.take(truth, prediction):
            self._make_room(self.waiting, truth, prediction)

    def _make_room(self, full: Waiting, truth: Array, prediction: Array) -> None:
        """Count what waits; where that gains little, and it can, let it wait in a larger place."""
        held = full.filled()
        part = Contingency.from_labels(*held)
        self.waiting = Waiting.like(truth, prediction)
        room = len(self.waiting.truth) > 2 * len(full.truth)
        if part.nnz * _FULL <= full.rows or not room or not self.waiting.take(*held):
            self._push(part)
            self.waiting = Waiting.like(truth, prediction, _FEW)
        self.waiting.take(truth, prediction)

    def _push(self, part: Any) -> None:
        if self.parts:
            _check_alike(self.parts[0], part)
        # As in a binary counter: parts of like size are joined, so a cell is moved log times.
        while self.parts and self.parts[-1].nnz <= 2 * part.nnz:
            part = self.parts.pop() + part
        self.parts.append(part)

    def _settle(self) -> list[Any]:
        """The parts, with all that waits counted."""
        if self.waiting is not None:
            waited, self.waiting = self.waiting.filled(), None
            self._push(Contingency.from_labels(*waited))
        return self.parts

    def add(self, other: Pile) -> None:
        """Take over what another pile holds."""
        for part in other._settle():
            self._push(part)

    @property
    def whole(self) -> bool:
        """Whether all weights so far are frequencies."""
        return all(part.whole for part in self.parts if isinstance(part, Masses))

    def table(self, *, whole: bool) -> AnyTable:
        """The table of everything so far; `whole` says whether weights are frequencies."""
        parts = self._settle()
        while len(parts) > 1:
            parts.append(parts.pop() + parts.pop())
        (part,) = parts
        found: AnyTable = part.table(whole=whole) if isinstance(part, Masses) else part
        return found


def _part(sides: Sides, policies: Policies) -> AnyTable | Masses | None:
    """Count one part; None where policies leave nothing of it."""
    keep = stay(sides, policies)
    if keep is not None:
        if not keep.any():
            return None
        sides = sides.take(keep)
    if sides.weights is None:
        return count(sides, policies)
    if not sides.weights.any():
        return None
    return mass_part(settle(sides._replace(weights=None), policies), sides.weights)


def _check_alike(held: Any, part: Any) -> None:
    if isinstance(held, Masses) != isinstance(part, Masses):
        raise InputError(
            "weights came with some parts and not with others: give them always or never"
        )
    _check_kinds(held, kinds_of(part.classes), kinds_of(part.clusters))


def _check_kinds(held: Any, classes: set[Any], clusters: set[Any]) -> None:
    for names, now, noun in (
        (held.classes, classes, "truth"),
        (held.clusters, clusters, "prediction"),
    ):
        one, other = kinds_of(names) - {type(None)}, now - {type(None)}
        if one and other and one != other:
            words = ["/".join(str(getattr(k, "__name__", k)) for k in x) for x in (one, other)]
            raise InputError(
                f"{noun} had labels of kind {words[0]} and now has {words[1]}: labels must be of "
                "one kind in all parts"
            )
