"""What a measure gives by chance, for any table: also where chance leaves one table or none."""

from __future__ import annotations

from ..adjust import chance
from ..contingency import Contingency
from ..errors import UndefinedError
from ..request import Request
from .counting import AnyTable


def chance_level(
    table: AnyTable, request: Request, *, draws: int = 999, seed: int = 0
) -> tuple[float | None, str]:
    """The mean under random pairing of the labels, and how it was found; see `chance`."""
    if not isinstance(table, Contingency):
        return None, "undefined: a permutation of labels changes fractional weights of groups"
    try:
        if 1 in table.shape or table.n in table.shape:
            return request.measure.of(table, **request.options), "exact: the sizes leave one table"
        found = chance(request.measure, table, draws=draws, seed=seed, options=request.options)
    except UndefinedError:
        return None, "undefined"
    return found.value, found.method
