"""Which sets of clusters columns of masses belong to: by their names, or by a second file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...base.errors import InputError
from ...base.wording import number_of
from ...sources.files.column import Column
from ...sources.files.data_files import STDIN, data_file
from ...sources.files.delimited import read_header, read_stream

EMPTY, ALL = ("{}", "∅"), ("{*}", "Ω", "\N{OHM SIGN}")
_FLAGS = {"0": False, "1": True, "FALSE": False, "TRUE": True, "False": False, "True": True}


class FocalSets(NamedTuple):
    """A set for each column of masses: names of clusters, or flags of these clusters."""

    sets: Any
    clusters: list[str] | None


def sets_of_names(names: Sequence[str], separator: str, option: str) -> FocalSets:
    """Read the name of each column as a set: a|b is the set of a and b."""
    known = [_clusters(name, separator) for name in names]
    every = frozenset().union(*(part for part in known if part is not None))
    sets = [every if part is None else part for part in known]
    if not every:
        raise InputError(f"{option} names no cluster: name the columns of all sets")
    seen: dict[frozenset[str], str] = {}
    for one, name in zip(sets, names, strict=True):
        first = seen.setdefault(one, name)
        if first != name:
            raise InputError(
                f"{option}: {first!r} and {name!r} name the same set of clusters: add their masses"
                " up under one name"
            )
    if all(len(one) == 1 for one in sets):
        raise InputError(
            f"{option}: no column names a set of several clusters, as {f'a{separator}b'!r} would:"
            " name the separator of the columns (--set-separator) or a file with the sets"
            " (--focal-sets); for masses on single clusters write --kind fuzzy"
        )
    return FocalSets(sets, None)


def _clusters(name: str, separator: str) -> frozenset[str] | None:
    """The clusters in the name of a column; None for all clusters."""
    if name in ALL:
        return None
    if name in EMPTY:
        return frozenset()
    parts = name.split(separator)
    where = f"column {name!r}, read as a set of clusters separated by {separator!r}"
    if "" in parts:
        raise InputError(
            f"{where}, has a cluster without a name: write {{}} for the empty set, or choose a"
            " --set-separator that no cluster contains"
        )
    if any(part != part.strip() for part in parts):
        raise InputError(f"{where}, has a blank next to a name: rename it, for example 'a|b'")
    twice = next((part for part in parts if parts.count(part) > 1), None)
    if twice is not None:
        raise InputError(f"{where}, names {twice!r} twice: once is enough")
    return frozenset(parts)


def sets_of_file(path: str, names: Sequence[str], option: str, delimiter: str | None) -> FocalSets:
    """Read a table with a row for each column of masses and a column for each cluster."""
    titles, columns = _table(path, delimiter)
    rows = [list(row) for row in zip(*map(_flags, columns), strict=True)]
    if len(rows) != len(names):
        raise InputError(
            f"{path} has {number_of(len(rows), 'row', 'rows')} below its header, and {option} names"
            f" {number_of(len(names), 'column', 'columns')}: give a row for each column, in the"
            " same order"
        )
    if titles is not None and set(titles.labels) == set(names):
        _check_order(titles, names, option)
    seen: dict[tuple[bool, ...], int] = {}
    for at, row in enumerate(rows):
        first = seen.setdefault(tuple(row), at)
        if first != at:
            raise InputError(
                f"{columns[0].line(at)}: column {names[at]!r} gets the set of column"
                f" {names[first]!r}: add these columns up, and delete this row"
            )
    return FocalSets(rows, [column.name for column in columns])


def _table(path: str, delimiter: str | None) -> tuple[Column | None, list[Column]]:
    """The names of the rows, if the first column has no name, and the columns of clusters."""
    file = data_file(path, delimiter)
    if path == STDIN or file.kind != "text":
        raise InputError(f"{path}: focal sets are read from a file, CSV or TSV")
    with file.opened() as opened:
        try:
            header = read_header(opened, path, [], file.delimiter)
        except InputError as error:
            raise InputError(f"{error} (the first line must name the clusters)") from error
    with file.opened() as opened:
        columns = read_stream(opened, path, header, file.delimiter)
    if header[0]:
        return None, columns
    if len(columns) == 1:
        raise InputError(f"{path}: no column has a name: name a column for each cluster")
    return columns[0], columns[1:]


def _check_order(titles: Column, names: Sequence[str], option: str) -> None:
    """Refuse rows that are called as the columns of masses are, in another order."""
    for row, (title, name) in enumerate(zip(titles.labels, names, strict=True)):
        if title != name:
            raise InputError(
                f"{titles.line(row)}: the row is called {title!r}, but column {row + 1} of {option}"
                f" is {name!r}: give both in the same order"
            )


def _flags(column: Column) -> list[bool]:
    flags = []
    for row, text in enumerate(column.labels):
        shown = (text or "").removesuffix(".0")
        if shown not in _FLAGS:
            raise InputError(
                f"{column.place(row)}: expected 1 if the set contains the cluster and 0 if not,"
                f" found {text or 'an empty field'}"
            )
        flags.append(_FLAGS[shown])
    return flags
