"""Intervals, tests against chance, and means under chance for the scores of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.checks import thread_count, whole_from
from ...base.errors import UndefinedError
from ...base.seeds import seed_of
from ...table.contingency import Contingency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...chance.null_values import Null
    from ...measures.chosen import Chosen
    from ...results import Estimate, Significance
    from ...table.contingency import AnyTable
    from ..counting.counting import Counted

LEVEL = 0.95  # of intervals and tests for which no level can be chosen


class Inference(NamedTuple):
    """Which intervals and tests to compute, and how."""

    confidence: float | None
    null: str | None
    method: str
    draws: int | None
    seed: int
    threads: int | None


def score_intervals(
    one: Counted, chosen: Sequence[Chosen], plan: Inference
) -> list[Estimate | None]:
    """Intervals of all measures, from the same draws of objects or of groups."""
    if plan.confidence is None or not chosen:
        return [None] * len(chosen)
    from ...inference.intervals.intervals import estimates
    from .samples import sample_of

    found = estimates(
        chosen,
        sample_of(one),
        confidence=plan.confidence,
        method=plan.method,
        draws=plan.draws,
        rng=plan.seed,
        threads=plan.threads,
    )
    return list(found)


def score_tests(table: Any, chosen: Sequence[Chosen], plan: Inference) -> list[Significance | None]:
    """Tests of all measures against chance, on the same random tables."""
    if plan.null is None or not chosen:
        return [None] * len(chosen)
    from ...chance.models import model_of
    from ...chance.null_values import Null
    from ...inference.null_tests.significance import significances
    from ...inference.sampling.given_tables import table_from

    draws = None if plan.draws is None else whole_from("draws", plan.draws, 1)
    null = Null(model_of(plan.null), draws, seed_of(plan.seed), thread_count(plan.threads))
    return list(significances(chosen, table_from(None, None, table), null))


def chance_means(table: AnyTable, chosen: Sequence[Chosen], null: Null) -> list[float | None]:
    """Means over random labels; None for a measure without a value, and for fractional weights."""
    from ...chance.levels import chance_levels

    if not isinstance(table, Contingency):  # labels with fractional weights cannot be permuted
        return [None] * len(chosen)
    try:
        return [level.expected for level in chance_levels(chosen, table, null)]
    except UndefinedError:
        if len(chosen) == 1:
            return [None]
    return [level for one in chosen for level in chance_means(table, [one], null)]
