"""Where labels live: a module per source, each ending in rows (class, cluster, n) that are counted.

`tabulation` finds the engine of a source by its type, without importing anything; `rows` turns what
an engine brings home into tables, so that missing values, noise and weights mean the same
everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Stream", "sql", "tabulate"]

if TYPE_CHECKING:
    from .statements import sql
    from .stream import Stream
    from .tabulation import tabulate
else:
    _LATE = {"Stream": "stream", "sql": "statements", "tabulate": "tabulation"}  # these need NumPy

    def __getattr__(name: str) -> object:
        if name not in _LATE:
            raise AttributeError(f"module 'partita.engines' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f".{_LATE[name]}", __name__), name)
        globals()[name] = value
        return value
