"""Did DuckDB read a text file as it is? Its bytes are counted, and must agree with its rows.

DuckDB skips blank lines, takes a stray delimiter at the end of a line, NUL bytes and carriage
returns as line ends. Each of these shifts the number of lines or delimiters outside quotes.
"""

from __future__ import annotations

import codecs
import gzip
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from ...base.errors import InputError
from .places import Place

_CHUNK = 1 << 22


def agrees(place: Place, rows: int, fields: int) -> bool:
    """Whether the file is UTF-8 text of so many rows, each with so many fields, and a header."""
    mark = (place.delimiter or ",").encode()
    lines = marks = inside = 0
    last = b"\n"
    decoder = codecs.getincrementaldecoder("utf-8")()
    with opened(place) as file:
        while chunk := file.read(_CHUNK):
            if b"\0" in chunk or not _is_text(decoder, chunk):
                return False
            if last == b"\r" and chunk[:1] != b"\n":
                return False
            outside = chunk
            if inside or last == b'"' or b'"' in chunk:
                parts = chunk.split(b'"')
                if not _at_edges(parts, inside, last, mark):
                    return False
                outside = b"".join(parts[inside::2])
                inside ^= (len(parts) - 1) & 1
            returns = outside.count(b"\r")
            if returns and returns != outside.count(b"\r\n") + outside.endswith(b"\r"):
                return False
            lines += outside.count(b"\n")
            marks += outside.count(mark)
            last = chunk[-1:]
    lines += last != b"\n"
    return not inside and lines == rows + 1 and marks == (fields - 1) * lines


def _at_edges(parts: list[bytes], inside: int, last: bytes, mark: bytes) -> bool:
    """Whether quotes open and close where fields do: DuckDB is lenient, our own reader is not.

    Of the parts between quotes, those that stand outside are even, or odd if the first is inside.
    """
    before, after = (mark, b"\n"), (mark, b"\n", b"\r")
    outside = parts[inside::2]
    opening = outside if (len(parts) - inside) % 2 == 0 else outside[:-1]  # a quote follows these
    closing = outside if inside else outside[1:]  # a quote stands before these
    if not inside and outside:
        first = outside[0]
        if not first and opening and last not in (*before, b'"'):
            return False
        if first and last == b'"' and not first.startswith(after):
            return False
    return all(not one or one.endswith(before) for one in opening) and all(
        not one or one.startswith(after) for one in closing
    )


def _is_text(decoder: codecs.IncrementalDecoder, chunk: bytes) -> bool:
    if chunk.isascii() and not decoder.getstate()[0]:
        return True
    try:
        decoder.decode(chunk)
    except UnicodeDecodeError:
        return False
    return True


@contextmanager
def opened(place: Place) -> Iterator[BinaryIO]:
    """The file as bytes, unpacked on the way."""
    try:
        with open(place.path, "rb") as file:
            if place.packed == "gzip":
                with gzip.GzipFile(fileobj=file) as unpacked:
                    yield cast("BinaryIO", unpacked)
            elif place.packed == "zstd":
                with _zstd(place.path) as unpacked:
                    yield unpacked
            else:
                yield file
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{place.path}: cannot be read: {reason}") from error


def _zstd(path: str) -> BinaryIO:
    try:
        from pyarrow import input_stream
    except ImportError:
        raise InputError(
            f"{path}: zstd text is unpacked with pyarrow: install partita[files], or unpack it"
        ) from None
    return cast("BinaryIO", io.BufferedReader(input_stream(path, compression="zstd")))
