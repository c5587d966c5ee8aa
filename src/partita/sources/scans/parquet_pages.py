"""Checksums of Parquet pages, for files that DuckDB reads, which does not check them.

A column chunk is a sequence of pages, each after a header in Thrift's compact protocol. Field 3 of
the header is the number of bytes that follow it, and field 4, which is optional, their CRC-32.
"""

from __future__ import annotations

import glob
import zlib
from collections.abc import Callable, Collection, Iterable
from typing import Any, BinaryIO, NamedTuple

from ...base.errors import InputError
from ...base.wording import show
from ..databases.dialects import literal

_BYTES, _CHECKSUM = 3, 4  # fields of a page header
_BINARY, _STRUCT = 8, 12
_NUMBERS = (4, 5, 6)  # of 16, 32 and 64 bits
_STEPS = {1: 0, 2: 0, 3: 1, 7: 8}  # bytes of true, false, a byte, a double; there are no lists
_WINDOWS = 1 << 12, 1 << 24  # bytes read of a header; the second for long minima and maxima
_PIECE = 1 << 22
_CHUNKS = (
    "SELECT path_in_schema, dictionary_page_offset, data_page_offset, total_compressed_size "
    "FROM parquet_metadata({})"
)


class Header(NamedTuple):
    """What we need of a page header: its length, the length of the page, and the checksum."""

    length: int
    page: int
    checksum: int | None


def check_pages(
    rows: Callable[[str], list[Any]], paths: Iterable[str], columns: Collection[str]
) -> None:
    """Refuse a local file in which a page of these columns does not match its checksum.

    `rows` runs a statement in DuckDB, which knows where the pages are.
    """
    for path in paths:
        text = _CHUNKS.format(literal(glob.escape(path)))
        with open(path, "rb") as file:
            for name, *starts, size in rows(text):
                start = min(at for at in starts if at is not None and at > 0)
                if name in columns and not _is_sound(file, start, start + size):
                    raise InputError(
                        f"{path}: cannot be read: a page of column {show(name)} does not match its "
                        "checksum, so the file is damaged; write it again"
                    )


def _is_sound(file: BinaryIO, at: int, end: int) -> bool:
    """Whether all pages of a column chunk match their checksums, if they have any."""
    while at < end:
        header = _header(file, at)
        if header is None:
            return True
        at += header.length
        wanted = header.checksum
        if wanted is not None and _checksum(file, at, header.page) != wanted & 0xFFFFFFFF:
            return False
        at += header.page
    return True


def _checksum(file: BinaryIO, at: int, size: int) -> int:
    found = 0
    file.seek(at)
    while size > 0 and (piece := file.read(min(size, _PIECE))):
        found = zlib.crc32(piece, found)
        size -= len(piece)
    return found


def _header(file: BinaryIO, at: int) -> Header | None:
    for window in _WINDOWS:
        file.seek(at)
        reader = _Compact(file.read(window))
        try:
            fields = reader.struct()
        except (IndexError, RecursionError):  # the header is longer than the window
            continue
        size, checksum = fields.get(_BYTES), fields.get(_CHECKSUM)
        return Header(reader.at, size, checksum) if size is not None and size >= 0 else None
    return None


class _Compact:
    """A reader of Thrift's compact protocol that finds the end of a struct."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def struct(self) -> dict[int, int]:
        """The integers of a struct by field; other values are skipped."""
        found: dict[int, int] = {}
        field = 0
        while mark := self.byte():
            field = field + (mark >> 4) if mark >> 4 else self.number()
            value = self.value(mark & 15)
            if value is not None:
                found[field] = value
        return found

    def value(self, kind: int) -> int | None:
        """Skip a value; return it if it is an integer."""
        if kind in _NUMBERS:
            return self.number()
        if kind == _STRUCT:
            self.struct()
        else:
            step = self.varint() if kind == _BINARY else _STEPS.get(kind, len(self.data))
            self.at += step
        return None

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def varint(self) -> int:
        """An unsigned number, seven bits per byte."""
        found = shift = 0
        while (byte := self.byte()) & 128:
            found |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise IndexError
        return found | byte << shift

    def number(self) -> int:
        """A signed number, whose last bit is the sign."""
        found = self.varint()
        return found >> 1 ^ -(found & 1)
