"""One column of a delimited text file, as it stands there."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from ...base.errors import InputError

if TYPE_CHECKING:
    from re import Pattern

_WHOLE = r"[0-9]+"
_DECIMAL = r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"


NUMBER = "expected a number such as 2 or 0.5, not negative and not missing"
GROUPS = "fill it: every object belongs to a group"
POLICIES = "fill it, or choose what missing values mean: drop, singletons or category"


class Column(NamedTuple):
    """One column of a file: its labels in row order, None for an empty field."""

    source: str
    name: str
    labels: list[str | None]
    lines: list[int]  # the line of the file on which each row starts
    start: int = 0  # rows of the file before the first one here

    def place(self, row: int) -> str:
        """Where a row (counted from 0) of this column stands, for a message."""
        place = place_of(self.source, self.lines[row], self.start + row + 1)
        return f"{place}, column {self.name!r}"

    def require_labels(self, remedy: str = POLICIES) -> None:
        """Refuse the column if it has an empty field."""
        if None in self.labels:
            refuse_gaps(self.place(self.labels.index(None)), self.labels.count(None), remedy)

    def weights(self) -> list[int] | list[float]:
        """The column as weights: whole numbers where all are whole, else decimals."""
        if all(text is not None and _pattern(_WHOLE).fullmatch(text) for text in self.labels):
            try:
                return [int(text) for text in self.labels if text]
            except ValueError:  # more digits than Python reads; as decimals they are infinite
                pass
        return [self._number(row, "weight") for row in range(len(self.labels))]

    def numbers(self) -> list[float]:
        """The column as degrees of membership."""
        return [self._number(row, "degree of membership") for row in range(len(self.labels))]

    def _number(self, row: int, noun: str) -> float:
        text = self.labels[row] or ""
        value = float(text) if _pattern(_DECIMAL).fullmatch(text) else inf
        if value == inf:
            from ...base.wording import show  # late, as it loads NumPy

            raise InputError(f"{self.place(row)}: {show(text)} is no {noun}; {NUMBER}")
        return value


def is_weight(value: object) -> bool:
    """Whether a value of a typed file is a weight: a number, finite and not negative."""
    return type(value) in (int, float) and 0 <= value < inf  # type: ignore[operator]


def no_number(value: object, noun: str) -> str:
    """Say that a value of a typed file is no weight, or no degree."""
    from ...base.wording import show  # late, as it loads NumPy
    from ...labels.names import is_missing

    shown = "a missing value" if is_missing(value) else show(value)
    return f"{shown} is no {noun}; {NUMBER}"


def typed(label: object) -> tuple[type, object]:
    """A label with its type: 1, 1.0 and True are equal, and not the same label."""
    return type(label), label


def noise_labels(noise: object) -> set[tuple[type, object]]:
    """The labels that mean noise, of either side, with their types."""
    labels = noise.values() if isinstance(noise, dict) else [noise]
    return {typed(label) for label in labels if label is not None}


def refuse_gaps(place: str, count: int, remedy: str = POLICIES) -> NoReturn:
    """Refuse a column with so many empty fields, the first of them at a place."""
    raise InputError(
        f"{place}: the field is empty, which is a missing value ({count} in this column); {remedy}"
    )


@cache
def _pattern(text: str) -> Pattern[str]:
    from re import compile as pattern  # late, as few columns hold numbers

    return pattern(text)


def place_of(source: str, line: int, row: int) -> str:
    """A line of a file, and the row of data (from 1) that starts there, for a message."""
    return f"{source}, line {line} (row {row})"
