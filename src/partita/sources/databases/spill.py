"""A temporary folder for data beyond memory, removed however the run ends.

The run removes it at its end. If the run is killed, even by SIGKILL, a small process that waits for
its end does; if that is killed too, the next run does. A lock marks the folders in use.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from ...base.locks import try_lock

_LOCK = re.compile(r"(partita-spill-[0-9a-f]+)\.lock")
_SHELL = "/bin/sh"
# Reads until its input is closed: by us, or by the system once our process is gone.
_WATCH = 'read -r _; rm -rf -- "$1" "$2"'


@contextmanager
def folder() -> Iterator[str]:
    """The path of a folder that does not exist yet; DuckDB creates it when it spills."""
    base = tempfile.gettempdir()
    sweep(base)
    place, held = _locked(base)
    watch = _watched(place)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):
            os.unlink(f"{place}.lock")
        if held is not None:
            os.close(held)
        if watch is not None:
            watch.communicate()


def sweep(base: str) -> None:
    """Remove the folders and locks of processes that are gone."""
    for name in os.listdir(base):
        found = _LOCK.fullmatch(name)
        lock = os.path.join(base, name)
        if found is None or (held := _try(lock)) is None:
            continue
        shutil.rmtree(os.path.join(base, found[1]), ignore_errors=True)
        with suppress(OSError):
            os.unlink(lock)
        os.close(held)


def _locked(base: str) -> tuple[str, int | None]:
    """A new path, and its lock where the system has locks."""
    while True:
        place = os.path.join(base, f"partita-spill-{os.urandom(8).hex()}")
        lock = f"{place}.lock"
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError:  # not writable: DuckDB says so if it has to spill
            return place, None
        held = _try(lock)
        if held is None or os.path.exists(lock):
            return place, held
        os.close(held)  # another run removed it before we held the lock


def _try(lock: str) -> int | None:
    """Take a lock; None if it is held, not permitted, or the system has no locks."""
    try:
        held = os.open(lock, os.O_RDWR)
    except OSError:
        return None
    if try_lock(held):
        return held
    os.close(held)
    return None


def _watched(place: str) -> subprocess.Popen[Any] | None:
    """A process in a session of its own that removes the folder once ours is gone."""
    if not os.path.exists(_SHELL):
        return None
    try:
        return subprocess.Popen(  # noqa: S603 - the command is ours, paths are arguments
            [_SHELL, "-c", _WATCH, "partita", place, f"{place}.lock"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
    except OSError:
        return None  # no process can be started: the next run removes the folder
