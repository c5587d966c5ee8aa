"""DuckDB relations: grouped and counted by DuckDB, in memory or on disk; only cells come out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import article, show
from ...labels.instants import in_utc
from ..files.column_kinds import BYTES, INTEGER, INTEGER_TYPES, TEXT
from ..rows.job import Job, require
from ..rows.rows import Rows
from .connection import duckdb_errors, refusal
from .cursor import named_rows
from .dialects import quoted
from .pushdown import filters, refuse_none_left
from .statements import statement

# Types whose values fetchnumpy returns as labels take them; an enumeration is cast to its text.
_PLAIN = frozenset(
    ("VARCHAR", "BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT",
     "UINTEGER", "UBIGINT", "FLOAT", "DOUBLE", "DATE", "TIMESTAMP", "TIMESTAMP_NS", "TIMESTAMP_S",
     "TIMESTAMP_MS", "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS", "BLOB")
)  # fmt: skip
_ZONED = ("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS")
_NO_NUMBERS = frozenset(kind for kind in _PLAIN if kind.startswith(("DATE", "TIMESTAMP", "BLOB")))
_VIEW = f"partita_{os.urandom(8).hex()}"  # no table of the user has this name


def relation_rows(relation: Any, job: Job) -> dict[Any, Rows]:
    """A DuckDB relation, counted by its own connection."""
    require(job, relation.columns, "the relation")
    chosen = relation.project(", ".join(expressions(relation, job)))
    types = types_of(relation)
    kinds = [kind_of(types[name]) for name in (job.truth, *job.predictions)]
    with duckdb_errors():
        text = statement(_VIEW, job, filters(job.policies, kinds))
        cells = fetched(chosen.query(_VIEW, text))
    refuse_none_left(len(cells["n"]), job.policies)
    return named_rows({name: _plain(column) for name, column in cells.items()}, job)


def queried(connection: Any, query: Any) -> Any:
    """The result of a query, as a relation."""
    remedy = "pass a SELECT, or FROM and the name of a table"
    if not isinstance(query, str):
        raise InputError(f"query is {article(type(query).__name__)}, not a text: {remedy}")
    try:
        relation = connection.sql(query)
    except Exception as error:
        ours = refusal(error)
        if not isinstance(ours, InputError):
            raise ours from error
        raise InputError(f"DuckDB refuses the query ({ours}): {remedy}") from error
    if relation is None:
        raise InputError(f"query gives no rows: {remedy}")
    return relation


def fetched(relation: Any) -> dict[str, Any]:
    """The columns of a relation as arrays; days and instants keep their meaning.

    DuckDB returns both as moments without a time zone, which would be different labels.
    """
    types = types_of(relation)
    found = {}
    for name, column in relation.fetchnumpy().items():
        if types[name] == "DATE":
            found[name] = column.astype("M8[D]")
        elif types[name] in _ZONED:
            found[name] = _in_utc(column)
        else:
            found[name] = column
    return found


def _in_utc(column: Any) -> Any:
    moments, gone = np.ma.getdata(column), np.ma.getmaskarray(column) | np.isnat(column)
    named = np.full(len(moments), None)
    named[~gone] = in_utc(moments[~gone], "a column")
    return np.ma.MaskedArray(named, gone) if gone.any() else named


def types_of(relation: Any) -> dict[Any, str]:
    """The names of a relation's columns with their types in DuckDB."""
    return dict(zip(relation.columns, map(str, relation.types), strict=True))


def expressions(relation: Any, job: Job, names: Mapping[Any, Any] | None = None) -> Iterator[str]:
    """The columns of a job in SQL, as types that labels have; `names` are those of the user."""
    types = types_of(relation)
    for name in job.columns:
        shown = name if names is None else names[name]
        yield expression(name, types[name], shown, weights=name == job.weights)


def expression(name: Any, kind: str, shown: Any, *, weights: bool = False) -> str:
    """A column in SQL, as labels or as weights; types that neither has are refused."""
    column = quoted(name)
    if kind.startswith("DECIMAL") and weights:
        return f"{column}::DOUBLE AS {column}"
    if kind.startswith("ENUM"):
        return f"{column}::VARCHAR AS {column}"
    if weights and kind in _NO_NUMBERS:
        raise InputError(f"column {show(shown)} is of type {kind}: weights must be numbers")
    if kind in _PLAIN:
        return column
    if kind == '"NULL"':
        raise InputError(f"column {show(shown)} has no values: all of them are missing")
    raise InputError(
        f"column {show(shown)} is of type {kind}, which cannot hold labels: cast it to VARCHAR or "
        "BIGINT"
    )


def kind_of(kind: str) -> type | None:
    """The Python type of labels in a column of this type of DuckDB, if it is int or str."""
    if kind == "VARCHAR" or kind.startswith("ENUM"):
        return str
    return int if kind.removeprefix("U").endswith(("INT", "INTEGER")) else None


def duck_kind(kind: str) -> str | None:
    """The kind of labels of a type of DuckDB; None for a column without any value."""
    known: dict[type | None, str] = {str: TEXT, int: INTEGER}
    other = {'"NULL"': None, "BLOB": BYTES}.get(kind, kind)
    return known.get(kind_of(kind), other)


def _plain(column: Any) -> Any:
    """A column as labels take it: bytes as bytes, and a mask only if a value is missing."""
    data = np.ma.getdata(column)
    if data.dtype == object and bytearray in set(map(type, data)):
        for at, value in enumerate(data):
            data[at] = bytes(value) if isinstance(value, bytearray) else value
    if isinstance(column, np.ma.MaskedArray) and not np.ma.is_masked(column):
        return data
    return column


def fetched_texts(relation: Any) -> dict[str, Any]:
    """The columns of a relation, as Arrow columns if PyArrow is installed."""
    if not has("pyarrow"):
        return fetched(relation)
    table = relation.to_arrow_table()
    columns = {name: table.column(name) for name in table.schema.names}
    integers = [name for name, column in columns.items() if str(column.type) in INTEGER_TYPES]
    return columns | {name: columns[name].to_numpy() for name in integers}


def has(library: str) -> bool:
    """Whether a library is installed, without loading it."""
    from importlib.util import find_spec

    return library in sys.modules or find_spec(library) is not None


def values(column: Any) -> list[Any]:
    """A column as Python values, with None for a missing one."""
    if hasattr(column, "to_pylist"):
        return list(column.to_pylist())
    plain = np.ma.getdata(_plain(column))
    found = list(plain) if plain.dtype.kind in "mM" else plain.tolist()
    if not np.ma.is_masked(column):
        return found
    gone = np.ma.getmaskarray(column).tolist()
    return [None if missing else value for value, missing in zip(found, gone, strict=True)]
