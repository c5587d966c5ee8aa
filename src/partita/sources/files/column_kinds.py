"""Types of a column in several files: widths and encodings may differ, kinds of labels may not."""

from __future__ import annotations

from typing import Any

from ...base.errors import InputError
from ...base.wording import show

WHOLE, TEXT, BYTES = "whole numbers", "text", "bytes"
INTEGERS = frozenset(f"{sign}int{size}" for sign in ("", "u") for size in (8, 16, 32, 64))
_KINDS = {
    **dict.fromkeys(INTEGERS, WHOLE),
    **dict.fromkeys(("string", "large_string", "string_view"), TEXT),
    **dict.fromkeys(("binary", "large_binary", "binary_view"), BYTES),
}


def arrow_kind(kind: Any) -> str | None:
    """The kind of labels of an Arrow type; None for a column in which all are missing."""
    text = str(getattr(kind, "value_type", kind) if str(kind).startswith("dictionary<") else kind)
    return None if text == "null" else _KINDS.get(text, text)


class Kinds:
    """The kind of each column in the files so far, and the file that said so."""

    def __init__(self) -> None:
        self._first: dict[Any, tuple[str, str]] = {}

    def check(self, path: str, name: Any, kind: str | None) -> None:
        """Refuse a column of another kind than in an earlier file; None is of no kind."""
        if kind is None:
            return
        before, file = self._first.setdefault(name, (kind, path))
        if before != kind:
            raise InputError(
                f"{path}: column {show(name)} holds {kind}, and {before} in {file}: labels must be "
                "of one kind in all files; cast the column in one of them"
            )
