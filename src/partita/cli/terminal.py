"""What depends on where the output goes: its width, its colors, messages and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from ..base.wording import printable

if TYPE_CHECKING:
    from threading import Event

_PATIENCE = 1.0  # seconds before long work says that it goes on
_STEP = 1.0


def note(message: str) -> None:
    """Tell the user something that is not data."""
    say(f"partita: {printable(message)}\n")


def complain(message: str) -> None:
    """Tell the user what went wrong."""
    say(f"partita: error: {printable(message)}\n")


def say(text: str) -> None:
    """Write to stderr; where nobody can be told, the exit status still tells."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Let what a stream still holds go nowhere, or the interpreter complains of it at exit."""
    with suppress(OSError, ValueError):  # a stream that somebody put there may have no number
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != number:  # where it was closed, its number is the first that is free
            os.dup2(nowhere, number)
            os.close(nowhere)


def hold_places() -> None:
    """Open what the shell has closed (>&-), or the next file would be taken for stderr."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free


@contextmanager
def kept_stdout() -> Iterator[None]:
    """Keep what libraries print away from the data: HiGHS 1.12 tells stdout of its inner runs."""
    import ctypes  # slow to import

    native = ctypes.CDLL(None)
    native.fflush(None)
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        native.fflush(None)  # what it still holds belongs nowhere, too
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def width(output: str | None = None) -> int | None:
    """Columns of the terminal that shows the output; None if the output goes elsewhere."""
    if output is not None or not _is_terminal(sys.stdout):
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size().columns or None  # 0: a terminal of unknown size
    except OSError:
        return None


def bold(output: str | None = None) -> bool:
    """Whether the output may be stressed: on a terminal that can, unless NO_COLOR is set."""
    return output is None and _capable(sys.stdout) and not os.environ.get("NO_COLOR")


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Say on stderr that the work goes on, where it takes long and somebody looks on."""
    if not _is_terminal(sys.stderr):
        yield
        return
    from threading import Event, Thread

    done = Event()
    ticker = Thread(target=_tick, args=(printable(what), done), daemon=True)
    ticker.start()
    try:
        yield
    finally:
        done.set()
        ticker.join()


def _tick(what: str, done: Event) -> None:
    if done.wait(_PATIENCE):
        return
    if not _capable(sys.stderr):  # no way to write over a line: say it once
        sys.stderr.write(f"partita: {what} …\n")
        return
    seconds = _PATIENCE
    while True:
        sys.stderr.write(f"\r\x1b[Kpartita: {what} … {seconds:.0f} s")
        sys.stderr.flush()
        if done.wait(_STEP):
            break
        seconds += _STEP
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()  # None: closed by the shell


def _capable(stream: TextIO | None) -> bool:
    return _is_terminal(stream) and os.environ.get("TERM", "dumb") != "dumb"
