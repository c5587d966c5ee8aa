"""JSON lines: counted by DuckDB; our own reader finds the place of what has to be refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import article, show
from ...labels.names import is_missing
from ..databases.connection import duckdb_errors, one_file
from ..databases.cursor import named_rows
from ..databases.dialects import literal
from ..databases.duck import fetched_texts, values
from ..databases.statements import statement
from ..files.column import GROUPS, POLICIES, is_weight, not_a
from ..files.data_files import DataFile, listed_paths, naming
from ..files.delimited import BYTE_ORDER_MARK, bounded_lines
from ..rows.job import Job
from ..rows.rows import Rows

_LONGEST_OBJECT = 1 << 26  # bytes
_OBJECTS = "expected one object per line"
_LONGEST_NUMBER = 4300  # digits that Python reads


def line_rows(connection: Any, files: list[DataFile], job: Job) -> dict[Any, Rows]:
    """Count JSON lines; labels keep their JSON type, so 1 and "1" never become one label."""
    with placed(files, job):
        with duckdb_errors():
            cells = fetched_texts(connection.sql(statement(json_lines(files, job), job)))
        found = named_rows({key: from_json(column) for key, column in cells.items()}, job)
    for name, rows in found.items():
        given = {job.truth: rows.truth, name: rows.prediction}
        given |= {job.weights: rows.weights, job.groups: rows.group}
        read = {name: column for name, column in given.items() if column is not None}
        refuse_suspect(files, read, job)
    return found


def json_lines(files: list[DataFile], job: Job) -> str:
    """The files as a table in SQL, every value as its JSON text."""
    columns = ", ".join(f"{literal(str(name))}: 'JSON'" for name in job.columns)
    paths = ", ".join(map(one_file, files))
    return (
        f"read_json([{paths}], format='newline_delimited', columns={{{columns}}}, "
        f"compression={literal(files[0].packed)}, ignore_errors=false, "
        f"hive_partitioning=false, maximum_object_size={_LONGEST_OBJECT})"
    )


def from_json(column: Any) -> Any:
    """The values of JSON texts, each distinct text read once; numbers of rows stay as they are."""
    if isinstance(column, np.ndarray) and np.issubdtype(column.dtype, np.integer):
        return column  # n, and the marks of grouping sets
    texts, places = _distinct(column)
    try:
        read = json.loads(f"[{','.join(texts)}]")
    except (RecursionError, ValueError) as error:
        raise InputError("a value is nested too deeply, or is a number of many digits") from error
    known = np.fromiter((*read, None), dtype=object, count=len(texts) + 1)
    return known[places]


def _distinct(column: Any) -> tuple[list[str], Any]:
    """The distinct texts and the number of each entry's text; a missing one has the number -1."""
    if hasattr(column, "dictionary_encode"):
        found = column.dictionary_encode().combine_chunks()
        return found.dictionary.to_pylist(), found.indices.fill_null(-1).to_numpy(
            zero_copy_only=False
        )
    number: dict[str, int] = {}
    places = [
        -1 if text is None else number.setdefault(text, len(number)) for text in values(column)
    ]
    return list(number), np.array(places, dtype=np.intp)


@contextmanager
def placed(files: Sequence[DataFile], job: Job) -> Iterator[None]:
    """Give errors the place that our own reader finds; DuckDB counts lines differently."""
    with naming(files):
        try:
            yield
        except InputError:
            refuse_fault(files, job)
            raise


def refuse_suspect(
    files: Sequence[DataFile], columns: Mapping[Any, Sequence[Any]], job: Job
) -> None:
    """Refuse, with its place, a value that DuckDB reads but that no label, weight or group has."""
    if not len(columns[job.truth]):
        raise InputError(f"{listed_paths(files)}: no data")
    for name in (job.truth, *job.predictions):
        if name in columns and all(map(is_missing, columns[name])):
            raise InputError(
                f"{listed_paths(files)}: no line has the key {show(name)}, or all are missing"
            )
    if any(_is_suspect(name, column, job) for name, column in columns.items()):
        refuse_fault(files, job)
    if _has_empty_row(columns):
        _refuse_null(files)


def refuse_fault(files: Iterable[DataFile], job: Job) -> None:
    """Refuse the first line that is not an object or holds no labels, by file, line and column."""
    kinds: dict[Any, type] = {}
    for place, read in objects(files, job.columns):
        check_labels(place, read, job, kinds)


def objects(files: Iterable[DataFile], names: Sequence[Any]) -> Iterator[tuple[str, JsonObject]]:
    """The object of each line with its place, by our own reader; each name occurs once in it."""
    for place, line in _lines(files):
        if not line.strip():
            continue
        read = _object(place, line)
        for name in names:
            if name in read.twice:
                raise InputError(f"{place}: the key {show(name)} occurs twice; keep one")
        yield place, read


