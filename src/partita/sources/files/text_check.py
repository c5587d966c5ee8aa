"""Did DuckDB read a text file correctly? The bytes are counted and must agree with its rows.

DuckDB skips blank lines, ignores a stray delimiter at the end of a line, and takes NUL bytes and
carriage returns as line ends. Each of these changes the number of lines or delimiters outside
quotes.
"""

from __future__ import annotations

import codecs

from .data_files import DataFile

_CHUNK = 1 << 22


def agrees(file: DataFile, rows: int, fields: int) -> bool:
    """Whether a file is UTF-8 text with a header, this many rows, and this many fields in each."""
    mark = file.delimiter.encode()
    lines = marks = inside = 0
    last = b"\n"
    decoder = codecs.getincrementaldecoder("utf-8")()
    with file.opened() as opened:
        while chunk := opened.read(_CHUNK):
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
    """Whether quotes open and close only at the edges of fields, which DuckDB does not require.

    Of the parts between quotes, every second one is outside: the even ones, or the odd ones if the
    first is inside.
    """
    before, after = (mark, b"\n"), (mark, b"\n", b"\r")
    outside = parts[inside::2]
    opening = outside if (len(parts) - inside) % 2 == 0 else outside[:-1]  # followed by a quote
    closing = outside if inside else outside[1:]  # preceded by a quote
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
