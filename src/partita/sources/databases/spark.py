"""Spark data frames: grouped and counted by the cluster, with functions that Spark Connect has too.

Every executor first counts its own rows, so a frequent label costs no more than a rare one and only
partial cells are shuffled. Only cells are collected, as Arrow batches.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...base.errors import InputError
from ...base.wording import show
from ..rows.failures import reported
from ..rows.job import Job, require
from ..rows.rows import Rows
from .cursor import cell_columns, named_rows
from .dialects import DIALECTS, label_literal, quoted
from .pushdown import filters, refuse_none_left

SPARK = "Spark cannot count this", "pyspark", "py4j", "grpc"
"""What an error of Spark says first, and the libraries that raise such errors."""

_DIALECT = DIALECTS["spark"]
_PLAIN = frozenset(
    ("string", "boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "date",
     "timestamp", "timestamp_ntz", "binary")
)  # fmt: skip


def spark_rows(frame: Any, job: Job) -> dict[Any, Rows]:
    """Count every prediction in one job, by grouping sets, or all of them together."""
    with reported(*SPARK):
        return _rows(frame, job)


def _rows(frame: Any, job: Job) -> dict[Any, Rows]:
    functions = functions_of(frame)
    require(job, frame.columns, "the Spark data frame")
    types = dict(frame.dtypes)
    _check_types(types, job)
    shared, clusters = cell_columns(job)
    named, many = {**shared, **clusters}, len(clusters) > 1 and not job.joint
    chosen = frame.select(
        [_column(functions, types, job, column).alias(name) for name, column in named.items()]
    )
    kinds = [_kind(types[name]) for name in (job.truth, *job.predictions)]
    own = [
        one.conditions(side, _literal)
        for side, one in zip(("class", *clusters), filters(job.policies, kinds), strict=True)
    ]
    for texts in own[:1] if many else own:  # those of several predictions follow the count
        for text in texts:
            chosen = chosen.filter(text)
    count = functions.count(functions.lit(1)).alias("n")
    if many:
        sets = [[*shared, cluster] for cluster in clusters]
        marks = [functions.grouping(c).alias(f"apart_{k}") for k, c in enumerate(clusters)]
        cells = chosen.groupingSets(sets, *named).agg(*marks, count)
        for k, texts in enumerate(own[1:]):
            for text in texts:
                cells = cells.filter(f"apart_{k} = 1 OR {text}")
    else:
        cells = chosen.groupBy(*named).agg(count)
    return _collected(cells, job)


def _collected(cells: Any, job: Job) -> dict[Any, Rows]:
    try:
        table = cells.toArrow()
    except ImportError:
        raise InputError(
            "Spark returns cells as Arrow batches, which need pyarrow: install partita[spark]"
        ) from None
    refuse_none_left(table.num_rows, job.policies)
    columns = {name: table.column(name) for name in table.schema.names}
    numbers = {n: c.to_numpy() for n, c in columns.items() if n == "n" or "apart_" in n}
    return named_rows({**columns, **numbers}, job)


def functions_of(frame: Any) -> Any:
    """The functions that make columns for the frame: a process may hold both kinds of session."""
    remote = ".connect." in type(frame).__module__
    return import_module("pyspark.sql.connect.functions" if remote else "pyspark.sql.functions")


def spark_column(functions: Any, name: str) -> Any:
    """A column by its name, whatever characters the name has."""
    return functions.col(quoted(name, _DIALECT))


def _literal(label: Any) -> str:
    return label_literal(label, _DIALECT.text)


def _kind(kind: str) -> type | None:
    if kind == "string":
        return str
    return int if kind.endswith("int") else None  # char and varchar compare by their own rules


def _column(functions: Any, types: dict[str, str], job: Job, name: str) -> Any:
    column = spark_column(functions, name)
    if name == job.weights and types[name].startswith("decimal"):
        return column.cast("double")
    return column


def _check_types(types: dict[str, str], job: Job) -> None:
    for name in job.columns:
        kind = types[name]
        plain = kind in _PLAIN or kind.startswith(("varchar", "char"))
        if not plain and not (name == job.weights and kind.startswith("decimal")):
            raise InputError(
                f"column {show(name)} is of type {kind}, which cannot hold labels: cast it to "
                "string or bigint"
            )
