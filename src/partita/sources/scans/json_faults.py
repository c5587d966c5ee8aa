"""What is wrong in JSON lines, and where: read line by line once something was refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ...base.errors import InputError
from ...base.wording import article, show
from ...labels.names import is_missing
from ..files.column import GROUPS, POLICIES, is_weight, no_number
from ..files.delimited import BYTE_ORDER_MARK, bounded_lines
from ..files.places import Place, listed_paths, named
from ..files.text_check import opened
from ..rows.job import Job

LONGEST_OBJECT = 1 << 26  # bytes
_OBJECTS = "expected an object a line"
_LONGEST_NUMBER = 4300  # digits that Python reads


def refuse_suspect(found: Sequence[Place], columns: Mapping[Any, Sequence[Any]], job: Job) -> None:
    """Refuse, with its place, what DuckDB takes from lines and is no label, weight or group."""
    if not len(columns[job.truth]):
        raise InputError(f"{listed_paths(found)}: no data")
    for name in (job.truth, *job.predictions):
        if name in columns and _is_absent(columns[name]):
            files = listed_paths(found)
            raise InputError(f"{files}: no line has the key {show(name)}, or all are missing")
    if any(_is_suspect(name, column, job) for name, column in columns.items()):
        refuse_fault(found, job)
    if _has_empty_row(columns):
        _refuse_null(found)


def refuse_fault(found: Iterable[Place], job: Job) -> None:
    """Refuse the first line that is no object or holds no labels, by file, row and column."""
    kinds: dict[Any, type] = {}
    for place, line in _lines(found):
        if line.strip():
            _check(place, line, job, kinds)


def _lines(found: Iterable[Place]) -> Iterator[tuple[str, bytes]]:
    """Lines of the files, each with its place for a message."""
    for one in found:
        with opened(one) as file:
            for number, line in enumerate(bounded_lines(file, one.path, LONGEST_OBJECT), start=1):
                yield f"{one.path}, line {number}", line


@contextmanager
def placed(found: Sequence[Place], job: Job) -> Iterator[None]:
    """Say by our own reader what was refused, and where: DuckDB counts lines from another start."""
    with named(found):
        try:
            yield
        except InputError:
            refuse_fault(found, job)
            raise


def _is_absent(column: Sequence[Any]) -> bool:
    return all(map(is_missing, column))


def _is_suspect(name: Any, column: Sequence[Any], job: Job) -> bool:
    """Whether a value of a column has to be refused; most columns are cleared by their types."""
    kinds = set(map(type, column))
    if name != job.weights:
        if any(kinds <= {kind, type(None)} for kind in (str, int, bool)):
            return type(None) in kinds and bool(_fault(name, None, job))
        if len({type(value) for value in column if not is_missing(value)}) > 1:
            return True
    return any(_fault(name, value, job) for value in column)


def _has_empty_row(columns: Mapping[Any, Sequence[Any]]) -> bool:
    """Whether some row has no value at all: DuckDB reads a line ``null`` so, which is no object."""
    if not all(type(None) in set(map(type, column)) for column in columns.values()):
        return False
    rows = zip(*columns.values(), strict=True)
    return any(all(value is None for value in row) for row in rows)


def _refuse_null(found: Iterable[Place]) -> None:
    for place, line in _lines(found):
        if line.strip() == b"null":
            raise InputError(f"{place}: null; {_OBJECTS}")


def _fault(name: Any, value: Any, job: Job) -> str:
    """What is wrong with a value of a column, and the way out; nothing, if nothing is."""
    if isinstance(value, _LongNumber):
        return "a number of too many digits; write it as a text"
    if name == job.weights:
        return "" if is_weight(value) else no_number(value, "weight")
    if isinstance(value, list | dict):
        return f"{show(value)} is no label; write a text or a number"
    missing = is_missing(value)  # null, or NaN, which Python writes into JSON
    if missing and name == job.groups:
        return f"the value is missing; {GROUPS}"
    if missing and job.policies.missing == "error":
        return f"the value is missing; {POLICIES}"
    return ""


def _check(place: str, line: bytes, job: Job, kinds: dict[Any, type]) -> None:
    values = _object(place, line)
    for name in job.columns:
        if name in values.twice:
            raise InputError(f"{place}: the key {show(name)} stands twice; keep one")
        value = values.get(name)
        fault = _fault(name, value, job)
        kind = type(value) if is_missing(value) else kinds.setdefault(name, type(value))
        if type(value) is not kind and name != job.weights:
            fault = fault or (
                f"{show(value)} is {article(type(value).__name__)}, and labels before it "
                f"are {kind.__name__}: labels must be of one kind in all files"
            )
        if fault:
            raise InputError(f"{place}, column {show(name)}: {fault}")


class _Object(dict[str, Any]):
    """An object of JSON, and the keys that stand in it twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.twice = {key for key in self if keys.count(key) > 1} if len(self) < len(keys) else ()


class _LongNumber:
    """A whole number of more digits than Python reads."""


def _whole(text: str) -> int | _LongNumber:
    return int(text) if len(text) <= _LONGEST_NUMBER else _LongNumber()


def _object(place: str, line: bytes) -> _Object:
    """The object of a line; what it holds beside the columns asked for is not judged."""
    if line.startswith(BYTE_ORDER_MARK):
        raise InputError(f"{place}: a byte order mark; save the file as UTF-8 without it")
    try:
        text = line.rstrip(b"\r\n").decode()
        values = json.loads(text, object_pairs_hook=_Object, parse_int=_whole)
        half = re.search("[\ud800-\udfff]", json.dumps(values, ensure_ascii=False, default=str))
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place}: byte 0x{line[error.start]:02x} at position {error.start + 1} is not UTF-8; "
            "save the file as UTF-8 text"
        ) from error
    except RecursionError as error:
        raise InputError(f"{place}: nested too deeply; labels are texts and numbers") from error
    except ValueError as error:
        where = getattr(error, "pos", 0) + 1
        said = getattr(error, "msg", str(error))
        raise InputError(
            f"{place}, position {where}: no JSON: {said}; write one object a line"
        ) from error
    if not isinstance(values, _Object):
        kind = "null" if values is None else article(type(values).__name__)
        raise InputError(f"{place}: {kind}; {_OBJECTS}")
    if half is not None:
        raise InputError(
            f"{place}: \\u{ord(half[0]):04x} is one half of a character (a surrogate) without the "
            "other; write the character itself"
        )
    return values
