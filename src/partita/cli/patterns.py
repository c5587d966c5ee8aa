"""Patterns of columns: on the command line, `leiden_*` names all columns that match it."""

from __future__ import annotations

import re
from argparse import Namespace
from fnmatch import fnmatchcase

from ..base.errors import InputError
from ..base.wording import alternatives
from .files import check_paths, columns_of, given_delimiter

_SIGNS = re.compile(r"[*?]|\[.+\]")
_OTHERS = ("truth", "weights", "groups", "on")


def predictions_of(arguments: Namespace, texts: list[str] | None = None) -> list[str]:
    """The columns with clusterings: those that --prediction names, or these texts of it."""
    check_paths(arguments)
    return named_columns(arguments, "--prediction", texts or arguments.prediction)


def named_columns(
    arguments: Namespace, option: str, texts: list[str], files: list[str] | None = None
) -> list[str]:
    """The columns that the texts of an option name; those of a pattern in the order of the file.

    A text that is the name of a column is this column, whatever signs it has.
    """
    check_columns(option, texts)
    if not any(map(_SIGNS.search, texts)):
        return texts
    known = columns_of(files or arguments.file, given_delimiter(arguments))
    found: dict[str, None] = {}
    for text in texts:
        if text in known or not _SIGNS.search(text):
            found[text] = None
            continue
        matches = [name for name in known if fnmatchcase(name, text)]
        if not matches:
            raise InputError(
                f"{option}: no column matches the pattern {text!r};"
                f" {alternatives(text, known, 'the file')}"
            )
        _refuse_others(arguments, option, text, matches)
        found.update(dict.fromkeys(matches))
    return list(found)


def check_columns(option: str, names: list[str]) -> None:
    """Refuse a repeated column."""
    if len(set(names)) < len(names):
        raise InputError(f"{option} names a column twice")


def _refuse_others(arguments: Namespace, option: str, text: str, matches: list[str]) -> None:
    """Refuse a pattern that also matches a column with another meaning."""
    for other in _OTHERS:
        name = getattr(arguments, other, None)
        if name in matches:
            raise InputError(
                f"{option}: the pattern {text!r} also matches {name!r}, the column of --{other}:"
                " write a pattern that does not match it, or name the columns"
            )
