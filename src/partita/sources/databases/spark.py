"""Spark: grouped and counted by the cluster with DataFrame functions only, so Connect works too.

Every executor first counts what it holds, so a frequent label costs no more than a rare one and
only partial cells are shuffled; only cells are collected, as Arrow batches.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...base.errors import InputError
from ...base.wording import show
from ..rows.failures import reported
from ..rows.job import Job, require
from ..rows.rows import Rows
from .cursor import named_rows
from .dialects import DIALECTS
from .pushdown import left_out, literal_of, refuse_none_left

SPARK = "Spark cannot count this", "pyspark", "py4j", "grpc"
"""What failed, and whose errors say so."""

_PLAIN = frozenset(
    ("string", "boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "date",
     "timestamp", "timestamp_ntz", "binary")
)  # fmt: skip


def spark_rows(frame: Any, job: Job) -> dict[Any, Rows]:
    """Count every prediction in one job, by grouping sets."""
    with reported(*SPARK):
        return _rows(frame, job)


def _rows(frame: Any, job: Job) -> dict[Any, Rows]:
    functions = functions_of(frame)
    require(job, frame.columns, "the Spark data frame")
    _check_types(frame, job)
    many = len(job.predictions) > 1
    clusters = [f"cluster_{k}" if many else "cluster" for k in range(len(job.predictions))]
    shared = {"class": job.truth}
    shared |= {} if job.weights is None else {"weight": job.weights}
    shared |= {} if job.groups is None else {"grp": job.groups}
    named = {**shared, **dict(zip(clusters, job.predictions, strict=True))}
    chosen = frame.select(
        [_column(functions, frame, job, name).alias(new) for new, name in named.items()]
    )
    types = dict(frame.dtypes)
    left = left_out(job.policies, [_kind(types[name]) for name in (job.truth, *job.predictions)])
    sides = list(zip(("class", *clusters), left, strict=True))
    for side, one in sides[:1] if many else sides:  # several: after the count, see below
        for text in one.conditions(side, _literal):
            chosen = chosen.filter(text)
    count = functions.count(functions.lit(1)).alias("n")
    if many:
        sets = [[*shared, cluster] for cluster in clusters]
        marks = [functions.grouping(c).alias(f"apart_{k}") for k, c in enumerate(clusters)]
        cells = chosen.groupingSets(sets, *named).agg(*marks, count)
        for k, (side, one) in enumerate(sides[1:]):
            for text in one.conditions(side, _literal):
                cells = cells.filter(f"apart_{k} = 1 OR {text}")
    else:
        cells = chosen.groupBy(*named).agg(count)
    try:
        table = cells.toArrow()
    except ImportError:
        raise InputError(
            "Spark hands cells over as Arrow batches, which needs pyarrow: install partita[spark]"
        ) from None
    refuse_none_left(table.num_rows, job.policies)
    columns = {name: table.column(name) for name in table.schema.names}
    marks_and_n = {n: c.to_numpy() for n, c in columns.items() if n == "n" or "apart_" in n}
    return named_rows({**columns, **marks_and_n}, job)


def _literal(label: Any) -> str:
    return literal_of(label, DIALECTS["spark"].text)


def _kind(kind: str) -> type | None:
    if kind == "string":
        return str
    return int if kind.endswith("int") else None  # char and varchar compare by their own rules


def functions_of(frame: Any) -> Any:
    """The functions that make columns for the frame: a process may hold both kinds of session."""
    remote = ".connect." in type(frame).__module__
    return import_module("pyspark.sql.connect.functions" if remote else "pyspark.sql.functions")


def _column(functions: Any, frame: Any, job: Job, name: str) -> Any:
    column = functions.col(f"`{name.replace('`', '``')}`")
    if name == job.weights and dict(frame.dtypes)[name].startswith("decimal"):
        return column.cast("double")
    return column


def _check_types(frame: Any, job: Job) -> None:
    types = dict(frame.dtypes)
    for name in job.columns:
        kind = types[name]
        plain = kind in _PLAIN or kind.startswith(("varchar", "char"))
        if not plain and not (name == job.weights and kind.startswith("decimal")):
            raise InputError(
                f"column {show(name)} is of type {kind}, which is no type of labels here: cast it "
                "to string or bigint"
            )
