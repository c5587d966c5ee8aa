"""Arrow data that come in batches: counted batch by batch, none is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...base.errors import InputError
from ..files.column_kinds import INTEGERS
from ..rows.failures import reported
from ..rows.job import Job, require
from .stream import Stream


def scanner_tables(scanner: Any, job: Job) -> Stream:
    """A PyArrow Scanner, with the columns and options it was made with."""
    return reader_tables(scanner.to_reader(), job)


def reader_tables(reader: Any, job: Job) -> Stream:
    """A PyArrow RecordBatchReader, read to its end."""
    require(job, reader.schema.names, "the stream")
    with reported("the stream cannot be read", "pyarrow"):
        return counted(reader, job)


def stream_tables(source: Any, job: Job) -> Stream:
    """Anything that offers an Arrow C stream of a table."""
    try:
        from pyarrow import RecordBatchReader
    except ImportError:
        raise InputError(
            f"{type(source).__name__} is an Arrow stream, which is read with pyarrow: "
            "install partita[arrow]"
        ) from None
    return reader_tables(RecordBatchReader.from_stream(source), job)


def counted(batches: Iterable[Any], job: Job) -> Stream:
    """Count record batches one by one."""
    stream = Stream.under(job.policies)
    for batch in batches:
        if batch.num_rows:
            stream.update(*batch_columns(batch, job))
    return stream


def batch_columns(batch: Any, job: Job) -> tuple[Any, dict[Any, Any], Any, Any]:
    """Truth, predictions by name, weights and groups of a batch."""
    weights = None if job.weights is None else batch.column(job.weights)
    groups = None if job.groups is None else batch.column(job.groups)
    clusters = {name: _plain(batch.column(name)) for name in job.predictions}
    return _plain(batch.column(job.truth)), clusters, weights, groups


def _plain(column: Any) -> Any:
    """Integers as the array they are; nothing has to be asked about these."""
    if str(column.type) in INTEGERS and not column.null_count:
        chunks = hasattr(column, "num_chunks")
        return column.to_numpy() if chunks else column.to_numpy(zero_copy_only=True)
    return column
