"""Count text files that DuckDB reads differently, with our own reader, in chunks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...sources.files.column import GROUPS, POLICIES, Column, refuse_gaps
from ...sources.files.data_files import DataFile
from ...sources.rows.job import Job
from ...sources.scans.scans import text_chunks
from .joint import Joint


def recounted(found: list[DataFile], job: Job) -> Joint:
    """Distinct rows of text files; a fault is refused with its place.

    Only distinct rows are kept, so that a small packed file that unpacks to a huge one fits in
    memory.
    """
    rows: Counter[tuple[Any, ...]] = Counter()
    gaps: dict[Any, tuple[str, int]] = {}
    for columns in text_chunks(found, job):
        _note_gaps(columns, gaps)
        if job.weights is not None:
            columns[job.weights].weights()
        rows.update(zip(*(columns[name].labels for name in job.columns), strict=True))
    labeled = (job.truth, *job.predictions) if job.policies.missing == "error" else ()
    for name in (*labeled, job.groups):
        if name in gaps:
            refuse_gaps(*gaps[name], POLICIES if name in labeled else GROUPS)
    listed = zip(*rows, strict=True)
    return Joint({n: list(v) for n, v in zip(job.columns, listed, strict=True)}, [*rows.values()])


def _note_gaps(columns: Mapping[Any, Column], gaps: dict[Any, tuple[str, int]]) -> None:
    """Keep the place of the first missing value of each column, and their number."""
    for name, column in columns.items():
        if None in column.labels:
            place, before = gaps.get(name) or (column.place(column.labels.index(None)), 0)
            gaps[name] = place, before + column.labels.count(None)
