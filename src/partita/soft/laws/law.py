"""The law of a measure: which values the hard clusterings give that two soft ones allow."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...base.keywords import explain_keywords
from ...measures.measure import Measure
from ..kinds.clusterings import Possibilistic
from ..kinds.results import Law, LawKind, Method
from ..means.closed_forms import Mean
from ..means.enumeration import merged_values
from ..means.expectation import mixed_mean, summary
from ..means.intervals import Intervals
from ..means.level_ends import ends_by_level, ends_error, mean_ends
from ..means.plan import Plan
from ..two_sides.sides import Level, SoftSides, law_kind, levels_of, read_sides
from .possibilities import possible_values
from .probabilities import probable_values


@explain_keywords
def law(
    measure: Measure | str,
    truth: Any,
    prediction: Any,
    *,
    method: str = "auto",
    rng: Any = 0,
    draws: int | None = None,
    budget: int | None = None,
    **options: Any,
) -> Law:
    """Return how the values of a measure are distributed over what two soft clusterings allow.

    Two fuzzy sides give a probability of every value, rough ones the set of values, possibilistic
    ones a possibility of every value, and everything else masses on intervals of values. Either
    side may be hard labels. The parameters are those of `expectation`.

    Parameters
    ----------
    measure
        The measure, or its name.
    truth, prediction : array_like or Soft
        Hard labels or soft clusterings of the same objects.
    method
        As for `expectation`.
    rng
        For estimates: seed of the random numbers, an integer, a Generator, a SeedSequence, or None
        for a new seed.
    draws
        For estimates: how many clusterings to draw.
    budget
        As for `expectation`.
    **options
        Options of the measure.

    Returns
    -------
    Law
        The values with their mass, the mean, and how they were computed.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for some clustering that is allowed.

    Examples
    --------
    >>> from partita.soft import Rough
    >>> from partita import law
    >>> found = law("rand", [0, 0, 1, 1], Rough([{0}, {0, 1}, {1}, {1}]))
    >>> found.kind, found.support.tolist(), found.mass.tolist()
    ('set', [0.5, 1.0], [1.0, 1.0])
    """
    plan = Plan.of(measure, options, method=method, rng=rng, draws=draws, budget=budget)
    sides = read_sides(truth, prediction)
    kind = law_kind(sides)
    if kind == "probability":
        return _probability(levels_of(sides)[0], plan)
    if kind == "belief":
        return _belief(levels_of(sides), plan)
    return _possibility(sides, kind, plan)


def _probability(level: Level, plan: Plan) -> Law:
    found = probable_values(level.pair(), plan)
    support, mass = merged_values(found.values, found.mass)
    mass = mass / mass.sum()
    center = float(mass @ support)
    mean = Mean(center, found.error, found.method, float(mass @ (support - center) ** 2))
    if not found.certified:  # the mean of a sample is not the best that is known of the mean
        mean = mixed_mean([level], plan)
    return Law(
        kind="probability",
        support=support,
        mass=mass,
        mean=mean.value,
        low=mean.value,
        high=mean.value,
        variance=float(mass @ (support - center) ** 2) if mean.variance is None else mean.variance,
        certified=found.certified,
        method=found.method.name,
        notes=_notes(found.method, mean.method),
        error=mean.error,
        ends_error=mean.error,
    )


def _possibility(sides: SoftSides, kind: LawKind, plan: Plan) -> Law:
    levels = levels_of(sides)
    found = possible_values(sides, levels, plan)
    support, mass = merged_values(found.values, found.mass, np.maximum)
    mean = mixed_mean(levels, plan)
    if found.certified and _has_levels(sides):
        ends = _ends_of_cuts(support, mass)
    else:
        ends = _ends_of_sets(levels, plan, mean)
    return Law(
        kind=kind,
        support=support,
        mass=mass,
        mean=mean.value,
        low=ends.low,
        high=ends.high,
        variance=mean.variance,
        certified=found.certified,
        method=found.method.name,
        notes=(*_notes(found.method, mean.method), *ends.notes),
        error=mean.error,
        ends_error=ends.error,
    )


def _belief(levels: list[Level], plan: Plan) -> Law:
    parts = ends_by_level(levels, plan)
    support, mass = _merged_intervals(parts)
    mean = mixed_mean(levels, plan)
    method = summary([ends.method for _, ends in parts])
    exact = all(ends.certified and not ends.sampled for _, ends in parts)
    low, high = mean_ends(parts, mean.value)
    return Law(
        kind="belief",
        support=support,
        mass=mass,
        mean=mean.value,
        low=low,
        high=high,
        variance=None,
        certified=exact,
        method=method.name,
        notes=_notes(method, mean.method),
        error=mean.error,
        ends_error=ends_error(parts, mean.value, mean.error),
    )


def _merged_intervals(parts: list[tuple[float, Intervals]]) -> tuple[Floats, Floats]:
    """Intervals in ascending order, equal ones (up to rounding) merged."""
    low = np.concatenate([ends.low for _, ends in parts])
    high = np.concatenate([ends.high for _, ends in parts])
    mass = np.concatenate([weight * ends.mass for weight, ends in parts])
    keys = np.round(np.column_stack((low, high)), 12)
    _, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    merged = np.zeros(len(first))
    np.add.at(merged, place.ravel(), mass)
    return np.column_stack((low[first], high[first])), merged


class _Ends(NamedTuple):
    """Lower and upper mean, and how they were found where the law itself does not say it."""

    low: float
    high: float
    error: float = 0.0
    notes: tuple[str, ...] = ()


def _has_levels(sides: SoftSides) -> bool:
    """Whether all objects share one level, so that the cuts of the law are those of the sides."""
    return not any(
        isinstance(side, Possibilistic) and side.coupling == "independent" for side in sides
    )


def _ends_of_sets(levels: list[Level], plan: Plan, mean: Mean) -> _Ends:
    """Means of the ends over independent selections of sets.

    The possibility of a value is that of its best clustering (the contour); the plausibility of a
    set of values is larger in general, so these ends cannot be read from the possibilities.
    """
    parts = ends_by_level(levels, plan)
    low, high = mean_ends(parts, mean.value)
    note = f"low and high {summary([ends.method for _, ends in parts])}"
    return _Ends(low, high, ends_error(parts, mean.value, mean.error), (note,))


def _ends_of_cuts(support: Floats, mass: Floats) -> _Ends:
    """Mean over the levels of the least and the greatest value that is possible at each."""
    order = np.argsort(-mass, kind="stable")
    falling = mass[order]
    steps = falling - np.append(falling[1:], 0.0)
    low = np.minimum.accumulate(support[order])
    high = np.maximum.accumulate(support[order])
    return _Ends(float(steps @ low), float(steps @ high))


def _notes(law: Method, mean: Method) -> tuple[str, ...]:
    """How the law was found, and how the mean where that was another way."""
    return (law.note,) if mean == law else (law.note, f"mean {mean}")
