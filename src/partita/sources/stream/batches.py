"""Sources that come in batches: Arrow record batches, tuples of labels, or data frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...base.errors import InputError
from ...base.wording import article
from ..files.column_kinds import INTEGER_TYPES
from ..rows.engines import reader_of
from ..rows.failures import reported
from ..rows.job import Job, require
from .stream import Stream


def scanner_tables(scanner: Any, job: Job) -> Stream:
    """A PyArrow Scanner, with its own columns and options."""
    return reader_tables(scanner.to_reader(), job)


def stream_tables(source: Any, job: Job) -> Stream:
    """Any object that offers a table as an Arrow C stream."""
    try:
        from pyarrow import RecordBatchReader
    except ImportError:
        raise InputError(
            f"source is {article(type(source).__name__)}, an Arrow stream, which pyarrow reads: "
            "install partita[arrow]"
        ) from None
    return reader_tables(RecordBatchReader.from_stream(source), job)


def reader_tables(reader: Any, job: Job) -> Stream:
    """A PyArrow RecordBatchReader, read to its end."""
    require(job, reader.schema.names, "the stream")
    with reported("the stream cannot be read", "pyarrow"):
        return arrow_tables(reader, job)


def arrow_tables(batches: Iterable[Any], job: Job) -> Stream:
    """Count Arrow record batches one by one."""
    stream = Stream.under(job.policies, joint=job.joint)
    for batch in batches:
        if batch.num_rows:
            stream.update(*arrow_columns(batch, job))
    return stream


def arrow_columns(batch: Any, job: Job) -> tuple[Any, dict[Any, Any], Any, Any]:
    """Truth, predictions by name, weights and groups of an Arrow batch or table."""
    weights = None if job.weights is None else batch.column(job.weights)
    groups = None if job.groups is None else batch.column(job.groups)
    clusters = {name: _plain(batch.column(name)) for name in job.predictions}
    return _plain(batch.column(job.truth)), clusters, weights, groups


def _plain(column: Any) -> Any:
    """Integers without gaps as a NumPy array, which is counted as it is."""
    if str(column.type) in INTEGER_TYPES and not column.null_count:
        chunks = hasattr(column, "num_chunks")
        return column.to_numpy() if chunks else column.to_numpy(zero_copy_only=True)
    return column


def batch_tables(batches: Iterator[Any], job: Job) -> Stream:
    """Count an iterator of (truth, prediction), (truth, prediction, weights), or data frames."""
    stream = Stream.under(job.policies, joint=job.joint)
    for at, batch in enumerate(batches, start=1):
        if not isinstance(batch, tuple):
            stream.update(*_frame_columns(batch, job, f"batch {at}"))
        elif 2 <= len(batch) <= 3:
            stream.update(*batch)
        else:
            raise InputError(
                f"batch {at} is a tuple of {len(batch)}: expected (truth, prediction) or "
                "(truth, prediction, weights)"
            )
    return stream


def _frame_columns(frame: Any, job: Job, noun: str) -> tuple[Any, dict[Any, Any], Any, Any]:
    kind = article(type(frame).__name__)
    if job.truth is None:
        raise InputError(
            f"{noun} is {kind}: name its columns with truth= and prediction=, or pass batches "
            "(truth, prediction)"
        )
    rows = reader_of(frame, job)(frame, job)
    first = next(iter(rows.values())) if isinstance(rows, dict) else None
    if first is None or first.n is not None:
        raise InputError(f"{noun} is {kind}: pass batches with their columns in memory")
    clusters = {name: one.prediction for name, one in rows.items()}
    return first.truth, clusters, first.weights, first.group
