"""What depends on where the output goes: its width, its colours, messages and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from ..report.text import printable

if TYPE_CHECKING:
    from threading import Event

_PATIENCE = 1.0  # seconds before long work says that it goes on
_STEP = 1.0


def note(message: str) -> None:
    """Tell the user something that is not data."""
    print("partita:", printable(message), file=sys.stderr)


def complain(message: str) -> None:
    """Tell the user what went wrong."""
    print("partita: error:", printable(message), file=sys.stderr)


def width(output: str | None = None) -> int | None:
    """Columns of the terminal that the output goes to, None where it goes elsewhere."""
    if output is not None or not sys.stdout.isatty():
        return None
    try:
        return os.get_terminal_size().columns or None  # a terminal of unknown size says 0
    except OSError:
        return None


def bold(output: str | None = None) -> bool:
    """Whether the output may be stressed: on a terminal that can, unless NO_COLOR is set."""
    return output is None and _capable(sys.stdout) and not os.environ.get("NO_COLOR")


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Say on stderr that the work goes on, where it takes long and somebody looks on."""
    if not sys.stderr.isatty():
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


def _capable(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
