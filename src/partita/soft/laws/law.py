"""`law`: the distribution of a measure over the hard clusterings that two soft ones allow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...measures.measure import Measure
from ..kinds.couplings import has_masses
from ..kinds.possibilistic import Possibilistic
from ..kinds.results import Law, LawKind, Method
from ..means.closed_forms import Mean
from ..means.enumeration import merged_values
from ..means.intervals import Ends
from ..means.mixtures import MeanEnds, ends_by_level, listed_method, mean_ends, mixed_mean
from ..means.plan import Plan
from ..two_sides.object_groups import ObjectGroups
from ..two_sides.sides import (
    Level,
    SoftSides,
    check_normal_levels,
    law_kind,
    levels_of,
    read_sides,
)
from .joint_possibilities import joint_possibilities, mean_of_levels
from .values import WeightedValues, coupling_of, has_product, possible_values, probable_values
from .weighted_draws import weighted_draws


@long_work("computing a distribution")
@explain_keywords
def law(
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
) -> Law:
    """Return the distribution of a measure over the hard clusterings that two soft ones allow.

    Two fuzzy sides give the probability of every value, rough ones the set of values, possibilistic
    ones the possibility of every value, and all other combinations masses on intervals of values.
    Either side may be hard labels.

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
    selections
        As for `expectation`.
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
    plan = Plan.of(
        measure,
        options,
        method=method,
        rng=rng,
        draws=draws,
        selections=selections,
        budget=budget,
    )
    sides = read_sides(truth, prediction)
    kind = law_kind(sides)
    if kind == "possibility" and not has_masses(coupling_of(sides)):
        return _joint_possibility(sides, plan)
    levels = levels_of(sides)
    if kind == "probability":
        return _probability(levels[0], plan)
    if kind == "belief":
        return _belief(levels, plan)
    return _possibility(kind, sides, levels, plan)


def _probability(level: Level, plan: Plan) -> Law:
    found = probable_values(level.pair(), plan)
    support, mass = found.values, found.mass
    if found.bounds is None:
        support, mass = merged_values(support, mass)
    mass = mass / mass.sum()
    center = float(mass @ support)
    variance = float(mass @ (support - center) ** 2)
    mean = Mean(center, found.error, found.method, variance)
    if not found.certified:  # more is known of the mean than the mean of a sample
        mean = mixed_mean([level], plan)
        if mean.variance is None:
            mean = mean._replace(variance=variance)
    if found.draws:
        mass, bounded = weighted_draws(support, mass, found.draws, mean, found.method)
        found = replace(found, bounds=bounded.bounds, method=bounded.method)
    ends = MeanEnds(mean.value, mean.value, mean.error, mean.method)
    return _law("probability", replace(found, values=support, mass=mass), mean, ends)


def _possibility(kind: LawKind, sides: SoftSides, levels: list[Level], plan: Plan) -> Law:
    found = possible_values(sides, levels, plan)
    support, mass = merged_values(found.values, found.mass, np.maximum)
    mean = mixed_mean(levels, plan)
    if found.certified and not has_product(sides):
        low, high = _ends_of_cuts(support, mass)
        ends = MeanEnds(low, high, 0.0, found.method)
    else:
        # The possibility of a value is that of its best clustering (the contour). A set of values
        # has a larger plausibility in general, so the ends do not follow from the possibilities.
        ends = mean_ends(found.by_level or ends_by_level(levels, plan), mean)
    return _law(kind, replace(found, values=support, mass=mass), mean, ends)


def _joint_possibility(sides: SoftSides, plan: Plan) -> Law:
    """The law of a t-norm alone: only whole clusterings have possibilities."""
    for side in sides:
        if isinstance(side, Possibilistic):
            check_normal_levels(side)
    if plan.sample:
        raise InputError(
            "possibilities that a t-norm joins have no levels of objects to sample: omit method, "
            'or pass coupling="comonotone" or "independent"'
        )
    values, listed = joint_possibilities(ObjectGroups.of(*sides), coupling_of(sides), plan)
    support, mass = merged_values(values, listed.possibility, np.maximum)
    method = Method("exact", f"all {len(values):,} tables with their possibilities")
    mean = Mean(mean_of_levels(values, listed), 0.0, method)
    ends = MeanEnds(*_ends_of_cuts(support, mass), 0.0, method)
    return _law("possibility", WeightedValues(support, mass, method), mean, ends)


def _belief(levels: list[Level], plan: Plan) -> Law:
    parts = ends_by_level(levels, plan)
    support, mass = _merged_intervals(parts)
    mean = mixed_mean(levels, plan)._replace(variance=None)
    ends = mean_ends(parts, mean)
    return _law("belief", WeightedValues(support, mass, listed_method(parts)), mean, ends)


def _law(kind: LawKind, found: WeightedValues, mean: Mean, ends: MeanEnds) -> Law:
    notes = [found.method.note]
    if mean.method != found.method:
        notes.append(f"mean {mean.method}")
    if ends.method not in (found.method, mean.method):
        notes.append(f"low and high {ends.method}")
    return Law(
        kind=kind,
        support=found.values,
        mass=found.mass,
        mean=mean.value,
        low=ends.low,
        high=ends.high,
        variance=mean.variance,
        certified=found.certified or (kind == "probability" and not found.draws),
        method=found.method.name,
        notes=tuple(notes),
        error=mean.error,
        bounds=found.bounds,
        ends_error=ends.error,
    )


def _merged_intervals(parts: list[tuple[float, Ends]]) -> tuple[Floats, Floats]:
    """Intervals in ascending order, with those merged that are equal up to rounding."""
    low = np.concatenate([ends.low for _, ends in parts])
    high = np.concatenate([ends.high for _, ends in parts])
    mass = np.concatenate([weight * ends.mass for weight, ends in parts])
    keys = np.round(np.column_stack((low, high)), 12)
    _, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    merged = np.zeros(len(first))
    np.add.at(merged, place.ravel(), mass)
    return np.column_stack((low[first], high[first])), merged


def _ends_of_cuts(support: Floats, mass: Floats) -> tuple[float, float]:
    """Means over the levels of the least and of the greatest value that is possible at each."""
    order = np.argsort(-mass, kind="stable")
    falling = mass[order]
    steps = falling - np.append(falling[1:], 0.0)
    low = np.minimum.accumulate(support[order])
    high = np.maximum.accumulate(support[order])
    return float(steps @ low), float(steps @ high)
