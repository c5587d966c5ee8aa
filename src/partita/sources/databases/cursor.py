"""Rows (class, cluster, n) of any database: what `partita.sql` asks for comes back here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import article, show
from ..rows.job import Job
from ..rows.rows import Rows

_MANY = 10_000


def cursor_rows(cursor: Any, job: Job) -> dict[Any, Rows]:
    """What a DB-API cursor has to give after its statement was run."""
    if not cursor.description:
        raise InputError(
            "the cursor has no result: run cursor.execute(partita.sql(...)) on it first"
        )
    names = [str(column[0]).lower() for column in cursor.description]
    return cell_rows(_fetched(cursor), names, job)


def _fetched(cursor: Any) -> Iterator[Any]:
    while rows := cursor.fetchmany(_MANY):
        yield from rows


def cell_rows(rows: Iterable[Any], names: list[str], job: Job) -> dict[Any, Rows]:
    """Rows of cells with these columns, as `partita.sql` names them."""
    listed = list(rows)
    for at, row in enumerate(listed):
        if len(row) != len(names):
            raise InputError(f"row {at} has {len(row)} entries, expected {len(names)}: {names}")
    columns = dict(
        zip(names, zip(*listed, strict=True) if listed else [()] * len(names), strict=True)
    )
    return named_rows(columns, job)


def named_rows(columns: dict[str, Any], job: Job) -> dict[Any, Rows]:
    """Cells by column: one prediction in "cluster", or several in "cluster_0", "cluster_1", …"""
    clusters = (
        ["cluster"]
        if "cluster" in columns
        else sorted(filter(_numbered, columns), key=lambda c: int(c[8:]))
    )
    if "class" not in columns or "n" not in columns or not clusters:
        raise InputError(
            f"the result has the columns {show(list(columns))}: expected class, cluster and n, "
            "as partita.sql(...) writes them"
        )
    counts = counts_of(columns["n"])
    names = job.predictions or (None,)
    if len(names) != len(clusters):
        raise InputError(f"the result holds {len(clusters)} predictions: name them in prediction=")
    found = {}
    for k, (name, cluster) in enumerate(zip(names, clusters, strict=True)):
        roles = ("class", cluster, "weight", "grp")
        picked, n = {key: columns.get(key) for key in roles}, counts
        if cluster != "cluster":
            here = np.flatnonzero(np.asarray(columns[f"apart_{k}"]) == 0)
            picked = {key: taken(columns[key], here) for key in roles if key in columns}
            n = counts[here]
        found[name] = Rows(
            picked["class"], picked[cluster], n, picked.get("weight"), picked.get("grp")
        )
    return found


def taken(column: Any, places: Any) -> Any:
    """Some entries of a column."""
    if hasattr(column, "take") and not isinstance(column, list | tuple):
        return column.take(places)
    return [column[at] for at in places.tolist()]


def counts_of(values: Any) -> Any:
    """Numbers of objects; databases may give them as decimals or floats."""
    if isinstance(values, np.ndarray) and values.dtype == np.int64 and not np.any(values <= 0):
        return np.ma.getdata(values) if not np.ma.is_masked(values) else _checked(values)
    return _checked(values)


def _checked(values: Any) -> Any:
    try:
        whole = [int(value) for value in values]
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"n must hold whole numbers, found {show(values)}") from None
    for at, (one, value) in enumerate(zip(whole, values, strict=True)):
        if one != value or not 0 < one < 2**63:
            raise InputError(f"row {at}: n is {show(value)}; expected a whole number above 0")
    return np.array(whole, dtype=np.int64)


def tuple_rows(source: Iterable[Any], job: Job) -> dict[Any, Rows]:
    """A list of rows (class, cluster, n), as a database gives them."""
    listed = list(source)
    for at, row in enumerate(listed):
        if not isinstance(row, tuple | list) and not hasattr(row, "_fields"):
            raise InputError(
                f"source[{at}] is {article(type(row).__name__)}; expected rows (class, cluster, n)"
            )
    return cell_rows(listed, ["class", "cluster", "n"], job)


def _numbered(name: str) -> bool:
    return name.startswith("cluster_") and name[8:].isdigit()
