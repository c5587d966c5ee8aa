"""Large delimited text, counted by DuckDB: labels are text, and the bytes must confirm its rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import InputError
from ..databases.connection import database, is_lack_of_memory, is_of_duckdb, one_file, refusal
from ..databases.cursor import named_rows
from ..databases.dialects import literal, quoted
from ..databases.duck import fetched_texts, values
from ..databases.statements import statement
from ..files.column import parsed_weights
from ..files.data_files import DataFile
from ..files.delimited import read_header
from ..files.text_check import agrees
from ..rows.job import Job
from ..rows.rows import Rows


def scanned(files: list[DataFile], job: Job) -> dict[Any, Rows] | None:
    """Count text files; None if our own reader has to read them, or to find a fault in them."""
    parts = []
    with database(job) as connection:
        for one in files:
            rows = text_rows(connection, one, job)
            if rows is None:
                return None
            parts.append(rows)
    joined = {name: _joined([part[name] for part in parts]) for name in job.predictions}
    return joined if all(_is_clear(rows, job) for rows in joined.values()) else None


def text_table(file: DataFile, names: tuple[Any, ...]) -> tuple[str, int]:
    """The named columns of a text file as a table in SQL, and the number of its columns."""
    with file.opened() as opened:
        header = read_header(opened, file.path, list(map(str, names)), file.delimiter)
    columns = ", ".join(f"'c{at}': 'VARCHAR'" for at in range(len(header)))
    chosen = ", ".join(f"c{header.index(str(name))} AS {quoted(str(name))}" for name in names)
    scan = (
        f"read_csv({one_file(file)}, auto_detect=false, header=true, "
        f"columns={{{columns}}}, delim={literal(file.delimiter)}, quote='\"', "
        f"escape='\"', nullstr='', comment='', strict_mode=true, null_padding=false, "
        f"ignore_errors=false, hive_partitioning=false, compression={literal(file.packed)})"
    )
    return f"(SELECT {chosen} FROM {scan})", len(header)  # noqa: S608 - names are quoted


def text_rows(connection: Any, file: DataFile, job: Job) -> dict[Any, Rows] | None:
    """Count a text file; None if DuckDB does not read it, or its bytes contradict the rows."""
    table, fields = text_table(file, job.columns)
    try:
        cells = fetched_texts(connection.sql(statement(table, job)))
    except Exception as error:
        if not is_of_duckdb(error):
            raise
        if is_lack_of_memory(error):
            raise InputError(f"{file.path}: {refusal(error)}") from error
        return None  # our own reader finds the fault, or reads what DuckDB refuses
    if not len(cells["n"]):
        return None
    found = named_rows(cells, job)
    objects = int(found[job.predictions[0]].n.sum())
    return found if agrees(file, objects, fields) else None


def _joined(parts: list[Rows]) -> Rows:
    """The rows of several files, one after the other."""

    def column(role: str) -> Any:
        pieces = [getattr(part, role) for part in parts]
        return None if pieces[0] is None else _concatenated(pieces)

    weights = column("weights")
    return Rows(
        column("truth"),
        column("prediction"),
        np.concatenate([part.n for part in parts]),
        None if weights is None else parsed_weights(values(weights)) or [],
        column("group"),
    )


def _concatenated(pieces: list[Any]) -> Any:
    if hasattr(pieces[0], "chunks"):
        from pyarrow import chunked_array

        return chunked_array([chunk for piece in pieces for chunk in piece.chunks], pieces[0].type)
    return np.ma.concatenate(pieces)  # type: ignore[no-untyped-call]


def _is_clear(rows: Rows, job: Job) -> bool:
    """Whether nothing has to be refused with its place in the file."""
    if (_has_gaps(rows.truth) or _has_gaps(rows.prediction)) and job.required:
        return False
    if rows.group is not None and _has_gaps(rows.group):
        return False
    return rows.weights is None or len(rows.weights) == len(rows.n)


def _has_gaps(column: Any) -> bool:
    return bool(getattr(column, "null_count", 0)) or np.ma.is_masked(column)
