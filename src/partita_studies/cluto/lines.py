"""The lines of a text, and the numbers in a line; errors name the file and the line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn

import numpy as np

from partita import InputError
from partita.base.arrays import Floats
from partita.base.wording import show

_MARK = b"\xef\xbb\xbf"  # of UTF-8; some editors write it
_FOREIGN = re.compile(r"[^0-9eE+\-.\s]")  # no part of a number
# The beginnings of files that are not text.
_OTHER = {
    b"MATLAB": "this is a file of MATLAB; write the matrix as text in the format of CLUTO",
    b"\x1f\x8b": "this is packed by gzip; unpack it",
    b"\xff\xfe": "this is UTF-16; save it as UTF-8",
    b"\xfe\xff": "this is UTF-16; save it as UTF-8",
}


def refuse(path: Path, line: int, found: str, remedy: str) -> NoReturn:
    """Raise an error that names the line, what was found and what to do."""
    raise InputError(f"{path}, line {line}: {found}; {remedy}")


def lines_of(path: Path, content: str) -> list[str]:
    """The lines of a text without its byte order mark; LF, CR LF or CR ends a line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    for beginning, remedy in _OTHER.items():
        if data.startswith(beginning):
            raise InputError(f"{path}: {remedy}")
    data = data.removeprefix(_MARK).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not data.strip():
        raise InputError(f"{path}: the file is empty; it must contain {content}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise InputError(f"{path}, line {line}: {found}; save the file as UTF-8 text") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        refuse(path, line, "a NUL byte", "write the matrix as text in the format of CLUTO")
    return text.removesuffix("\n").split("\n")


def numbers_of(path: Path, line: int, words: list[str]) -> Floats:
    """The finite numbers of a row."""
    if not _FOREIGN.search(" ".join(words)):
        try:
            numbers = np.array(words, dtype=np.float64)
        except ValueError:
            pass
        else:
            if np.isfinite(numbers).all():
                return numbers
    wrong = next(word for word in words if not _is_number(word))
    raise InputError(f"{path}, line {line}: {show(wrong)} is not a finite number; write one")


def _is_number(word: str) -> bool:
    try:
        return not _FOREIGN.search(word) and bool(np.isfinite(float(word)))
    except ValueError:
        return False
