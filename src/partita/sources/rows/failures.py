"""Errors of other libraries as ours: what failed, in one line, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ...base.errors import InputError

_LONGEST = 400  # characters of another library's message
_CAUSE = re.compile(r"^Caused by: (?:[\w.$]+: )?(.+)", re.MULTILINE)
_OURS = (InputError, MemoryError, KeyboardInterrupt)
_REMEDIES = {
    "maxResultSize": "raise spark.driver.maxResultSize, or count fewer groups",
    "No space left on device": "make room on the disk that is full",
    "OutOfMemory": "give it more memory, or count fewer groups",
}


@contextmanager
def reported(source: str, *libraries: str) -> Iterator[None]:
    """Raise errors of these libraries, and of the system, as an InputError about the source."""
    try:
        yield
    except _OURS:
        raise
    except Exception as error:
        # Polars panics and failed reads (OSError) do not belong to a class of the library.
        if type(error).__module__.partition(".")[0] in libraries or isinstance(error, OSError):
            raise InputError(f"{source}: {summary(error)}") from error
        raise


def summary(error: Exception) -> str:
    """The most informative line of an error, shortened, with a remedy where one is known."""
    text = str(error).strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    cause = _CAUSE.search(text)  # of Java, whose first line is only the outermost call
    line = cause[1].strip() if cause else lines[0] if lines else type(error).__name__
    line = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
    remedy = next((way for sign, way in _REMEDIES.items() if sign in text), None)
    return f"{line}; {remedy}" if remedy else line
