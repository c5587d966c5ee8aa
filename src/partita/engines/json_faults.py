"""What is wrong in JSON lines, and where: read line by line once something was refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any

from ..errors import InputError
from ..labels.names import is_missing
from ..labels.wording import article, show
from .column import WEIGHTS
from .files import BYTE_ORDER_MARK, bounded_lines
from .job import Job
from .places import Place
from .text_check import opened

LONGEST_OBJECT = 1 << 26  # bytes


def refuse_suspect(found: Sequence[Place], columns: Mapping[Any, Sequence[Any]], job: Job) -> None:
    """Refuse, with its place, what DuckDB takes from lines and is no label, weight or group."""
    labelled = (job.truth, *job.predictions)
    for name in labelled:
        if name in columns and _is_absent(columns[name]):
            raise InputError(f"{found[0].path}: no line has the key {show(name)}, or all are null")
    mixed = any(_is_mixed(columns[name]) for name in labelled if name in columns)
    if mixed or _is_empty_somewhere(columns) or any(_faults(columns, job)):
        refuse_fault(found, job)


def refuse_fault(found: Iterable[Place], job: Job) -> None:
    """Refuse the first line that is no object or holds no labels, by file, row and column."""
    kinds: dict[Any, type] = {}
    for one in found:
        with opened(one) as file:
            for number, line in enumerate(bounded_lines(file, one.path, LONGEST_OBJECT), start=1):
                if line.strip():
                    _check(f"{one.path}, line {number}", line, job, kinds)


@contextmanager
def placed(found: Iterable[Place], job: Job) -> Iterator[None]:
    """Say by our own reader what was refused, and where: DuckDB counts lines from another start."""
    try:
        yield
    except InputError:
        refuse_fault(found, job)
        raise


def _is_absent(column: Sequence[Any]) -> bool:
    return len(column) > 0 and all(value is None for value in column)


def _is_mixed(column: Sequence[Any]) -> bool:
    return len(set(map(type, column)) - {type(None)}) > 1


def _is_empty_somewhere(columns: Mapping[Any, Sequence[Any]]) -> bool:
    """Whether some row has no value at all: DuckDB reads a line ``null`` so, which is no object."""
    rows = zip(*columns.values(), strict=True)
    return any(all(value is None for value in row) for row in rows)


def _faults(columns: Mapping[Any, Sequence[Any]], job: Job) -> Iterator[str]:
    return (_fault(name, value, job) for name, column in columns.items() for value in column)


def _fault(name: Any, value: Any, job: Job) -> str:
    """What is wrong with a value of a column, and the way out; nothing, if nothing is."""
    if name == job.weights:
        plain = type(value) in (int, float) and 0 <= value < inf
        return "" if plain else f"{show(value)} is no weight; {WEIGHTS}"
    if isinstance(value, list | dict):
        return f"{show(value)} is no label; write a text or a number"
    missing = is_missing(value)  # null, or NaN, which Python writes into JSON
    if missing and name == job.grouped:
        return "the value is missing, so the object belongs to no group; fill it"
    if missing and job.options.missing == "error":
        return (
            "the value is missing; fill it, or choose what missing values mean: "
            "drop, singletons or category"
        )
    return ""


def _check(place: str, line: bytes, job: Job, kinds: dict[Any, type]) -> None:
    values = _object(place, line)
    for name in job.columns:
        value = values.get(name)
        fault = _fault(name, value, job)
        kind = type(value) if value is None else kinds.setdefault(name, type(value))
        if type(value) is not kind and name != job.weights:
            fault = fault or (
                f"{show(value)} is {article(type(value).__name__)}, and labels before it "
                f"are {kind.__name__}: labels must be of one kind in all files"
            )
        if fault:
            raise InputError(f"{place}, column {show(name)}: {fault}")


def _object(place: str, line: bytes) -> dict[str, Any]:
    """The object of a line, by a reader as strict as DuckDB's."""
    if line.startswith(BYTE_ORDER_MARK):
        raise InputError(f"{place}: a byte order mark; save the file as UTF-8 without it")
    try:
        values = json.loads(line.rstrip(b"\r\n").decode(), object_pairs_hook=_distinct)
        json.dumps(values, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place}: byte 0x{line[error.start]:02x} at position {error.start + 1} is not UTF-8; "
            "save the file as UTF-8 text"
        ) from error
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        raise InputError(
            f"{place}: \\u{half:04x} is one half of a character (a surrogate) without the other; "
            "write the character itself"
        ) from error
    except KeyError as error:
        raise InputError(f"{place}: the key {show(error.args[0])} stands twice; keep one") from None
    except RecursionError as error:
        raise InputError(f"{place}: nested too deeply; labels are texts and numbers") from error
    except json.JSONDecodeError as error:
        raise InputError(
            f"{place}, position {error.pos + 1}: no JSON: {error.msg}; write one object a line"
        ) from error
    except ValueError as error:
        raise InputError(f"{place}: a number of too many digits; write it as a text") from error
    if not isinstance(values, dict):
        kind = "null" if values is None else article(type(values).__name__)
        raise InputError(f"{place}: {kind}; expected an object a line")
    return values


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise KeyError(key)
        values[key] = value
    return values
