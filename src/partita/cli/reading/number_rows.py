"""Read labels and columns of numbers, a row for each object, in the order of the file.

Memberships differ between objects, so counting equal rows gains nothing. Draws depend on the order
of the rows, which is the order of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import InputError
from ...base.wording import show
from ...labels.names import is_missing
from ...sources.databases.connection import database, duckdb_errors
from ...sources.databases.dialects import quoted
from ...sources.databases.duck import expression, fetched, types_of, values
from ...sources.files.column import not_a
from ...sources.files.data_files import DataFile, data_files, listed_paths, naming
from ...sources.memberships.types import check_type, is_single_type
from ...sources.rows.job import Job
from ...sources.scans.joined import by_role, joined_files
from ...sources.scans.scans import admit, parquet, parquet_scan, text_chunks
from .counted import CountedColumn


class NumberRows(NamedTuple):
    """The label of each object, its numbers by column, and the columns with 32-bit floats."""

    labels: list[Any]
    numbers: dict[str, list[float]]
    single: set[str]

    @classmethod
    def none_of(cls, job: Job) -> NumberRows:
        """Start without rows, for the columns of a job."""
        return cls([], {name: [] for name in job.predictions}, set())


def number_rows(source: str, job: Job, truth_file: str | None) -> NumberRows:
    """Read the truth and columns of numbers; refuse missing values and anything else."""
    if truth_file is not None:
        return _joined((truth_file, source), job)
    found = data_files(source, job.delimiter)
    if found[0].kind == "text":
        return _text(found, job)
    if found[0].kind == "lines":
        raise InputError(f"{found[0].path}: memberships are read from CSV, TSV or Parquet")
    return _parquet(found, job)


def _text(found: list[DataFile], job: Job) -> NumberRows:
    """Read text with our own reader, which knows the place of a fault."""
    rows = NumberRows.none_of(job)
    for chunk in text_chunks(found, job):
        truth = chunk[job.truth]
        if None in truth.labels:
            _refuse_gap(truth.place(truth.labels.index(None)))
        rows.labels.extend(truth.labels)
        for name, numbers in rows.numbers.items():
            numbers.extend(chunk[name].numbers())
    return rows


def _parquet(found: list[DataFile], job: Job) -> NumberRows:
    """Read Parquet file by file, so that rows have numbers in their file."""
    rows = NumberRows.none_of(job)
    with database(job) as connection:
        admit(connection, found)
        parquet(connection, found, job)  # refuses missing columns and columns of several types
        connection.execute("SET preserve_insertion_order = true")
        for one in found:
            with naming([one]):
                relation = connection.sql(f"FROM {parquet_scan([one])}")
                _add(rows, relation, {name: name for name in job.columns}, one.path)
    if not rows.labels:
        raise InputError(f"{listed_paths(found)}: no data")
    return rows


def _joined(source: tuple[str, str], job: Job) -> NumberRows:
    """Read two files matched by an id; rows are sorted, because a match has no order."""
    rows = NumberRows.none_of(job)
    asked = dict(zip(by_role(job).columns, job.columns, strict=True))
    of_truth, of_numbers = (data_files(one, job.delimiter) for one in source)
    with database(job) as connection, naming([*of_truth, *of_numbers]):
        relation = joined_files(connection, source, job).order("ALL")
        if of_numbers[0].kind == "text":
            _add_texts(rows, relation, asked, source)
        else:
            _add(rows, relation, asked, source[1], source[0])
    if not rows.labels:
        raise InputError(f"{' and '.join(source)}: no id is in both files")
    return rows


def _add_texts(
    rows: NumberRows, relation: Any, asked: dict[str, str], source: tuple[str, str]
) -> None:
    """Add matched rows with numbers in a text file."""
    types = types_of(relation)
    truth, *columns = asked
    found = _fetched(
        relation, [expression(truth, types[truth], asked[truth]), *map(quoted, columns)]
    )
    _add_labels(rows, values(found[truth]), lambda _: f"{source[0]}, column {show(asked[truth])}")
    for column in columns:
        texts = values(found[column])
        numbers = CountedColumn(source[1], asked[column], texts, [0] * len(texts)).numbers()
        rows.numbers[asked[column]].extend(numbers)


def _add(
    rows: NumberRows, relation: Any, asked: dict[str, str], path: str, matched: str | None = None
) -> None:
    """Add rows with typed numbers; for matched rows a message names the file only."""
    types = types_of(relation)
    truth, *columns = asked
    chosen = [expression(truth, types[truth], asked[truth])]
    for column in columns:
        if types[column] != "BOOLEAN":  # true counts as 1, as in rough clusterings
            check_type(asked[column], types[column])
        if is_single_type(types[column]):
            rows.single.add(asked[column])
        chosen.append(f"{quoted(column)}::DOUBLE AS {quoted(column)}")
    found = _fetched(relation, chosen)

    def place(row: int, column: str) -> str:
        file = matched if matched is not None and column == truth else path
        return f"{file}{'' if matched else f', row {row + 1}'}, column {show(asked[column])}"

    _add_labels(rows, values(found[truth]), lambda row: place(row, truth))
    for column in columns:
        numbers = np.ma.filled(found[column], np.nan)
        bad = np.flatnonzero(~((numbers >= 0) & np.isfinite(numbers)))
        if len(bad):
            problem = not_a("degree of membership", numbers[bad[0]].item())
            raise InputError(f"{place(int(bad[0]), column)}: {problem}")
        rows.numbers[asked[column]].extend((numbers + 0.0).tolist())  # -0.0 is 0


def _fetched(relation: Any, chosen: list[str]) -> Any:
    with duckdb_errors(reading=True):
        return fetched(relation.project(", ".join(chosen)))


def _add_labels(rows: NumberRows, labels: list[Any], place: Callable[[int], str]) -> None:
    gap = next((row for row, label in enumerate(labels) if is_missing(label)), None)
    if gap is not None:
        _refuse_gap(place(gap))
    rows.labels.extend(labels)


def _refuse_gap(place: str) -> None:
    raise InputError(f"{place}: the label is missing; fill it, or leave the row out")
