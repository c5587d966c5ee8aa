"""`soft_table`: memberships in columns, one for each group, summed where they are stored."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from collections.abc import Set as AbstractSet
from typing import Any

from ...base.checks import one_of
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.wording import article, show
from ...labels.containers import library_types
from ...soft.sums.soft_table import SoftTable
from ..rows.engines import loaded
from ..rows.job import refuse_query
from .assembly import assembled
from .sums import Sides


@explain_keywords
def soft_table(
    source: Any, truth: Any, prediction: Any, *, missing: str = "error", query: str | None = None
) -> SoftTable:
    """Sum products of memberships where the data are stored: the soft table UᵀV and more.

    Parameters
    ----------
    source
        A Spark data frame, a Polars lazy frame, a DuckDB relation (or connection with `query`),
        Parquet files, or columns in memory (pandas, Polars, PyArrow, a mapping).
    truth, prediction : str or list of str
        A list of columns with memberships, one for each group; a row sums to 1. One of the two may
        be the name of a column with hard labels.
    missing
        "drop" leaves out objects with a missing membership or label.
    query
        For a DuckDB connection: the SELECT whose result holds the columns.

    Returns
    -------
    SoftTable
        Sums that give the means of Rand, Mirkin and other measures, and the indices of Frigui,
        Anderson and Andrews. They are the same to the last bit in every engine and for every order
        of the rows.

    Raises
    ------
    InputError
        If a column is missing, or memberships cannot be read.

    Examples
    --------
    >>> from partita.sources import soft_table
    >>> columns = {"type": ["a", "a", "b"], "p0": [1.0, 0.5, 0.0], "p1": [0.0, 0.5, 1.0]}
    >>> table = soft_table(columns, "type", ["p0", "p1"])
    >>> table.cells.tolist()
    [[1.5, 0.5], [0.0, 1.0]]
    >>> round(table.expectation("rand").value, 4)
    0.6667
    """
    one_of("missing", missing, ("error", "drop"))
    sides = _sides(truth, prediction)._replace(drop=missing == "drop", query=query)
    return assembled(_reader(source, sides)(source, sides), sides)


def _sides(truth: Any, prediction: Any) -> Sides:
    soft = {}
    hard = []
    for letter, noun, columns in (("u", "truth", truth), ("v", "prediction", prediction)):
        _check_names(noun, columns)
        if isinstance(columns, list | tuple):
            soft[letter] = tuple(columns)
        else:
            hard.append(columns)
    if not soft:
        raise InputError(
            "truth and prediction both name columns with labels: count them with tabulate, or pass "
            "the columns with memberships as a list"
        )
    return Sides(soft, hard[0] if hard else None)


def _check_names(noun: str, columns: Any) -> None:
    remedy = "name the column with labels, or a list of columns with memberships"
    if columns is None:
        raise InputError(f"{noun} is not given: {remedy}")
    if not isinstance(columns, list | tuple):
        if isinstance(columns, AbstractSet) or not isinstance(columns, Hashable):
            raise InputError(f"{noun} is {article(type(columns).__name__)}: {remedy}")
        return
    for at, name in enumerate(columns):
        if name is None or not isinstance(name, Hashable):
            raise InputError(f"{noun}[{at}] is {show(name)}, which cannot name a column: {remedy}")
    twice = [name for at, name in enumerate(columns) if name in columns[:at]]
    if not columns or twice:
        found = f"names {show(twice[0])} twice" if twice else "is an empty list"
        raise InputError(f"{noun} {found}: name each column with memberships once")


_QUERIES = "memberships.duck_sums:connection_sums"
_READERS = {  # by library and type; the functions are imported when they are needed
    ("pyspark.sql", "DataFrame"): "memberships.spark_sums:frame_sums",
    ("pyspark.sql.connect.dataframe", "DataFrame"): "memberships.spark_sums:frame_sums",
    ("polars", "LazyFrame"): "memberships.polars_sums:lazy_sums",
    ("duckdb", "DuckDBPyRelation"): "memberships.duck_sums:relation_sums",
    ("duckdb", "DuckDBPyConnection"): _QUERIES,
}


def _reader(source: Any, sides: Sides) -> Callable[[Any, Sides], list[Any]]:
    reader = _reader_name(source)
    if sides.query is not None and reader != _QUERIES:
        refuse_query(source)
    return loaded(reader)


def _reader_name(source: Any) -> str:
    for kind, reader in _READERS.items():
        if isinstance(source, library_types(*kind)):
            return reader
    if isinstance(source, str | os.PathLike):
        return "memberships.duck_sums:parquet_sums"
    if hasattr(source, "__getitem__"):
        return "memberships.arrays:frame_sums"
    raise InputError(
        f"source is {article(type(source).__name__)}, whose memberships cannot be summed: pass a "
        "data frame, Parquet files or a DuckDB relation"
    )
