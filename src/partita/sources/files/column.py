"""One column of a file, and what its values may be as labels, weights and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from ...base.errors import InputError

if TYPE_CHECKING:
    from re import Pattern

_INTEGER = r"[0-9]+"
_DECIMAL = r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"

NUMBER = "expected a number such as 2 or 0.5, neither negative nor missing"
GROUPS = "fill it: every object needs a group"
POLICIES = "fill it, or choose what missing values mean: drop, singletons or category"


class Column(NamedTuple):
    """A column of a delimited text file: labels in the order of rows, None for an empty field."""

    source: str
    name: str
    labels: list[str | None]
    lines: Sequence[int]  # the line of the file on which each row starts
    start: int = 0  # rows of the file before the first one here

    def place(self, row: int) -> str:
        """Where the field of a row (counted from 0) is, for a message."""
        return f"{self.line(row)}, column {self.name!r}"

    def line(self, row: int) -> str:
        """Where a row (counted from 0) is, for a message."""
        return place_of(self.source, self.lines[row], self.start + row + 1)

    def require_labels(self, remedy: str = POLICIES) -> None:
        """Refuse the column if it has an empty field."""
        if None in self.labels:
            refuse_gaps(self.place(self.labels.index(None)), self.labels.count(None), remedy)

    def weights(self) -> list[int] | list[float]:
        """The column as weights."""
        found = parsed_weights(self.labels)
        if found is None:
            row = next(at for at, text in enumerate(self.labels) if decimal(text) is None)
            raise InputError(f"{self.place(row)}: {not_a('weight', self.labels[row] or '')}")
        return found


def parsed_weights(texts: Sequence[str | None]) -> list[int] | list[float] | None:
    """Weights as written: integers if all are, else decimals; None if a text is not a weight."""
    if all(text is not None and _pattern(_INTEGER).fullmatch(text) for text in texts):
        try:
            return [int(text) for text in texts if text]
        except ValueError:  # more digits than Python reads; as decimals they are infinite
            pass
    found = list(map(decimal, texts))
    return None if None in found else found  # type: ignore[return-value]


def decimal(text: str | None) -> float | None:
    """The number that a text writes, neither negative nor infinite; None for any other text."""
    value = float(text) if text and _pattern(_DECIMAL).fullmatch(text) else inf
    return value if value < inf else None


@cache
def _pattern(text: str) -> Pattern[str]:
    from re import compile as pattern  # late, as few columns hold numbers

    return pattern(text)


def is_weight(value: object) -> bool:
    """Whether a value of a typed file is a weight: a number, finite and not negative."""
    return type(value) in (int, float) and 0 <= value < inf  # type: ignore[operator]


def not_a(noun: str, value: object) -> str:
    """Say that a value is not a weight, or not a degree of membership."""
    from ...base.wording import show  # late, as these load NumPy
    from ...labels.names import is_missing

    shown = "a missing value" if is_missing(value) else show(value)
    return f"{shown} is not a {noun}; {NUMBER}"


def typed(label: object) -> tuple[type, object]:
    """A label with its type: 1, 1.0 and True are equal in Python, but different labels."""
    return type(label), label


def noise_labels(noise: object) -> set[tuple[type, object]]:
    """The labels that mean noise on either side, with their types."""
    labels = noise.values() if isinstance(noise, dict) else [noise]
    return {typed(label) for label in labels if label is not None}


def refuse_gaps(place: str, count: int, remedy: str = POLICIES) -> NoReturn:
    """Refuse a column with this many empty fields, the first of them at a place."""
    raise InputError(
        f"{place}: the field is empty, which is a missing value ({count} in this column); {remedy}"
    )


def place_of(source: str, line: int, row: int) -> str:
    """A line of a file and the row of data (from 1) that starts there, for a message."""
    return f"{source}, line {line} (row {row})"
