"""DuckDB, embedded: it groups and counts, in memory or beyond; only cells come out."""

from __future__ import annotations

import glob
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import article, show
from ...labels.instants import in_utc
from ..files.column_kinds import BYTES, INTEGERS, TEXT, WHOLE
from ..files.places import Place
from ..rows.job import Job, require
from ..rows.rows import Rows
from .cursor import named_rows
from .dialects import literal, quoted
from .pushdown import left_out, refuse_none_left
from .statements import statement

# Types whose values come out of fetchnumpy as they are; an enumeration comes as its text.
_PLAIN = frozenset(
    ("VARCHAR", "BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT",
     "UINTEGER", "UBIGINT", "FLOAT", "DOUBLE", "DATE", "TIMESTAMP", "TIMESTAMP_NS", "TIMESTAMP_S",
     "TIMESTAMP_MS", "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS", "BLOB")
)  # fmt: skip
_ZONED = ("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS")
_NO_NUMBERS = frozenset(kind for kind in _PLAIN if kind.startswith(("DATE", "TIMESTAMP", "BLOB")))
_VIEW = f"partita_{os.urandom(8).hex()}"  # no table of the user has this name


def relation_rows(relation: Any, job: Job) -> dict[Any, Rows]:
    """A DuckDB relation, counted by the connection it belongs to."""
    require(job, relation.columns, "the relation")
    chosen = relation.project(", ".join(expressions(relation, job)))
    types = types_of(relation)
    kinds = [kind_of(types[name]) for name in (job.truth, *job.predictions)]
    text = statement(
        _VIEW,
        job.truth,
        job.predictions,
        weights=job.weights,
        groups=job.groups,
        left=left_out(job.options, kinds),
    )
    try:
        cells = fetched(chosen.query(_VIEW, text))
    except Exception as error:
        raise refusal(error) from error
    refuse_none_left(len(cells["n"]), job.options)
    return named_rows({name: _plain(column) for name, column in cells.items()}, job)


def queried(connection: Any, query: Any) -> Any:
    """What a query gives, as a relation."""
    remedy = "pass a SELECT, or FROM and the name of a table"
    if not isinstance(query, str):
        raise InputError(f"query is {article(type(query).__name__)}, not a text: {remedy}")
    try:
        relation = connection.sql(query)
    except Exception as error:
        ours = refusal(error)
        if not isinstance(ours, InputError):
            raise ours from error
        raise InputError(f"query is refused by DuckDB ({ours}): {remedy}") from error
    if relation is None:
        raise InputError(f"query gives no rows: {remedy}")
    return relation


def fetched(relation: Any) -> dict[str, Any]:
    """The columns of a relation as arrays that mean what their types say.

    DuckDB hands out days and instants as moments without a zone, which are other labels.
    """
    types = types_of(relation)
    found = {}
    for name, column in relation.fetchnumpy().items():
        if types[name] == "DATE":
            found[name] = column.astype("M8[D]")
        elif types[name] in _ZONED:
            found[name] = _in_utc(column)
        else:
            found[name] = column
    return found


def _in_utc(column: Any) -> Any:
    moments, gone = np.ma.getdata(column), np.ma.getmaskarray(column) | np.isnat(column)
    named = np.full(len(moments), None)
    named[~gone] = in_utc(moments[~gone], "a column")
    return np.ma.MaskedArray(named, gone) if gone.any() else named


def types_of(relation: Any) -> dict[Any, str]:
    """Columns of a relation, and their types as DuckDB calls them."""
    return dict(zip(relation.columns, map(str, relation.types), strict=True))


def expressions(relation: Any, job: Job) -> Iterator[str]:
    """The columns asked for, in SQL, as types that labels have."""
    types = types_of(relation)
    for name in job.columns:
        yield expression(name, types[name], weights=name == job.weights)


def expression(name: Any, kind: str, *, weights: bool = False) -> str:
    """A column in SQL, as labels have it, or weights; other types are refused."""
    column = quoted(name)
    if kind.startswith("DECIMAL") and weights:
        return f"{column}::DOUBLE AS {column}"
    if kind.startswith("ENUM"):
        return f"{column}::VARCHAR AS {column}"
    if weights and kind in _NO_NUMBERS:
        raise InputError(f"column {show(name)} is of type {kind}: weights are numbers")
    if kind in _PLAIN:
        return column
    if kind == '"NULL"':
        raise InputError(f"column {show(name)} holds no value: all of them are missing")
    raise InputError(
        f"column {show(name)} is of type {kind}, which is no type of labels here: cast "
        "it to VARCHAR or BIGINT"
    )


def kind_of(kind: str) -> type | None:
    """The Python type of labels of a column of DuckDB, where it is int or str."""
    if kind == "VARCHAR" or kind.startswith("ENUM"):
        return str
    return int if kind.removeprefix("U").endswith(("INT", "INTEGER")) else None


def duck_kind(kind: str) -> str | None:
    """The kind of labels of a type of DuckDB; None where all are missing."""
    known: dict[type | None, str] = {str: TEXT, int: WHOLE}
    other = {'"NULL"': None, "BLOB": BYTES}.get(kind, kind)
    return known.get(kind_of(kind), other)


