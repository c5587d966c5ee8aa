"""Files by path, pattern or address: which reader counts them, and the readers of text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from ...base.errors import InputError, about
from ..databases.connection import database, duckdb_errors, one_file
from ..databases.duck import duck_kind, has, relation_rows, types_of
from ..files.column import GROUPS
from ..files.column_kinds import Kinds
from ..files.data_files import STDIN, DataFile, data_files, naming
from ..files.delimited import SMALL as _SMALL
from ..files.delimited import Column, read_chunks, standard_input
from ..rows.job import Job, require
from ..rows.rows import Rows
from ..stream.stream import Stream
from .json_lines import line_rows
from .parquet_pages import check_pages

_CHUNK = 200_000  # rows that our own reader holds at a time


def file_rows(source: Any, job: Job) -> dict[Any, Rows] | Stream:
    """Count the columns of files."""
    files = data_files(source, job.delimiter)
    kind = files[0].kind
    if kind == "text":
        return text_tables(files, job)
    if kind == "obs":
        from .obs_rows import obs_tables

        return obs_tables(files, job)
    if kind == "parquet" and has("pyarrow") and not any(one.remote for one in files):
        from .row_groups import parquet_tables

        _refuse_absent(files)
        return parquet_tables(files, job)
    with database(job) as connection:
        admit(connection, files)
        if kind == "lines":
            return line_rows(connection, files, job)
        with naming(files):
            return relation_rows(connection.sql(f"FROM {parquet(connection, files, job)}"), job)


def admit(connection: Any, files: list[DataFile]) -> None:
    """Refuse files that do not exist, and load DuckDB's extension for addresses."""
    _refuse_absent(files)
    if any(one.remote for one in files):
        try:
            connection.load_extension("httpfs")
        except Exception as error:
            raise InputError(
                f"{files[0].path}: an address needs DuckDB's extension httpfs, which is not "
                "installed: download the file first, or INSTALL httpfs in DuckDB"
            ) from error


def _refuse_absent(files: list[DataFile]) -> None:
    for one in files:
        if not one.remote and not os.path.isfile(one.path):
            raise InputError(f"{one.path}: cannot be read: there is no such file")


def parquet(connection: Any, files: list[DataFile], job: Job) -> str:
    """Parquet files as a table in SQL, once checksums and kinds of labels are checked."""
    kinds, types = Kinds(), set()
    for one in files:
        with about(one.path), duckdb_errors(reading=True):
            relation = connection.sql(f"FROM {parquet_scan([one])}")
        require(job, relation.columns, one.path)
        held = types_of(relation)
        types.add(tuple(held[name] for name in job.columns))
        for name in job.columns:
            kinds.check(one.path, name, duck_kind(held[name]))
    local = [one.path for one in files if not one.remote]
    check_pages(lambda text: list(connection.sql(text).fetchall()), local, job.columns)
    return parquet_scan(files, several=len(types) > 1)


def parquet_scan(files: list[DataFile], *, several: bool = False) -> str:
    """Parquet files in SQL; with `several` types of a column, it is read as the widest."""
    # Without hive partitioning: a folder called truth=9 would replace the column of that name.
    paths = ", ".join(map(one_file, files))
    widest = ", union_by_name=true" if several else ""
    return f"read_parquet([{paths}], hive_partitioning=false{widest})"


def text_tables(files: list[DataFile], job: Job) -> dict[Any, Rows] | Stream:
    """Count text: large files by DuckDB if it reads them correctly, others by our own reader."""
    size = sum(os.path.getsize(one.path) for one in files if os.path.isfile(one.path))
    if size > _SMALL and all(one.path != STDIN for one in files) and has("duckdb"):
        from .text_scan import scanned

        rows = scanned(files, job)
        if rows is not None:
            return rows
    stream = Stream.under(job.policies, joint=job.joint)
    for columns in text_chunks(files, job):
        stream.update(*_batch(columns, job))
    return stream


def text_chunks(files: list[DataFile], job: Job) -> Iterator[dict[Any, Column]]:
    """Columns of text files by our own reader, some rows at a time."""
    for one in files:
        if one.path == STDIN:
            yield from _chunks(standard_input(), "stdin", one.delimiter, job)
        else:
            with one.opened() as file:
                yield from _chunks(file, one.path, one.delimiter, job)


def _chunks(file: Any, source: str, delimiter: str, job: Job) -> Iterator[dict[Any, Column]]:
    for chunk in read_chunks(file, source, list(map(str, job.columns)), delimiter, _CHUNK):
        yield dict(zip(job.columns, chunk, strict=True))


def _batch(columns: dict[Any, Column], job: Job) -> tuple[Any, Any, Any, Any]:
    """Truth, predictions, weights and groups of a chunk; missing values are refused by place."""
    for name in job.required:
        columns[name].require_labels()
    if job.groups is not None:
        columns[job.groups].require_labels(GROUPS)
    weights = None if job.weights is None else columns[job.weights].weights()
    groups = None if job.groups is None else columns[job.groups].labels
    clusters = {name: columns[name].labels for name in job.predictions}
    return columns[job.truth].labels, clusters, weights, groups
