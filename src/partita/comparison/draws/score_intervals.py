"""Intervals and chance for the scores of a comparison, from the layer of inference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.checks import thread_count, whole_from
from ...base.draws import OBJECTS
from ...base.seeds import seed_of

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...results import Estimate, Significance
    from ..counting.counting import Counted


class Inference(NamedTuple):
    """What shall be said about certainty and chance."""

    confidence: float | None
    null: str | None
    method: str
    draws: int | None
    seed: int
    threads: int | None


def estimates(one: Counted, asked: list[Chosen], plan: Inference) -> list[Estimate | None]:
    """Intervals of all measures, from the same draws of objects or of groups."""
    if plan.confidence is None or not asked:
        return [None] * len(asked)
    from ...inference.intervals.intervals import estimates as of_sample
    from .drawing import sample_of

    found = of_sample(
        asked,
        sample_of(one),
        confidence=plan.confidence,
        method=plan.method,
        draws=OBJECTS if plan.draws is None else plan.draws,
        rng=plan.seed,
        threads=plan.threads,
    )
    return list(found)


def significances(table: Any, asked: list[Chosen], plan: Inference) -> list[Significance | None]:
    """All scores beside chance, from the same random tables."""
    if plan.null is None or not asked:
        return [None] * len(asked)
    from ...chance.models import model_of
    from ...chance.null_values import Null
    from ...inference.null_tests.significance import significances as tested
    from ...inference.sampling.given_table import table_from

    draws = None if plan.draws is None else whole_from("draws", plan.draws, 1)
    null = Null(model_of(plan.null), draws, seed_of(plan.seed), thread_count(plan.threads))
    return list(tested(asked, table_from(None, None, table), null))
