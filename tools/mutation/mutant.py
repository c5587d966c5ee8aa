"""A fault to plant: a change of a few characters at one place of a source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Mutant(NamedTuple):
    """One planted fault."""

    path: str  # from the root of the tree
    start: int  # bytes
    end: int
    new: str
    line: int
    shown: str  # the line without its indentation
    change: str  # "old -> new"
    owner: str = ""  # the enclosing function

    def planted(self, source: bytes) -> bytes:
        """Return the text with the fault."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{self.change}` in `{self.shown}`"


def numbered(found: Iterable[Mutant]) -> list[Mutant]:
    """Number equal changes at several places of one line."""
    seen: Counter[tuple[int, str]] = Counter()
    out = []
    for mutant in found:
        key = mutant.line, mutant.change
        seen[key] += 1
        again = f" ({seen[key]})" if seen[key] > 1 else ""
        out.append(mutant._replace(change=mutant.change + again))
    return out
