"""Checksums of Parquet pages, for readers that do not look at them.

A column chunk is a row of pages, each behind a header in Thrift's compact protocol; field 3 of the
header is the number of bytes that follow it; field 4, which writers may leave out, their CRC-32.
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
_STEPS = {1: 0, 2: 0, 3: 1, 7: 8}  # bytes of true, false, a byte, a double; headers hold no lists
_WINDOWS = 1 << 12, 1 << 24  # bytes in which a header ends; the second for long minima and maxima
_PIECE = 1 << 22
_CHUNKS = (
    "SELECT path_in_schema, dictionary_page_offset, data_page_offset, total_compressed_size "
    "FROM parquet_metadata({})"
)


class Header(NamedTuple):
    """What is read of a page header: its own length, that of the page, and the checksum."""

    length: int
    page: int
    checksum: int | None


def check_pages(
    rows: Callable[[str], list[Any]], paths: Iterable[str], columns: Collection[str]
) -> None:
    """Refuse a local file with a page of these columns that its checksum does not fit.

    `rows` runs a statement in DuckDB, which knows where the pages lie.
    """
    for path in paths:
        text = _CHUNKS.format(literal(glob.escape(path)))
        with open(path, "rb") as file:
            for name, *starts, size in rows(text):
                start = min(at for at in starts if at is not None and at > 0)
                if name in columns and not _is_sound(file, start, start + size):
                    raise InputError(
                        f"{path}: cannot be read: a page of column {show(name)} does not fit its "
                        "checksum, so the file is damaged; write it again"
                    )


def _is_sound(file: BinaryIO, at: int, end: int) -> bool:
    """Whether all pages of a column chunk fit; those without a checksum are taken as they are."""
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
        except (IndexError, RecursionError):  # it does not end here
            continue
        size, checksum = fields.get(_BYTES), fields.get(_CHECKSUM)
        return Header(reader.at, size, checksum) if size is not None and size >= 0 else None
    return None


class _Compact:
    """Thrift's compact protocol, as far as it takes to find the end of a struct."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def struct(self) -> dict[int, int]:
        """The whole numbers of a struct by field; all else is stepped over."""
        found: dict[int, int] = {}
        field = 0
        while mark := self.byte():
            field = field + (mark >> 4) if mark >> 4 else self.number()
            value = self.value(mark & 15)
            if value is not None:
                found[field] = value
        return found

    def value(self, kind: int) -> int | None:
        """Step over a value; what it is, of a whole number."""
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
        """A number without sign, seven bits a byte."""
        found = shift = 0
        while (byte := self.byte()) & 128:
            found |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise IndexError
        return found | byte << shift

    def number(self) -> int:
        """A number whose sign is its last bit."""
        found = self.varint()
        return found >> 1 ^ -(found & 1)
