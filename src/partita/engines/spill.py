"""A folder for what does not fit in memory: made only when needed, gone with the run."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

_NAME = re.compile(r"partita-spill-([0-9]+)-[0-9a-f]+")


@contextmanager
def folder() -> Iterator[str]:
    """The path of a folder that does not exist yet; DuckDB makes it when it spills.

    What a killed run left behind is removed by the next: the name tells whose it was.
    """
    base = tempfile.gettempdir()
    sweep(base)
    place = os.path.join(base, f"partita-spill-{os.getpid()}-{os.urandom(6).hex()}")
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def sweep(base: str) -> None:
    """Remove folders of our processes that no longer run."""
    for name in os.listdir(base):
        found = _NAME.fullmatch(name)
        if found and not _runs(int(found[1])):
            shutil.rmtree(os.path.join(base, name), ignore_errors=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it runs, and belongs to somebody else
        return True
    return True
