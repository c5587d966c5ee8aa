"""Distribution functions that are known between two certified bounds.

`binned_values` carries the sum on which a measure depends in bins: the margin program rounds the
sum of each class down, so the value of a state lies in a short interval. `selected_values` bounds
the distribution of a maximum, purity or a one-to-one matching, by the cells that are best on
average and the probability that others win.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ... import _soft
from ...base.arrays import Counts, Floats
from ...base.errors import InputError
from ...measures.chosen import Chosen
from ..kinds.results import Method
from ..means.margin_means import run_program
from ..means.plan import Plan
from ..means.readings import read_sizes, read_squares
from ..two_sides.from_sums import x_log_x
from ..two_sides.fuzzy_pair import FuzzyPair
from ..two_sides.margin_problem import MarginProblem

BINS = 4096
_FEW_BINS = 1024  # if more would cost too much
_CHEAP = 10  # steps along a row of bins that take as long as one of other programs
_VALUES = 4097  # of a bounded distribution function
_LOSS = 1e-11  # probability that the program may leave out
_ROUNDING = 1e-12  # of a value


class BoundedValues(NamedTuple):
    """Values in ascending order, and bounds of the distribution function.

    Column i + 1 of `bounds`, of shape (2, values + 1), holds from value i to just below the next
    one; column 0 holds below all values.
    """

    values: Floats
    bounds: Floats
    method: Method

    @property
    def mass(self) -> Floats:
        """The steps of the function halfway between the bounds."""
        middle = self.bounds.mean(axis=0)
        middle[-1] = 1.0
        steps = np.diff(middle)
        steps[0] += middle[0]
        return np.asarray(steps)


class _Sums(NamedTuple):
    """States of the margin program: numbers of the group sizes, and A between two sums."""

    margins: Counts
    low: Floats
    high: Floats
    mass: Floats
    lost: float


def binned_values(pair: FuzzyPair, plan: Plan) -> BoundedValues | None:
    """Bound the distribution of a measure that is affine in A = Σ φ(n_ij) given the group sizes."""
    problem, measure = pair.margin_problem, plan.measure
    reads = measure.reads
    affine = measure.is_margin_affine(**plan.options)
    if problem is None or reads not in ("pairs", "information") or not affine:
        return None
    phi = "square" if reads == "pairs" else "entropy"
    budget = replace(plan.program, work=_CHEAP * plan.program.work)
    try:
        count = BINS
        found = run_program(_soft.margin_binned_law, problem, budget, phi, count, _LOSS)
    except InputError:
        count = _FEW_BINS
        found = run_program(_soft.margin_binned_law, problem, budget, phi, count, _LOSS)
    margins, bins, mass, lowest, width, slack, lost = found
    low = lowest + width * bins
    sums = _Sums(margins, low, low + slack, mass, lost)
    read = _read_pairs if reads == "pairs" else _read_information
    ends = read(problem, plan.chosen, sums)
    pad = _ROUNDING * (1 + float(np.abs(ends).max()))
    low, high = ends.min(axis=0) - pad, ends.max(axis=0) + pad
    note = f"margin program, {len(mass):,} states, each class rounded to one of {count:,} bins"
    return _stepped(low, high, mass, lost, note)


def _read_pairs(problem: MarginProblem, chosen: Chosen, sums: _Sums) -> Floats:
    squares, place = np.unique(sums.margins, return_inverse=True)
    n, sizes = problem.objects, problem.class_sizes
    own = int((sizes * sizes).sum())
    together = np.maximum(0, (own + squares - 2 * n) // 2 - n * (n - 1) // 2)
    least, most = n + 2 * together, np.minimum(own, squares)
    values = [read_squares(problem, chosen, squares, end) for end in (least, most)]
    return _between(sums, place, (least, most), values)


def _read_information(problem: MarginProblem, chosen: Chosen, sums: _Sums) -> Floats:
    codes, place = np.unique(sums.margins, return_inverse=True)
    n = problem.objects
    sizes = np.array(np.unravel_index(codes, (n + 1,) * problem.clusters)).T
    mine, theirs = x_log_x(problem.class_sizes), np.array([x_log_x(row) for row in sizes])
    least = mine + theirs - n * np.log(n)
    most = np.maximum(least, np.minimum(mine, theirs))
    values = [read_sizes(problem, chosen, sizes, end) for end in (least, most)]
    return _between(sums, place, (least, most), values)


def _between(
    sums: _Sums, place: Counts, ends: tuple[Counts | Floats, Counts | Floats], values: list[Floats]
) -> Floats:
    """The values at both ends of A, on the line through those at the ends of its range."""
    least, most = (np.asarray(end, dtype=np.float64)[place] for end in ends)
    first, last = (value[place] for value in values)
    span = np.where(most > least, most - least, 1.0)
    found = []
    for cells in (sums.low, sums.high):
        share = np.clip((cells - least) / span, 0.0, 1.0)
        found.append(first + share * (last - first))
    return np.array(found)


def _stepped(low: Floats, high: Floats, mass: Floats, lost: float, note: str) -> BoundedValues:
    """The distribution functions of both ends of every state, at few values."""
    within = float((high - low).max())
    values = np.unique(np.concatenate((low, high)))
    listed = len(values) <= _VALUES
    if not listed:
        values = np.linspace(values[0], values[-1], _VALUES)
        values[-1] = high.max()
        within += 2 * float(values[1] - values[0])
    below, above = _reached(high, mass, values), _reached(low, mass, values) + lost
    if not listed:  # the function may rise between two values
        above = np.append(above[1:], 1.0)
    bounds = np.clip([np.append(0.0, below), np.append(lost, above)], 0.0, 1.0)
    bounds[1, -1] = 1.0
    method = Method("bounds", f"{note}, values rounded by at most {within:.1g}")
    return BoundedValues(values, bounds, method)


def _reached(at: Floats, mass: Floats, values: Floats) -> Floats:
    """The mass at or below each value."""
    place = np.searchsorted(values, at, side="left")
    return np.cumsum(np.bincount(place, mass, minlength=len(values))[: len(values)])
