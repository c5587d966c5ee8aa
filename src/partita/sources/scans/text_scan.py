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
            cells = text_cells(connection, one, job)
            if cells is None:
                return None
            parts.append(cells)
    joined = {name: _concatenated([part[name] for part in parts]) for name in parts[0]}
    if "weight" in joined:
        joined["weight"] = parsed_weights(values(joined["weight"]))
        if joined["weight"] is None:
            return None
    rows = named_rows(joined, job)
    return None if any(_has_fault(one, job) for one in rows.values()) else rows


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


def text_cells(connection: Any, file: DataFile, job: Job) -> dict[str, Any] | None:
    """Columns of cells; None if DuckDB does not read the file, or its bytes contradict the rows."""
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
    objects = named_rows(cells, job)[job.predictions[0]].n.sum()
    return cells if agrees(file, int(objects), fields) else None


def _concatenated(pieces: list[Any]) -> Any:
    if hasattr(pieces[0], "chunks"):
        from pyarrow import chunked_array

        return chunked_array([chunk for piece in pieces for chunk in piece.chunks], pieces[0].type)
    return np.ma.concatenate(pieces)  # type: ignore[no-untyped-call]


def _has_fault(rows: Rows, job: Job) -> bool:
    """Whether a missing value has to be refused with its place in the file."""
    labels = (rows.truth, rows.prediction) if job.required else ()
    return any(map(_has_gaps, (*labels, *(() if rows.group is None else (rows.group,)))))


def _has_gaps(column: Any) -> bool:
    return bool(getattr(column, "null_count", 0)) or np.ma.is_masked(column)
