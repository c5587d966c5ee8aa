"""Intervals and chance for the scores of a comparison, from the layer of inference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arithmetic import one_of
from ..results import Estimate, Significance
from .requests import Request

_DRAWS = 1999  # as `confidence_interval` draws unless told otherwise


@dataclass(frozen=True, slots=True)
class Inference:
    """What shall be said about certainty and chance."""

    confidence: float | None
    null: str | None
    method: str
    draws: int | None
    seed: int
    threads: int | None


def estimates(table: Any, asked: list[Request], plan: Inference) -> list[Estimate | None]:
    """Intervals of all measures, from the same draws of objects."""
    if plan.confidence is None or not asked:
        return [None] * len(asked)
    from ..inference.intervals import METHODS, estimate
    from ..inference.reading import level_of, seed_of, table_from, thread_count, whole_from
    from ..inference.samples import ObjectSample, evaluate
    from ..inference.scores import scorer

    one_of("method", plan.method, METHODS)
    level, seed, threads = level_of(plan.confidence), seed_of(plan.seed), thread_count(plan.threads)
    sample = ObjectSample(table_from(None, None, table, {}))
    scorers = [scorer((one.measure, one.options)) for one in asked]
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


def significance_of(table: Any, one: Request, plan: Inference) -> Significance | None:
    """The score beside chance."""
    if plan.null is None:
        return None
    from ..inference import significance

    settings: dict[str, Any] = {} if plan.draws is None else {"draws": plan.draws}
    return significance(
        one.measure, table=table, null=plan.null, seed=plan.seed, threads=plan.threads,
        **settings, **one.options,
    )  # fmt: skip
