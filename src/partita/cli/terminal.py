"""Width, colors, messages and progress, which depend on where the output goes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from ..base.wording import printable

if TYPE_CHECKING:
    from threading import Event

_PATIENCE = 1.0  # seconds until the progress of long work is shown
_STEP = 1.0


def note(message: str) -> None:
    """Print a note to stderr."""
    say(f"partita: {printable(message)}\n")


def complain(message: str) -> None:
    """Print an error to stderr."""
    say(f"partita: error: {printable(message)}\n")


def say(text: str) -> None:
    """Write to stderr; if that fails, the exit status still tells."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Discard the rest of a stream, because the interpreter would complain at exit."""
    with suppress(OSError, ValueError):  # a replaced stream may have no number
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != number:  # if it was closed, devnull got its number
            os.dup2(nowhere, number)
            os.close(nowhere)


def hold_places() -> None:
    """Open streams that the shell has closed (>&-), or the next file would become stderr."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number


@contextmanager
def kept_stdout() -> Iterator[None]:
    """Keep prints of libraries out of the data: HiGHS 1.12 writes to stdout."""
    import ctypes  # slow to import

    native = ctypes.CDLL(None)
    native.fflush(None)
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        native.fflush(None)  # discard buffered prints, too
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
    """Whether the output may be bold: on a capable terminal, unless NO_COLOR is set."""
    return output is None and _capable(sys.stdout) and not os.environ.get("NO_COLOR")


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Show the progress of long work on stderr, if that is a terminal."""
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
    if not _capable(sys.stderr):  # it cannot write over a line: write one
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
