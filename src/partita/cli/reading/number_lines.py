"""Numbers in JSON lines: a key for each column, or one key with an object of numbers.

They are read by our own reader, since a column may hold both 1 and 0.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import InputError
from ...base.wording import alternatives, show
from ...labels import read_policies
from ...labels.names import is_missing
from ...sources.files.column import not_a
from ...sources.files.data_files import DataFile
from ...sources.rows.job import Job
from ...sources.scans.json_lines import JsonObject, check_labels, objects
from .numbers import Numbers

_PIECE = 20_000  # lines that are held at a time


class Line(NamedTuple):
    """The place of a line, for a message, and its values by column."""

    place: str
    read: Mapping[str, Any]


class Piece(NamedTuple):
    """Some lines, and the place of each, which is read again when a message needs it."""

    lines: list[Line]
    place: Callable[[int], str]


def pieces(files: list[DataFile], job: Job) -> Iterator[Piece]:
    """The lines of the files, their true labels checked if there are any."""
    lines = _labeled(files, job)
    start = 0
    while found := list(islice(lines, _PIECE)):
        yield Piece(found, _later(files, start))
        start += len(found)


def _labeled(files: list[DataFile], job: Job) -> Iterator[Line]:
    names, kinds = job.columns, dict[Any, type]()
    labels = Job(job.truth, (), policies=read_policies("drop"))  # our caller refuses missing ones
    for place, read in objects(files, names):
        absent = next((name for name in names if name not in read), None)
        if absent is not None:
            raise InputError(f"{place}: no key {show(absent)}; {alternatives(absent, [*read])}")
        check_labels(place, read, labels, kinds)
        yield Line(place, {name: read[name] for name in names})


def _later(files: list[DataFile], start: int) -> Callable[[int], str]:
    """The place of a line of the piece that starts at this line, by reading the files again."""
    return lambda row: next(islice(objects(files, ()), start + row, None))[0]


def add_lines(side: Numbers, piece: Piece) -> None:
    """Add the numbers of lines to the columns of a side."""
    lines = piece.lines
    holder = side.holder or _holder(side, lines[0])
    if holder is None:
        columns = [[line.read[name] for line in lines] for name in side.names]
    else:
        columns = _keyed(side, lines, holder)
    for at, values in enumerate(columns):
        numbers = [
            _number(value, line.place, side, at) for line, value in zip(lines, values, strict=True)
        ]
        side.add_typed(at, np.array(numbers, np.float64), piece.place)


def _holder(side: Numbers, line: Line) -> str | None:
    """The only column of a side, if its first line has an object there."""
    name = side.names[0]
    alone = len(side.names) == 1 and isinstance(line.read[name], Mapping)
    return name if alone else None


def _keyed(side: Numbers, lines: list[Line], holder: str) -> list[list[Any]]:
    """Make a column of each key of the objects; a key that an object does not have is 0."""
    values = []
    for place, read in lines:
        value = read[holder]
        _check_object(value, f"{place}, column {show(holder)}")
        values.append(value)
    side.name_keys(key for value in values for key in value)
    return [[value.get(key, 0) for value in values] for key in side.names]


def _check_object(value: Any, place: str) -> None:
    example = 'write an object with a number for each key, such as {"a": 0.5, "b": 0.5}'
    if not isinstance(value, JsonObject):
        found = "a missing value" if is_missing(value) else show(value)
        raise InputError(f"{place}: {found}, where lines before it have an object: {example}")
    if not value:
        raise InputError(f"{place}: an object without keys: {example}")
    if value.twice:
        raise InputError(f"{place}: the key {show(min(value.twice))} occurs twice; keep one")


def _number(value: Any, place: str, side: Numbers, at: int) -> float:
    """A number of JSON, NaN for null; true counts as 1, as in rough clusterings."""
    if value is None:
        return nan
    if type(value) not in (int, float, bool):
        fault = not_a(side.rules.noun, value)
        if isinstance(value, Mapping):
            fault = (
                "an object, where a number belongs: a column of objects is named alone, and holds"
                " an object in each line"
            )
        raise InputError(f"{place}, {side.column(at)}: {fault}")
    try:
        return float(value)
    except OverflowError:
        return inf
