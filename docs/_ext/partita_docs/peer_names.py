"""What other packages call our measures: read from the tables of the page on migration.

The page is the one place where names are listed; a row is ``| `their_name` | `our_name` | note |``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parents[2] / "migration.md"
_SECTION = re.compile(r"^## From (.+)$", re.MULTILINE)
_ROW = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \|(?: (.*) \|)?$", re.MULTILINE)


class Name(NamedTuple):
    """A function of another package, our measure, and how they differ."""

    package: str
    theirs: str
    ours: str  # the name of the measure
    call: str  # with its options
    note: str


@cache
def names() -> tuple[Name, ...]:
    """Every row of every table of names."""
    _, *sections = _SECTION.split(PAGE.read_text(encoding="utf-8"))
    found = []
    for package, text in zip(sections[::2], sections[1::2], strict=True):
        for theirs, call, note in _ROW.findall(text):
            found.append(Name(package, theirs, call.partition("(")[0], call, note.strip()))
    return tuple(found)