def _lines(files: Iterable[DataFile]) -> Iterator[tuple[str, bytes]]:
    """The lines of the files, each with its place for a message."""
    for one in files:
        with one.opened() as file:
            for number, line in enumerate(bounded_lines(file, one.path, _LONGEST_OBJECT), start=1):
                yield f"{one.path}, line {number}", line


def _is_suspect(name: Any, column: Sequence[Any], job: Job) -> bool:
    """Whether a column may hold a value to refuse; its types alone clear most columns."""
    kinds = set(map(type, column))
    if name != job.weights:
        if any(kinds <= {kind, type(None)} for kind in (str, int, bool)):
            return type(None) in kinds and bool(_fault(name, None, job))
        if len({type(value) for value in column if not is_missing(value)}) > 1:
            return True
    return any(_fault(name, value, job) for value in column)


def _has_empty_row(columns: Mapping[Any, Sequence[Any]]) -> bool:
    """Whether some row has no value at all, as DuckDB reads a line ``null``."""
    if not all(type(None) in set(map(type, column)) for column in columns.values()):
        return False
    rows = zip(*columns.values(), strict=True)
    return any(all(value is None for value in row) for row in rows)


def _refuse_null(files: Iterable[DataFile]) -> None:
    for place, line in _lines(files):
        if line.strip() == b"null":
            raise InputError(f"{place}: null; {_OBJECTS}")


def _fault(name: Any, value: Any, job: Job) -> str:
    """What is wrong with a value of a column, and the remedy; empty if nothing is."""
    if isinstance(value, _LongNumber):
        return "a number with too many digits; write it as a text"
    if name == job.weights:
        return "" if is_weight(value) else not_a("weight", value)
    if isinstance(value, list | dict):
        return f"{show(value)} is not a label; write a text or a number"
    missing = is_missing(value)  # null, or NaN, which Python writes into JSON
    if missing and name == job.groups:
        return f"the value is missing; {GROUPS}"
    if missing and job.required:
        return f"the value is missing; {POLICIES}"
    return ""


def check_labels(place: str, values: Mapping[str, Any], job: Job, kinds: dict[Any, type]) -> None:
    """Refuse an object without labels; `kinds` remembers the type of each column's labels."""
    for name in job.columns:
        value = values.get(name)
        fault = _fault(name, value, job)
        kind = type(value) if is_missing(value) else kinds.setdefault(name, type(value))
        if type(value) is not kind and name != job.weights:
            fault = fault or (
                f"{show(value)} is {article(type(value).__name__)}, but labels before it are "
                f"{kind.__name__}: labels must be of one type in all files"
            )
        if fault:
            raise InputError(f"{place}, column {show(name)}: {fault}")


class JsonObject(dict[str, Any]):
    """An object of JSON, and the keys that occur in it twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.twice = {key for key in self if keys.count(key) > 1} if len(self) < len(keys) else ()


class _LongNumber:
    """An integer with more digits than Python reads."""


def _integer(text: str) -> int | _LongNumber:
    return int(text) if len(text) <= _LONGEST_NUMBER else _LongNumber()


def _object(place: str, line: bytes) -> JsonObject:
    """The object of a line; keys other than the columns of the job may hold anything."""
    if line.startswith(BYTE_ORDER_MARK):
        raise InputError(f"{place}: a byte order mark; save the file as UTF-8 without it")
    try:
        text = line.rstrip(b"\r\n").decode()
        values = json.loads(text, object_pairs_hook=JsonObject, parse_int=_integer)
        half = re.search("[\ud800-\udfff]", json.dumps(values, ensure_ascii=False, default=str))
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place}: byte 0x{line[error.start]:02x} at position {error.start + 1} is not UTF-8; "
            "save the file as UTF-8 text"
        ) from error
    except RecursionError as error:
        raise InputError(f"{place}: nested too deeply; labels are texts and numbers") from error
    except ValueError as error:
        where, reason = getattr(error, "pos", 0) + 1, getattr(error, "msg", str(error))
        raise InputError(
            f"{place}, position {where}: not JSON: {reason}; write one object per line"
        ) from error
    if not isinstance(values, JsonObject):
        kind = "null" if values is None else article(type(values).__name__)
        raise InputError(f"{place}: {kind}; {_OBJECTS}")
    if half is not None:
        raise InputError(
            f"{place}: \\u{ord(half[0]):04x} is one half of a character (a surrogate) without the "
            "other half; write the character itself"
        )
    return values
