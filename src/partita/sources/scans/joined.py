"""Truth in one source and predictions in another, joined by the id of each object.

Duplicate and missing ids are rejected. An object whose id only one side has is an error, is left
out, or gets a missing label on the other side.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any, NoReturn

from ...base.errors import InputError
from ...base.wording import alternatives, number_of, show
from ...labels.names import is_missing
from ..databases.connection import database, duckdb_errors, is_of_duckdb
from ..databases.dialects import quoted
from ..databases.duck import relation_rows, types_of
from ..files.data_files import STDIN, DataFile, data_files
from ..files.text_check import agrees
from ..rows.job import Job
from ..rows.rows import Rows
from .obs_rows import obs_table
from .relation_files import check_files
from .scans import admit, parquet, text_chunks
from .text_scan import text_table

ID = "id"  # the column of ids, as texts, in a relation of both sides
_SIDES = ("truth", "prediction")


def joined_rows(source: Any, job: Job) -> dict[Any, Rows]:
    """Join two files, or two DuckDB relations of one connection, and count."""
    if all(isinstance(one, str | os.PathLike) for one in source):
        with database(job) as connection:
            return _counted(joined_files(connection, source, job), job)
    if all(hasattr(one, "query") and hasattr(one, "project") for one in source):
        for one, columns in zip(source, _columns(job), strict=True):
            check_files(one, columns)
        return _counted(_joined(list(source), list(_SIDES), job), job)
    raise InputError(
        "on= matches two files, or two DuckDB relations: pass (truth source, prediction source)"
    )


def _counted(relation: Any, job: Job) -> dict[Any, Rows]:
    rows = relation_rows(relation, by_role(job)).values()
    return dict(zip(job.predictions, rows, strict=True))


def joined_files(connection: Any, source: Any, job: Job) -> Any:
    """Two files as one relation, its columns named by their roles."""
    sides = zip(source, _columns(job), strict=True)
    relations = [_relation(connection, one, names, job) for one, names in sides]
    return _joined(relations, list(map(_named, source)), job)


def _named(source: Any) -> str:
    """The files of one side, for a message."""
    return ", ".join(source) if isinstance(source, list) else os.fspath(source)


def by_role(job: Job) -> Job:
    """The job with columns named by their roles, since two files may share a name."""
    return replace(
        job,
        truth=None if job.truth is None else "truth",
        soft_truth=tuple(f"truth {k}" for k in range(len(job.soft_truth))),
        predictions=tuple(f"prediction {k}" for k in range(len(job.predictions))),
        weights=None if job.weights is None else "weights",
        groups=None if job.groups is None else "groups",
        ids=None if job.ids is None else ID,
    )


def _columns(job: Job) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The columns of each side, the id first; weights and groups belong to the truth."""
    others = (name for name in (job.truth, job.weights, job.groups) if name is not None)
    return (job.on, *job.soft_truth, *others), (job.on, *job.predictions)


def _relation(connection: Any, source: Any, names: tuple[Any, ...], job: Job) -> Any:
    """A file as a relation with the named columns; text is checked first."""
    files = data_files(source, job.delimiter)
    if any(one.path == STDIN or one.kind == "lines" for one in files):
        raise InputError(
            f"{files[0].path}: files that are matched by id must be CSV, TSV, Parquet or .h5ad"
        )
    admit(connection, files)
    wanted = replace(job, truth=names[0], soft_truth=(), predictions=names[1:])
    wanted = replace(wanted, weights=None, groups=None, ids=None)  # they are among the names
    if files[0].kind == "obs":
        return connection.from_arrow(obs_table(files, wanted))
    if files[0].kind == "parquet":
        text = parquet(connection, files, wanted)
        return connection.sql(f"SELECT {', '.join(map(quoted, names))} FROM {text}")  # noqa: S608 - names are quoted
    return connection.sql(" UNION ALL ".join(_checked(connection, one, wanted) for one in files))


