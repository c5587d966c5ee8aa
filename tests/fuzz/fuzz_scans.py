"""Fuzz target for files that DuckDB reads: it agrees with our reader of text and the json module.

Bytes choose fields and lines that some reader has read wrongly. DuckDB may reject a file that they
read, or leave it to our reader; it must not read it differently, nor read a file that they reject.
``python tools/fuzz.py`` runs it with atheris; the tests replay the kept inputs without.
"""

from __future__ import annotations

import atexit
import io
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from choices import Source

from partita import InputError
from partita.cli.reading.joint import joint_of
from partita.labels import read_policies
from partita.labels.names import is_missing
from partita.sources.databases.connection import database
from partita.sources.databases.cursor import named_rows
from partita.sources.databases.duck import values
from partita.sources.files.data_files import DataFile, data_file
from partita.sources.files.delimited import read_stream
from partita.sources.rows.job import Job
from partita.sources.scans.json_lines import line_rows
from partita.sources.scans.text_scan import text_cells

RANDOM = 100  # inputs without a fuzzer; DuckDB takes milliseconds for each
READ = Counter()  # number of files of each kind that were read, not rejected

HEADERS = ("a,b", "b,c,a", '"a","b"', "\ufeffa,b", '\ufeff"a",b', 'a,b,""', 'a,b,"c\nd"', "a,b,#")
FIELDS = (
    *("a", "b", "", '"a"', '"a""b"', '"a,b"', '"a\nb"', '"a\r\nb"', '"a\rb"'),
    *(" a", '"a" ', ' "a"', 'a"b', '""', '"', "\\", '"\\"', '\\"', "NULL", "#a", "\r", "é", "\0"),
    *("\ufeff", '"a"b', "1", "01", '"#"', "\x0b", "\u2028", "a\\,b", "'a'", '"a""', '""""', "\x1a"),
)
BAD_ROWS = ("", " ", "\r", ",", "#", '"', "\t", '"a\n', "a,b,", "\x1a", "a", "a,b,a,b")
LINE_ENDS = ("\n",) * 13 + ("\r\n", "\r", "\n\n")

KEYS = ('"a"', '"b"', '"a"', '"b"', '"A"', '"c"', r'"\u0061"', '"a "', '""', "a", "'a'", '"a.b"')
VALUES = (
    *("1", "2", '"x"', '"y"', "null", "true", "1.0", "1e0", r'"\u0078"', r'"\ud800"', '"é"', '""'),
    *('"1"', "1e999", "12345678901234567890123", "-0", "0", "0.0", "[1]", "{}", r'"\n"', "false"),
    *(r'"\u0000"', r'"a\/b"', '"a/b"', "1.5", "15e-1", "NaN", "'x'", "01", "+1", ".5", "1.", "["),
    *("0x10", r'"\ud83d\ude00"', '"😀"', "9007199254740993", "9007199254740992.0", '"null"', "nul"),
)
BLANKS = ("",) * 13 + (" ", "\t", "\r")
BAD_LINES = (
    *("", "null", "1", '"x"', "[]", "{}", " ", '[{"a":1,"b":2}]', '{"a":1,"b":2}{"a":1,"b":2}'),
    *('{"a":1,"b":2} {"a":3,"b":2}', "// x", "\r", '\ufeff{"a":1,"b":2}', '{"a":1,"b":2},'),
    *('{"a":1,\n"b":2}', '{"a":1,"b":2}\0', "\x0c", '{"a":1,"b":2} x', "true", "{"),
)

_KEPT = ExitStack()
atexit.register(_KEPT.close)
_FOLDER = Path(_KEPT.enter_context(tempfile.TemporaryDirectory()))
_JOB = Job("a", ("b",), policies=read_policies("category"), threads=1)
_CONNECTION = _KEPT.enter_context(database(_JOB))


def run(data: bytes) -> None:
    """One input: a text file, or lines of JSON."""
    source = Source(data)
    source.one_of((_read_text, _read_lines))(source)


def _read_text(source: Source) -> None:
    content = _text(source).encode()
    for found in _counted(content, "x.csv", _text_rows):
        truth, prediction = read_stream(io.BytesIO(content), "x.csv", ["a", "b"], ",")
        assert found == Counter(zip(truth.labels, prediction.labels, strict=True))


def _text_rows(file: DataFile) -> Any:
    cells = text_cells(_CONNECTION, file, _JOB)
    return None if cells is None else named_rows(cells, _JOB)


def _text(source: Source) -> str:
    text = header = source.one_of(HEADERS)
    fields = source.one_of((FIELDS[:4], FIELDS[:9], FIELDS))
    for _ in range(source.below(6)):
        text += source.one_of(LINE_ENDS)
        if source.below(12) == 1:
            text += source.one_of(BAD_ROWS)
        else:
            text += ",".join(source.one_of(fields) for _ in header.split(","))
    return text + source.one_of(("", "\n", "\r\n"))


def _read_lines(source: Source) -> None:
    content = _lines(source).encode()
    for found in _counted(content, "x.jsonl", lambda one: line_rows(_CONNECTION, [one], _JOB)):
        assert found == Counter(map(_labels, filter(bytes.strip, content.split(b"\n"))))


def _lines(source: Source) -> str:
    lines = [
        source.one_of(BAD_LINES) if source.below(12) == 1 else _object(source)
        for _ in range(1 + source.below(4))
    ]
    return source.one_of(("\n", "\r\n")).join(lines) + source.one_of(("", "\n"))


def _object(source: Source) -> str:
    keys = KEYS[:2] if source.below(2) else [source.one_of(KEYS) for _ in range(source.below(5))]

    def spaced(text: str) -> str:
        return source.one_of(BLANKS) + text + source.one_of(BLANKS)

    values = source.one_of((VALUES[:2], VALUES[2:4], VALUES[:8], VALUES))
    pairs = [f"{spaced(key)}:{spaced(source.one_of(values))}" for key in keys]
    return "{" + ",".join(pairs) + "}"


def _labels(line: bytes) -> tuple[object, object]:
    values = json.loads(line)
    assert isinstance(values, dict), line
    truth, prediction = values.get("a"), values.get("b")
    assert not isinstance(truth, list | dict), line
    assert not isinstance(prediction, list | dict), line
    return _told_apart(truth), _told_apart(prediction)


def _told_apart(value: object) -> object:
    """Text unchanged; 1, 1.0 and true with their types, since they are equal as dictionary keys."""
    if is_missing(value):
        return None
    return value if isinstance(value, str) else (type(value), value)


def _counted(content: bytes, name: str, read: Callable) -> Iterator[Counter]:
    """DuckDB's counts by `tabulate` and by the command line: both read a file, or neither does."""
    path = _FOLDER / name
    path.write_bytes(content)
    one = data_file(str(path), None)
    rows = _found(read, one)
    joint = _found(lambda one: joint_of(_CONNECTION, [one], _JOB), one)
    assert (rows is None) == (joint is None), content
    if rows is not None:
        READ[name] += 1
        columns = (rows["b"].truth, rows["b"].prediction, rows["b"].n)
        yield _sum(*map(values, columns))
        yield _sum(joint.columns["a"], joint.columns["b"], joint.n)


def _found(read: Callable, one: DataFile) -> Any:
    try:
        return read(one)
    except InputError as error:
        if not str(error).startswith(one.path):
            raise
        return None


def _sum(truth: Iterable, prediction: Iterable, counts: Iterable) -> Counter:
    found = Counter()
    for row in zip(truth, prediction, counts, strict=True):
        found[_told_apart(row[0]), _told_apart(row[1])] += int(row[2])
    return found
