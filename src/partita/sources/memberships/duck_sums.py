"""Sums of products by DuckDB, of a relation, a query or Parquet files."""

from __future__ import annotations

from typing import Any

from ...base.errors import InputError
from ..databases.connection import database, duckdb_errors, stoppable
from ..databases.dialects import quoted
from ..databases.duck import queried, types_of
from ..files.data_files import data_files
from ..rows.job import require
from ..scans.relation_files import check_files
from ..scans.scans import admit, parquet
from .sums import LABEL, Sides, selected, steps, sums

_WITH_NAN = ("FLOAT", "DOUBLE")


def relation_sums(relation: Any, sides: Sides) -> list[Any]:
    """Rows of sums of a relation, whose files are checked first."""
    check_files(relation, sides.job.columns)
    return _sums(relation, sides)


def connection_sums(connection: Any, sides: Sides) -> list[Any]:
    """Rows of sums of the result of a query."""
    if sides.query is None:
        raise InputError("a DuckDB connection needs query=, the SELECT that holds the columns")
    with stoppable(connection):
        return relation_sums(queried(connection, sides.query), sides)


def parquet_sums(source: Any, sides: Sides) -> list[Any]:
    """Rows of sums of Parquet files."""
    files = data_files(source, None)
    if files[0].kind != "parquet":
        raise InputError(
            f"{files[0].path}: only Parquet files can be summed; convert the file to Parquet"
        )
    with database(sides.job) as connection:
        admit(connection, files)
        relation = connection.sql(f"FROM {parquet(connection, files, sides.job)}")
        return _sums(relation, sides)


def _sums(relation: Any, sides: Sides) -> list[Any]:
    require(sides.job, relation.columns, "the relation")
    types = types_of(relation)
    sides, texts = selected(sides, types, quoted)
    found = relation.project(", ".join(texts))
    if sides.drop:
        numeric = [new for new in sides.columns if new != LABEL or types[sides.hard] in _WITH_NAN]
        gaps = [f"{new} IS NOT NULL" for new in sides.columns]
        # Not isnan: statistics of Parquet files omit NaN, and DuckDB relies on them.
        gaps += [f"(isfinite({new}) OR isinf({new}))" for new in numeric]
        found = found.filter(" AND ".join(gaps))
    for texts in steps(sides):
        found = found.project(", ".join(texts))
    with duckdb_errors():
        added = found.aggregate(", ".join([*sides.key, *sums(sides)]), ", ".join(sides.key))
        rows: list[Any] = added.fetchall()
    return rows
