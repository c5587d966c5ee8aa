"""Files counted where they lie: Parquet, JSON lines and delimited text, packed or not."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...base.errors import InputError
from ..databases.connection import database, one_file, refusal
from ..databases.cursor import named_rows
from ..databases.dialects import literal
from ..databases.duck import duck_kind, fetched_texts, has, relation_rows, types_of, values
from ..databases.statements import statement
from ..files.column import GROUPS
from ..files.column_kinds import Kinds
from ..files.delimited import Column, read_chunks, standard_input
from ..files.places import STDIN, Place, named, places
from ..files.text_check import opened
from ..rows.job import Job, require
from ..rows.rows import Rows
from ..stream.stream import Stream
from .json_faults import LONGEST_OBJECT, placed, refuse_suspect
from .parquet_pages import check_pages

_SMALL = 1 << 22  # bytes; up to here our own reader is done before DuckDB has started
_CHUNK = 200_000  # rows that our own reader holds at a time


def file_rows(source: Any, job: Job) -> dict[Any, Rows] | Stream:
    """Count the columns of files; text by our own strict reader where DuckDB gains nothing."""
    found = places(source, job.delimiter)
    kind = found[0].kind
    if kind == "text":
        return text_tables(found, job)
    if kind == "parquet" and has("pyarrow") and not any(one.remote for one in found):
        from .row_groups import parquet_tables

        _refuse_absent(found)
        return parquet_tables(found, job)
    with database(job) as connection:
        admit(connection, found)
        if kind == "parquet":
            with named(found):
                return relation_rows(connection.sql(f"FROM {parquet(connection, found, job)}"), job)
        return line_rows(connection, found, job)


def admit(connection: Any, found: list[Place]) -> None:
    """Refuse what is not there; addresses need DuckDB's extension for them."""
    _refuse_absent(found)
    if any(one.remote for one in found):
        try:
            connection.load_extension("httpfs")
        except Exception as error:
            raise InputError(
                f"{found[0].path}: an address needs DuckDB's extension httpfs, which is not "
                "installed: fetch the file first, or INSTALL httpfs in DuckDB"
            ) from error


def _refuse_absent(found: list[Place]) -> None:
    for one in found:
        if not one.remote and not os.path.isfile(one.path):
            raise InputError(f"{one.path}: cannot be read: there is no such file")


def parquet(connection: Any, found: list[Place], job: Job) -> str:
    """The files as a table in SQL, sound, and with labels of one kind in all of them."""
    kinds, types = Kinds(), set()
    for one in found:
        try:
            relation = connection.sql(f"FROM {parquet_scan([one])}")
        except Exception as error:
            raise InputError(f"{one.path}: cannot be read: {refusal(error)}") from error
        require(job, relation.columns, one.path)
        held = types_of(relation)
        types.add(tuple(held[name] for name in job.columns))
        for name in job.columns:
            kinds.check(one.path, name, duck_kind(held[name]))
    local = [one.path for one in found if not one.remote]
    check_pages(lambda text: list(connection.sql(text).fetchall()), local, job.columns)
    return parquet_scan(found, several=len(types) > 1)


def parquet_scan(found: list[Place], *, several: bool = False) -> str:
    """Parquet files in SQL; where types differ in width, all are read as the widest."""
    # Without hive partitioning: a folder called truth=9 would replace the column of that name.
    files = ", ".join(map(one_file, found))
    widest = ", union_by_name=true" if several else ""
    return f"read_parquet([{files}], hive_partitioning=false{widest})"


