"""Means and distributions by the margin program: one hard side, one fuzzy side, few clusters.

Given the cluster sizes b, a measure that is affine in A = Σ φ(n_ij) has the mean f(b, E[A|b]). The
program gives the distribution of b with E[A; b]. Pair-counting measures depend only on Σ b_j² and
Σ n_ij², so their whole distribution follows from the joint distribution of these two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from ... import _soft
from ...base.arrays import Counts, Floats
from ...base.errors import InputError
from ...measures.chosen import Chosen
from ...measures.measure import Measure
from ..kinds.results import Method
from ..two_sides.fuzzy_pair import FuzzyPair
from ..two_sides.margin_problem import MarginProblem
from .closed_forms import Mean
from .margin_cost import Budget, check_cost
from .readings import read_sizes, read_squares

LOSS = 1e-13  # probability that the program may leave out
_TRANSFORM_LOSS = 1e-11  # the same if rounding of a Fourier transform counts as loss
_FEW = 60  # objects; means over more of them are worth a transform


@dataclass(frozen=True, eq=False)
class MarginValues:
    """Values of a measure with their masses, in any order, and the probability left out."""

    values: Floats
    mass: Floats
    lost: float
    states: int


def margin_mean(pair: FuzzyPair, chosen: Chosen, budget: Budget) -> Mean | None:
    """Return the mean by the margin program, or None if it does not apply."""
    problem, measure = pair.margin_problem, chosen.measure
    if problem is None:
        return None
    if measure.is_margin_affine(**chosen.options) and measure.reads in ("pairs", "information"):
        found = affine_values(problem, chosen, budget)
    elif measure.reads == "pairs":
        found = pair_values(problem, chosen, budget)
    else:
        return None
    value = float(found.mass @ found.values) / float(found.mass.sum())
    method = Method("exact", f"margin program, {found.states:,} states")
    return Mean(value, 2 * found.lost * _span(measure, found.values), method)


def affine_values(problem: MarginProblem, chosen: Chosen, budget: Budget) -> MarginValues:
    """Return f(b, E[A|b]) with the probability of b, for an affine measure."""
    pairs = chosen.measure.reads == "pairs"
    phi = "square" if pairs else "entropy"
    loss = LOSS if problem.uncertain <= _FEW else _TRANSFORM_LOSS
    margins, mass, moment, lost = run_program(_soft.margin_moments, problem, budget, phi, loss)
    keys = (margins * margins).sum(axis=1, keepdims=True) if pairs else np.sort(margins, axis=1)
    keys, masses, moments = _merged(keys, mass, moment)
    if pairs:
        values = read_squares(problem, chosen, keys[:, 0], moments / masses)
    else:
        values = read_sizes(problem, chosen, keys, moments / masses)
    return MarginValues(values, masses, lost, len(mass))


def pair_values(problem: MarginProblem, chosen: Chosen, budget: Budget) -> MarginValues:
    """Return every value of a pair-counting measure with its probability."""
    squares, cells, mass, lost = run_program(_soft.margin_law, problem, budget, LOSS)
    values = read_squares(problem, chosen, squares, cells)
    return MarginValues(values, mass, lost, len(mass))


def run_program(program: Any, problem: MarginProblem, budget: Budget, *arguments: Any) -> Any:
    """Call the kernel on a problem; too large a problem raises an `InputError`."""
    transforms = program is _soft.margin_moments
    trims = transforms or program in (_soft.margin_law, _soft.margin_binned_law)
    states = budget.states_of(problem.clusters)
    check_cost(problem, budget, trims=trims, transforms=transforms)
    limits = {"max_states": states, "max_work": budget.work}
    try:
        return program(*problem.arrays, *arguments, **limits)
    except MemoryError as refusal:
        raise InputError(str(refusal)) from None


def _merged(keys: Counts, mass: Floats, moment: Floats) -> tuple[Counts, Floats, Floats]:
    """Sum the masses and moments of equal keys."""
    radix, width = int(keys.max(initial=0)) + 1, keys.shape[1]
    if radix**width < 2**62:
        numbers = keys @ (radix ** np.arange(width, dtype=np.int64))
        _, first, place = np.unique(numbers, return_index=True, return_inverse=True)
    else:
        _, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    masses, moments = np.zeros(len(first)), np.zeros(len(first))
    np.add.at(masses, place.ravel(), mass)
    np.add.at(moments, place.ravel(), moment)
    kept = masses > 0
    return keys[first][kept], masses[kept], moments[kept]


def _span(measure: Measure, values: Floats) -> float:
    low, high = measure.bounds
    return high - low if isfinite(high - low) else float(np.ptp(values)) + 1.0
