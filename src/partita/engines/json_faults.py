"""What is wrong in JSON lines, and where: read line by line once something was refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import InputError
from ..labels.wording import article, show
from .files import bounded_lines
from .job import Job
from .places import Place
from .text_check import opened

LONGEST_OBJECT = 1 << 26  # bytes


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


def is_suspect(columns: Iterable[Any], job: Job) -> bool:
    """Whether labels hold something that has to be refused with its place."""
    for column in columns:
        kinds = set(map(type, column))
        gaps = type(None) in kinds and job.options.missing == "error"
        if gaps or len(kinds - {type(None)}) > 1 or kinds & {list, dict}:
            return True
    return False


def _check(place: str, line: bytes, job: Job, kinds: dict[Any, type]) -> None:
    try:
        values = json.loads(line)
    except RecursionError as error:
        raise InputError(f"{place}: nested too deeply; labels are texts and numbers") from error
    except ValueError as error:
        if "digits" in str(error):
            raise InputError(f"{place}: a number of too many digits; write it as a text") from error
        raise InputError(f"{place}: no JSON: {error}; write one object a line") from error
    if not isinstance(values, dict):
        raise InputError(f"{place}: {article(type(values).__name__)}; expected an object a line")
    for name in (job.truth, *job.predictions):
        value = values.get(name)
        where = f"{place}, column {show(name)}"
        if value is None:
            if job.options.missing == "error":
                raise InputError(
                    f"{where}: the value is missing; fill it, or choose what missing values mean: "
                    "drop, singletons or category"
                )
            continue
        if isinstance(value, list | dict):
            raise InputError(f"{where}: {show(value)} is no label; write a text or a number")
        kind = kinds.setdefault(name, type(value))
        if type(value) is not kind:
            raise InputError(
                f"{where}: {show(value)} is {article(type(value).__name__)}, and labels before it "
                f"are {kind.__name__}: labels must be of one kind in all files"
            )
