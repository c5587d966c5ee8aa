"""Sums of products by DuckDB: of a relation, of a query, of Parquet files."""

from __future__ import annotations

from typing import Any

from ...base.errors import InputError
from ..databases.connection import database, refusal, stoppable
from ..databases.dialects import quoted
from ..databases.duck import queried, types_of
from ..files.places import places
from ..rows.job import require
from ..scans.relation_files import check_files
from ..scans.scans import admit, parquet
from .sums import LABEL, Sides, steps, sums
from .types import check_type, is_single_type

_WITH_NAN = ("FLOAT", "DOUBLE")


def relation_sums(relation: Any, sides: Sides) -> list[Any]:
    """Rows of sums of a relation, once its files are checked."""
    check_files(relation, sides.job.columns)
    return _sums(relation, sides)


def _sums(relation: Any, sides: Sides) -> list[Any]:
    """Rows of sums, formed by the connection of the relation."""
    require(sides.job, relation.columns, "the relation")
    types = types_of(relation)
    chosen = []
    for new, name in sides.columns.items():
        if new != LABEL:
            check_type(name, types[name])
        chosen.append(f"{quoted(name)}{'' if new == LABEL else '::DOUBLE'} AS {new}")
    sides = sides._replace(
        single=frozenset(new for new, name in sides.columns.items() if is_single_type(types[name]))
    )
    found = relation.project(", ".join(chosen))
    if sides.drop:
        numeric = [new for new in sides.columns if new != LABEL or types[sides.hard] in _WITH_NAN]
        gaps = [f"{new} IS NOT NULL" for new in sides.columns]
        # Not isnan: statistics of Parquet leave NaN out, and DuckDB believes them.
        gaps += [f"(isfinite({new}) OR isinf({new}))" for new in numeric]
        found = found.filter(" AND ".join(gaps))
    for texts in steps(sides):
        found = found.project(", ".join(texts))
    try:
        added = found.aggregate(", ".join([*sides.key, *sums(sides)]), ", ".join(sides.key))
        rows: list[Any] = added.fetchall()
    except Exception as error:
        raise refusal(error) from error
    return rows


def connection_sums(connection: Any, sides: Sides) -> list[Any]:
    """Rows of sums of what a query gives."""
    if sides.query is None:
        raise InputError("a DuckDB connection needs query=, the SELECT that holds the columns")
    with stoppable(connection):
        return relation_sums(queried(connection, sides.query), sides)


def parquet_sums(source: Any, sides: Sides) -> list[Any]:
    """Rows of sums of Parquet files."""
    found = places(source, None)
    if found[0].kind != "parquet":
        raise InputError(f"{found[0].path}: memberships are summed in Parquet files; convert it")
    job = sides.job
    with database(job) as connection:
        admit(connection, found)
        relation = connection.sql(f"FROM {parquet(connection, found, job)}")
        return _sums(relation, sides)
