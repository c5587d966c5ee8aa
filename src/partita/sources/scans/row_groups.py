"""Parquet files by their row groups: PyArrow decodes a few at a time, and we count them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

from ...base.errors import InputError
from ...base.memory import RoomError, require_room
from ...base.wording import show
from ..files.column_kinds import Kinds, arrow_kind
from ..files.data_files import DataFile, naming
from ..rows.failures import reported
from ..rows.job import Job, require
from ..stream.batches import arrow_columns
from ..stream.stream import Stream

_ROWS, _LARGE = 1 << 20, 1 << 22  # rows decoded at a time, and rows of a large row group
_REMEDY = "write the file with smaller row groups, or shorter labels"


def parquet_tables(files: list[DataFile], job: Job) -> Stream:
    """Count Parquet files; a column must hold labels of one kind in all of them."""
    stream = Stream.under(job.policies, joint=job.joint)
    kinds = Kinds()
    for one in files:
        file = _opened(one.path, job, kinds)
        rows = 0
        with naming([one]), _legible(one.path):
            for table in _tables(file, one.path, job):
                _refuse_gaps(table, one.path, rows, job)
                stream.update(*arrow_columns(table, job))
                rows += table.num_rows
    return stream


def _legible(path: str) -> AbstractContextManager[None]:
    """Refuse a file that PyArrow cannot read; a lack of memory is reported as such."""
    return reported(f"{path}: cannot be read", "pyarrow")


def _opened(path: str, job: Job, kinds: Kinds) -> Any:
    from pyarrow.parquet import ParquetFile

    with _legible(path):
        schema = ParquetFile(path).schema_arrow
        require(job, schema.names, path)
        texts = [n for n in job.columns if str(schema.field(n).type) in ("string", "large_string")]
        # Texts keep their dictionary codes; pages that do not match their checksums are refused.
        file = ParquetFile(path, read_dictionary=texts, page_checksum_verification=True)
    for name in job.columns:
        kinds.check(path, name, arrow_kind(schema.field(name).type))
    return file


def _tables(file: Any, path: str, job: Job) -> Iterator[Any]:
    """A few row groups at a time, or batches if a row group is large."""
    columns = list(job.columns)
    sizes = [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)]
    if any(size > _LARGE for size in sizes):
        yield from _batches(file, path, columns)
        return
    pending: list[int] = []
    for k, size in enumerate(sizes):
        if pending and sum(sizes[p] for p in pending) + size > _ROWS:
            yield _read(file, path, pending, columns)
            pending = []
        pending.append(k)
    if pending:
        yield _read(file, path, pending, columns)


def _read(file: Any, path: str, groups: list[int], columns: list[Any]) -> Any:
    """Row groups as a table, which must fit in memory."""
    what = f"{path}: row group {groups[0] + 1}"
    require_room(what, sum(_unpacked(file, k, columns) for k in groups), _REMEDY)
    try:
        return file.read_row_groups(groups, columns=columns)
    except MemoryError as error:
        raise RoomError(f"{what} does not fit in memory: {error}", _REMEDY) from error


def _batches(file: Any, path: str, columns: list[Any]) -> Iterator[Any]:
    """Batches as tables; a batch needs at least its share of the memory of its row group."""
    from pyarrow import Table

    for k in range(file.num_row_groups):
        rows = max(file.metadata.row_group(k).num_rows, _ROWS)
        what = f"{path}: {_ROWS} rows of row group {k + 1}"
        require_room(what, _unpacked(file, k, columns) * _ROWS // rows, _REMEDY)
    try:
        for batch in file.iter_batches(batch_size=_ROWS, columns=columns):
            yield Table.from_batches([batch])
    except MemoryError as error:
        what = f"{path}: a batch of {_ROWS} rows"
        raise RoomError(f"{what} does not fit in memory: {error}", _REMEDY) from error


def _unpacked(file: Any, group: int, columns: list[Any]) -> int:
    """Bytes of an unpacked row group, as the file states them.

    Beware: the file counts repeated values once. That is right for texts; bytes and string views
    are decoded for every row and need far more.
    """
    known = file.metadata.row_group(group)
    chunks = [known.column(j) for j in range(known.num_columns)]
    return sum(c.total_uncompressed_size for c in chunks if c.path_in_schema in columns)


def _refuse_gaps(table: Any, path: str, before: int, job: Job) -> None:
    for name in (*job.required, *(n for n in (job.weights, job.groups) if n is not None)):
        column = table.column(name)
        if column.null_count:
            row = before + column.is_null().index(value=True).as_py()
            remedy = ", or choose what missing labels mean: missing=" * (name in job.required)
            raise InputError(
                f"{path}, row {row + 1}, column {show(name)}: the value is missing; fill it{remedy}"
            )
