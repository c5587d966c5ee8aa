"""Which engine reads a source: found by its type, without importing any library."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import InputError
from ...base.wording import article
from ...labels.containers import library_types
from .job import Job, read_names, refuse_query


class Engine(NamedTuple):
    """Which sources an engine takes, and the function that reads them."""

    takes: Callable[[Any, Job], bool]
    reader: str  # module:function, imported when it is needed


def _typed(library: str, *names: str) -> Callable[[Any, Job], bool]:
    return lambda source, _: isinstance(source, library_types(library, *names))


def _is_anndata(source: Any, _: Job) -> bool:
    return hasattr(source, "obs") and hasattr(source, "uns")


def _is_path(source: Any, job: Job) -> bool:
    if isinstance(source, str | os.PathLike):
        return True
    paths = isinstance(source, list | tuple) and bool(source)
    named = job.truth is not None
    return paths and named and all(isinstance(one, str | os.PathLike) for one in source)


def _is_two(source: Any, job: Job) -> bool:
    return job.on is not None and isinstance(source, list | tuple) and len(source) == 2


def _is_pair(source: Any, job: Job) -> bool:
    return isinstance(source, tuple) and job.truth is None


def _is_cells(source: Any, job: Job) -> bool:
    return isinstance(source, list) and job.truth is None


def _is_cursor(source: Any, _: Job) -> bool:
    return hasattr(source, "fetchmany") and hasattr(source, "description")


def _is_query(source: Any, job: Job) -> bool:
    name = "DuckDBPyConnection"
    kinds = library_types("duckdb", name) + library_types("_duckdb", name)
    return job.query is not None and isinstance(source, kinds)


_QUERIES = "scans.relation_files:query_rows"
ENGINES = (
    Engine(_is_two, "scans.joined:joined_rows"),
    Engine(_is_path, "scans.scans:file_rows"),
    Engine(_typed("pandas", "DataFrame"), "memory.frames:pandas_rows"),
    Engine(_typed("polars", "DataFrame"), "memory.frames:polars_rows"),
    Engine(_typed("polars", "LazyFrame"), "databases.polars_lazy:lazy_rows"),
    Engine(_typed("pyarrow", "Table", "RecordBatch"), "memory.frames:arrow_rows"),
    Engine(_typed("pyarrow.dataset", "Dataset"), "scans.datasets:dataset_tables"),
    Engine(_typed("pyarrow.dataset", "Scanner"), "stream.batches:scanner_tables"),
    Engine(_typed("deltalake", "DeltaTable"), "scans.datasets:delta_tables"),
    Engine(_typed("pyarrow", "RecordBatchReader"), "stream.batches:reader_tables"),
    Engine(_typed("duckdb", "DuckDBPyRelation"), "scans.relation_files:checked_rows"),
    Engine(_is_query, _QUERIES),
    Engine(_typed("pyspark.sql", "DataFrame"), "databases.spark:spark_rows"),
    Engine(_typed("pyspark.sql.connect.dataframe", "DataFrame"), "databases.spark:spark_rows"),
    Engine(_typed("narwhals", "DataFrame"), "memory.frames:narwhals_rows"),
    Engine(_typed("dask.dataframe", "DataFrame"), "memory.chunked:frame_tables"),
    Engine(_typed("zarr", "Group"), "memory.frames:zarr_rows"),
    Engine(_is_anndata, "memory.frames:anndata_rows"),
    Engine(lambda source, _: isinstance(source, Mapping), "memory.frames:mapping_rows"),
    Engine(_is_pair, "memory.frames:array_rows"),
    Engine(_is_cells, "databases.cursor:tuple_rows"),
    Engine(_is_cursor, "databases.cursor:cursor_rows"),
    Engine(
        lambda source, _: hasattr(source, "__arrow_c_stream__"),
        "stream.batches:stream_tables",
    ),
    Engine(lambda source, _: isinstance(source, Iterator), "stream.batches:batch_tables"),
)
_NAMELESS = (
    "memory.frames:array_rows",
    "databases.cursor:tuple_rows",
    "databases.cursor:cursor_rows",
    "stream.batches:batch_tables",
)

# By library, or by library and type: what to pass instead of a source that has no engine.
_REMEDIES = {
    "ray": "pass iter(dataset.iter_batches(batch_format='pyarrow'))",
    "pyiceberg": "pass table.scan().to_arrow_batch_reader()",
    "pyarrow.ParquetFile": "pass file.iter_batches(columns=[...]), or its path",
    "narwhals.LazyFrame": "pass frame.to_native()",
    "torch.DataLoader": "pass (tuple(batch) for batch in loader)",
    "sqlalchemy": "pass connection.execute(text(partita.sql(...))).cursor",
    "sqlite3": "pass connection.execute(partita.sql(..., dialect='sqlite'))",
}


def reader_of(source: Any, job: Job) -> Callable[[Any, Job], Any]:
    """The function that reads a source; the error for any other source says what to pass."""
    for engine in ENGINES:
        if engine.takes(source, job):
            if job.query is not None and engine.reader != _QUERIES:
                refuse_query(source)
            if job.truth is None and engine.reader not in _NAMELESS:
                read_names(job.truth, job.predictions or None)
            return loaded(engine.reader)
    kind = type(source)
    library = kind.__module__.partition(".")[0]
    remedy = _REMEDIES.get(f"{library}.{kind.__name__}") or _REMEDIES.get(library)
    if remedy is None and isinstance(source, np.ndarray | Iterable):
        remedy = "for labels in memory pass the pair (truth, prediction), or a mapping of columns"
    remedy = remedy or "pass a data frame, a path, a database relation or a pair of labels"
    raise InputError(f"source is {article(kind.__name__)}, which no engine can read: {remedy}")


def loaded(reader: str) -> Callable[..., Any]:
    """Import a reader, given as module:function of this package."""
    module, function = reader.split(":")
    found: Callable[..., Any] = getattr(import_module(f"..{module}", __package__), function)
    return found
