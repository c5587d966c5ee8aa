"""Intervals and chance for the scores of a comparison, from the layer of inference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arithmetic import one_of
from ..request import Request
from ..results import Estimate, Significance
from .counting import Counted

_DRAWS = 1999  # as `confidence_interval` draws unless told otherwise
_TABLES = 9999  # as `significance` does


@dataclass(frozen=True, slots=True)
class Inference:
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
    from ..inference.intervals import METHODS, estimate
    from ..inference.reading import level_of, seed_of, thread_count, whole_from
    from ..inference.samples import evaluate
    from ..inference.scores import scorer
    from .joint import sample_of

    one_of("method", plan.method, METHODS)
    level, seed, threads = level_of(plan.confidence), seed_of(plan.seed), thread_count(plan.threads)
    sample = sample_of(one)
    scorers = [scorer((each.measure, each.options)) for each in asked]
    if plan.method == "jackknife":
        drawn = np.empty((0, len(asked)))
    else:
        draws = whole_from("draws", _DRAWS if plan.draws is None else plan.draws, 2)
        drawn = evaluate(scorers, sample, draws, seed, threads)
    return [
        estimate(
            each, sample, drawn[:, place],
            method=plan.method, level=level, seed=seed, threads=threads,
        )
        for place, each in enumerate(scorers)
    ]  # fmt: skip


def significances(table: Any, asked: list[Request], plan: Inference) -> list[Significance | None]:
    """All scores beside chance, from the same random tables."""
    if plan.null is None or not asked:
        return [None] * len(asked)
    from ..inference.reading import null_of, seed_of, table_from, thread_count, whole_from
    from ..inference.scores import scorer
    from ..inference.significance import all_against_chance

    null_of(plan.null)
    draws = whole_from("draws", _TABLES if plan.draws is None else plan.draws, 1)
    scorers = [scorer((one.measure, one.options)) for one in asked]
    return list(
        all_against_chance(
            scorers, table_from(None, None, table, {}),
            draws=draws, seed=seed_of(plan.seed), threads=thread_count(plan.threads),
        )
    )  # fmt: skip
