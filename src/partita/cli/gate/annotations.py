"""Failed checks as annotations of GitHub Actions, which it shows in the list of changed files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.wording import printable
from .checks import failures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .checks import Check

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def lines(checks: Iterable[Check], file: str | None) -> Iterator[str]:
    """A line for each failed check; without a file (stdin) the line names none."""
    place = "" if file is None else f"file={_escaped(file, _PROPERTY)},"
    for one in failures(checks):
        title = _escaped(f"{one.subject}: {one.demand}", _PROPERTY)
        yield f"::error {place}title={title}::{_escaped(str(one), _DATA)}"


def _escaped(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in printable(text))
