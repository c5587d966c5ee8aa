"""Width, colors and messages, which depend on where the output goes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from ..base.progress import is_capable, is_terminal
from ..base.wording import printable


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
    if output is not None or not is_terminal(sys.stdout):
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
    return output is None and is_capable(sys.stdout) and not os.environ.get("NO_COLOR")
