"""Matrices of CLUTO, sparse or dense."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from partita import InputError
from partita.base.arrays import Floats, Int64
from partita.base.wording import number_of, show

from .lines import lines_of, numbers_of, refuse

_MOST = 2**31 - 1  # CLUTO counts with 32 bits
_HEADER = "rows, columns and, if the matrix is sparse, values, such as 2301 126321 346881"


def read_matrix(path: Path) -> tuple[Any, bool]:
    """Read a matrix, and whether it is written as sparse."""
    lines = lines_of(path, _HEADER)
    counts = _header(path, lines[0])
    rows = _rows(path, lines, counts[0])
    if len(counts) == 2:
        return _dense(path, rows, counts[1]), False
    return _sparse(path, rows, counts[1], counts[2]), True


def _header(path: Path, line: str) -> list[int]:
    if "," in line:
        refuse(path, 1, "numbers are separated by commas", "separate them by blanks")
    words = line.split()
    if len(words) not in (2, 3):
        found = f"{number_of(len(words), 'number', 'numbers')} instead of two or three"
        refuse(path, 1, found, f"write {_HEADER}")
    for word in words:
        if not (word.isascii() and word.isdecimal()) or len(word) > 10 or int(word) > _MOST:
            refuse(path, 1, f"{show(word)} is not a count up to {_MOST}", f"write {_HEADER}")
    counts = [int(word) for word in words]
    if not counts[0] or not counts[1]:
        refuse(path, 1, f"{counts[0]} rows and {counts[1]} columns", "both must be 1 or more")
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
            refuse(path, place, found, "remove it, or correct line 1")
    return lines[1 : number + 1]


def _dense(path: Path, rows: list[str], columns: int) -> Floats:
    found = []
    for line, text in enumerate(rows, 2):
        numbers = numbers_of(path, line, text.split())
        if len(numbers) != columns:
            finding = f"{number_of(len(numbers), 'value', 'values')} for"
            finding += f" {number_of(columns, 'column', 'columns')}"
            refuse(path, line, finding, "write a value for each column, 0 too")
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
    numbers = numbers_of(path, line, words)
    if len(words) % 2:
        found = f"{number_of(len(words), 'number', 'numbers')}, so a pair is incomplete"
        refuse(path, line, found, "write a column and its value, again and again")
    for word, number in zip(words[::2], numbers[::2].tolist(), strict=True):
        if not word.isdecimal() or not 1 <= number <= columns:
            found = f"column {show(word)} is not a number from 1 to {columns}"
            refuse(path, line, found, "columns count from 1; correct it, or line 1")
    places = numbers[::2].astype(np.int64) - 1
    if len(np.unique(places)) < len(places):
        twice = np.sort(places)[:-1][np.diff(np.sort(places)) == 0][0] + 1
        refuse(path, line, f"column {twice} has two values", "write one, such as their sum")
    values = numbers[1::2]
    if (values < 0).any():
        found = f"the value {words[1 + 2 * int(np.argmax(values < 0))]} is negative"
        refuse(path, line, found, "write a count or weight, or a dense matrix")
    _check_direction(path, line, values)
    return places, values


def _check_direction(path: Path, line: int, values: Floats) -> None:
    if not values.any():
        remedy = "such a row has no direction: remove it here, in line 1 and in the classes"
        refuse(path, line, "no value but 0", remedy)
