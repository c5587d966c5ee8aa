"""Means over the laws of the margin programme: one hard side, one fuzzy side, few clusters.

Given the cluster sizes b, a measure that is affine in A = Σ φ(n_ij) has the mean f(b, E[A|b]); the
programme gives the law of b with E[A; b]. Pair-counting measures depend on Σ b_j² and Σ n_ij² only,
so their whole law follows from the joint law of these two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, prod
from typing import Any

import numpy as np

from .. import _soft
from ..errors import InputError
from ..measure import Measure
from .closed_forms import Mean
from .pair import Counts, Floats, Pair
from .problem import HardSoft
from .reuse import (
    expected_information,
    information,
    only_identical,
    pair_counts,
    read_given_sizes,
    x_log_x,
)

LOSS = 1e-13  # probability that the programme may leave out
STATES = 5_000_000
_READINGS = 400_000  # evaluations of a formula in Python, some microseconds each
_EXPECTED_READINGS = 20_000  # the same with E[I], which is a sum of its own


@dataclass(frozen=True, eq=False)
class Values:
    """Values of a measure with their masses, in any order, and the probability left out."""

    values: Floats
    mass: Floats
    lost: float
    states: int


def margin_mean(
    pair: Pair, measure: Measure, options: dict[str, Any], states: int = STATES
) -> Mean | None:
    """Mean by the margin programme, or None where the pair or the measure does not suit it."""
    if not (pair.truth_hard or pair.prediction_hard):
        return None
    if measure.is_margin_affine(**options) and measure.family in ("pairs", "information"):
        found = affine_values(pair.margins, measure, options, states)
    elif measure.family == "pairs":
        found = pair_values(pair.margins, measure, options, states)
    else:
        return None
    total = float(found.mass.sum())
    value = float(found.mass @ found.values) / total
    method = f"exact: margin programme, {found.states:,} states"
    return Mean(value, 2 * found.lost * _span(measure, found.values), method)


def affine_values(
    problem: HardSoft, measure: Measure, options: dict[str, Any], states: int = STATES
) -> Values:
    """f(b, E[A|b]) with the probability of b, for an affine measure."""
    phi = "square" if measure.family == "pairs" else "entropy"
    margins, mass, moment, lost = run(_soft.margin_moments, problem, phi, LOSS, states)
    reader = _pair_readings if measure.family == "pairs" else _information_readings
    values, masses = reader(problem, measure, options, margins, mass, moment)
    return Values(values, masses, lost, len(mass))


def pair_values(
    problem: HardSoft, measure: Measure, options: dict[str, Any], states: int = STATES
) -> Values:
    """Every value of a pair-counting measure with its probability."""
    squares, cells, mass, lost = run(_soft.margin_law, problem, LOSS, states)
    values = read_squares(problem, measure, options, squares, cells)
    return Values(values, mass, lost, len(mass))


def read_squares(
    problem: HardSoft,
    measure: Measure,
    options: dict[str, Any],
    squares: Counts,
    cells: Counts | Floats,
) -> Floats:
    """Read a pair-counting measure at many Σ b_j² and Σ n_ij²."""
    _check_readings(measure, len(squares), _READINGS)
    n, hard = problem.objects, hard_sizes(problem)
    mine, alone = int((hard * hard).sum()), len(hard)
    single = {n * n: 1, n: n}  # Σ b² of one cluster, and of single objects
    values = np.empty(len(squares))
    for at, (theirs, inside) in enumerate(zip(squares.tolist(), cells.tolist(), strict=True)):
        sides = (theirs, mine) if problem.swapped else (mine, theirs)
        same = only_identical(n, alone, single.get(theirs, 0))
        counts = pair_counts(n, *sides, inside)
        values[at] = read_given_sizes(measure, counts, options, same=same)
    return values


def hard_sizes(problem: HardSoft) -> Counts:
    """Class sizes of the hard side."""
    sizes = problem.base.sum(axis=1)
    np.add.at(sizes, problem.group_class, problem.group_size)
    return sizes[sizes > 0]


def run(programme: Any, problem: HardSoft, *arguments: Any) -> Any:
    """Call the kernel on a problem; a refusal for size comes back as one of ours."""
    arrays = (problem.base, problem.group_class, problem.group_options, problem.group_size)
    try:
        return programme(*map(np.ascontiguousarray, arrays), *arguments)
    except (MemoryError, ValueError) as refusal:
        raise InputError(f"exact is out of reach: {refusal}") from None


def _pair_readings(
    problem: HardSoft,
    measure: Measure,
    options: dict[str, Any],
    margins: Counts,
    mass: Floats,
    moment: Floats,
) -> tuple[Floats, Floats]:
    squares, place = np.unique((margins * margins).sum(axis=1), return_inverse=True)
    masses = np.bincount(place, mass)
    moments = np.bincount(place, moment)
    kept = masses > 0
    means = moments[kept] / masses[kept]
    return read_squares(problem, measure, options, squares[kept], means), masses[kept]


def _information_readings(
    problem: HardSoft,
    measure: Measure,
    options: dict[str, Any],
    margins: Counts,
    mass: Floats,
    moment: Floats,
) -> tuple[Floats, Floats]:
    margins, masses, moments = _merged(np.sort(margins, axis=1), mass, moment)
    n, hard = problem.objects, hard_sizes(problem)
    mine = x_log_x(hard)
    sums = (margins * np.log(np.maximum(margins, 1))).sum(axis=1)
    groups = (margins > 0).sum(axis=1)
    values = np.empty(len(masses))
    expects = measure._source == "expected_information"
    _check_readings(measure, len(masses), _EXPECTED_READINGS if expects else _READINGS)
    for at in range(len(masses)):
        sides = (mine, float(sums[at]), moments[at] / masses[at], len(hard), int(groups[at]))
        if problem.swapped:
            sides = (sides[1], sides[0], sides[2], sides[4], sides[3])
        h = information(n, *sides)
        statistic = expected_information(h, hard, margins[at]) if expects else h
        same = only_identical(n, h.classes, h.clusters)
        values[at] = read_given_sizes(measure, statistic, options, same=same)
    return values, masses


def _check_readings(measure: Measure, count: int, most: int) -> None:
    if count > most:
        raise InputError(
            f"exact is out of reach: {measure.name} would be read for {count:,} group sizes, more "
            f"than {most:,}"
        )


def _merged(margins: Counts, mass: Floats, moment: Floats) -> tuple[Counts, Floats, Floats]:
    """Add up the margins that are the same sizes in another order."""
    radix = int(margins.max(initial=0)) + 1
    width = margins.shape[1]
    if prod([radix] * width) < 2**62:
        keys = margins @ (radix ** np.arange(width, dtype=np.int64))
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    else:
        _, first, place = np.unique(margins, axis=0, return_index=True, return_inverse=True)
    place = place.ravel()
    masses, moments = np.bincount(place, mass), np.bincount(place, moment)
    kept = masses > 0
    return margins[first][kept], masses[kept], moments[kept]


def _span(measure: Measure, values: Floats) -> float:
    low, high = measure.bounds
    return high - low if isfinite(high - low) else float(np.ptp(values)) + 1.0
