"""An iterator of batches: pairs or triples of labels, or data frames one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base.errors import InputError
from ...base.wording import article
from ..rows.engines import reader_of
from ..rows.job import Job
from .stream import Stream


def batch_tables(batches: Iterator[Any], job: Job) -> Stream:
    """Count batch by batch: (truth, prediction), (truth, prediction, weights), or frames."""
    stream = Stream.under(job.policies)
    for at, batch in enumerate(batches):
        if isinstance(batch, tuple):
            if not 2 <= len(batch) <= 3:
                raise InputError(
                    f"batch {at + 1} is a tuple of {len(batch)}: expected (truth, prediction) or "
                    "(truth, prediction, weights)"
                )
            stream.update(*batch)
        else:
            _put_frame(stream, batch, job, at)
    return stream


def _put_frame(stream: Stream, frame: Any, job: Job, at: int) -> None:
    if job.truth is None:
        raise InputError(
            f"batch {at + 1} is {article(type(frame).__name__)}: name its columns with truth= and "
            "prediction=, or pass batches (truth, prediction)"
        )
    rows = reader_of(frame, job)(frame, job)
    first = next(iter(rows.values())) if isinstance(rows, dict) else None
    if first is None or first.n is not None:
        raise InputError(
            f"batch {at + 1} is {article(type(frame).__name__)}, not columns in memory"
        )
    clusters = {name: one.prediction for name, one in rows.items()}
    stream.update(first.truth, clusters, first.weights, first.group)
