"""Exact ends against a hard side: least and greatest Σφ(n_ij) for every reachable margin.

Given the margins, the measures of pairs, information and coding rise or fall with that sum, so
their ends lie at its ends. The margins come from the margin programme of the kernel.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _soft
from ..contingency import Contingency
from ..errors import UndefinedError
from ..statistics import Coding, ExpectedInformation
from . import reuse
from .grid import Counts, Grid
from .values import Floats, Value

_MOST_TABLES = 5_000  # formulas that need a whole table with the margins, about 0.1 ms each
_NEAR = 1e-9
_TRIED = 16


class Candidate(NamedTuple):
    """A value, and the margin and end of the sum that should give it."""

    value: float
    margin: Counts
    which: str


def margin_ends(grid: Grid, value: Value, states: int) -> tuple[Counts, Counts] | None:
    """Tables with the least and the greatest value, or None where that costs too much.

    The rows of the grid or its columns must be hard.
    """
    swapped = not grid.truth.hard
    hard = grid.T if swapped else grid
    problem = _problem(hard)
    phi = "square" if value.measure.family == "pairs" else "entropy"
    try:
        margins, low, high = _soft.margin_extremes(*problem, phi, states)
    except (MemoryError, ValueError):
        return None
    found = _candidates(value, hard, margins, low, high, swapped=swapped)
    if not found:
        return None
    witness = _Witness(problem, phi, value, swapped=swapped)
    least = witness.best(sorted(found, key=lambda c: c.value), 1.0)
    greatest = witness.best(sorted(found, key=lambda c: -c.value), -1.0)
    return least, greatest


def _problem(grid: Grid) -> tuple[Any, ...]:
    k = grid.shape[1]
    options = np.zeros((len(grid.cells), k))
    for group, cells in enumerate(grid.cells):
        options[group, cells % k] = 1.0
    classes = np.array([cells[0] // k for cells in grid.cells], dtype=np.int32)
    return np.ascontiguousarray(grid.base), classes, options, grid.sizes


class _Witness:
    """Tables of candidates, tried while their values could still be the best."""

    def __init__(self, problem: tuple[Any, ...], phi: str, value: Value, *, swapped: bool) -> None:
        self.problem, self.phi, self.value, self.swapped = problem, phi, value, swapped

    def best(self, ranked: list[Candidate], sign: float) -> Counts:
        first = ranked[0].value
        near = [c for c in ranked[:_TRIED] if abs(c.value - first) <= _NEAR * (1 + abs(first))]
        if self.phi == "square":  # sums of squares are exact, nothing can be nearer
            near = near[:1]
        tables = [self._table(candidate) for candidate in near]
        scores = [self.value.of(table) for table in tables]
        return min(
            zip(scores, tables, strict=True),
            key=lambda pair: np.inf if pair[0] is None else sign * pair[0],
        )[1]

    def _table(self, candidate: Candidate) -> Counts:
        margin = np.ascontiguousarray(candidate.margin)
        table = np.asarray(_soft.margin_witness(*self.problem, self.phi, margin, candidate.which))
        return np.ascontiguousarray(table.T) if self.swapped else table


def _candidates(
    value: Value, grid: Grid, margins: Counts, low: Any, high: Any, *, swapped: bool
) -> list[Candidate]:
    pairs = value.measure.family == "pairs"
    keys = np.sum(margins * margins, axis=1)[:, None] if pairs else np.sort(margins, axis=1)
    distinct, place = _distinct(keys)
    if value.source not in _PLAIN and len(distinct) > _MOST_TABLES:
        return []
    reader = _Reader(value, grid, swapped=swapped)
    found: list[Candidate] = []
    for which, sums in (("low", np.asarray(low)), ("high", -np.asarray(high))):
        chosen = _least_of_each(place, sums, len(distinct))
        for at, key in zip(chosen.tolist(), distinct, strict=True):
            read = reader.read(key, abs(sums[at]))
            if read is not None:
                found.append(Candidate(read, margins[at], which))
    return found


_PLAIN = ("pairs", "information")


class _Reader:
    """A measure as a function of what is left open: the soft side's sizes and Σφ(n_ij)."""

    def __init__(self, value: Value, grid: Grid, *, swapped: bool) -> None:
        self.value, self.swapped = value, swapped
        self.n = grid.objects
        sizes = grid.base.sum(axis=1)
        for cells, size in zip(grid.cells, grid.sizes, strict=True):
            sizes[cells[0] // grid.shape[1]] += size
        self.sizes = sizes[sizes > 0]
        self.squares = int(np.sum(self.sizes * self.sizes))
        self.entropies = reuse.x_log_x(self.sizes)

    def read(self, key: Counts, cells: Any) -> float | None:
        if self.value.measure.family == "pairs":
            sides = self._ordered(self.squares, int(key[0]))
            return self.value.of_squares(self.n, *sides, int(cells))
        sizes = key[key > 0]
        sums = self._ordered(self.entropies, reuse.x_log_x(sizes))
        groups = self._ordered(len(self.sizes), len(sizes))
        if self.value.source == "information":
            return self.value.of_entropies(self.n, *sums, float(cells), groups)
        return self._with_table(sizes, sums, groups, float(cells))

    def _ordered(self, hard: Any, soft: Any) -> tuple[Any, Any]:
        return (soft, hard) if self.swapped else (hard, soft)

    def _with_table(
        self, sizes: Counts, sums: tuple[float, float], groups: tuple[int, int], cells: float
    ) -> float | None:
        """Read statistics that need more of the sizes than a sum, from any table with them."""
        rows, columns = sums
        if rows - cells < 0.5 and columns - cells < 0.5 and self.value.measure.perfect is not None:
            return self.value.measure.perfect
        h = reuse.information(self.n, rows, columns, cells, *groups)
        table = _corner(*self._ordered(self.sizes, sizes))
        try:
            if self.value.source == "coding":
                code = table.coding
                return self.value.read(Coding(h.class_residual, code.model, code.ideal))
            expected = table.expected_information.expected
        except UndefinedError:
            return None
        return self.value.read(ExpectedInformation(h, expected))


def _corner(rows: Counts, columns: Counts) -> Contingency:
    """A table with these margins, filled from one corner."""
    ends = np.union1d(np.cumsum(rows), np.cumsum(columns))
    matrix = np.zeros((len(rows), len(columns)), dtype=np.int64)
    down, across = np.searchsorted(np.cumsum(rows), ends), np.searchsorted(np.cumsum(columns), ends)
    matrix[down, across] = np.diff(ends, prepend=0)
    return Contingency.from_matrix(matrix)


def _distinct(keys: Counts) -> tuple[Counts, NDArray[np.intp]]:
    if keys.shape[1] == 1:
        found, place = np.unique(keys[:, 0], return_inverse=True)
        return found[:, None], place.ravel()
    rows = np.ascontiguousarray(keys)
    packed = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    _, first, place = np.unique(packed, return_index=True, return_inverse=True)
    return keys[first], place.ravel()


def _least_of_each(place: NDArray[np.intp], sums: Floats, groups: int) -> NDArray[np.intp]:
    """The position of the least sum in each group."""
    order = np.lexsort((sums, place))
    starts = np.searchsorted(place[order], np.arange(groups))
    return order[starts]
