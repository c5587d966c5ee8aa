"""Turns a fuzzer's bytes into choices: a changed byte gives another object, field or line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Source:
    """Choices from bytes; zeros after the last byte."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        """The next bytes."""
        found = self.data[self.at : self.at + size]
        self.at += size
        return found.ljust(size, b"\0")

    def below(self, bound: int) -> int:
        """A number below a bound."""
        return int.from_bytes(self.take(2), "little") % bound

    def one_of(self, choices: Sequence[T]) -> T:
        """One of several values, by one byte."""
        return choices[self.take(1)[0] % len(choices)]
