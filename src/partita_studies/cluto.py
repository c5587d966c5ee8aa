"""Matrices and classes in the text formats of CLUTO, a program that clusters documents.

A sparse matrix begins with a line of three counts: rows, columns, and values that are not zero.
Every further line is a row of pairs: a column, counted from 1, and its value. A dense matrix
begins with rows and columns, and every further line has a value for each column. A file of classes
has a label for each row, each on its own line.

The values of a sparse matrix are counts of terms or their weights, so none is negative. A row of
zeros has no direction, so it is refused in both kinds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from partita import InputError
from partita.base.arrays import Floats, Int64
from partita.base.wording import number_of, show

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MARK = b"\xef\xbb\xbf"  # of UTF-8; some editors write it
_FOREIGN = re.compile(r"[^0-9eE+\-.\s]")  # no part of a number
_MOST = 2**31 - 1  # CLUTO counts with 32 bits
_HEADER = "rows, columns and, if the matrix is sparse, values, such as 2301 126321 346881"
# The beginnings of files that are not text.
_OTHER = {
    b"MATLAB": "this is a file of MATLAB; write the matrix as text in the format of CLUTO",
    b"\x1f\x8b": "this is packed by gzip; unpack it",
    b"\xff\xfe": "this is UTF-16; save it as UTF-8",
    b"\xfe\xff": "this is UTF-16; save it as UTF-8",
}


@dataclass(frozen=True, eq=False)
class Classed:
    """Objects in rows, sparse or dense, with the class of each."""

    truth: NDArray[np.str_]
    rows: Any
    sparse: bool


def read_classed(matrix: Path, classes: Path) -> Classed:
    """Read a matrix and the classes of its rows.

    Raises
    ------
    InputError
        If a file is damaged. The message says where, what was found and what to write.
    """
    rows, sparse = read_matrix(matrix)
    truth = read_classes(classes)
    if len(truth) != rows.shape[0]:
        raise InputError(
            f"{classes}: {number_of(len(truth), 'label', 'labels')} for"
            f" {number_of(rows.shape[0], 'row', 'rows')} of {matrix}; write one label for each row"
        )
    return Classed(truth, rows, sparse)


def read_classes(path: Path) -> NDArray[np.str_]:
    """Read the label of each row."""
    labels = [line.strip() for line in _lines(path, "the class of each row, one on each line")]
    while labels and not labels[-1]:
        labels.pop()
    if "" in labels:
        _refuse(path, labels.index("") + 1, "no label", "write the class of that row")
    if len(set(labels)) < 2:
        raise InputError(f"{path}: the only class is {show(labels[0])}; at least two are needed")
    return np.array(labels)


def read_matrix(path: Path) -> tuple[Any, bool]:
    """Read a matrix, and whether it is written as sparse."""
    lines = _lines(path, _HEADER)
    counts = _header(path, lines[0])
    rows = _rows(path, lines, counts[0])
    if len(counts) == 2:
        return _dense(path, rows, counts[1]), False
    return _sparse(path, rows, counts[1], counts[2]), True


def _refuse(path: Path, line: int, found: str, remedy: str) -> None:
    raise InputError(f"{path}, line {line}: {found}; {remedy}")


def _lines(path: Path, content: str) -> list[str]:
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
        _refuse(path, line, "a NUL byte", "write the matrix as text in the format of CLUTO")
    return text.removesuffix("\n").split("\n")


def _header(path: Path, line: str) -> list[int]:
    words = line.split()
    if len(words) not in (2, 3):
        found = f"{number_of(len(words), 'number', 'numbers')} instead of two or three"
        _refuse(path, 1, found, f"write {_HEADER}")
    for word in words:
        if not (word.isascii() and word.isdecimal()) or len(word) > 10 or int(word) > _MOST:
            _refuse(path, 1, f"{show(word)} is not a count up to {_MOST}", f"write {_HEADER}")
    counts = [int(word) for word in words]
    if not counts[0] or not counts[1]:
        _refuse(path, 1, f"{counts[0]} rows and {counts[1]} columns", "both must be 1 or more")
    return counts


def _rows(path: Path, lines: list[str], number: int) -> list[str]:
    """The lines of the rows; empty lines may follow the last."""
    if len(lines) - 1 < number:
        raise InputError(
            f"{path}: line 1 announces {number_of(number, 'row', 'rows')}, and the file ends after"
            f" {len(lines) - 1}: it is cut off; copy it again, or correct line 1"
        )
    for place, line in enumerate(lines[number + 1 :], number + 2):
        if line.strip():
            found = f"a row more than the {number} that line 1 announces"
            _refuse(path, place, found, "remove it, or correct line 1")
    return lines[1 : number + 1]


def _numbers(path: Path, line: int, words: list[str]) -> Floats:
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


def _dense(path: Path, rows: list[str], columns: int) -> Floats:
    found = []
    for line, text in enumerate(rows, 2):
        numbers = _numbers(path, line, text.split())
        if len(numbers) != columns:
            finding = f"{number_of(len(numbers), 'value', 'values')} for"
            finding += f" {number_of(columns, 'column', 'columns')}"
            _refuse(path, line, finding, "write a value for each column, 0 too")
        _check_direction(path, line, numbers)
        found.append(numbers)
    return np.array(found)


def _sparse(path: Path, rows: list[str], columns: int, total: int) -> Any:
    from scipy.sparse import csr_array

    pairs = [_pairs(path, line, text.split(), columns) for line, text in enumerate(rows, 2)]
    sizes = [len(places) for places, _ in pairs]
    if sum(sizes) != total:
        raise InputError(
            f"{path}: line 1 announces {number_of(total, 'value', 'values')}, and the rows have"
            f" {sum(sizes)}; copy the file again, or correct line 1"
        )
    places, values = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    starts = np.concatenate([[0], np.cumsum(sizes)])
    matrix = csr_array((values, places, starts), shape=(len(rows), columns))
    matrix.sort_indices()
    matrix.eliminate_zeros()
    return matrix


def _pairs(path: Path, line: int, words: list[str], columns: int) -> tuple[Int64, Floats]:
    """The columns of a row, counted from 0, and their values."""
    numbers = _numbers(path, line, words)
    if len(words) % 2:
        found = f"{number_of(len(words), 'number', 'numbers')}, so a pair is incomplete"
        _refuse(path, line, found, "write a column and its value, again and again")
    for word, number in zip(words[::2], numbers[::2].tolist(), strict=True):
        if not word.isdecimal() or not 1 <= number <= columns:
            found = f"column {show(word)} is not a number from 1 to {columns}"
            _refuse(path, line, found, "columns count from 1; correct it, or line 1")
    places = numbers[::2].astype(np.int64) - 1
    if len(np.unique(places)) < len(places):
        twice = np.sort(places)[:-1][np.diff(np.sort(places)) == 0][0] + 1
        _refuse(path, line, f"column {twice} has two values", "write one, such as their sum")
    values = numbers[1::2]
    if (values < 0).any():
        found = f"the value {words[1 + 2 * int(np.argmax(values < 0))]} is negative"
        _refuse(path, line, found, "write a count or weight, or a dense matrix")
    _check_direction(path, line, values)
    return places, values


def _check_direction(path: Path, line: int, values: Floats) -> None:
    if not values.any():
        remedy = "such a row has no direction: remove it here, in line 1 and in the classes"
        _refuse(path, line, "no value but 0", remedy)