def line_rows(connection: Any, found: list[Place], job: Job) -> dict[Any, Rows]:
    """JSON lines: labels keep their JSON type, so 1 and "1" are told apart or refused."""
    text = statement(
        json_lines(found, job), job.truth, job.predictions, weights=job.weights, groups=job.groups
    )
    with placed(found, job):
        try:
            cells = fetched_texts(connection.sql(text))
        except Exception as error:
            raise refusal(error) from error
        found_rows = named_rows({key: from_json(column) for key, column in cells.items()}, job)
    for name, rows in found_rows.items():
        given = {job.truth: rows.truth, name: rows.prediction}
        given |= {job.weights: rows.weights, job.groups: rows.group}
        read = {name: column for name, column in given.items() if column is not None}
        refuse_suspect(found, read, job)
    return found_rows


def json_lines(found: list[Place], job: Job) -> str:
    """The files as a table in SQL, every value as the JSON text it is."""
    columns = ", ".join(f"{literal(str(name))}: 'JSON'" for name in job.columns)
    paths = ", ".join(map(one_file, found))
    packed = found[0].packed or "none"
    return (
        f"read_json([{paths}], format='newline_delimited', columns={{{columns}}}, "
        f"compression={literal(packed)}, ignore_errors=false, "
        f"hive_partitioning=false, maximum_object_size={LONGEST_OBJECT})"
    )


def from_json(column: Any) -> Any:
    """Values of JSON texts, each read once; what counts stays as it is."""
    if isinstance(column, np.ndarray) and np.issubdtype(column.dtype, np.integer):
        return column  # n, and the marks of grouping sets
    texts, places = _distinct(column)
    try:
        read = json.loads(f"[{','.join(texts)}]")
    except (RecursionError, ValueError) as error:
        raise InputError("a value is nested too deeply, or is a number of many digits") from error
    known = np.fromiter((*read, None), dtype=object, count=len(texts) + 1)
    return known[places]


def _distinct(column: Any) -> tuple[list[str], Any]:
    """The texts that occur, and which of them each entry is; a missing one comes after the last."""
    if hasattr(column, "dictionary_encode"):
        found = column.dictionary_encode().combine_chunks()
        texts = found.dictionary.to_pylist()
        return texts, found.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)
    number: dict[str, int] = {}
    places = [
        -1 if text is None else number.setdefault(text, len(number)) for text in values(column)
    ]
    return list(number), np.array(places, dtype=np.intp)


def text_tables(found: list[Place], job: Job) -> dict[Any, Rows] | Stream:
    """Delimited text: by DuckDB where that pays, and then only if the bytes agree with it."""
    size = sum(os.path.getsize(one.path) for one in found if os.path.isfile(one.path))
    if size > _SMALL and all(one.path != STDIN for one in found) and has("duckdb"):
        from .text_scan import scanned

        rows = scanned(found, job)
        if rows is not None:
            return rows
    stream = Stream.under(job.policies)
    for columns in text_chunks(found, job):
        stream.update(*text_batch(columns, job))
    return stream


def text_chunks(found: list[Place], job: Job) -> Iterator[dict[Any, Column]]:
    """Columns of the files by our own reader, some rows at a time."""
    names = [str(name) for name in job.columns]
    for one in found:
        delimiter = one.delimiter or ","
        if one.path == STDIN:
            chunks = read_chunks(standard_input(), "stdin", names, delimiter, _CHUNK)
            yield from (dict(zip(job.columns, chunk, strict=True)) for chunk in chunks)
            continue
        with opened(one) as file:
            for chunk in read_chunks(file, one.path, names, delimiter, _CHUNK):
                yield dict(zip(job.columns, chunk, strict=True))


def text_batch(columns: dict[Any, Column], job: Job) -> tuple[Any, Any, Any, Any]:
    """Truth, predictions, weights and groups of a chunk; gaps are refused with their place."""
    if job.policies.missing == "error":
        for name in (job.truth, *job.predictions):
            columns[name].require_labels()
    if job.groups is not None:
        columns[job.groups].require_labels(GROUPS)
    weights = None if job.weights is None else columns[job.weights].weights()
    groups = None if job.groups is None else columns[job.groups].labels
    clusters = {name: columns[name].labels for name in job.predictions}
    return columns[job.truth].labels, clusters, weights, groups
