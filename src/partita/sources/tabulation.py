"""One call for every source: the engine is found by the type of what was passed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from ..base.arithmetic import one_of, thread_count
from ..base.errors import InputError
from ..base.wording import article
from ..labels.containers import library_types
from ..labels.policies import check_options
from .rows.job import Job, read_names, refuse_query
from .rows.rows import tables
from .sql.cursor import is_cursor
from .stream.stream import Stream


class Engine(NamedTuple):
    """How the sources of one engine are known, and who reads them."""

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


def _is_query(source: Any, job: Job) -> bool:
    known = library_types("duckdb", "DuckDBPyConnection") or library_types(
        "_duckdb", "DuckDBPyConnection"
    )
    return job.query is not None and isinstance(source, known)


_QUERIES = "scans.relation_files:query_rows"
ENGINES = (
    Engine(_is_two, "scans.joined:joined_rows"),
    Engine(_is_path, "scans.scans:file_rows"),
    Engine(_typed("pandas", "DataFrame"), "memory.frames:pandas_rows"),
    Engine(_typed("polars", "DataFrame"), "memory.frames:polars_rows"),
    Engine(_typed("polars", "LazyFrame"), "sql.polars_lazy:lazy_rows"),
    Engine(_typed("pyarrow", "Table", "RecordBatch"), "memory.frames:arrow_rows"),
    Engine(_typed("pyarrow.dataset", "Dataset"), "scans.datasets:dataset_tables"),
    Engine(_typed("pyarrow.dataset", "Scanner"), "stream.arrow_batches:scanner_tables"),
    Engine(_typed("deltalake", "DeltaTable"), "scans.datasets:delta_tables"),
    Engine(_typed("pyarrow", "RecordBatchReader"), "stream.arrow_batches:reader_tables"),
    Engine(_typed("duckdb", "DuckDBPyRelation"), "scans.relation_files:checked_rows"),
    Engine(_is_query, _QUERIES),
    Engine(_typed("pyspark.sql", "DataFrame"), "sql.spark:spark_rows"),
    Engine(_typed("pyspark.sql.connect.dataframe", "DataFrame"), "sql.spark:spark_rows"),
    Engine(_typed("narwhals", "DataFrame"), "memory.frames:narwhals_rows"),
    Engine(_typed("dask.dataframe", "DataFrame"), "memory.chunked:frame_tables"),
    Engine(_typed("zarr", "Group"), "memory.frames:zarr_rows"),
    Engine(_is_anndata, "memory.frames:anndata_rows"),
    Engine(lambda source, _: isinstance(source, Mapping), "memory.frames:mapping_rows"),
    Engine(_is_pair, "memory.frames:array_rows"),
    Engine(_is_cells, "sql.cursor:tuple_rows"),
    Engine(lambda source, _: is_cursor(source), "sql.cursor:cursor_rows"),
    Engine(
        lambda source, _: hasattr(source, "__arrow_c_stream__"),
        "stream.arrow_batches:stream_tables",
    ),
    Engine(lambda source, _: isinstance(source, Iterator), "stream.batches:batch_tables"),
)
_NAMELESS = (
    "memory.frames:array_rows",
    "sql.cursor:tuple_rows",
    "sql.cursor:cursor_rows",
    "stream.batches:batch_tables",
)

# By library, or by its type: the one line that makes a source of it.
_REMEDIES = {
    "ray": "pass iter(dataset.iter_batches(batch_format='pyarrow'))",
    "pyiceberg": "pass table.scan().to_arrow_batch_reader()",
    "pyarrow.ParquetFile": "pass file.iter_batches(columns=[...]), or its path",
    "narwhals.LazyFrame": "pass frame.to_native()",
    "torch.DataLoader": "pass (tuple(batch) for batch in loader)",
    "sqlalchemy": "pass connection.execute(text(partita.sql(...))).cursor",
    "sqlite3": "pass connection.execute(partita.sql(..., dialect='sqlite'))",
}


def tabulate(
    source: Any,
    truth: Any = None,
    prediction: Any = None,
    *,
    weights: Any = None,
    grouped: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    on: str | None = None,
    unmatched: str = "error",
    query: str | None = None,
    delimiter: str | None = None,
    memory_limit: str | None = None,
    threads: int | None = None,
) -> Any:
    """Count objects where they are: only cells of the table come here.

    Parameters
    ----------
    source
        A data frame (pandas, Polars eager or lazy, PyArrow, Spark, AnnData, a mapping of columns),
        a PyArrow dataset, reader or other Arrow stream, a DuckDB relation or connection, paths of
        files, ``-`` for stdin, a pair (truth, prediction) of labels, an iterator of batches, or a
        cursor or list with rows (class, cluster, n).
    truth, prediction
        Names of the columns; several predictions as a list, counted in one scan.
    weights, grouped
        Names of the columns with the weight and with the group (donor, batch) of each object.
    missing, noise, noise_as
        As for every measure.
    on, unmatched
        With two sources, truth and prediction: the column that says which object is which. An id
        that only one of them has is refused ("error"), left out ("drop"), or its label is missing
        ("missing"), which `missing` then decides.
    query
        With a DuckDB connection: the SELECT whose result holds the columns.
    delimiter
        Of text files; by default the extension says it.
    memory_limit, threads
        What DuckDB may use, such as "2GB"; beyond it works on disk. The result does not change.

    Returns
    -------
    Contingency or WeightedContingency, or dict
        One table; with several predictions a dict by prediction; with `grouped` a dict by group,
        inside. All cells, and so all scores, are the same whatever the engine.

    Examples
    --------
    >>> from partita.sources import tabulate
    >>> columns = {"type": ["a", "a", "b"], "leiden": [0, 1, 1]}
    >>> tabulate(columns, "type", "leiden")
    <Contingency: 3 objects, 2 classes, 2 clusters, 3 cells>
    """
    options = check_options(missing, noise, noise_as, "error")
    one_of("unmatched", unmatched, ("error", "drop", "missing"))
    several = isinstance(prediction, list | tuple)
    names = (
        (truth, tuple(prediction) if several else () if prediction is None else (prediction,))
        if truth is None
        else read_names(truth, prediction)
    )
    job = Job(
        names[0],
        names[1],
        weights=weights,
        grouped=grouped,
        options=options,
        threads=thread_count(threads) or None,
        memory_limit=memory_limit,
        on=on,
        unmatched=unmatched,
        query=query,
        delimiter=delimiter,
    )
    reader = _reader(source, job)
    found = _tables(reader(source, job), job)
    return found if several else found[next(iter(found))]


def _tables(found: Any, job: Job) -> dict[Any, Any]:
    """Tables by prediction, of rows or of a stream."""
    if isinstance(found, Stream):
        if found._names == () or found._names is None:
            return {None: found.tables if found._groups is not None else found.table}
        return found.tables
    counted = {}
    for name, rows in found.items():
        try:
            counted[name] = tables(rows, job)
        except InputError as error:
            named = f"prediction {name!r}: {error}" if len(found) > 1 else str(error)
            raise InputError(named) from error
    return counted


def _reader(source: Any, job: Job) -> Callable[[Any, Job], Any]:
    for engine in ENGINES:
        if engine.takes(source, job):
            if job.query is not None and engine.reader != _QUERIES:
                refuse_query(source)
            if job.truth is None and engine.reader not in _NAMELESS:
                read_names(job.truth, job.predictions or None)
            module, function = engine.reader.split(":")
            reader: Callable[[Any, Job], Any] = getattr(
                import_module(f".{module}", __package__), function
            )
            return reader
    noun = article(type(source).__name__)
    library = type(source).__module__.partition(".")[0]
    remedy = _REMEDIES.get(f"{library}.{type(source).__name__}") or _REMEDIES.get(library)
    if remedy is None and isinstance(source, np.ndarray | Iterable):
        remedy = "for labels in memory pass the pair (truth, prediction), or a mapping of columns"
    remedy = remedy or "pass a data frame, a path, a database relation or a pair of labels"
    raise InputError(f"source is {noun}, for which there is no engine: {remedy}")
