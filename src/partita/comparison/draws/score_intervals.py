"""Intervals and chance for the scores of a comparison, from the layer of inference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.checks import thread_count, whole_from
from ...base.seeds import seed_of

if TYPE_CHECKING:
    from ...measures.chosen import Request
    from ...results import Estimate, Significance
    from ..counting.counting import Counted

_DRAWS = 1999  # as `confidence_interval` draws unless told otherwise
TABLES = 9999  # as `significance` does


class Inference(NamedTuple):
    """What shall be said about certainty and chance."""

    confidence: float | None
    null: str | None
    method: str
    draws: int | None
    seed: int
    threads: int | None


def estimates(one: Counted, asked: list[Request], plan: Inference) -> list[Estimate | None]:
    """Intervals of all measures, from the same draws of objects or of groups."""
    if plan.confidence is None or not asked:
        return [None] * len(asked)
    from ...inference.intervals.intervals import estimates as of_sample
    from .drawing import sample_of

    found = of_sample(
        [(each.measure, each.options) for each in asked],
        sample_of(one),
        confidence=plan.confidence,
        method=plan.method,
        draws=_DRAWS if plan.draws is None else plan.draws,
        rng=plan.seed,
        threads=plan.threads,
    )
    return list(found)


def significances(table: Any, asked: list[Request], plan: Inference) -> list[Significance | None]:
    """All scores beside chance, from the same random tables."""
    if plan.null is None or not asked:
        return [None] * len(asked)
    from ...inference.by_chance.significance import all_against_chance
    from ...inference.sampling.arguments import null_of
    from ...inference.sampling.batch import scorer
    from ...inference.sampling.given_table import table_from

    found = all_against_chance(
        [scorer((one.measure, one.options)) for one in asked],
        table_from(None, None, table),
        null=null_of(plan.null),
        draws=whole_from("draws", TABLES if plan.draws is None else plan.draws, 1),
        seed=seed_of(plan.seed),
        threads=thread_count(plan.threads),
    )
    return list(found)
