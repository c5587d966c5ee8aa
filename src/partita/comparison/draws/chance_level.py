"""What a measure gives by chance, for any table: also where chance leaves one table or none."""

from __future__ import annotations

from ...base.errors import UndefinedError
from ...chance.expectation import DRAWS, chance
from ...chance.models import model_of
from ...measures.chosen import Request
from ...table.contingency import AnyTable, Contingency


def chance_level(
    table: AnyTable,
    request: Request,
    *,
    null: str = "permutation",
    draws: int = DRAWS,
    seed: int = 0,
) -> tuple[float | None, str]:
    """The mean over random labels, and how it was found; see `partita.chance.chance`."""
    if not isinstance(table, Contingency):
        return None, "undefined: a permutation of labels changes fractional weights of groups"
    model = model_of(null)
    try:
        if model.keeps_sizes and (1 in table.shape or table.n in table.shape):
            return request.measure.of(table, **request.options), "exact: the sizes leave one table"
        found = chance(
            request.measure, table, null=model, draws=draws, rng=seed, options=request.options
        )
    except UndefinedError:
        return None, "undefined"
    return found.expected, found.method
