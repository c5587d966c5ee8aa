"""Read labels and columns of numbers, a row for each object, in the order of the file.

Memberships differ between objects, so counting equal rows gains nothing. Draws depend on the order
of the rows, which is the order of the file.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import InputError
from ...base.wording import show
from ...labels.names import is_missing
from ...sources.databases.connection import database, duckdb_errors
from ...sources.databases.dialects import quoted
from ...sources.databases.duck import expression, fetched, types_of, values
from ...sources.files.column import Column
from ...sources.files.data_files import DataFile, data_files, listed_paths, naming
from ...sources.files.obs_columns import opened_obs
from ...sources.memberships.types import check_type, is_single_type
from ...sources.rows.job import Job, require
from ...sources.scans.joined import ID, by_role, joined_files
from ...sources.scans.obs_rows import coded, numbers_of, stored_columns
from ...sources.scans.scans import admit, parquet, parquet_scan, text_chunks
from .number_lines import add_lines, pieces
from .numbers import Numbers, Rules


class NumberRows(NamedTuple):
    """The true labels of the objects or, for a soft truth, its numbers, and those of FILE."""

    labels: list[Any]
    truth: Numbers
    prediction: Numbers

    @classmethod
    def none_of(cls, job: Job, rules: tuple[Rules, Rules]) -> NumberRows:
        """Start without rows, for the columns of a job."""
        return cls([], Numbers(job.soft_truth, rules[0]), Numbers(job.predictions, rules[1]))

    def sides(self, job: Job) -> Iterator[tuple[Numbers, int, str]]:
        """Each side, the position of a column in it, and how this job names the column."""
        for side, names in ((self.truth, job.soft_truth), (self.prediction, job.predictions)):
            for at, name in enumerate(names):
                yield side, at, name


def number_rows(
    source: list[str], job: Job, truth_file: str | None, rules: tuple[Rules, Rules]
) -> NumberRows:
    """Read the truth and columns of numbers; refuse missing values and anything else.

    The first of `rules` are for the numbers of a soft truth.
    """
    rows = NumberRows.none_of(job, rules)
    if truth_file is not None:
        _joined(rows, (truth_file, source), job)
        return rows
    found = data_files(source, job.delimiter)
    readers = {"text": _text, "lines": _lines, "parquet": _parquet, "obs": _obs}
    readers[found[0].kind](rows, found, job)
    if not rows.prediction.objects:
        raise InputError(f"{listed_paths(found)}: no data")
    return rows


def _text(rows: NumberRows, found: list[DataFile], job: Job) -> None:
    """Read text with our own reader, which knows the place of a fault."""
    for chunk in text_chunks(found, job):
        if job.truth is not None:
            _add_labels(rows, chunk[job.truth].labels, chunk[job.truth].line, job.truth)
        for side, at, name in rows.sides(job):
            side.add_texts(at, chunk[name].labels, _line_of(chunk[name]))


def _line_of(column: Column) -> Callable[[int], str]:
    """The place of a row in a text file; kept for messages, without the texts."""
    return column._replace(labels=[], lines=array("q", column.lines)).line


def _lines(rows: NumberRows, found: list[DataFile], job: Job) -> None:
    """Read JSON lines with our own reader."""
    for piece in pieces(found, job):
        if job.truth is not None:
            labels = [line.read[job.truth] for line in piece.lines]
            _add_labels(rows, labels, piece.place, job.truth)
        for side in (rows.truth, rows.prediction):
            if side.names:
                add_lines(side, piece)


def _parquet(rows: NumberRows, found: list[DataFile], job: Job) -> None:
    """Read Parquet file by file, so that rows have numbers in their file."""
    with database(job) as connection:
        admit(connection, found)
        parquet(connection, found, job)  # refuses missing columns and columns of several types
        connection.execute("SET preserve_insertion_order = true")
        for one in found:
            with naming([one]):
                relation = connection.sql(f"FROM {parquet_scan([one])}")
                _add(rows, relation, job, job, _Files(one.path, one.path))


def _obs(rows: NumberRows, found: list[DataFile], job: Job) -> None:
    """Read columns of .h5ad files."""
    for one in found:
        with opened_obs(one.path) as obs, naming([one]):
            require(job, obs.names, one.path)
            columns = dict(zip(job.columns, stored_columns(obs, job.columns), strict=True))
        line = _Files(one.path, one.path).lines(None, truth=False)
        if job.truth is not None:
            labels = coded(columns[job.truth])
            _add_labels(rows, labels.at(np.arange(len(labels.codes))), line, job.truth)
        for side, at, name in rows.sides(job):
            if columns[name].values.dtype == np.float32:
                side.single.add(name)
            with naming([one]):
                side.add_typed(at, numbers_of(columns[name], name), line)


def _joined(rows: NumberRows, source: tuple[str, list[str]], job: Job) -> None:
    """Read two files matched by an id; rows are sorted, because a match has no order."""
    found = of_truth, of_numbers = [data_files(one, job.delimiter) for one in source]
    with database(job) as connection, naming([*of_truth, *of_numbers]):
        relation = joined_files(connection, source, job).order("ALL")
        texts = of_truth[0].kind == "text", of_numbers[0].kind == "text"
        named = _Files(listed_paths(of_truth), listed_paths(of_numbers), texts, ID)
        _add(rows, relation, by_role(job), job, named)
    if not rows.prediction.objects:
        raise InputError(f"{' and '.join(map(listed_paths, found))}: no id is in both files")


class _Files(NamedTuple):
    """The files of the truth and of the numbers, which of them are text, and the column of ids."""

    truth: str
    prediction: str
    texts: tuple[bool, bool] = (False, False)
    id: str | None = None

    def lines(self, ids: list[Any] | None, *, truth: bool) -> Callable[[int], str]:
        """The place of a row (counted from 0), for a message: by its id if files are matched."""
        path = self.truth if truth else self.prediction
        if ids is None:
            return lambda row: f"{path}, row {row + 1}"
        return lambda row: f"{path}, id {show(ids[row])}"


def _add(rows: NumberRows, relation: Any, asked: Job, job: Job, files: _Files) -> None:
    """Add the rows of a relation, which names columns as `asked` does and the user as `job`."""
    types = types_of(relation)
    chosen = [] if files.id is None else [quoted(files.id)]
    if asked.truth is not None:
        chosen.append(expression(asked.truth, types[asked.truth], job.truth))
    for side, at, column in rows.sides(asked):
        if files.texts[side is rows.prediction]:
            chosen.append(quoted(column))
            continue
        if types[column] != "BOOLEAN":  # true counts as 1, as in rough clusterings
            check_type(side.names[at], types[column])
        if is_single_type(types[column]):
            side.single.add(side.names[at])
        chosen.append(f"{quoted(column)}::DOUBLE AS {quoted(column)}")
    with duckdb_errors(reading=True):
        found = fetched(relation.project(", ".join(chosen)))
    ids = None if files.id is None else values(found[files.id])
    if asked.truth is not None:
        labels = values(found[asked.truth])
        _add_labels(rows, labels, files.lines(ids, truth=True), job.truth)
    for side, at, column in rows.sides(asked):
        line = files.lines(ids, truth=side is rows.truth)
        if files.texts[side is rows.prediction]:
            side.add_texts(at, values(found[column]), line)
        else:
            side.add_typed(at, np.ma.filled(found[column], np.nan), line)


def _add_labels(rows: NumberRows, labels: list[Any], line: Callable[[int], str], name: Any) -> None:
    """Add true labels; refuse missing ones."""
    gap = next((row for row, label in enumerate(labels) if is_missing(label)), None)
    if gap is not None:
        raise InputError(
            f"{line(gap)}, column {show(name)}: the label is missing; fill it, or leave the row out"
        )
    rows.labels.extend(labels)
