"""Truth in one place and predictions in another: matched by the id of each object.

An id that stands twice, or is missing, is refused; an id that only one side has is refused, left
out, or kept with a missing label, as asked.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from ...base.errors import InputError
from ...base.wording import show
from ...labels.names import is_missing
from ..databases.connection import database, refusal
from ..databases.dialects import quoted
from ..databases.duck import relation_rows, types_of
from ..files.places import STDIN, Place, places
from ..files.text_check import agrees
from ..rows.job import Job
from ..rows.rows import Rows
from .relation_files import check_files
from .scans import admit, parquet
from .text_scan import text_table

_SIDES = ("truth", "prediction")


def joined_rows(source: Any, job: Job) -> dict[Any, Rows]:
    """Match two files, or two DuckDB relations of one connection, and count."""
    if all(isinstance(one, str | os.PathLike) for one in source):
        with database(job) as connection:
            return _named(matched_files(connection, source, job), job)
    if all(hasattr(one, "query") and hasattr(one, "project") for one in source):
        for one, columns in zip(source, _columns(job), strict=True):
            check_files(one, columns)
        return _named(_matched(list(source), list(_SIDES), job), job)
    raise InputError(
        "on= matches two files, or two DuckDB relations: pass (truth source, prediction source)"
    )


def _named(relation: Any, job: Job) -> dict[Any, Rows]:
    rows = relation_rows(relation, by_role(job)).values()
    return dict(zip(job.predictions, rows, strict=True))


def matched_files(connection: Any, source: Any, job: Job) -> Any:
    """Two files as one relation with all columns."""
    sides = zip(source, _columns(job), strict=True)
    relations = [_relation(connection, one, names, job) for one, names in sides]
    return _matched(relations, [os.fspath(one) for one in source], job)


def _columns(job: Job) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What is read of each side; weights and groups stand beside the truth."""
    beside = (name for name in (job.weights, job.groups) if name is not None)
    return (job.on, job.truth, *beside), (job.on, *job.predictions)


def _relation(connection: Any, source: Any, names: tuple[Any, ...], job: Job) -> Any:
    """A file as a relation with the named columns, checked where it is text."""
    found = places(source, job.delimiter)
    if any(one.path == STDIN or one.kind == "lines" for one in found):
        raise InputError(f"{found[0].path}: files that are matched by id are CSV, TSV or Parquet")
    admit(connection, found)
    wanted = replace(job, truth=names[0], predictions=names[1:], weights=None, groups=None)
    if found[0].kind == "parquet":
        text = parquet(connection, found, wanted)
        return connection.sql(f"SELECT {', '.join(map(quoted, names))} FROM {text}")  # noqa: S608 - names are quoted
    return connection.sql(" UNION ALL ".join(_checked(connection, one, names) for one in found))


def _checked(connection: Any, place: Place, names: tuple[Any, ...]) -> str:
    table, fields = text_table(place, names)
    try:
        count = connection.sql(f"SELECT COUNT(*) AS n FROM {table}")  # noqa: S608 - as above
        rows = int(count.fetchnumpy()["n"][0])
        good = agrees(place, rows, fields)
    except Exception as error:
        if not type(error).__module__.startswith(("duckdb", "_duckdb")):
            raise
        good = False
    if not good:
        _refuse_text(place, names)
    return f"SELECT * FROM {table}"  # noqa: S608 - as above


def _refuse_text(place: Place, names: tuple[Any, ...]) -> None:
    from ..files.delimited import read_chunks
    from ..files.text_check import opened

    with opened(place) as file:  # our own reader says what is wrong, and where
        for _ in read_chunks(
            file, place.path, [str(n) for n in names], place.delimiter or ",", 9999
        ):
            pass
    raise InputError(f"{place.path}: line ends of several kinds; write the file with one kind")


def _matched(relations: list[Any], names: list[str], job: Job) -> Any:
    key = quoted(str(job.on))
    types = list(map(types_of, relations))
    for kind, name, columns in zip(types, names, _columns(job), strict=True):
        for column in columns:
            if column not in kind:
                raise InputError(f"{name} has no column {show(column)}; it has {show(list(kind))}")
    ids = [kind[job.on] for kind in types]
    if ids[0] != ids[1]:
        raise InputError(
            f"{show(job.on)} is {ids[0]} in {names[0]} and {ids[1]} in {names[1]}: ids must be of "
            "one type to be compared"
        )
    try:
        for relation, name in zip(relations, names, strict=True):
            _check_ids(relation, name, key, ids[0])
        return _join(relations, names, job, key)
    except Exception as error:
        raise refusal(error) from error


def _check_ids(relation: Any, name: str, key: str, kind: str) -> None:
    ids = relation.aggregate(f"{key} AS id, COUNT(*) AS n", key)
    # Not isnan: statistics of Parquet leave NaN out, and DuckDB believes them.
    nan = " OR NOT (isfinite(id) OR isinf(id))" if kind in ("FLOAT", "DOUBLE") else ""
    found = ids.filter(f"n > 1 OR id IS NULL{nan}").limit(1).fetchall()
    if not found:
        return
    one, times = found[0]
    if is_missing(one):
        raise InputError(f"{name}: {times} rows have no id in column {key}: give every object one")
    raise InputError(f"{name}: the id {show(one)} stands {times} times in {key}: make ids unique")


def _join(relations: list[Any], names: list[str], job: Job, key: str) -> Any:
    """One relation of both, its columns named by their roles: two files may use one name."""
    left, right = (
        one.project(", ".join(quoted(str(c)) for c in dict.fromkeys(columns))).set_alias(side)
        for one, columns, side in zip(relations, _columns(job), ("a", "b"), strict=True)
    )
    condition = f"a.{key} = b.{key}"
    if job.unmatched == "error":
        _refuse_unmatched(left, right, names, condition, key)
    how = "outer" if job.unmatched == "missing" else "inner"
    if how == "outer" and (job.weights is not None or job.groups is not None):
        raise InputError(
            'weights and groups stand beside the truth: unmatched="missing" leaves objects without'
        )
    old = [(side, c) for side, own in zip(("a", "b"), _columns(job), strict=True) for c in own[1:]]
    new = [c for columns in _columns(by_role(job)) for c in columns[1:]]
    chosen = (
        f"{side}.{quoted(str(column))} AS {quoted(role)}"
        for (side, column), role in zip(old, new, strict=True)
    )
    return left.join(right, condition, how=how).project(", ".join(chosen))


def by_role(job: Job) -> Job:
    """The job with columns called by what they are for."""
    return replace(
        job,
        truth="truth",
        predictions=tuple(f"prediction {k}" for k in range(len(job.predictions))),
        weights=None if job.weights is None else "weights",
        groups=None if job.groups is None else "groups",
    )


def _refuse_unmatched(left: Any, right: Any, names: list[str], condition: str, key: str) -> None:
    for one, other, name, absent in ((left, right, *names), (right, left, *names[::-1])):
        odd = one.join(other, condition, how="anti")
        count, example = odd.aggregate(f"COUNT(*), MIN({key})").fetchall()[0]
        if count:
            raise InputError(
                f"{count} ids of {name} are not in {absent}, e.g. {show(example)}: keep ids "
                'that both have, or choose what the others mean: unmatched="drop" or "missing"'
            )
