"""The mean of a measure over everything that two soft clusterings leave open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...base.keywords import explain_keywords
from ...measures.measure import Measure
from ..kinds.results import Expectation, Method
from ..two_sides.sides import Level, levels_of, read_sides
from .closed_forms import Mean
from .level_ends import ends_by_level, ends_error, mean_ends
from .mean_value import mean_value
from .plan import Plan


@explain_keywords
def expectation(
    measure: Measure | str,
    truth: Any,
    prediction: Any,
    *,
    method: str = "auto",
    rng: Any = 0,
    draws: int | None = None,
    budget: int | None = None,
    **options: Any,
) -> Expectation:
    """Return the mean of a measure over the hard clusterings that two soft ones allow.

    Parameters
    ----------
    measure
        A measure or its name; its own options may follow as keywords.
    truth, prediction : array_like or Soft
        Hard labels or soft clusterings of the same objects.
    method : {"auto", "exact", "sample"}
        Exact where that is affordable and estimated otherwise; exact or an error; or estimated.
        The result says in `method` and `notes` what was done, and in `error` how far off it may be.
    rng
        For estimates: seed of the random numbers, an integer, a Generator, a SeedSequence, or None
        for a new seed.
    draws
        For estimates: how many clusterings to draw.
    budget
        Most states, tables or selections that an exact way may go through.
    **options
        Options of the measure.

    Returns
    -------
    Expectation
        The mean, how far off it may be, and how it was computed.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for some clustering that is allowed.

    Examples
    --------
    >>> from partita.soft import Fuzzy
    >>> from partita import expectation
    >>> doubt = Fuzzy([[1, 0], [1, 0], [0.5, 0.5], [0, 1]])
    >>> found = expectation("rand", ["a", "a", "b", "b"], doubt)
    >>> found.value, found.method, found.notes
    (0.75, 'exact', ('Gram sums',))
    """
    plan = Plan.of(measure, options, method=method, rng=rng, draws=draws, budget=budget)
    levels = levels_of(read_sides(truth, prediction))
    mean = mixed_mean(levels, plan)
    value, (method, note) = mean.value, mean.method
    found = Expectation(
        value, value, value, mean.error, method, (note,), mean.variance, ends_error=mean.error
    )
    if all(level.precise for level in levels):
        return found
    parts = ends_by_level(levels, plan)
    ends = summary([ends.method for _, ends in parts])
    low, high = mean_ends(parts, value)
    return replace(
        found,
        low=low,
        high=high,
        ends_error=ends_error(parts, value, mean.error),
        ends_method=ends.name,
        ends_notes=(ends.note,),
    )


def mixed_mean(levels: list[Level], plan: Plan) -> Mean:
    """The mean over a mixture of levels."""
    part = plan.shared(len(levels))
    means = [mean_value(level.pair(), part) for level in levels]
    if len(levels) == 1:
        return means[0]
    value = sum(level.weight * mean.value for level, mean in zip(levels, means, strict=True))
    error = sum(level.weight * mean.error for level, mean in zip(levels, means, strict=True))
    return Mean(value, error, summary([mean.method for mean in means]))


def summary(methods: list[Method]) -> Method:
    """One method for what was done at several levels."""
    if len(methods) == 1:
        return methods[0]
    hardest = max(set(methods), key=lambda one: (_rank(one), methods.count(one), one.note))
    return hardest._replace(note=f"{hardest.note} (at the hardest of {len(methods):,} levels)")


def _rank(method: Method) -> int:
    return ("exact", "bounds", "sampled").index(method.name)
