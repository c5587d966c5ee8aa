"""A folder for what does not fit in memory: made only when needed, gone with the run.

However the run ends, the folder goes: at the end, or by a small process that waits for ours to be
gone (killed, even by SIGKILL), or, where that one was killed too, by the next run. A lock says
which folders are still in use.
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
# Ends when the other end of its input is closed, by us or by the system for us.
_WATCH = 'read -r _; rm -rf -- "$1" "$2"'


@contextmanager
def folder() -> Iterator[str]:
    """The path of a folder that does not exist yet; DuckDB makes it when it spills."""
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
    """Remove folders whose process is gone, and their locks."""
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
    """A new name, and its lock where the system has any."""
    while True:
        place = os.path.join(base, f"partita-spill-{os.urandom(8).hex()}")
        lock = f"{place}.lock"
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError:  # the folder cannot be written: DuckDB will say so if it must spill
            return place, None
        held = _try(lock)
        if held is None or os.path.exists(lock):
            return place, held
        os.close(held)  # swept by another run before we had it


def _try(lock: str) -> int | None:
    """Take a lock; None where it is held, is not ours to take, or there are none here."""
    try:
        held = os.open(lock, os.O_RDWR)
    except OSError:
        return None
    if try_lock(held):
        return held
    os.close(held)
    return None


def _watched(place: str) -> subprocess.Popen[Any] | None:
    """A process of its own session that removes the folder once ours is gone."""
    if not os.path.exists(_SHELL):
        return None
    try:
        return subprocess.Popen(  # noqa: S603 - the text is ours, paths are arguments
            [_SHELL, "-c", _WATCH, "partita", place, f"{place}.lock"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
    except OSError:
        return None  # no process may be started: the next run sweeps
