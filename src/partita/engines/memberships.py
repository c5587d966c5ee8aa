"""Memberships in columns, one for each group: summed where they are, only sums come here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from ..arithmetic import one_of
from ..errors import InputError
from ..labels.containers import library_types
from ..labels.wording import article, show
from ..soft.table import SoftTable
from .job import Job, require
from .soft_sums import LABEL, Sides, assembled, steps, sums
from .statements import quoted

_NUMBERS = ("DOUBLE", "FLOAT", "DECIMAL", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT")


def soft_table(
    source: Any, truth: Any, prediction: Any, *, missing: str = "error", query: str | None = None
) -> SoftTable:
    """Sum products of memberships where the data are: the soft contingency table UᵀV and more.

    Parameters
    ----------
    source
        A Spark data frame, a Polars lazy frame, a DuckDB relation (or connection with `query`),
        Parquet files, or columns in memory (pandas, Polars, PyArrow, a mapping).
    truth, prediction
        A list of columns with memberships, one for each group; a row sums to 1. One of the two may
        be the name of a column with hard labels.
    missing
        "drop" leaves objects out of which a membership or the label is missing.

    Returns
    -------
    SoftTable
        Sums that hold the means of Rand, Mirkin and others, and the Frigui, Anderson and Andrews
        indices. They are the same to the last bit in every engine and for every order of the rows.

    Examples
    --------
    >>> from partita.engines import soft_table
    >>> columns = {"type": ["a", "a", "b"], "p0": [1.0, 0.5, 0.0], "p1": [0.0, 0.5, 1.0]}
    >>> table = soft_table(columns, "type", ["p0", "p1"])
    >>> table.cells.tolist()
    [[1.5, 0.5], [0.0, 1.0]]
    >>> round(table.expectation("rand").value, 4)
    0.6667
    """
    one_of("missing", missing, ("error", "drop"))
    sides = _sides(truth, prediction)._replace(drop=missing == "drop", query=query)
    return assembled(_reader(source)(source, sides), sides)


def _sides(truth: Any, prediction: Any) -> Sides:
    soft = {}
    hard = []
    for letter, noun, columns in (("u", "truth", truth), ("v", "prediction", prediction)):
        if not isinstance(columns, list | tuple):
            hard.append(columns)
            continue
        twice = [name for at, name in enumerate(columns) if name in columns[:at]]
        if not columns or twice:
            found = f"names {show(twice[0])} twice" if twice else "is an empty list"
            raise InputError(f"{noun} {found}: name each column with memberships once")
        soft[letter] = tuple(columns)
    if not soft:
        raise InputError(
            "truth and prediction are both names of columns with labels: count them with "
            "tabulate, or give the columns with memberships as a list"
        )
    return Sides(soft, hard[0] if hard else None)


Reader = Callable[[Any, Sides], list[Any]]


def _reader(source: Any) -> Reader:
    known: tuple[tuple[str, tuple[str, ...], Reader], ...] = (
        ("pyspark.sql", ("DataFrame",), _spark),
        ("pyspark.sql.connect.dataframe", ("DataFrame",), _spark),
        ("polars", ("LazyFrame",), _lazy),
        ("duckdb", ("DuckDBPyRelation",), _relation),
        ("duckdb", ("DuckDBPyConnection",), _connection),
    )
    for library, names, reader in known:
        if isinstance(source, library_types(library, *names)):
            return reader
    if isinstance(source, str | os.PathLike):
        return _parquet
    if hasattr(source, "__getitem__"):
        return _memory
    raise InputError(
        f"source is {article(type(source).__name__)}, whose memberships cannot be summed: pass a "
        "data frame, Parquet files or a DuckDB relation"
    )


def _spark(frame: Any, sides: Sides) -> list[Any]:
    from .soft_spark import spark_sums
    from .spark import functions_of

    f = functions_of(frame)
    require(_job(sides), frame.columns, "the Spark data frame")
    types = dict(frame.dtypes)
    chosen = []
    for new, name in sides.columns.items():
        column = f.col(f"`{name.replace('`', '``')}`")
        if new != LABEL:
            _check_number(name, types[name])
            column = column.cast("double")
        chosen.append(column.alias(new))
    frame = frame.select(*chosen)
    if sides.drop:
        for new in sides.columns:
            numeric = new != LABEL or types[sides.hard] in ("float", "double")
            gap = f.col(new).isNull()
            frame = frame.filter(~(gap | f.isnan(new)) if numeric else ~gap)
    return spark_sums(frame, sides)


def _lazy(frame: Any, sides: Sides) -> list[Any]:
    polars = sys.modules["polars"]
    schema = frame.collect_schema()
    require(_job(sides), schema.names(), "the lazy frame")
    chosen = []
    for new, name in sides.columns.items():
        column = polars.col(name)
        if new != LABEL:
            _check_number(name, "double" if schema[name].is_numeric() else str(schema[name]))
            column = column.cast(polars.Float64)
        chosen.append(column.alias(new))
    frame = frame.select(chosen)
    if sides.drop:
        frame = frame.drop_nulls().drop_nans()
    for texts in steps(sides):
        frame = frame.select(map(polars.sql_expr, texts))
    added = list(map(polars.sql_expr, sums(sides)))
    grouped = frame.group_by(sides.key).agg(added) if sides.key else frame.select(added)
    rows: list[Any] = grouped.collect(engine="streaming").rows()
    return rows


def _relation(relation: Any, sides: Sides) -> list[Any]:
    from .duck import refusal

    require(_job(sides), relation.columns, "the relation")
    types = dict(zip(relation.columns, map(str, relation.types), strict=True))
    chosen = []
    for new, name in sides.columns.items():
        if new != LABEL:
            _check_number(name, types[name])
        chosen.append(f"{quoted(name)}{'' if new == LABEL else '::DOUBLE'} AS {new}")
    found = relation.project(", ".join(chosen))
    if sides.drop:
        numeric = [new for new in sides.columns if new != LABEL or types[sides.hard] in _NUMBERS]
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


def _connection(connection: Any, sides: Sides) -> list[Any]:
    if sides.query is None:
        raise InputError("a DuckDB connection needs query=, the SELECT that holds the columns")
    return _relation(connection.sql(sides.query), sides)


def _parquet(source: Any, sides: Sides) -> list[Any]:
    from .duck import database
    from .places import places
    from .scans import admit, parquet

    found = places(source, None)
    if found[0].kind != "parquet":
        raise InputError(f"{found[0].path}: memberships are summed in Parquet files; convert it")
    job = _job(sides)
    with database(job) as connection:
        admit(connection, found)
        relation = connection.sql(f"FROM {parquet(connection, found, job)}")
        return _relation(relation, sides)


def _memory(source: Any, sides: Sides) -> list[Any]:
    from .soft_arrays import array_sums

    frame = getattr(source, "obs", source)
    names = getattr(frame, "column_names", None) or getattr(frame, "columns", frame)
    require(_job(sides), list(names), "the source")
    return array_sums({new: frame[name] for new, name in sides.columns.items()}, sides)


def _job(sides: Sides) -> Job:
    """The columns as a job names them, to be checked by the same rules."""
    soft = [name for own in sides.soft.values() for name in own]
    return Job(soft[0] if sides.hard is None else sides.hard, tuple(soft))


def _check_number(name: Any, kind: str) -> None:
    plain = kind.upper().partition("(")[0]
    if plain not in (*_NUMBERS, "INT"):
        raise InputError(f"column {show(name)} is of type {kind}: memberships are numbers, cast it")
