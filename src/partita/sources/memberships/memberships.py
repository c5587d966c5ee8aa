"""Memberships in columns, one for each group: summed where they are, only sums come here."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from collections.abc import Set as AbstractSet
from importlib import import_module
from typing import Any, NamedTuple

from ...base.checks import one_of
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.wording import article, show
from ...labels.containers import library_types
from ...soft.sums.soft_table import SoftTable
from ..rows.job import refuse_query
from .assembly import assembled
from .sums import Sides


@explain_keywords
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
    query
        With a DuckDB connection: the SELECT whose result holds the columns.

    Returns
    -------
    SoftTable
        Sums that hold the means of Rand, Mirkin and others, and the Frigui, Anderson and Andrews
        indices. They are the same to the last bit in every engine and for every order of the rows.

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
            "truth and prediction are both names of columns with labels: count them with "
            "tabulate, or give the columns with memberships as a list"
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
            raise InputError(f"{noun}[{at}] is {show(name)}, no name of a column: {remedy}")
    twice = [name for at, name in enumerate(columns) if name in columns[:at]]
    if not columns or twice:
        found = f"names {show(twice[0])} twice" if twice else "is an empty list"
        raise InputError(f"{noun} {found}: name each column with memberships once")


Reader = Callable[[Any, Sides], list[Any]]


class Engine(NamedTuple):
    """Types of a library, and who sums what they hold."""

    library: str
    name: str
    reader: str  # module:function, imported when it is needed


_QUERIES = "duck_sums:connection_sums"
ENGINES = (
    Engine("pyspark.sql", "DataFrame", "spark_sums:frame_sums"),
    Engine("pyspark.sql.connect.dataframe", "DataFrame", "spark_sums:frame_sums"),
    Engine("polars", "LazyFrame", "polars_sums:lazy_sums"),
    Engine("duckdb", "DuckDBPyRelation", "duck_sums:relation_sums"),
    Engine("duckdb", "DuckDBPyConnection", _QUERIES),
)


def _reader(source: Any, sides: Sides) -> Reader:
    place = _place(source)
    if sides.query is not None and place != _QUERIES:
        refuse_query(source)
    module, function = place.split(":")
    reader: Reader = getattr(import_module(f".{module}", __package__), function)
    return reader


def _place(source: Any) -> str:
    for one in ENGINES:
        if isinstance(source, library_types(one.library, one.name)):
            return one.reader
    if isinstance(source, str | os.PathLike):
        return "duck_sums:parquet_sums"
    if hasattr(source, "__getitem__"):
        return "arrays:frame_sums"
    raise InputError(
        f"source is {article(type(source).__name__)}, whose memberships cannot be summed: pass a "
        "data frame, Parquet files or a DuckDB relation"
    )
