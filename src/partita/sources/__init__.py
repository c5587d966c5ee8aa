"""Where labels live: a module per source, each ending in rows (class, cluster, n) that are counted.

`tabulation` finds the engine of a source by its type, without importing anything; `rows` turns what
an engine brings home into tables, so that missing values, noise and weights mean the same
everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.late import late

__all__ = ["Stream", "soft_table", "sql", "tabulate"]

if TYPE_CHECKING:
    from .databases.statements import sql
    from .memberships.memberships import soft_table
    from .stream.stream import Stream
    from .tabulation import tabulate
else:
    # These need NumPy.
    __getattr__ = late(
        __name__,
        {
            "Stream": "stream.stream",
            "soft_table": "memberships.memberships",
            "sql": "databases.statements",
            "tabulate": "tabulation",
        },
    )
