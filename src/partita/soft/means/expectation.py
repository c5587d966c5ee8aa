"""`expectation`: the mean of a measure over all hard clusterings that two soft ones allow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...measures.measure import Measure
from ..kinds.results import Expectation
from ..two_sides.sides import levels_of, read_sides
from .mixtures import ends_by_level, mean_ends, mixed_mean
from .plan import Plan


@long_work("computing an expectation")
@explain_keywords
def expectation(
    measure: Measure | str,
    truth: Any,
    prediction: Any,
    *,
    method: str = "auto",
    rng: Any = 0,
    draws: int | None = None,
    selections: int | None = None,
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
        Exact if affordable and estimated otherwise; exact or an error; or estimated. The result
        states in `method` and `notes` what was done, and in `error` how far off it may be.
    rng
        For estimates: seed of the random numbers, an integer, a Generator, a SeedSequence, or None
        for a new seed.
    draws
        For estimates: how many clusterings to draw.
    selections
        For evidential sides: how many selections of focal sets to draw for the ends `low` and
        `high`. By default they are drawn only if nothing better is known, and as many as bound the
        error of the ends by 0.01, if that takes seconds.
    budget
        The largest number of states, tables or selections that an exact method may go through.
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
    plan = Plan.of(
        measure,
        options,
        method=method,
        rng=rng,
        draws=draws,
        selections=selections,
        budget=budget,
    )
    levels = levels_of(read_sides(truth, prediction))
    mean = mixed_mean(levels, plan)
    value, (method, note) = mean.value, mean.method
    found = Expectation(
        value, value, value, mean.error, method, (note,), mean.variance, ends_error=mean.error
    )
    if all(level.precise for level in levels):
        return found
    ends = mean_ends(ends_by_level(levels, plan), mean)
    return replace(
        found,
        low=ends.low,
        high=ends.high,
        ends_error=ends.error,
        ends_method=ends.method.name,
        ends_notes=(ends.method.note,),
    )
