"""The reader of delimited text: what it reads is what the csv module reads, or it refuses with a place.

Run by ``python tools/fuzz.py``, with atheris; the tests replay the kept inputs without it.
"""

from __future__ import annotations

import csv
import io

from partita import InputError
from partita.engines.files import read_stream

DELIMITERS = ",;\t|"


def run(data: bytes) -> None:
    """One input: the first byte chooses the delimiter, the second the column, the rest is the file."""
    delimiter = DELIMITERS[data[0] % 4] if data else ","
    content = data[2:]
    name = _name(content, data[1] if len(data) > 1 else 0, delimiter)
    try:
        (column,) = read_stream(io.BytesIO(content), "file", [name], delimiter)
    except InputError as error:
        assert str(error).startswith("file")
        return
    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    header, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    place = header.index(name)
    assert len(set(header)) == len(header)
    assert all(len(row) == len(header) for row in rows)
    assert [label or "" for label in column.labels] == [row[place] for row in rows]
    assert "" not in column.labels


def _name(content: bytes, choice: int, delimiter: str) -> str:
    first = content.removeprefix(b"\xef\xbb\xbf").splitlines()[:1] or [b""]
    names = first[0].decode("utf-8", "replace").split(delimiter)
    return names[choice % len(names)].strip('"')
