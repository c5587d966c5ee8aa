"""A connection to DuckDB of our own: made, stopped, and its errors as ours."""

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

from ...base.errors import InputError
from ..files.places import Place
from ..rows.job import Job
from .dialects import literal


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
