"""Delimited text files, read strictly: labels are text, nothing is guessed, repaired or dropped.

An empty field is a missing value; every other text is a label as written, including blanks and
words such as ``NA``. Files must be rectangular UTF-8 tables with distinct column names; errors give
the place in the file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import BinaryIO

from ...base.errors import InputError
from ...base.wording import alternatives, number_of
from .column import Column as Column  # noqa: PLC0414 - found here too
from .column import place_of

__all__ = [
    "DELIMITERS",
    "Column",
    "delimiter_of",
    "read_chunks",
    "read_columns",
    "read_header",
    "read_stream",
]

DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SMALL = 1 << 22  # bytes of text that this reader finishes before DuckDB has started
LONGEST = 1 << 25  # bytes of an unpacked record, which is held in memory as a whole


def delimiter_of(path: str) -> str:
    """The delimiter that the extension of a path implies."""
    extension = os.path.splitext(path)[1].lower()
    if extension not in DELIMITERS:
        raise InputError(
            f"{path}: extension {extension!r} does not say how fields are separated; known are"
            f" {', '.join(DELIMITERS)}; for delimited text give the delimiter"
        )
    return DELIMITERS[extension]


def read_columns(path: str, names: Sequence[str], delimiter: str | None = None) -> list[Column]:
    """Read the named columns of a delimited file, in the order of the names."""
    delimiter = delimiter_of(path) if delimiter is None else delimiter
    try:
        with open(path, "rb") as file:
            return read_stream(file, path, names, delimiter)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error


def standard_input() -> BinaryIO:
    """Return stdin, which a shell may have closed (``<&-``)."""
    if sys.stdin is None:
        raise InputError("stdin is closed: name a file, or send the rows to stdin")
    return sys.stdin.buffer


def read_stream(file: BinaryIO, source: str, names: Sequence[str], delimiter: str) -> list[Column]:
    """Read the named columns of an open binary stream; `source` is its name in messages."""
    (columns,) = read_chunks(file, source, names, delimiter)
    return columns


def read_chunks(
    file: BinaryIO, source: str, names: Sequence[str], delimiter: str, rows: int | None = None
) -> Iterator[list[Column]]:
    """Read the named columns, `rows` rows at a time or all at once."""
    records = _records(file, source, delimiter)
    header = _header(records, source)
    positions = _positions(source, header, names, delimiter)
    start = 0
    while True:
        columns, lines = _collect(islice(records, rows), source, header, positions, start)
        if not lines and start:
            return
        if not lines:
            raise InputError(f"{source}: the file has a header row and no data")
        labels = zip(names, columns, strict=True)
        yield [Column(source, name, column, lines, start) for name, column in labels]
        start += len(lines)
        if rows is None:
            return


def read_header(file: BinaryIO, source: str, names: Sequence[str], delimiter: str) -> list[str]:
    """Read the names of all columns, which must be distinct and include the given names."""
    header = _header(_records(file, source, delimiter), source)
    _positions(source, header, names, delimiter)
    return header


def _header(records: Iterator[tuple[int, list[str]]], source: str) -> list[str]:
    try:
        return next(records)[1]
    except StopIteration:
        raise InputError(f"{source}: the file is empty; expected a header row") from None


def _collect(
    records: Iterator[tuple[int, list[str]]],
    source: str,
    header: list[str],
    positions: list[int],
    start: int,
) -> tuple[list[list[str | None]], list[int]]:
    """Labels of the columns at these positions, and the line on which each record starts."""
    columns: list[list[str | None]] = [[] for _ in positions]
    lines: list[int] = []
    known: dict[str, str] = {}  # one string object per distinct label
    for line, record in records:
        lines.append(line)
        if len(record) != len(header):
            raise InputError(_ragged(place_of(source, line, start + len(lines)), record, header))
        for labels, position in zip(columns, positions, strict=True):
            text = record[position]
            labels.append(known.setdefault(text, text) if text else None)
    return columns, lines


def _records(file: BinaryIO, source: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Records of the file, each with the line on which it starts."""
    import csv  # late, as only files need it

    taken = [0]
    reader = csv.reader(_lines(file, source, taken), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        taken[0] = 0
        try:
            yield line, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise InputError(f"{source}, line {line}: malformed: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    if "field limit" not in str(error):
        return str(error)
    return f"{error}; is a quote not closed? Longer labels need Parquet"


def bounded_lines(file: BinaryIO, source: str, longest: int) -> Iterator[bytes]:
    """Lines of a file; one that is longer than this, perhaps once unpacked, is refused."""
    for number, line in enumerate(iter(partial(file.readline, longest + 1), b""), start=1):
        if len(line) > longest:
            raise InputError(_too_long(source, number, longest))
        yield line


def _too_long(source: str, line: int, longest: int) -> str:
    return (
        f"{source}, line {line}: longer than {longest >> 20} MiB, the most that is held in memory; "
        "split it, or write the labels as Parquet, which is read in pieces"
    )


def _lines(file: BinaryIO, source: str, taken: list[int]) -> Iterator[str]:
    """Lines of the file as text, without the byte order mark; other encodings are refused.

    `taken` counts the bytes of a record, which spans several lines if a quoted field does.
    """
    for number, line in enumerate(bounded_lines(file, source, LONGEST), start=1):
        taken[0] += len(line)
        if taken[0] > LONGEST:
            raise InputError(_too_long(source, number, LONGEST))
        raw = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(
                f"{source}, line {number}: byte 0x{raw[error.start]:02x} at position"
                f" {error.start + 1} is not UTF-8; save the file as UTF-8 text"
            ) from error
        if "\0" in text:
            raise InputError(f"{source}, line {number}: a NUL byte; this is not a text file")
        yield text


def _positions(source: str, header: list[str], names: Sequence[str], delimiter: str) -> list[int]:
    """The positions of the named columns in a header of distinct names."""
    if not header:
        raise InputError(f"{source}, line 1: the line is blank; expected a header row")
    index: dict[str, int] = {}
    for position, name in enumerate(header):
        if name in index:
            raise InputError(
                f"{source}, line 1: columns {index[name] + 1} and {position + 1} are both called"
                f" {name!r}; rename one"
            )
        index[name] = position
    for name in names:
        if name not in index:
            raise InputError(f"{source}: no column {name!r}; {_hint(name, header, delimiter)}")
    return [index[name] for name in names]


def _hint(name: str, header: list[str], delimiter: str) -> str:
    """Say what may be meant by a column that is not there."""
    others = [other for other in ",;\t|" if other != delimiter and other in header[0]]
    if len(header) == 1 and others:
        return (
            f"the header is one field, {header[0]!r}; is the delimiter {others[0]!r}? Then give it "
            "(--delimiter)"
        )
    return alternatives(name, header, "the file")


def _ragged(place: str, record: list[str], header: list[str]) -> str:
    """Say what is wrong with a record whose number of fields differs from the header."""
    if not record:
        return f"{place}: the line is blank; delete it"
    if len(record) < len(header):
        return (
            f"{place}: {number_of(len(record), 'field', 'fields')} where the header has"
            f" {len(header)}; column {header[len(record)]!r} is missing"
        )
    return (
        f"{place}: {len(record)} fields where the header has {len(header)}; the one after column"
        f" {header[-1]!r} is {record[len(header)]!r}; quote fields that contain the delimiter"
    )
