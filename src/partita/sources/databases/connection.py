"""A DuckDB connection of our own: how it is made and stopped, and its errors as ours."""

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
from ..files.data_files import DataFile
from ..rows.job import Job
from .dialects import literal


@contextmanager
def database(job: Job) -> Iterator[Any]:
    """A connection in memory that may spill to a temporary folder, which is removed with it."""
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
        with duckdb_errors():
            connection = duckdb.connect(":memory:", config=config)
            connection.execute("SET enable_progress_bar = false")  # it would write to stdout
            connection.execute("SET arrow_large_buffer_size = true")  # texts beyond 2 GB
        try:
            with stoppable(connection):
                yield connection
        finally:
            connection.close()


@contextmanager
def stoppable(connection: Any) -> Iterator[None]:
    """Let Ctrl-C stop all threads of DuckDB; without this, only the calling thread stops at once.

    A signal handler of the program decides: the query stops if the handler raises.
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
            raise raised  # other code may have turned it into an error of the query


def load() -> Any:
    """DuckDB; the error says how to install it."""
    try:
        import duckdb
    except ImportError as error:
        from importlib.util import find_spec

        if find_spec("duckdb") is not None:  # no memory to load it, or it is broken
            raise InputError(f"DuckDB, which reads this, cannot be loaded: {error}") from error
        raise InputError(
            "DuckDB, which reads this kind of file, is not installed: "
            "install partita[files], or convert the file to CSV"
        ) from None
    return sys.modules.get("duckdb", duckdb)


def one_file(file: DataFile) -> str:
    """A file in SQL; DuckDB would take ``*?[`` in a name as a pattern and may read other files."""
    if file.remote:
        return literal(file.path)
    if os.sep != "\\" and "\\" in file.path and glob.has_magic(file.path):
        raise InputError(
            f"{file.path}: DuckDB cannot read a name with a backslash and one of * ? [; "
            "rename the file"
        )
    return literal(glob.escape(file.path))


@contextmanager
def duckdb_errors(*, reading: bool = False) -> Iterator[None]:
    """Raise errors of DuckDB as ours; with `reading`, they say that a file cannot be read."""
    try:
        yield
    except Exception as error:
        ours = refusal(error)
        if ours is error:
            raise
        if reading and isinstance(ours, InputError) and not is_lack_of_memory(error):
            raise InputError(f"cannot be read: {ours}") from error
        raise ours from error


def refusal(error: Exception) -> BaseException:
    """An error of DuckDB as ours, in its first lines; any other error as it is."""
    if type(error) is RuntimeError and str(error) == "Query interrupted":  # by Ctrl-C
        return KeyboardInterrupt()
    if not is_of_duckdb(error):
        return error
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if _is_full(error):
        return InputError(
            f"the disk for temporary files is full ({lines[0].partition(': ')[2].rstrip('.')}): "
            f"free space in {tempfile.gettempdir()}, set TMPDIR to a folder with more space (for a "
            "DuckDB connection of yours: SET temp_directory), or allow more memory "
            "(memory_limit=, --memory-limit)"
        )
    if is_lack_of_memory(error):
        return InputError(
            f"{lines[0]}; allow more memory (memory_limit=, --memory-limit), use fewer threads, or "
            "raise the limit of the process"
        )
    return InputError("; ".join(lines[:3]) if lines else type(error).__name__)


def is_of_duckdb(error: Exception) -> bool:
    """Whether DuckDB raised the error."""
    return type(error).__module__.startswith(("duckdb", "_duckdb"))


def is_lack_of_memory(error: Exception) -> bool:
    """Whether DuckDB ran out of memory or of disk space, by its own limit or the system's."""
    return type(error).__name__ == "OutOfMemoryException" or _is_full(error)


def _is_full(error: Exception) -> bool:
    """Whether data beyond memory did not fit on the disk either."""
    return any(
        sign in str(error) for sign in ("max_temp_directory_size", "No space left on device")
    )
