"""Parquet by its row groups: decoded by PyArrow, counted here, and none is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...base.errors import InputError
from ...base.memory import RoomError, require_room
from ...base.wording import show
from ..files.column_kinds import Kinds, arrow_kind
from ..files.places import Place, named
from ..rows.job import Job, require
from ..stream.stream import Stream

_ROWS, _LARGE = 1 << 20, 1 << 22  # rows decoded at a time, and rows too many for that
_REMEDY = "write the file with smaller row groups, or shorter labels"


def parquet_tables(found: list[Place], job: Job) -> Stream:
    """Count Parquet files; a column must have one type in all of them."""
    from ..stream.arrow_batches import batch_columns

    stream = Stream.under(job.policies)
    kinds = Kinds()
    for one in found:
        file = _opened(one, job, kinds)
        rows = 0
        with named([one]), _legible(one):
            for table in _tables(file, job, one):
                _refuse_gaps(table, one, rows, job)
                stream.update(*batch_columns(table, job))
                rows += table.num_rows
    return stream


@contextmanager
def _legible(place: Place) -> Iterator[None]:
    """Refuse a file that PyArrow cannot read; a lack of memory is no fault of the file."""
    from pyarrow import ArrowException

    try:
        yield
    except MemoryError:
        raise
    except (OSError, ArrowException) as error:
        raise InputError(f"{place.path}: cannot be read: {str(error).splitlines()[0]}") from error


def _opened(place: Place, job: Job, kinds: Kinds) -> Any:
    from pyarrow.parquet import ParquetFile

    with _legible(place):
        schema = ParquetFile(place.path).schema_arrow
        require(job, schema.names, place.path)
        texts = [n for n in job.columns if str(schema.field(n).type) in ("string", "large_string")]
        # Codes of texts pass through; pages that do not fit their checksums are refused.
        file = ParquetFile(place.path, read_dictionary=texts, page_checksum_verification=True)
    for name in job.columns:
        kinds.check(place.path, name, arrow_kind(schema.field(name).type))
    return file


def _tables(file: Any, job: Job, place: Place) -> Iterator[Any]:
    """A few row groups at a time, or batches where a row group is large."""
    columns = list(job.columns)
    sizes = [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)]
    if any(size > _LARGE for size in sizes):
        yield from _batches(file, columns, place)
        return
    pending: list[int] = []
    for k, size in enumerate(sizes):
        if pending and sum(sizes[p] for p in pending) + size > _ROWS:
            yield _read(file, pending, columns, place)
            pending = []
        pending.append(k)
    if pending:
        yield _read(file, pending, columns, place)


def _read(file: Any, groups: list[int], columns: list[Any], place: Place) -> Any:
    """Row groups as a table, which must fit in memory."""
    what = f"{place.path}: row group {groups[0] + 1}"
    require_room(what, sum(_unpacked(file, k, columns) for k in groups), _REMEDY)
    try:
        return file.read_row_groups(groups, columns=columns)
    except MemoryError as error:
        raise RoomError(f"{what} does not fit in memory: {error}", _REMEDY) from error


def _batches(file: Any, columns: list[Any], place: Place) -> Iterator[Any]:
    """Batches as tables; one has at least the mean share of its row group, which must fit."""
    from pyarrow import Table

    for k in range(file.num_row_groups):
        rows = max(file.metadata.row_group(k).num_rows, _ROWS)
        what = f"{place.path}: {_ROWS} rows of row group {k + 1}"
        require_room(what, _unpacked(file, k, columns) * _ROWS // rows, _REMEDY)
    try:
        for batch in file.iter_batches(batch_size=_ROWS, columns=columns):
            yield Table.from_batches([batch])
    except MemoryError as error:
        what = f"{place.path}: a batch of {_ROWS} rows"
        raise RoomError(f"{what} does not fit in memory: {error}", _REMEDY) from error


def _unpacked(file: Any, group: int, columns: list[Any]) -> int:
    """Bytes of a row group when it is unpacked, as the file states them.

    Beware: values that repeat are stored once and stated once. Texts are kept so; bytes and views
    of texts are decoded for every row, to far more than is stated.
    """
    known = file.metadata.row_group(group)
    chunks = [known.column(j) for j in range(known.num_columns)]
    return sum(c.total_uncompressed_size for c in chunks if c.path_in_schema in columns)


def _refuse_gaps(table: Any, place: Place, before: int, job: Job) -> None:
    names = (job.truth, *job.predictions) if job.policies.missing == "error" else ()
    for name in (*names, *(n for n in (job.weights, job.groups) if n is not None)):
        column = table.column(name)
        if column.null_count:
            row = before + column.is_null().index(value=True).as_py()
            raise InputError(
                f"{place.path}, row {row + 1}, column {show(name)}: the value is missing; fill it"
                + (", or choose what missing labels mean: missing=" if name in names else "")
            )