def _checked(connection: Any, file: DataFile, job: Job) -> str:
    """A text file in SQL, if DuckDB reads it correctly."""
    table, fields = text_table(file, job.columns)
    try:
        count = connection.sql(f"SELECT COUNT(*) AS n FROM {table}")  # noqa: S608 - as above
        good = agrees(file, int(count.fetchnumpy()["n"][0]), fields)
    except Exception as error:
        if not is_of_duckdb(error):
            raise
        good = False
    if not good:
        _refuse_text(file, job)
    return f"SELECT * FROM {table}"  # noqa: S608 - as above


def _refuse_text(file: DataFile, job: Job) -> NoReturn:
    for _ in text_chunks([file], job):  # our own reader names the fault and its place
        pass
    raise InputError(f"{file.path}: line ends of several kinds; write the file with one kind")


def _joined(relations: list[Any], names: list[str], job: Job) -> Any:
    key = quoted(str(job.on))
    types = list(map(types_of, relations))
    for kinds, name, columns in zip(types, names, _columns(job), strict=True):
        for column in columns:
            if column not in kinds:
                raise InputError(
                    f"{name} has no column {show(column)}; {alternatives(column, [*kinds])}"
                )
    ids = [kinds[job.on] for kinds in types]
    if ids[0] != ids[1]:
        raise InputError(
            f"{show(job.on)} is {ids[0]} in {names[0]} and {ids[1]} in {names[1]}: ids must be of "
            "one type; cast the column in one of them"
        )
    with duckdb_errors():
        for relation, name in zip(relations, names, strict=True):
            _check_ids(relation, name, key, ids[0])
        return _join(relations, names, job, key)


def _check_ids(relation: Any, name: str, key: str, kind: str) -> None:
    ids = relation.aggregate(f"{key} AS id, COUNT(*) AS n", key)
    # Not isnan: statistics of Parquet files omit NaN, and DuckDB relies on them.
    nan = " OR NOT (isfinite(id) OR isinf(id))" if kind in ("FLOAT", "DOUBLE") else ""
    found = ids.filter(f"n > 1 OR id IS NULL{nan}").limit(1).fetchall()
    if not found:
        return
    one, times = found[0]
    if is_missing(one):
        gaps = number_of(times, "row has", "rows have")
        raise InputError(f"{name}: {gaps} no id in column {key}: give every object an id")
    raise InputError(f"{name}: the id {show(one)} occurs {times} times in {key}: make ids unique")


def _join(relations: list[Any], names: list[str], job: Job, key: str) -> Any:
    """One relation of both, its columns named by their roles."""
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
            'weights and groups come from the truth, so unmatched="missing" gives objects without '
            'them: pass unmatched="drop"'
        )
    old = [(side, c) for side, own in zip(("a", "b"), _columns(job), strict=True) for c in own[1:]]
    new = [c for columns in _columns(by_role(job)) for c in columns[1:]]
    chosen = (
        f"{side}.{quoted(str(column))} AS {quoted(role)}"
        for (side, column), role in zip(old, new, strict=True)
    )
    ids = f"COALESCE(a.{key}, b.{key})::VARCHAR AS {quoted(ID)}"
    return left.join(right, condition, how=how).project(", ".join((*chosen, ids)))


def _refuse_unmatched(left: Any, right: Any, names: list[str], condition: str, key: str) -> None:
    for one, other, name, absent in ((left, right, *names), (right, left, *names[::-1])):
        odd = one.join(other, condition, how="anti")
        count, example = odd.aggregate(f"COUNT(*), MIN({key})").fetchall()[0]
        if count:
            raise InputError(
                f"{name} has {number_of(count, 'id that is', 'ids that are')} not in {absent}, "
                f"e.g. {show(example)}: keep ids that both have, or choose what the others mean: "
                'unmatched="drop" or "missing"'
            )
