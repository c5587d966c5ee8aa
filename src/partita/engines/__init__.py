"""Where labels live: a module per source, each ending in rows (class, cluster, n) that are counted.

`tabulation` finds the engine of a source by its type, without importing anything; `rows` turns what
an engine brings home into tables, so that missing values, noise and weights mean the same
everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..late import late

__all__ = ["Stream", "soft_table", "sql", "tabulate"]

if TYPE_CHECKING:
    from .memberships import soft_table
    from .statements import sql
    from .stream import Stream
    from .tabulation import tabulate
else:
    # These need NumPy.
    __getattr__ = late(
        __name__,
        {
            "Stream": "stream",
            "soft_table": "memberships",
            "sql": "statements",
            "tabulate": "tabulation",
        },
    )
