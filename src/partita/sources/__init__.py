"""Where labels are: a module per kind of source, each returning rows (class, cluster, n) to count.

`rows.engines` finds the engine of a source by its type, without importing a library. `rows.rows`
turns what an engine returns into tables, so missing values, noise and weights mean the same for
every source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.late import late

__all__ = ["JointTable", "Stream", "soft_table", "sql", "tabulate"]

if TYPE_CHECKING:
    from ..table.joint import JointTable
    from .databases.statements import sql
    from .memberships.memberships import soft_table
    from .stream.stream import Stream
    from .tabulation import tabulate
else:
    # These need NumPy.
    __getattr__ = late(
        __name__,
        {
            "JointTable": ".table.joint",
            "Stream": "stream.stream",
            "soft_table": "memberships.memberships",
            "sql": "databases.statements",
            "tabulate": "tabulation",
        },
    )
