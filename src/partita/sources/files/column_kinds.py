"""Kinds of labels: a column may differ between files in width and encoding, never in kind."""

from __future__ import annotations

from typing import Any

from ...base.errors import InputError
from ...base.wording import show

INTEGER, TEXT, BYTES = "integers", "text", "bytes"
INTEGER_TYPES = frozenset(f"{sign}int{size}" for sign in ("", "u") for size in (8, 16, 32, 64))
_KINDS = {
    **dict.fromkeys(INTEGER_TYPES, INTEGER),
    **dict.fromkeys(("string", "large_string", "string_view"), TEXT),
    **dict.fromkeys(("binary", "large_binary", "binary_view"), BYTES),
}


def arrow_kind(kind: Any) -> str | None:
    """The kind of labels of an Arrow type; None for a column without any value."""
    text = str(getattr(kind, "value_type", kind) if str(kind).startswith("dictionary<") else kind)
    return None if text == "null" else _KINDS.get(text, text)


class Kinds:
    """The kind of each column in the files so far, and the first file that has it."""

    def __init__(self) -> None:
        self._first: dict[Any, tuple[str, str]] = {}

    def check(self, path: str, name: Any, kind: str | None) -> None:
        """Refuse a column of another kind than in an earlier file; None fits every kind."""
        if kind is None:
            return
        before, file = self._first.setdefault(name, (kind, path))
        if before != kind:
            raise InputError(
                f"{path}: column {show(name)} holds {kind}, but {before} in {file}: labels must be "
                "of one type in all files; cast the column in one of them"
            )
