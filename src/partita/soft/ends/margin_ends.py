"""Exact ends against a hard side: least and greatest Σφ(n_ij) for every reachable margin.

Given the margins, the measures of pairs, information and coding rise or fall with that sum, so
their ends lie at its ends. The margins come from the margin program of the kernel.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ... import _soft
from ...base.arrays import Counts, Floats
from .grid import Grid
from .margin_reading import MarginReader
from .values import Attained, Value

_MOST_STATES = 2_000_000
_NEAR = 1e-9
_TRIED = 16


Phi = Literal["square", "entropy"]
Problem = tuple[Counts, NDArray[np.int32], Floats, Counts]
"""What the kernel reads: the certain objects, and class, options and size of each group."""


class MarginCandidate(NamedTuple):
    """A value, and the margin and end of the sum that should give it."""

    value: float
    margin: Counts
    which: Literal["low", "high"]


def margin_ends(grid: Grid, value: Value, steps: int) -> tuple[Attained, Attained] | None:
    """The least and the greatest value with their tables, or None where that costs too much.

    The rows of the grid or its columns must be hard.
    """
    swapped = not grid.truth.hard
    hard = grid.T if swapped else grid
    problem = _problem(hard)
    phi: Phi = "square" if value.measure.reads == "pairs" else "entropy"
    try:
        margins, low, high = _soft.margin_extremes(
            *problem, phi, max_states=min(steps, _MOST_STATES), max_work=float(4 * steps)
        )
    except MemoryError:
        return None
    found = _candidates(value, hard, margins, low, high, swapped=swapped)
    if not found:
        return None
    witness = _Witness(problem, phi, value, steps, swapped=swapped)
    try:
        least = witness.best(sorted(found, key=lambda c: c.value), 1.0)
        greatest = witness.best(sorted(found, key=lambda c: -c.value), -1.0)
    except MemoryError:
        return None
    return least, greatest


def _problem(grid: Grid) -> Problem:
    k = grid.shape[1]
    options = np.zeros((len(grid.cells), k))
    for group, cells in enumerate(grid.cells):
        options[group, cells % k] = 1.0
    classes = np.array([cells[0] // k for cells in grid.cells], dtype=np.int32)
    return np.ascontiguousarray(grid.base), classes, options, grid.sizes


class _Witness:
    """Tables of candidates, tried while their values could still be the best."""

    def __init__(
        self, problem: Problem, phi: Phi, value: Value, steps: int, *, swapped: bool
    ) -> None:
        self.problem, self.phi, self.value, self.swapped = problem, phi, value, swapped
        self.steps = steps

    def best(self, ranked: list[MarginCandidate], sign: float) -> Attained:
        first = ranked[0].value
        near = [c for c in ranked[:_TRIED] if abs(c.value - first) <= _NEAR * (1 + abs(first))]
        if self.phi == "square":  # sums of squares are exact, nothing can be nearer
            near = near[:1]
        tables = [self._table(candidate) for candidate in near]
        attained = ((self.value.of(table), table) for table in tables)
        return min(attained, key=lambda one: np.inf if one[0] is None else sign * one[0])

    def _table(self, candidate: MarginCandidate) -> Counts:
        margin = np.ascontiguousarray(candidate.margin)
        found = _soft.margin_witness(
            *self.problem,
            self.phi,
            margin,
            candidate.which,
            max_states=min(self.steps, _MOST_STATES),
            max_work=float(4 * self.steps),
        )
        table = np.asarray(found)
        return np.ascontiguousarray(table.T) if self.swapped else table


def _candidates(
    value: Value, grid: Grid, margins: Counts, low: Any, high: Any, *, swapped: bool
) -> list[MarginCandidate]:
    pairs = value.measure.reads == "pairs"
    keys = np.sum(margins * margins, axis=1)[:, None] if pairs else np.sort(margins, axis=1)
    distinct, place = _distinct(keys)
    reader = MarginReader(value, grid, swapped=swapped)
    found: list[MarginCandidate] = []
    ends: tuple[tuple[Literal["low", "high"], Any], ...] = (("low", low), ("high", -high))
    for which, sums in ends:
        chosen = _least_of_each(place, sums, len(distinct))
        for at, key in zip(chosen.tolist(), distinct, strict=True):
            read = reader.read(key, abs(sums[at]))
            if read is not None:
                found.append(MarginCandidate(read, margins[at], which))
    return found


def _distinct(keys: Counts) -> tuple[Counts, Counts]:
    if keys.shape[1] == 1:
        found, place = np.unique(keys[:, 0], return_inverse=True)
        return found[:, None], place.ravel()
    rows = np.ascontiguousarray(keys)
    packed = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    _, first, place = np.unique(packed, return_index=True, return_inverse=True)
    return keys[first], place.ravel()


def _least_of_each(place: Counts, sums: Floats, groups: int) -> Counts:
    """The position of the least sum in each group."""
    order = np.lexsort((sums, place))
    starts = np.searchsorted(place[order], np.arange(groups))
    return order[starts]
