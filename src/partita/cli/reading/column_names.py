"""The names of the columns of files, in their order."""

from __future__ import annotations

from typing import Any

from ...base.errors import InputError, about
from ...sources.databases.connection import database, duckdb_errors
from ...sources.files.data_files import STDIN, DataFile, data_files
from ...sources.files.delimited import read_header, standard_input
from ...sources.files.obs_columns import opened_obs
from ...sources.rows.job import Job
from ...sources.scans.json_lines import objects
from ...sources.scans.scans import admit, parquet_scan


def column_names(source: Any, delimiter: str | None) -> dict[str, list[str]]:
    """The columns of each file by its path; stdin is read and rewound, so it must be seekable."""
    files = data_files(source, delimiter)
    readers = {"text": _of_text, "lines": _of_lines, "parquet": _of_parquet, "obs": _of_obs}
    return {one.path: readers[one.kind](one) for one in files}


def _of_text(file: DataFile) -> list[str]:
    if file.path != STDIN:
        with file.opened() as opened:
            return read_header(opened, file.path, [], file.delimiter)
    given = standard_input()
    start = given.tell()
    header = read_header(given, "stdin", [], file.delimiter)
    given.seek(start)
    return header


def _of_lines(file: DataFile) -> list[str]:
    """The keys of all lines, as a line may leave keys out."""
    found: dict[str, None] = {}
    for _, line in objects([file], ()):
        found.update(dict.fromkeys(line))
    if not found:
        raise InputError(f"{file.path}: no data")
    return list(found)


def _of_parquet(file: DataFile) -> list[str]:
    with database(Job(None, ())) as connection:
        admit(connection, [file])
        with about(file.path), duckdb_errors(reading=True):
            return list(connection.sql(f"FROM {parquet_scan([file])}").columns)


def _of_obs(file: DataFile) -> list[str]:
    with opened_obs(file.path) as obs:
        return obs.names
