"""The mean of a measure over everything that two soft clusterings leave open."""

from __future__ import annotations

from typing import Any

from ...base.keywords import explain_keywords
from ...measures.measure import Measure
from ..kinds.results import Expectation
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
    truth, prediction
        Hard labels, `Fuzzy`, `Rough`, `Possibilistic` or `Evidential`, of the same objects.
    method : {"auto", "exact", "sample"}
        Exact where that is affordable and estimated otherwise; exact or an error; or estimated.
        The result says in `method` what was done, and in `error` how far off it may be.
    rng, draws
        For estimates: where the random numbers start (a whole number, or a Generator, SeedSequence
        or None, from which one is drawn), and how many worlds to draw.
    budget
        Most states, tables or selections that an exact way may go through.

    Examples
    --------
    >>> from partita.soft import Fuzzy
    >>> from partita import expectation
    >>> doubt = Fuzzy([[1, 0], [1, 0], [0.5, 0.5], [0, 1]])
    >>> found = expectation("rand", ["a", "a", "b", "b"], doubt)
    >>> found.value, found.method
    (0.75, 'exact: Gram sums')
    """
    plan = Plan.of(measure, options, method=method, rng=rng, draws=draws, budget=budget)
    levels = levels_of(read_sides(truth, prediction))
    mean = mixed_mean(levels, plan)
    if all(level.precise for level in levels):
        value = mean.value
        return Expectation(value, value, value, mean.error, mean.method, mean.variance, mean.error)
    parts = ends_by_level(levels, plan)
    how = summary([ends.method for _, ends in parts])
    low, high = mean_ends(parts, mean.value)
    return Expectation(
        value=mean.value,
        low=low,
        high=high,
        error=mean.error,
        method=f"value {mean.method}; low and high {how}",
        variance=mean.variance,
        ends_error=ends_error(parts, mean.value, mean.error),
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


def summary(methods: list[str]) -> str:
    """One sentence for what was done at several levels."""
    if len(methods) == 1:
        return methods[0]
    worst = max(set(methods), key=lambda text: (_rank(text), methods.count(text), text))
    return f"{worst} (at the hardest of {len(methods):,} levels)"


def _rank(method: str) -> int:
    return ("exact", "bounds", "sampled").index(method.partition(":")[0])
