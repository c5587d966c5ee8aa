"""The files that a command line names: their paths, their delimiter, and their columns."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from ..base.errors import InputError
from .gate_options import keeps_objects
from .terminal import note

STDIN = "-"


def check_paths(arguments: Namespace) -> None:
    """Check the names of files, and options for two files."""
    arguments.file = [_checked("FILE", path) for path in arguments.file]
    for option in ("--truth-file", "--focal-sets", "--truth-focal-sets"):
        name = option.strip("-").replace("-", "_")
        path = getattr(arguments, name, None)
        if path is not None:
            setattr(arguments, name, _checked(option, path))
    second, on = (getattr(arguments, option, None) for option in ("truth_file", "on"))
    if second is None and on is not None and keeps_objects(arguments):
        on = None
    if second is not None and on is None:
        raise InputError("--truth-file needs --on, the column with the ids of the objects")
    if on is not None and second is None:
        kept = ", --baseline or --write-baseline" if hasattr(arguments, "baseline") else ""
        raise InputError(f"--on has no effect without --truth-file, the other file{kept}")
    if on is None and getattr(arguments, "unmatched", None) is not None:
        raise InputError("--unmatched has no effect without --truth-file and --on")


def _checked(option: str, path: str) -> str:
    """The path for readers: folders are refused, file: URLs resolved."""
    if path == "":
        raise InputError(f"{option} is empty: name a file, or - for stdin")
    if not path.lower().startswith("file:") and not os.path.isdir(path):
        return path  # without loading the module for folders and addresses
    from ..sources.files.data_files import local_path, refuse_folder

    path = local_path(path)
    refuse_folder(path)
    return path


def shown_files(arguments: Namespace) -> str:
    """The files as one name for messages: the only one, or their number."""
    files: list[str] = arguments.file
    return files[0] if len(files) == 1 else f"{len(files)} files"


def note_files(arguments: Namespace, rows: int) -> None:
    """Note that several files are one data set, because each might be meant to be its own."""
    if len(arguments.file) > 1:
        note(f"{len(arguments.file)} files are read as one table of {rows:,} rows")


def given_delimiter(arguments: Namespace) -> str | None:
    """The delimiter of the options, if any."""
    if arguments.delimiter is None:
        return None
    text: str = arguments.delimiter
    character = {"tab": "\t", r"\t": "\t"}.get(text, text)
    if len(character) != 1 or character in '"\r\n\0':
        raise InputError(f"--delimiter: expected one character or tab, found {text!r}")
    return character


def columns_of(files: list[str], delimiter: str | None) -> list[str]:
    """All columns of the files, in the order of the first file that has them."""
    from .reading.column_names import column_names

    if STDIN in files:
        _keep_stdin()
    found = column_names(files, delimiter)
    return list(dict.fromkeys(name for names in found.values() for name in names))


def check_columns_of_all(arguments: Namespace, names: list[str]) -> None:
    """Refuse several files that do not have the same columns: their rows become one table."""
    if len(arguments.file) == 1:
        return
    from ..base.wording import show
    from .reading.column_names import column_names

    if STDIN in arguments.file:
        _keep_stdin()
    (first, has), *others = column_names(arguments.file, given_delimiter(arguments)).items()
    for path, known in others:
        lacking = next((name for name in names if name in has and name not in known), None)
        if lacking is not None:
            raise InputError(
                f"{path} has no column {show(lacking)}, which {first} has: the rows of several"
                " files become one table; to score columns of two files on the same objects, name"
                " one of the files as --truth-file, and the column of ids as --on"
            )


def _keep_stdin() -> None:
    """Make stdin seekable, because its header is read before its rows."""
    from io import BytesIO, TextIOWrapper

    from ..sources.files.delimited import standard_input

    stdin = standard_input()
    if not stdin.seekable():
        sys.stdin = TextIOWrapper(BytesIO(stdin.read()), encoding="utf-8")
