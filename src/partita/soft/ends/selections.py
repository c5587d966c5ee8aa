"""Programs for best overlaps: one-to-one matchings, and sums of row or column maxima.

For the largest value a program picks cells and lets objects move there. The smallest value is a
minimum over upper bounds of the maxima, for matchings by linear programming duality
(König-Egerváry).
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from ...base.arrays import Counts, Int64
from .grid import Grid
from .programs import EFFORT, Program, Solved, Term


def matched(table: Counts) -> int:
    """Return the largest number of objects in a one-to-one matching of rows and columns."""
    rows, columns = linear_sum_assignment(table, maximize=True)
    return int(table[rows, columns].sum())


def least_matching(grid: Grid, effort: float = EFFORT) -> Solved:
    """Minimize the maximum matching: min Σα + Σβ with α_i + β_j >= n_ij over all tables."""
    program = Program(grid)
    covers = _covers(program, rows=1.0, columns=1.0)
    r, k = grid.shape
    row, column = np.divmod(np.arange(r * k), k)
    _bound_cells(program, [covers[row], covers[r + column]])
    return program.solve(effort)


def least_maxima(grid: Grid, rows: float, columns: float, effort: float = EFFORT) -> Solved:
    """Minimize rows · Σ_i max_j n_ij + columns · Σ_j max_i n_ij."""
    program = Program(grid)
    covers = _covers(program, rows, columns)
    r, k = grid.shape
    row, column = np.divmod(np.arange(r * k), k)
    if rows:
        _bound_cells(program, [covers[row]])
    if columns:
        _bound_cells(program, [covers[r + column]])
    return program.solve(effort)


def greatest_matching(grid: Grid, effort: float = EFFORT) -> Solved:
    """Maximize the maximum matching; the returned bound is of its negative."""
    if grid.truth.hard or grid.prediction.hard:
        return _greatest_by_assignment(grid)
    program = Program(grid)
    counts = program.counts()
    picks = _pick(program, counts, 1.0)
    _at_most_one(program, picks, axis=0)
    _at_most_one(program, picks, axis=1)
    return program.solve(effort)


def greatest_maxima(grid: Grid, rows: float, columns: float, effort: float = EFFORT) -> Solved:
    """Maximize rows · Σ_i max_j n_ij + columns · Σ_j max_i n_ij; the bound is of its negative."""
    program = Program(grid)
    counts = program.counts()
    if rows:
        _at_most_one(program, _pick(program, counts, rows), axis=0)
    if columns:
        _at_most_one(program, _pick(program, counts, columns), axis=1)
    return program.solve(effort)


def _greatest_by_assignment(grid: Grid) -> Solved:
    """The maximum against a hard side: for a fixed matching, every object that can match does."""
    could = grid.base + grid.room
    rows, columns = linear_sum_assignment(could, maximize=True)
    picked = np.zeros(grid.shape, dtype=bool)
    picked[rows, columns] = True
    flows = []
    for cells, size in zip(grid.cells, grid.sizes.tolist(), strict=True):
        flow = np.zeros(len(cells), dtype=np.int64)
        flow[int(np.argmax(picked.ravel()[cells]))] = size
        flows.append(flow)
    return Solved(flows, -float(could[rows, columns].sum()))


def _covers(program: Program, rows: float, columns: float) -> Int64:
    r, k = program.grid.shape
    return program.add(r + k, cost=np.repeat([rows, columns], [r, k]))


def _bound_cells(program: Program, covers: list[Int64]) -> None:
    """Require the covers of each cell to add up to at least its count."""
    base = program.grid.base.ravel()
    place = np.arange(base.size)
    terms: list[Term] = [(place, cover, 1.0) for cover in covers]
    program.require(*terms, (program.flow_cells, program.flows, -1.0), lowest=base)


def _pick(program: Program, counts: Int64, gain: float) -> Int64:
    """Choose cells; a chosen cell gains at most its count, the others nothing."""
    grid = program.grid
    highest = (grid.base + grid.room).ravel()
    picks = program.add(len(counts), highest=1.0, integer=True)
    gains = program.add(len(counts), cost=-gain, highest=highest)
    at, nothing = np.arange(len(counts)), np.zeros(len(counts))
    program.require((at, counts, 1.0), (at, gains, -1.0), lowest=nothing)
    program.require((at, picks, highest.astype(float)), (at, gains, -1.0), lowest=nothing)
    return picks


def _at_most_one(program: Program, picks: Int64, axis: int) -> None:
    """Allow at most one pick in each row (axis 0) or in each column (axis 1)."""
    place = np.divmod(np.arange(len(picks)), program.grid.shape[1])[axis]
    many = program.grid.shape[axis]
    program.require((place, picks, 1.0), lowest=np.zeros(many), highest=1.0)
