"""Scores of one clustering: read from its table if hard, means over hard ones if soft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ..base.errors import InputError, UndefinedError, about, prediction_of
from ..labels.noise import NO_NOISE
from ..measures.chosen import Chosen
from .counting.counting import Counted, CountOptions
from .counting.score import Score, value_or_reason
from .draws.certainty import Inference, score_intervals, score_tests

if TYPE_CHECKING:
    from ..results import Estimate, Significance

Certainty: TypeAlias = "tuple[Estimate | None, Significance | None] | str"


def hard_scores(
    name: str, counted: Counted, chosen: Sequence[Chosen], plan: Inference, *, lenient: bool
) -> Iterator[Score]:
    """Read every measure from the table, with intervals and tests for those that have a value.

    If an interval or a test is impossible, a lenient call gives the reason instead of an error.
    """
    values = [value_or_reason(one, counted.table) for one in chosen]
    valued = [one for one, value in zip(chosen, values, strict=True) if not isinstance(value, str)]
    certainties = iter(_certainties(counted, valued, plan, lenient=lenient))
    for one, value in zip(chosen, values, strict=True):
        if isinstance(value, str):
            yield Score(name, one, None, undefined=value)
            continue
        certainty = next(certainties)
        if isinstance(certainty, str):
            yield Score(name, one, value, undefined=certainty)
        else:
            yield Score(name, one, value, *certainty)


def _certainties(
    counted: Counted, chosen: Sequence[Chosen], plan: Inference, *, lenient: bool
) -> list[Certainty]:
    """Intervals and tests of all measures, which share their draws, or the reason for none."""
    try:
        intervals = score_intervals(counted, chosen, plan)
        return list(zip(intervals, score_tests(counted.table, chosen, plan), strict=True))
    except UndefinedError as error:
        if not lenient:
            raise
        if len(chosen) == 1:
            return [str(error)]
    half = len(chosen) // 2
    parts = chosen[:half], chosen[half:]
    return [one for part in parts for one in _certainties(counted, part, plan, lenient=lenient)]


def adjust_p_values(scores: Sequence[Score]) -> tuple[Score, ...]:
    """Correct the p-values of all scores for their number, by Holm's method."""
    tested = {k: one.significance for k, one in enumerate(scores) if one.significance is not None}
    if not tested:
        return tuple(scores)
    from ..inference.multiple import at_floor, holm

    adjusted = holm(one.p_value for one in tested.values())
    floors = at_floor(adjusted, [one.at_floor for one in tested.values()])
    found = dict(zip(tested, zip(adjusted, floors, strict=True), strict=True))
    return tuple(
        replace(one, p_adjusted=found[k][0], at_floor=found[k][1]) if k in found else one
        for k, one in enumerate(scores)
    )


def is_soft(labels: Any) -> bool:
    """Whether this is one of the containers of `partita.soft`."""
    return getattr(labels, "is_soft_clustering", False) is True  # Spark has a column of any name


def leaves_probabilities(*sides: Any) -> bool:
    """Whether the sides are hard or fuzzy, so that hard clusterings have probabilities."""
    from ..soft.kinds.fuzzy import Fuzzy

    return all(isinstance(side, Fuzzy) or not is_soft(side) for side in sides)


def refuse_for_soft(
    name: str, options: CountOptions, plan: Inference, *, alone: Sequence[str]
) -> None:
    """Refuse options that apply to hard clusterings only, as soft ones could not be compared.

    Intervals and tests are allowed if there are hard clusterings too, which then have them, and
    intervals if a clustering is fuzzy: `alone` says what is left to refuse.
    """
    noise = options.policies.noise
    given = {
        "weights": options.weights,
        "noise": None if noise == NO_NOISE else noise,
        "groups": options.groups,
    }
    given |= {option: getattr(plan, option) for option in alone}
    used = [option for option, value in given.items() if value is not None]
    used += ["missing"] if options.policies.missing != "error" else []
    if used:
        raise InputError(
            f"{used[0]} is for hard labels, and {name!r} is soft or compared with a soft truth: "
            "its interval shows how much the memberships leave open. Leave it out, or compare "
            "hard clusterings in a call of their own"
        )


def soft_scores(
    name: str, truth: Any, labels: Any, chosen: Sequence[Chosen], plan: Inference, *, many: bool
) -> Iterator[Score]:
    """The mean of each measure over the possible hard clusterings, and where most of them are."""
    from ..soft.laws.law import law
    from ..soft.means.expectation import expectation

    level = plan.confidence if leaves_probabilities(truth, labels) else None
    spread = None

    for one in chosen:
        try:
            with about(prediction_of(name, many=many)):
                found = expectation(one.measure, truth, labels, rng=plan.seed, **one.options)
                if level is not None:
                    most = law(one.measure, truth, labels, rng=plan.seed, **one.options)
                    spread = most.middle(level)
        except UndefinedError as error:
            yield Score(name, one, None, undefined=str(error))
            continue
        yield Score(name, one, found.value, expectation=found, spread=spread)
