"""Large delimited text by DuckDB: labels are text, and the bytes must agree with what it read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import InputError
from ..databases.connection import database, is_lack_of_memory, one_file, refusal
from ..databases.cursor import named_rows
from ..databases.dialects import literal, quoted
from ..databases.duck import fetched_texts, values
from ..databases.statements import statement
from ..files.delimited import Column, read_header
from ..files.places import Place
from ..files.text_check import agrees, opened
from ..rows.job import Job
from ..rows.rows import Rows


def scanned(found: list[Place], job: Job) -> dict[Any, Rows] | None:
    """Count text files with DuckDB; None where our own reader must have a look at them."""
    parts = []
    with database(job) as connection:
        for one in found:
            rows = text_rows(connection, one, job)
            if rows is None:
                return None
            parts.append(rows)
    joined = {name: _joined([part[name] for part in parts]) for name in job.predictions}
    return joined if all(map(_is_clear, joined.values(), [job] * len(joined))) else None


def text_table(place: Place, names: tuple[Any, ...]) -> tuple[str, int]:
    """The named columns of a text file as a table in SQL, and how many columns it has."""
    with opened(place) as file:
        header = read_header(
            file, place.path, [str(name) for name in names], place.delimiter or ","
        )
    columns = ", ".join(f"'c{at}': 'VARCHAR'" for at in range(len(header)))
    chosen = ", ".join(f"c{header.index(str(name))} AS {quoted(str(name))}" for name in names)
    scan = (
        f"read_csv({one_file(place)}, auto_detect=false, header=true, "
        f"columns={{{columns}}}, delim={literal(place.delimiter or ',')}, quote='\"', "
        f"escape='\"', nullstr='', comment='', strict_mode=true, null_padding=false, "
        f"ignore_errors=false, hive_partitioning=false, "
        f"compression={literal(place.packed or 'none')})"
    )
    return f"(SELECT {chosen} FROM {scan})", len(header)  # noqa: S608 - names are quoted


def text_rows(connection: Any, place: Place, job: Job) -> dict[Any, Rows] | None:
    """Count a text file; None where it is not read, or the bytes do not agree with what is read."""
    table, fields = text_table(place, job.columns)
    text = statement(table, job.truth, job.predictions, weights=job.weights, groups=job.groups)
    try:
        cells = fetched_texts(connection.sql(text))
    except Exception as error:
        if type(error).__module__.startswith(("duckdb", "_duckdb")):
            if is_lack_of_memory(error):
                raise InputError(f"{place.path}: {refusal(error)}") from error
            return None  # our own reader finds the place, or reads what DuckDB would not
        raise
    if not len(cells["n"]):
        return None
    found = named_rows(cells, job)
    objects = int(found[job.predictions[0]].n.sum())
    return found if agrees(place, objects, fields) else None


def _joined(parts: list[Rows]) -> Rows:
    """Rows of several files, one after the other."""

    def column(role: str) -> Any:
        pieces = [getattr(part, role) for part in parts]
        return None if pieces[0] is None else _concatenated(pieces)

    weights = column("weights")
    return Rows(
        column("truth"),
        column("prediction"),
        np.concatenate([part.n for part in parts]),
        None if weights is None else numbers(weights),
        column("group"),
    )


def _concatenated(pieces: list[Any]) -> Any:
    if hasattr(pieces[0], "chunks"):
        from pyarrow import chunked_array

        return chunked_array([chunk for piece in pieces for chunk in piece.chunks], pieces[0].type)
    return np.ma.concatenate(pieces)  # type: ignore[no-untyped-call]


def numbers(texts: Any) -> Any:
    """Weights of texts, by the rules of our own reader; none where one is no weight."""
    listed = values(texts)
    try:
        return Column("", "", listed, [0] * len(listed)).weights()
    except InputError:
        return []


def _is_clear(rows: Rows, job: Job) -> bool:
    """Whether nothing has to be refused with its place in the file."""
    if (_has_gaps(rows.truth) or _has_gaps(rows.prediction)) and job.policies.missing == "error":
        return False
    if rows.group is not None and _has_gaps(rows.group):
        return False
    return rows.weights is None or len(rows.weights) == len(rows.n)


def _has_gaps(column: Any) -> bool:
    return bool(getattr(column, "null_count", 0)) or np.ma.is_masked(column)
