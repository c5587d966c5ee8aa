"""Scores of soft clusterings, and what they cannot be asked for beside hard ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..base.errors import InputError, UndefinedError, about, prediction_of
from ..labels.noise import NO_NOISE
from ..measures.chosen import Chosen
from .counting.counting import CountOptions
from .counting.score import Score
from .draws.certainty import Inference


def is_soft(labels: Any) -> bool:
    """Whether this is one of the containers of `partita.soft`."""
    return getattr(labels, "is_soft_clustering", False) is True  # Spark has a column of any name


def refuse_for_soft(name: str, beside: CountOptions, plan: Inference, *, alone: bool) -> None:
    """What changes hard scores only would make them incomparable with soft ones."""
    noise = beside.policies.noise
    given = {
        "weights": beside.weights,
        "noise": None if noise == NO_NOISE else noise,
        "groups": beside.groups,
    }
    if alone:  # beside hard clusterings, which are then drawn and tested, soft ones may stand
        given |= {"confidence": plan.confidence, "null": plan.null}
    used = [option for option, value in given.items() if value is not None]
    used += ["missing"] if beside.policies.missing != "error" else []
    if used:
        raise InputError(
            f"{used[0]} is for hard labels, and {name!r} is soft or compared with a soft truth: "
            "its interval already shows what the clustering leaves open. Leave it out, or compare "
            "hard clusterings in a call of their own"
        )


def soft_scores(
    name: str, truth: Any, labels: Any, asked: list[Chosen], seed: int, *, many: bool
) -> Iterator[Score]:
    """The mean of each measure over the hard clusterings that are left open."""
    from ..soft.means.expectation import expectation

    for one in asked:
        try:
            with about(prediction_of(name, many=many)):
                found = expectation(one.measure, truth, labels, rng=seed, **one.options)
        except UndefinedError as error:
            yield Score(name, one, None, undefined=str(error))
            continue
        yield Score(name, one, found.value, expectation=found)
