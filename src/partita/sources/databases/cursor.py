"""Cells as databases return them: the columns that `partita.sql` asks for, as rows to count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import article, show
from ..rows.job import Job
from ..rows.rows import Rows

_MANY = 10_000


def cell_columns(job: Job) -> tuple[dict[str, Any], dict[str, Any]]:
    """Columns of the source by their names in cells: the shared ones, and the clusters.

    One prediction is "cluster", several are "cluster_0", "cluster_1", …
    """
    shared = {"class": job.truth, "weight": job.weights, "grp": job.groups}
    names = [f"cluster_{k}" for k in range(len(job.predictions))]
    clusters = dict(zip(names if names[1:] else ["cluster"], job.predictions, strict=True))
    return {name: column for name, column in shared.items() if column is not None}, clusters


def named_rows(columns: dict[str, Any], job: Job) -> dict[Any, Rows]:
    """Rows of each prediction from the columns of cells."""
    clusters = ["cluster"] if "cluster" in columns else sorted(filter(_numbered, columns), key=_at)
    if "class" not in columns or "n" not in columns or not clusters:
        raise InputError(
            f"the result has the columns {show(list(columns))}: expected class, cluster and n, "
            "as partita.sql(...) names them"
        )
    counts = counts_of(columns["n"])
    names = job.predictions or (None,)
    if job.joint and "apart_0" in columns:
        raise InputError(
            "the result counts every prediction alone: write its statement with "
            "partita.sql(..., joint=True)"
        )
    if len(names) != len(clusters):
        raise InputError(f"the result holds {len(clusters)} predictions: name them in prediction=")
    found = {}
    for name, cluster in zip(names, clusters, strict=True):
        roles = ("class", cluster, "weight", "grp")
        picked, n = {key: columns.get(key) for key in roles}, counts
        if f"apart_{cluster[8:]}" in columns:
            here = np.flatnonzero(np.asarray(columns[f"apart_{_at(cluster)}"]) == 0)
            picked = {key: _taken(columns[key], here) for key in roles if key in columns}
            n = counts[here]
        found[name] = Rows(
            picked["class"], picked[cluster], n, picked.get("weight"), picked.get("grp")
        )
    return found


def _numbered(name: str) -> bool:
    return name.startswith("cluster_") and name[8:].isdigit()


def _at(cluster: str) -> int:
    return int(cluster[8:])


def _taken(column: Any, places: Any) -> Any:
    """The entries of a column at these places."""
    if hasattr(column, "take") and not isinstance(column, list | tuple):
        return column.take(places)
    return [column[at] for at in places.tolist()]


def counts_of(values: Any) -> Any:
    """Numbers of objects, which databases may return as decimals or floats."""
    checked = isinstance(values, np.ndarray) and values.dtype == np.int64
    if checked and not np.ma.is_masked(values) and not np.any(values <= 0):
        return np.ma.getdata(values)
    try:
        whole = [int(value) for value in values]
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"n must hold integers, found {show(values)}") from None
    for at, (one, value) in enumerate(zip(whole, values, strict=True)):
        if one != value or not 0 < one < 2**63:
            raise InputError(f"row {at}: n is {show(value)}; expected an integer above 0")
    return np.array(whole, dtype=np.int64)


def cursor_rows(cursor: Any, job: Job) -> dict[Any, Rows]:
    """The result of a DB-API cursor."""
    if not cursor.description:
        raise InputError(
            "the cursor has no result: run cursor.execute(partita.sql(...)) on it first"
        )
    names = [str(column[0]).lower() for column in cursor.description]
    return _cell_rows(list(_fetched(cursor)), names, job)


def _fetched(cursor: Any) -> Iterator[Any]:
    while rows := cursor.fetchmany(_MANY):
        yield from rows


def tuple_rows(source: Iterable[Any], job: Job) -> dict[Any, Rows]:
    """A list of rows (class, cluster, n), with a cluster of each prediction if they are joint."""
    listed = list(source)
    for at, row in enumerate(listed):
        if not isinstance(row, tuple | list) and not hasattr(row, "_fields"):
            raise InputError(
                f"source[{at}] is {article(type(row).__name__)}; expected rows (class, cluster, n)"
            )
    several = [f"cluster_{k}" for k in range(len(job.predictions))] if job.joint else []
    return _cell_rows(listed, ["class", *((several[1:] and several) or ["cluster"]), "n"], job)


def _cell_rows(rows: list[Any], names: list[str], job: Job) -> dict[Any, Rows]:
    for at, row in enumerate(rows):
        if len(row) != len(names):
            raise InputError(f"row {at} has {len(row)} entries, expected {len(names)}: {names}")
    columns = zip(*rows, strict=True) if rows else [()] * len(names)
    return named_rows(dict(zip(names, columns, strict=True)), job)
