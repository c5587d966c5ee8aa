"""Columns already in memory: pandas, Polars, PyArrow tables, AnnData, a mapping of columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...base.errors import InputError
from ...base.wording import article
from ...labels.alignment import check_order
from ..rows.job import Job, require
from ..rows.rows import Rows
from ..stream.stream import Stream
from .chunked import chunked_tables, is_chunked


def pandas_rows(frame: Any, job: Job) -> dict[Any, Rows] | Stream:
    """A pandas DataFrame."""
    return column_rows(frame.__getitem__, list(frame.columns), job, "the data frame")


def anndata_rows(data: Any, job: Job) -> dict[Any, Rows] | Stream:
    """The columns of ``obs`` of annotated data."""
    return column_rows(data.obs.__getitem__, list(data.obs.columns), job, "obs")


def polars_rows(frame: Any, job: Job) -> dict[Any, Rows] | Stream:
    """A Polars DataFrame."""
    return column_rows(frame.get_column, frame.columns, job, "the data frame")


def arrow_rows(table: Any, job: Job) -> dict[Any, Rows] | Stream:
    """A PyArrow Table or RecordBatch."""
    return column_rows(table.column, table.schema.names, job, "the table")


def mapping_rows(columns: Any, job: Job) -> dict[Any, Rows] | Stream:
    """A mapping from name to labels."""
    return column_rows(columns.__getitem__, list(columns), job, "the mapping")


def zarr_rows(group: Any, job: Job) -> dict[Any, Rows] | Stream:
    """The arrays of a zarr Group."""
    return column_rows(group.__getitem__, list(group.array_keys()), job, "the group")


def narwhals_rows(frame: Any, job: Job) -> dict[Any, Rows] | Stream:
    """A Narwhals DataFrame: its columns as the library underneath has them."""
    return mapping_rows({n: frame.get_column(n).to_native() for n in frame.columns}, job)


def column_rows(
    column: Callable[[Any], Any], names: Sequence[Any], job: Job, source: str
) -> dict[Any, Rows] | Stream:
    """Rows of each prediction; `column` returns a column by its name."""
    require(job, names, source)
    truth = column(job.truth)
    weights = None if job.weights is None else column(job.weights)
    group = None if job.groups is None else column(job.groups)
    clusters = {name: column(name) for name in job.predictions}
    check_order({f"column {name!r}": labels for name, labels in clusters.items()})
    if any(map(is_chunked, (truth, *clusters.values(), weights, group))):
        return chunked_tables(truth, clusters, weights, group, job)
    return {name: Rows(truth, own, None, weights, group) for name, own in clusters.items()}


def array_rows(source: Any, job: Job) -> dict[Any, Rows] | Stream:
    """A pair (truth, prediction) of labels; several predictions are a mapping by name."""
    if job.truth is not None or job.predictions or len(source) != 2:
        raise InputError(
            f"source is {article(type(source).__name__)} of {len(source)}: pass a pair (truth, "
            "prediction) of labels, without names; for several predictions pass a mapping"
        )
    truth, prediction = source
    several = isinstance(prediction, Mapping)
    clusters = dict(prediction) if several else {None: prediction}
    if any(map(is_chunked, (truth, *clusters.values(), job.weights, job.groups))):
        return chunked_tables(truth, prediction, job.weights, job.groups, job)
    check_order({f"prediction {name!r}": labels for name, labels in clusters.items()})
    return {name: Rows(truth, own, None, job.weights, job.groups) for name, own in clusters.items()}
