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
from ...base.arrays import Counts, Floats, Mask
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
    low, high = np.clip([ends.min(axis=0) - pad, ends.max(axis=0) + pad], *measure.bounds)
    note = f"margin program, {len(mass):,} states, each class rounded to one of {count:,} bins"
    return _stepped(low, high, mass, lost, note)


def _read_pairs(problem: MarginProblem, chosen: Chosen, sums: _Sums) -> Floats:
    squares, place = np.unique(sums.margins, return_inverse=True)
    n, sizes = problem.objects, problem.class_sizes
    own = int((sizes * sizes).sum())
    together = np.maximum(0, (own + squares - 2 * n) // 2 - n * (n - 1) // 2)
    span = _Span.of(sums, place, n + 2 * together, np.minimum(own, squares))
    return span.between(*(read_squares(problem, chosen, squares, end) for end in span.ends))


def _read_information(problem: MarginProblem, chosen: Chosen, sums: _Sums) -> Floats:
    codes, place = np.unique(sums.margins, return_inverse=True)
    n = problem.objects
    sizes = np.array(np.unravel_index(codes, (n + 1,) * problem.clusters)).T
    mine, theirs = x_log_x(problem.class_sizes), np.array([x_log_x(row) for row in sizes])
    least = mine + theirs - n * np.log(n)
    span = _Span.of(sums, place, least, np.maximum(least, np.minimum(mine, theirs)))
    return span.between(*(read_sizes(problem, chosen, sizes, end) for end in span.ends))


class _Span(NamedTuple):
    """Two sums A for every vector of group sizes at which the measure is read.

    The measure is affine in A between the least and the greatest A that occurs. Beyond them its
    formula may leave the bounds of the measure, where reading clips it. So it is read at two sums
    between them, if they are known, and else at two sums around all that occur.
    """

    low: Floats  # of the states
    high: Floats
    place: Counts  # of the group sizes of each state
    ends: tuple[Floats, Floats]
    inside: Mask  # for group sizes, whether A reaches both ends

    @classmethod
    def of(cls, sums: _Sums, place: Counts, least: Counts | Floats, most: Counts | Floats) -> _Span:
        low, high = (np.clip(end, least[place], most[place]) for end in (sums.low, sums.high))
        ends = [
            _by_place(which, end, place) for which, end in ((np.minimum, low), (np.maximum, high))
        ]
        inner = [
            _by_place(which, end, place) for which, end in ((np.minimum, high), (np.maximum, low))
        ]
        inside = inner[1] - inner[0] > float((sums.high - sums.low).max())
        first, last = (np.where(inside, *pair) for pair in zip(inner, ends, strict=True))
        return cls(low, high, place, (first, last), inside)

    def between(self, first: Floats, last: Floats) -> Floats:
        """The values at both ends of the sums, given those at the ends of the span."""
        slope = np.where(self.inside, last - first, 0.0)
        slope = (slope / np.where(self.inside, self.ends[1] - self.ends[0], 1.0))[self.place]
        low, high = first[self.place], np.where(self.inside, first, last)[self.place]
        start = self.ends[0][self.place]
        return np.array([low + slope * (self.low - start), high + slope * (self.high - start)])


def _by_place(which: np.ufunc, sums: Floats, place: Counts) -> Floats:
    found = np.full(int(place.max()) + 1, np.inf if which is np.minimum else -np.inf)
    which.at(found, place, sums)
    return found


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
