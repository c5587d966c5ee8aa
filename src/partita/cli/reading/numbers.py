"""Columns of numbers of one side of a comparison, and which numbers they may hold."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ...base.wording import show
from ...sources.files.column import decimal, not_a

ROUNDING = 1e-9  # below 0; a program that writes 1 minus a sum writes -2e-16 now and then


class Rules(NamedTuple):
    """What the numbers of a side are called, the least that counts as 0, and the way to scale."""

    noun: str = "degree of membership"
    least: float = 0.0
    option: str = "--normalize"


class Numbers:
    """Columns of numbers, read piece by piece, with the place of each row."""

    def __init__(self, names: tuple[str, ...], rules: Rules) -> None:
        self.names = names
        self.columns = [array("d") for _ in names]
        self.single: set[str] = set()  # columns of 32-bit floats
        self.holder: str | None = None  # a column of objects whose keys are the names
        self.rules = rules
        self._starts: list[int] = []
        self._lines: list[Callable[[int], str]] = []

    @property
    def objects(self) -> int:
        """Number of objects."""
        return len(self.columns[0])

    @property
    def matrix(self) -> Floats:
        """A row for each object; 32-bit floats stay so, as they set the precision of checks."""
        rows = np.column_stack([np.frombuffer(column) for column in self.columns])
        return rows.astype(np.float32) if self.single.issuperset(self.names) else rows

    def name_keys(self, keys: Iterable[str]) -> None:
        """Make columns of the keys of objects, which the only column holds; new ones begin at 0."""
        if self.holder is None:
            (self.holder,) = self.names
            self.names, self.columns = (), []
        before = self.objects if self.columns else 0
        new = [key for key in dict.fromkeys(keys) if key not in self.names]
        self.names += tuple(new)
        self.columns += [array("d", bytes(8 * before)) for _ in new]

    def line(self, row: int) -> str:
        """The place of a row (counted from 0), for a message."""
        piece = bisect(self._starts, row) - 1
        return self._lines[piece](row - self._starts[piece])

    def column(self, at: int) -> str:
        """The name of the column at this position, for a message."""
        name = show(self.names[at])
        if self.holder is None:
            return f"column {name}"
        return f"column {show(self.holder)}, key {name}"

    def add_texts(self, at: int, texts: Sequence[str | None], line: Callable[[int], str]) -> None:
        """Add numbers of a text file to the column at this position; `line` places a row."""
        found = [self._number(text) for text in texts]
        if None in found:
            row = found.index(None)
            self._refuse(at, texts[row], line(row))
        self._add(at, np.array(found, np.float64), line)

    def add_typed(self, at: int, numbers: Floats, line: Callable[[int], str]) -> None:
        """Add numbers of a typed file, NaN for a missing one, to the column at this position."""
        small = (numbers < 0) & (numbers >= self.rules.least)
        found = np.where(small, 0.0, numbers) + 0.0  # -0.0 is 0
        bad = np.flatnonzero(~((found >= 0) & np.isfinite(found)))
        if bad.size:
            row = int(bad[0])
            self._refuse(at, numbers[row].item(), line(row))
        self._add(at, found, line)

    def _number(self, text: str | None) -> float | None:
        if text is None or not text.startswith("-"):
            return decimal(text)
        value = decimal(text[1:])
        return 0.0 if value is not None and -value >= self.rules.least else None

    def _refuse(self, at: int, value: Any, line: str) -> None:
        """Refuse a value that is no number of this side."""
        place = f"{line}, {self.column(at)}"
        below = float(value) if _is_below(value) else 0.0
        if -ROUNDING <= below < 0:
            raise InputError(
                f"{place}: {show(value)} is below 0 by a rounding error: write"
                f" {self.rules.option} to set such numbers to 0 and to scale each row"
            )
        raise InputError(f"{place}: {not_a(self.rules.noun, value)}")

    def _add(self, at: int, found: Floats, line: Callable[[int], str]) -> None:
        if at == 0:
            self._starts.append(self.objects)
            self._lines.append(line)
        self.columns[at].frombytes(found.tobytes())


def _is_below(value: Any) -> bool:
    """Whether a text or a number is a number below 0."""
    if isinstance(value, str):
        return value.startswith("-") and decimal(value[1:]) is not None
    return value is not None and value < 0
