"""Fuzz target for delimited text: the reader agrees with the csv module, or names the bad place.

``python tools/fuzz.py`` runs it with atheris; the tests replay the kept inputs without.
"""

from __future__ import annotations

import csv
import io

from partita import InputError
from partita.sources.files.delimited import read_stream

DELIMITERS = ",;\t|"


def run(data: bytes) -> None:
    """One input: a byte for the delimiter, a byte for the column, and the file."""
    delimiter = DELIMITERS[data[0] % 4] if data else ","
    content = data[2:]
    name = _name(content, data[1] if len(data) > 1 else 0, delimiter)
    try:
        (column,) = read_stream(io.BytesIO(content), "file", [name], delimiter)
    except InputError as error:
        if not str(error).startswith("file"):
            raise
        return
    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    lines = io.StringIO(text, newline="\n")  # lines end with \n, without carriage returns
    header, *rows = csv.reader(lines, delimiter=delimiter, strict=True)
    place = header.index(name)
    assert len(set(header)) == len(header)
    assert all(len(row) == len(header) for row in rows)
    assert [label or "" for label in column.labels] == [row[place] for row in rows]
    assert "" not in column.labels


def _name(content: bytes, choice: int, delimiter: str) -> str:
    first = content.removeprefix(b"\xef\xbb\xbf").splitlines()[:1] or [b""]
    names = first[0].decode("utf-8", "replace").split(delimiter)
    return names[choice % len(names)].strip('"')
