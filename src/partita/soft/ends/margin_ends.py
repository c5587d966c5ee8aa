"""Exact ends against a hard side, by the smallest and largest Σφ(n_ij) for every reachable margin.

Given the margins, the measures of pairs, information and coding rise or fall with that sum, so
their ends lie at its ends. The margins come from the margin program of the kernel.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from ... import _soft
from ...base.arrays import Counts, Floats
from ..two_sides.compositions import composition_count
from ..two_sides.margin_problem import MarginProblem
from .grid import Grid
from .margin_reading import MarginReader
from .values import Attained, Value

_MOST_STATES = 2_000_000
_NEAR = 1e-9
_TRIED = 16

Which = Literal["low", "high"]


class MarginCandidate(NamedTuple):
    """A value, and the margin and the end of the sum that should give it."""

    value: float
    margin: Counts
    which: Which


def margin_ends(grid: Grid, value: Value, steps: int) -> tuple[Attained, Attained] | None:
    """Return the smallest and the largest value with their tables, or None if that is too costly.

    The rows of the grid or its columns must be hard.
    """
    swapped = not grid.truth.hard
    hard = grid.T if swapped else grid
    witness = _Witness(_problem(hard, swapped=swapped), value, steps)
    try:
        found = _candidates(value, witness)
        if not found:
            return None
        least = witness.best(sorted(found, key=lambda c: c.value), 1.0)
        return least, witness.best(sorted(found, key=lambda c: -c.value), -1.0)
    except MemoryError:
        return None


def _problem(grid: Grid, *, swapped: bool) -> MarginProblem:
    k = grid.shape[1]
    options = np.zeros((len(grid.cells), k))
    for group, cells in enumerate(grid.cells):
        options[group, cells % k] = 1.0
    classes = np.array([cells[0] // k for cells in grid.cells], dtype=np.int32)
    return MarginProblem(grid.base, classes, options, grid.sizes, swapped)


class _Witness:
    """Calls of the margin program, and tables of candidates while they could still be the best."""

    def __init__(self, problem: MarginProblem, value: Value, steps: int) -> None:
        self.problem, self.value = problem, value
        self.phi: Literal["square", "entropy"] = (
            "square" if value.measure.reads == "pairs" else "entropy"
        )
        self.limits: Any = {"max_states": min(steps, _MOST_STATES), "max_work": float(4 * steps)}

    def margins(self) -> tuple[Counts, Any, Any]:
        """Return the reachable margins, with the smallest and the largest sum of each."""
        return _soft.margin_extremes(*self.problem.arrays, self.phi, **self.limits)

    def best(self, ranked: list[MarginCandidate], sign: float) -> Attained:
        """Return the best value (least for sign 1) that a table attains, and the table."""
        first = ranked[0].value
        near = [c for c in ranked[:_TRIED] if abs(c.value - first) <= _NEAR * (1 + abs(first))]
        if self.phi == "square":  # sums of squares are exact, so the first is the best
            near = near[:1]
        attained = ((self.value.of(table), table) for table in map(self._table, near))
        return min(attained, key=lambda one: np.inf if one[0] is None else sign * one[0])

    def _table(self, candidate: MarginCandidate) -> Counts:
        margin = np.ascontiguousarray(candidate.margin)
        found = _soft.margin_witness(
            *self.problem.arrays, self.phi, margin, candidate.which, **self.limits
        )
        table = np.asarray(found)
        return np.ascontiguousarray(table.T) if self.problem.swapped else table


def _candidates(value: Value, witness: _Witness) -> list[MarginCandidate]:
    margins, low, high = witness.margins()
    pairs = witness.phi == "square"
    keys = np.sum(margins * margins, axis=1)[:, None] if pairs else np.sort(margins, axis=1)
    distinct, place = _distinct(keys)
    reader = MarginReader(value, witness.problem.class_sizes, swapped=witness.problem.swapped)
    found: list[MarginCandidate] = []
    ends: tuple[tuple[Which, Any], ...] = (("low", low), ("high", -high))
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
    """The position of the smallest sum in each group."""
    order = np.lexsort((sums, place))
    starts = np.searchsorted(place[order], np.arange(groups))
    return order[starts]


def margin_steps(grid: Grid, reading: int = 0) -> int:
    """Return an upper bound of the steps of the margin program; the rows must be hard.

    Each class adds each of its count vectors to each state before it. `reading` is the cost of
    reading the measure at a state in the end.
    """
    steps, states, objects = 0, 1, 0
    columns: set[int] = set()
    for row in _by_row(grid):
        vectors, size, reach = _vectors(grid, row)
        steps += states * vectors
        objects += size
        columns |= reach
        states = min(states * vectors, composition_count(objects, len(columns)))
    return steps + reading * states


def _by_row(grid: Grid) -> list[list[int]]:
    rows: dict[int, list[int]] = {}
    for group, cells in enumerate(grid.cells):
        rows.setdefault(int(cells[0]) // grid.shape[1], []).append(group)
    return list(rows.values())


def _vectors(grid: Grid, groups: list[int]) -> tuple[int, int, set[int]]:
    """The largest number of count vectors of a class, its objects, and the columns they reach."""
    product, size = 1, 0
    columns: set[int] = set()
    for group in groups:
        cells = grid.cells[group]
        product *= composition_count(int(grid.sizes[group]), len(cells))
        size += int(grid.sizes[group])
        columns.update((cells % grid.shape[1]).tolist())
    return min(product, composition_count(size, len(columns))), size, columns
