"""Errors of other libraries as ours: what failed, in one line, and what to do."""

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
    """Raise an InputError about the source for what these libraries raise; theirs is the cause."""
    try:
        yield
    except _OURS:
        raise
    except Exception as error:
        # A panic of Polars, and what the system says while it reads, are none of its own classes.
        own = type(error).__module__.partition(".")[0] in libraries or isinstance(error, OSError)
        if not own:
            raise
        raise InputError(f"{source}: {said(error)}") from error


def said(error: Exception) -> str:
    """The line of an error that tells most, shortened, with a remedy where one is known."""
    text = str(error).strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    cause = _CAUSE.search(text)  # of Java, where the first line says who called whom
    line = cause[1].strip() if cause else lines[0] if lines else type(error).__name__
    line = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
    remedy = next((way for sign, way in _REMEDIES.items() if sign in text), None)
    return f"{line}; {remedy}" if remedy else line
