"""Find the entry points with which other installed packages add commands.

`importlib.metadata` finds them too, but its imports would double the time of `partita --help`. pip
installs a folder `NAME-VERSION.dist-info` next to each package.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress


def entry_points() -> list[tuple[str, str]]:
    """Module and dictionary of each entry point; if a package is found twice, the first counts."""
    folders: dict[str, str] = {}
    for place in sys.path:
        with suppress(OSError):  # not a folder, or not readable
            for name in sorted(os.listdir(place or ".")):
                if name.endswith(".dist-info"):
                    folders.setdefault(name.partition("-")[0], os.path.join(place, name))
    return [point for folder in folders.values() for point in _read(folder)]


def _read(folder: str) -> Iterator[tuple[str, str]]:
    path = os.path.join(folder, "entry_points.txt")
    with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
        for line in file.read().partition("[partita.commands]")[2].partition("\n[")[0].split("\n"):
            module, _, dictionary = line.partition("=")[2].strip().partition(":")
            if dictionary and not line.startswith(("#", ";")):
                yield module, dictionary
