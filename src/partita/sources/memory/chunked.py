"""Arrays in chunks (dask, zarr, h5py): counted a few chunks at a time, never loaded whole."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import isnan
from typing import Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import article, show
from ...labels.alignment import check_order
from ...labels.containers import library_types
from ..rows.job import Job, require
from ..stream.batches import batch_tables
from ..stream.stream import Stream

_ROWS = 1 << 20  # counted at a time, or one chunk if that is longer
_ARRAYS = (("dask.array", "Array"), ("zarr", "Array"), ("h5py", "Dataset"))


def frame_tables(frame: Any, job: Job) -> Stream:
    """A dask DataFrame, partition by partition."""
    require(job, list(frame.columns), "the dask data frame")
    parts = frame[list(job.columns)].partitions
    return batch_tables((part.compute() for part in parts), job)


def is_chunked(column: Any) -> bool:
    """Whether a column is stored in chunks that are read one by one."""
    if isinstance(column, library_types("dask.dataframe", "Series")):
        return True
    if isinstance(column, library_types("xarray", "DataArray")):
        return column.ndim == 1 and column.chunks is not None
    known = tuple(kind for one in _ARRAYS for kind in library_types(*one))
    return isinstance(column, known) and column.ndim == 1


def chunked_tables(truth: Any, prediction: Any, weights: Any, groups: Any, job: Job) -> Stream:
    """Count columns, some of which are in chunks; several predictions are a mapping."""
    one = not isinstance(prediction, Mapping)
    several = {"": prediction} if one else prediction
    named = ["prediction"] if one else [f"prediction {show(name)}" for name in several]
    nouns = ["truth", *named, "weights", "groups"]
    columns = [truth, *several.values(), weights, groups]
    check_order(dict(zip(nouns, columns, strict=True)))
    stream = Stream.under(job.policies, joint=job.joint)
    for classes, *clusters, amounts, units in _parts(columns, nouns):
        own = clusters[0] if one else dict(zip(several, clusters, strict=True))
        stream.update(classes, own, amounts, units)
    return stream


def _parts(columns: list[Any], nouns: list[str]) -> Iterator[list[Any]]:
    """The columns, a few rows at a time; None stays None."""
    series = library_types("dask.dataframe", "Series")
    if any(isinstance(column, series) for column in columns):
        yield from _partitions(columns, series)
        return
    for start, end in pairwise(_bounds(columns, nouns)):
        parts = [None if column is None else _slice(column, start, end) for column in columns]
        lazy = library_types("dask.array", "Array")
        if any(isinstance(part, lazy) for part in parts):  # computes what they share once
            parts = list(sys.modules["dask"].compute(*parts, traverse=False))
        yield [
            np.asanyarray(part) if is_chunked(column) else part  # which keeps masks
            for part, column in zip(parts, columns, strict=True)
        ]


def _partitions(columns: list[Any], series: tuple[Any, ...]) -> Iterator[list[Any]]:
    """Partitions of dask Series, which must have the same divisions."""
    given = [one for one in columns if one is not None]
    alike = len({getattr(one, "npartitions", 0) for one in given}) == 1
    if not alike or not all(isinstance(one, series) for one in given):
        raise InputError(
            "a dask Series can only be counted with Series of the same partitions: take all "
            "columns from one dask DataFrame, or pass series.to_dask_array(lengths=True)"
        )
    for at in range(given[0].npartitions):
        parts = (None if one is None else one.partitions[at] for one in columns)
        yield list(sys.modules["dask"].compute(*parts))


def _bounds(columns: list[Any], nouns: list[str]) -> list[int]:
    """The bounds of the parts: ends of chunks of the first column that has chunks."""
    size = _size(columns[0], nouns[0])
    for column, noun in zip(columns, nouns, strict=True):
        other = size if column is None else _size(column, noun)
        if other != size:
            raise InputError(
                f"truth has {size} labels and {noun} {other}: pass one for each object"
            )
    bounds = [0]
    lengths = next(_chunks(column) for column in columns if is_chunked(column))
    for end in np.cumsum(lengths).tolist():
        if end - bounds[-1] >= _ROWS and end < size:
            bounds.append(end)
    return [*bounds, size]


def _size(column: Any, noun: str) -> int:
    if not is_chunked(column) and not hasattr(column, "__len__"):
        raise InputError(f"{noun} is {article(type(column).__name__)}: pass list(...) of it")
    size = column.shape[0] if is_chunked(column) else len(column)
    if isnan(size):
        raise InputError(f"{noun} has chunks of unknown length: call .compute_chunk_sizes() on it")
    return int(size)


def _chunks(column: Any) -> list[int]:
    """Lengths of the chunks, or of zarr's shards; a file in one piece is cut every _ROWS."""
    if isinstance(column.chunks, tuple) and isinstance(column.chunks[0], tuple):
        return list(column.chunks[0])
    shards = getattr(column, "shards", None) or column.chunks or (_ROWS,)
    step = max(int(shards[0]), 1)
    return [step] * -(-column.shape[0] // step)


def _slice(column: Any, start: int, end: int) -> Any:
    return getattr(column, "iloc", column)[start:end]  # by position, whatever the index
