"""Count the distinct rows of files, which is all that a comparison of columns needs."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from ...base.errors import InputError, about
from ...labels.names import is_missing
from ...sources.databases.connection import database, duckdb_errors
from ...sources.databases.dialects import quoted
from ...sources.databases.duck import expressions, fetched, values
from ...sources.files.data_files import STDIN, DataFile, data_files, listed_paths, naming
from ...sources.files.delimited import SMALL as _SMALL
from ...sources.files.text_check import agrees
from ...sources.rows.job import Job
from ...sources.scans.json_lines import from_json, json_lines, placed, refuse_suspect
from ...sources.scans.obs_rows import distinct, obs_columns
from ...sources.scans.scans import admit, parquet
from ...sources.scans.text_scan import text_table

# Sorted, because draws depend on the order, and threads would give another one each time.
_DISTINCT = 'SELECT *, COUNT(*) AS "partita n" FROM {} GROUP BY ALL ORDER BY ALL'


class Joint(NamedTuple):
    """Distinct rows: the values of each column, and the number of times each row occurs."""

    columns: dict[str, list[Any]]
    n: list[int]


def joint_rows(found: list[DataFile], job: Job) -> Joint | None:
    """Count distinct rows of files; None if our own reader of text must read them."""
    if _is_read_by_us(found):
        return None
    if found[0].kind == "obs":
        columns = obs_columns(found, job)
        cells, n = distinct([*columns.values()])
        return Joint(dict(zip(columns, cells, strict=True)), n.tolist())
    with database(job) as connection:
        admit(connection, found)
        return joint_of(connection, found, job)


def _is_read_by_us(found: list[DataFile]) -> bool:
    """Whether text comes from stdin, or is read before DuckDB has started."""
    if any(one.path == STDIN for one in found):
        return True
    plain = all(one.kind == "text" and one.packed == "none" for one in found)
    sizes = [os.path.getsize(one.path) if os.path.isfile(one.path) else 0 for one in found]
    return len(found) > 1 and plain and sum(sizes) <= _SMALL


def joint_of(connection: Any, found: list[DataFile], job: Job) -> Joint | None:
    """Count distinct rows of existing files, all of one kind."""
    if found[0].kind == "text":
        return _text(connection, found, job)
    if found[0].kind == "lines":
        return _lines(connection, found, job)
    with naming(found):
        table = parquet(connection, found, job)
        relation = connection.sql(f"FROM {table}")
        cells = _fetched(connection, table, list(expressions(relation, job)))
        return _listed(cells, listed_paths(found))


def joined_joint(source: Any, job: Job) -> Joint:
    """Count distinct rows of two files matched by an id."""
    from ...sources.scans.joined import by_role, joined_files

    if job.truth in job.predictions:
        raise InputError(f"{job.truth!r} names the truth and a prediction: rename one column")
    roles = by_role(job)
    names = {roles.truth: job.truth, roles.weights: job.weights, roles.groups: job.groups}
    names[roles.ids] = job.ids
    names |= dict(zip(roles.predictions, job.predictions, strict=True))
    files = " and ".join(listed_paths(data_files(one, job.delimiter)) for one in source)
    with database(job) as connection:
        relation = joined_files(connection, source, job)
        with about(files):
            chosen = relation.project(", ".join(expressions(relation, roles, names)))
        with duckdb_errors():
            cells = fetched(chosen.query("v", _DISTINCT.format("v")))
    found = _listed(cells, files)
    return Joint({names[role]: column for role, column in found.columns.items()}, found.n)


def _fetched(connection: Any, table: str, columns: list[str]) -> dict[str, Any]:
    """Distinct rows of a table in SQL."""
    chosen = ", ".join(columns)
    rows = f"(SELECT {chosen} FROM {table})"  # noqa: S608 - names are quoted
    with duckdb_errors(reading=True):
        return fetched(connection.sql(_DISTINCT.format(rows)))


def _lines(connection: Any, found: list[DataFile], job: Job) -> Joint:
    with placed(found, job):
        cells = _fetched(connection, json_lines(found, job), list(map(quoted, job.columns)))
        read = {name: from_json(column) for name, column in cells.items()}
        joint = _listed(read, listed_paths(found))
    refuse_suspect(found, joint.columns, job)
    return joint


def _text(connection: Any, found: list[DataFile], job: Job) -> Joint | None:
    joined = Joint({name: [] for name in job.columns}, [])
    for one in found:
        table, fields = text_table(one, job.columns)
        try:
            part = _listed(_fetched(connection, table, list(map(quoted, job.columns))), one.path)
        except InputError:
            return None
        if not agrees(one, sum(part.n), fields):
            return None
        for name, column in part.columns.items():
            joined.columns[name].extend(column)
        joined.n.extend(part.n)
    return joined


def _listed(cells: dict[str, Any], files: str) -> Joint:
    """Columns as Python values, with NaN as a missing value."""
    counts = values(cells.pop("partita n"))
    if not counts:
        raise InputError(f"{files}: no data")
    return Joint({name: _present(values(column)) for name, column in cells.items()}, counts)


def _present(column: list[Any]) -> list[Any]:
    if set(map(type, column)) <= {str, int, bool, bytes, type(None)}:
        return column
    return [None if is_missing(value) else value for value in column]
