"""What measures give by chance, for any table: also where chance has no say or no value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.errors import UndefinedError
from ...chance.levels import chance_levels
from ...table.contingency import AnyTable, Contingency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...chance.null_values import Null
    from ...measures.chosen import Chosen


def known_levels(table: AnyTable, chosen: Sequence[Chosen], null: Null) -> list[float | None]:
    """The means over random labels; None for fractional weights, which labels cannot swap."""
    if not isinstance(table, Contingency):
        return [None] * len(chosen)
    try:
        return [level.expected for level in chance_levels(chosen, table, null)]
    except UndefinedError:
        if len(chosen) == 1:
            return [None]
    return [level for one in chosen for level in known_levels(table, [one], null)]