def _plain(column: Any) -> Any:
    """A column as labels take it: bytes as such, a mask only where something is missing."""
    data = np.ma.getdata(column)
    if data.dtype == object and bytearray in set(map(type, data)):
        for at, value in enumerate(data):
            data[at] = bytes(value) if isinstance(value, bytearray) else value
    if isinstance(column, np.ma.MaskedArray) and not np.ma.is_masked(column):
        return data
    return column


def fetched_texts(relation: Any) -> dict[str, Any]:
    """The columns of a relation, texts as Arrow has them if PyArrow is installed."""
    if not has("pyarrow"):
        return fetched(relation)
    table = relation.to_arrow_table()
    columns = {name: table.column(name) for name in table.schema.names}
    whole = [name for name, column in columns.items() if str(column.type) in INTEGERS]
    return columns | {name: columns[name].to_numpy() for name in whole}


def has(library: str) -> bool:
    """Whether a library is installed; it is not loaded."""
    from importlib.util import find_spec

    return library in sys.modules or find_spec(library) is not None


def values(column: Any) -> list[Any]:
    """A column as Python values, None where one is missing."""
    if hasattr(column, "to_pylist"):
        return list(column.to_pylist())
    plain = np.ma.getdata(_plain(column))
    found = list(plain) if plain.dtype.kind in "mM" else plain.tolist()
    if not np.ma.is_masked(column):
        return found
    gone = np.ma.getmaskarray(column).tolist()
    return [None if missing else value for value, missing in zip(found, gone, strict=True)]


def refusal(error: Exception) -> BaseException:
    """An error of DuckDB as ours, first line only; what is no error of DuckDB stays as it is."""
    if type(error) is RuntimeError and str(error) == "Query interrupted":  # by Ctrl-C
        return KeyboardInterrupt()
    if not type(error).__module__.startswith(("duckdb", "_duckdb")):
        return error
    text = str(error).strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if _is_full(error):
        return InputError(
            f"the disk for temporary files is full ({lines[0].partition(': ')[2].rstrip('.')}): "
            f"free space in {tempfile.gettempdir()}, set TMPDIR to a folder with more (a DuckDB "
            "connection of yours: SET temp_directory), or allow more memory (memory_limit=, "
            "--memory-limit)"
        )
    if is_lack_of_memory(error):
        return InputError(
            f"{lines[0]}; allow more (memory_limit=, --memory-limit), fewer threads, or raise the "
            "limit of the process"
        )
    return InputError("; ".join(lines[:3]) if lines else type(error).__name__)


def unreadable(error: Exception) -> BaseException:
    """An error of DuckDB while it read a file, as ours."""
    ours = refusal(error)
    if not isinstance(ours, InputError) or is_lack_of_memory(error):
        return ours
    return InputError(f"cannot be read: {ours}")


def is_lack_of_memory(error: Exception) -> bool:
    """Whether DuckDB was refused memory, or room on the disk, by its own limit or by the system."""
    return type(error).__name__ == "OutOfMemoryException" or _is_full(error)


def _is_full(error: Exception) -> bool:
    """Whether what did not fit in memory did not fit on the disk either."""
    return any(
        sign in str(error) for sign in ("max_temp_directory_size", "No space left on device")
    )


@contextmanager
def database(job: Job) -> Iterator[Any]:
    """A connection of our own, in memory, that may spill to a folder which goes with it."""
    from .spill import folder

    duckdb = load()
    with folder() as place:
        config: dict[str, Any] = {
            "temp_directory": place,
            "preserve_insertion_order": "false",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
        }
        if job.memory_limit is not None:
            config["memory_limit"] = job.memory_limit
        if job.threads is not None:
            config["threads"] = str(job.threads)
        try:
            connection = duckdb.connect(":memory:", config=config)
            connection.execute("SET enable_progress_bar = false")  # it writes among the data
            connection.execute("SET arrow_large_buffer_size = true")  # texts beyond 2 GB
        except Exception as error:
            raise refusal(error) from error
        try:
            with stoppable(connection):
                yield connection
        finally:
            connection.close()


@contextmanager
def stoppable(connection: Any) -> Iterator[None]:
    """Let Ctrl-C stop all threads of DuckDB: by itself only the calling one stops at once.

    A handler of the program's own decides: the query stops if it raises.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return

    raised: BaseException | None = None

    def stop(number: int, frame: Any) -> None:
        nonlocal raised
        try:
            before(number, frame)
        except BaseException as error:
            raised = error
            connection.interrupt()
            raise

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if raised is not None:
            raise raised  # it may have been taken for an error of the query on its way


def one_file(place: Place) -> str:
    """A file in SQL: DuckDB takes ``*?[`` in a name for a pattern, and may read other files."""
    if place.remote:
        return literal(place.path)
    if os.sep != "\\" and "\\" in place.path and glob.has_magic(place.path):
        raise InputError(
            f"{place.path}: DuckDB cannot be told a name with a backslash and one of * ? [; "
            "rename the file"
        )
    return literal(glob.escape(place.path))


def load() -> Any:
    """DuckDB, or the way to get it."""
    try:
        import duckdb
    except ImportError as error:
        from importlib.util import find_spec

        if find_spec("duckdb") is not None:  # no room to load it, or it is broken
            raise InputError(f"DuckDB, which reads this, cannot be loaded: {error}") from error
        raise InputError(
            "this kind of file is read by DuckDB, which is not installed: "
            "install partita[files], or convert the file to CSV"
        ) from None
    return sys.modules.get("duckdb", duckdb)
