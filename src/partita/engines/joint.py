"""Rows of files that are alike in all columns, counted once: what a comparison of several needs."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..errors import InputError
from ..labels.names import is_missing
from .dialects import quoted
from .duck import database, expressions, refusal, values
from .job import Job
from .json_faults import placed, refuse_suspect
from .places import STDIN, Place, named, places
from .scans import admit, from_json, json_lines, parquet
from .text_check import agrees
from .text_scan import text_table


class Joint(NamedTuple):
    """Distinct rows: a list of values for each column, and how often each row stands."""

    columns: dict[str, list[Any]]
    n: list[int]


def joint_rows(source: Any, job: Job) -> Joint | None:
    """Count distinct rows of files; None where our own reader of text must have a look."""
    found = places(source, job.delimiter)
    if found[0].path == STDIN:
        return None
    with database(job) as connection:
        admit(connection, found)
        return joint_of(connection, found, job)


def joint_of(connection: Any, found: list[Place], job: Job) -> Joint | None:
    """Count distinct rows of files that are there, all of one kind."""
    if found[0].kind == "text":
        return _text(connection, found, job)
    if found[0].kind == "lines":
        return _lines(connection, found, job)
    with named(found):
        table = parquet(connection, found, job)
        relation = connection.sql(f"FROM {table}")
        return _listed(_fetched(connection, table, list(expressions(relation, job))), found)


def joined_joint(source: Any, job: Job) -> Joint:
    """Count distinct rows of two files that are matched by an id."""
    from .joined import by_role, matched_files

    if job.truth in job.predictions:
        raise InputError(f"{job.truth!r} names the truth and a prediction: rename one column")
    roles = by_role(job)
    names = dict(zip(roles.columns, job.columns, strict=True))
    with database(job) as connection:
        relation = matched_files(connection, source, job)
        chosen = relation.project(", ".join(expressions(relation, roles)))
        text = 'SELECT *, COUNT(*) AS "partita n" FROM v GROUP BY ALL'
        found = _listed(chosen.query("v", text).fetchnumpy(), [])
    return Joint({names[role]: column for role, column in found.columns.items()}, found.n)


def _fetched(connection: Any, table: str, columns: list[str]) -> dict[str, Any]:
    """Distinct rows of a table in SQL."""
    chosen = ", ".join(columns)
    rows = f"(SELECT {chosen} FROM {table})"  # noqa: S608 - names are quoted
    text = f'SELECT *, COUNT(*) AS "partita n" FROM {rows} GROUP BY ALL'  # noqa: S608
    try:
        cells: dict[str, Any] = connection.sql(text).fetchnumpy()
    except Exception as error:
        raise refusal(error) from error
    return cells


def _lines(connection: Any, found: list[Place], job: Job) -> Joint:
    with placed(found, job):
        cells = _fetched(connection, json_lines(found, job), list(map(quoted, job.columns)))
        joint = _listed({name: from_json(column) for name, column in cells.items()}, found)
    refuse_suspect(found, joint.columns, job)
    return joint


def _text(connection: Any, found: list[Place], job: Job) -> Joint | None:
    joined = Joint({name: [] for name in job.columns}, [])
    for one in found:
        table, fields = text_table(one, job.columns)
        try:
            part = _listed(_fetched(connection, table, list(map(quoted, job.columns))), [one])
        except InputError:
            return None
        if not agrees(one, sum(part.n), fields):
            return None
        for name, column in part.columns.items():
            joined.columns[name].extend(column)
        joined.n.extend(part.n)
    return joined


def _listed(cells: dict[str, Any], found: list[Place]) -> Joint:
    """Columns as Python values; NaN is a missing value, as everywhere."""
    if found and not len(cells["partita n"]):
        raise InputError(f"{', '.join(one.path for one in found)}: no data")
    counts = values(cells.pop("partita n"))
    columns = {
        name: [None if is_missing(value) else value for value in values(column)]
        for name, column in cells.items()
    }
    return Joint(columns, counts)
