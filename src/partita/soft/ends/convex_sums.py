"""Weighted sums of a convex function over the cells and margins of a table, made small."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...base.arrays import Counts, Floats, Int64
from .grid import Grid
from .pieces import Convex, LinearPieces, chords_above, lines_below
from .programs import EFFORT, Program, Solved

_MOST_BINARIES = 4_000  # exact programs: a binary for each unit of a concave function,
_MOST_PIECES = 512  # and as many pieces of the others
_BINARIES, _PIECES = 400, 64  # programs that only bound


@dataclass(frozen=True, eq=False)
class ConvexSums:
    """Weights of Σ w_ij φ(n_ij) + Σ u_i φ(a_i) + Σ v_j φ(b_j)."""

    convex: Convex
    cells: Floats  # (r, k)
    rows: Floats  # (r,)
    columns: Floats  # (k,)

    @property
    def T(self) -> ConvexSums:  # noqa: N802 - as for tables
        """The same with rows and columns exchanged."""
        return ConvexSums(self.convex, self.cells.T, self.columns, self.rows)

    def __neg__(self) -> ConvexSums:
        return ConvexSums(self.convex, -self.cells, -self.rows, -self.columns)

    def of(self, table: Counts) -> float:
        """The value of a table."""
        value = np.sum(self.cells * self.convex(table.astype(float)))
        value += np.sum(self.rows * self.convex(table.sum(axis=1).astype(float)))
        return float(value + np.sum(self.columns * self.convex(table.sum(axis=0).astype(float))))


def least_sum(grid: Grid, sums: ConvexSums, effort: float = EFFORT) -> Solved:
    """Minimize a weighted sum of a convex function over cells and margins.

    Where a weight is positive the pieces fill up in order by themselves; where it is negative
    binaries must hold them in order (unary variables of the counts).
    """
    cells = np.concatenate(grid.cells)
    rows, columns = np.divmod(cells, grid.shape[1])
    parts = (
        _Part(cells, grid.base.ravel(), grid.room.ravel(), sums.cells.ravel()),
        _Part(rows, grid.base.sum(axis=1), grid.row_room(), sums.rows),
        _Part(columns, grid.base.sum(axis=0), grid.column_room(), sums.columns),
    )
    exact = _affordable(parts)
    program = Program(grid, whole_flows=exact)
    functions = sum(int(np.count_nonzero(part.room[part.weights < 0])) for part in parts)
    few = max(3, _BINARIES // (functions + 1)), _PIECES
    for part in parts:
        _add_sums(program, sums.convex, part, (_MOST_BINARIES, _MOST_PIECES) if exact else few)
    return program.solve(effort)


def least_by_rows(grid: Grid, sums: ConvexSums, effort: float = EFFORT) -> Solved:
    """Minimize sums without column sums when the rows are hard: every row is a problem alone."""
    k = grid.shape[1]
    owners = np.array([cells[0] // k for cells in grid.cells])
    flows: dict[int, Counts] = {}
    bound = 0.0
    complete = True
    for row in range(grid.shape[0]):
        groups = np.flatnonzero(owners == row).tolist()
        solved = _least_of_row(grid, sums, row, groups, effort)
        bound += solved.bound
        complete = complete and solved.flows is not None
        flows.update(zip(groups, solved.flows or [], strict=False))
    sizes = np.bincount(owners, weights=grid.sizes, minlength=grid.shape[0])
    totals = (grid.base.sum(axis=1) + sizes).astype(float)
    bound += float(np.sum(sums.rows * sums.convex(totals)))
    return Solved([flows[g] for g in range(len(owners))] if complete else None, bound)


def _least_of_row(
    grid: Grid, sums: ConvexSums, row: int, groups: list[int], effort: float
) -> Solved:
    k = grid.shape[1]
    weights = ConvexSums(sums.convex, sums.cells[row : row + 1], np.zeros(1), np.zeros(k))
    base = grid.base[row : row + 1]
    if not groups:
        return Solved([], weights.of(base))
    alone = replace(
        grid,
        truth=replace(grid.truth, width=1),
        base=base,
        cells=[grid.cells[g] % k for g in groups],
        sizes=grid.sizes[groups],
    )
    return least_sum(alone, weights, effort / grid.shape[0])


class _Part(NamedTuple):
    """Counts of cells, rows or columns: where each flow adds, what is there, what may come."""

    places: Int64
    start: Counts
    room: Counts
    weights: Floats


def _affordable(parts: tuple[_Part, ...]) -> bool:
    """Whether there may be a piece for each unit."""
    concave = sum(int(part.room[part.weights < 0].sum()) for part in parts)
    widest = max(int(part.room[part.weights > 0].max(initial=0)) for part in parts)
    return concave <= _MOST_BINARIES and widest <= _MOST_PIECES


def _add_sums(program: Program, convex: Convex, part: _Part, most: tuple[int, int]) -> None:
    places, start, room, weights = part
    free = (room > 0) & (weights != 0)
    still = ~free
    program.constant += float(np.sum(weights[still] * convex(start[still].astype(float))))
    if not free.any():
        return
    number = np.cumsum(free) - 1
    used = free[places]
    targets: list[Int64] = []
    variables: list[Int64] = []
    for at, position in enumerate(np.flatnonzero(free).tolist()):
        weight = float(weights[position])
        shape, pieces = (chords_above, most[0]) if weight < 0 else (lines_below, most[1])
        shaped = shape(convex, int(start[position]), int(room[position]), pieces)
        made = _add_pieces(program, shaped, weight)
        targets.append(np.full(len(made), at))
        variables.append(made)
    rows = np.concatenate((number[places[used]], *targets))
    columns = np.concatenate((program.flows[used], *variables))
    factors = np.concatenate((np.ones(int(used.sum())), *(-np.ones(len(v)) for v in variables)))
    zeros = np.zeros(int(free.sum()))
    program.require(rows, columns, factors, zeros, zeros)


def _add_pieces(program: Program, pieces: LinearPieces, weight: float) -> Int64:
    program.constant += weight * pieces.start
    concave = weight < 0
    made = program.add(
        len(pieces.lengths),
        cost=weight * pieces.slopes,
        highest=pieces.lengths,
        whole=concave and pieces.unit,
    )
    if concave and len(made) > 1:
        _hold_in_order(program, made, pieces)
    return made


def _hold_in_order(program: Program, made: Int64, pieces: LinearPieces) -> None:
    """A piece may be entered only when the one before is full."""
    steps = len(made) - 1
    at = np.arange(steps)
    nothing = np.zeros(steps)
    unbounded = np.full(steps, np.inf)
    if pieces.unit:
        rows = np.concatenate((at, at))
        columns = np.concatenate((made[:-1], made[1:]))
        factors = np.concatenate((np.ones(steps), -np.ones(steps)))
        program.require(rows, columns, factors, nothing, unbounded)
        return
    gates = program.add(steps, highest=1.0, whole=True)
    rows = np.concatenate((at, at, steps + at, steps + at))
    columns = np.concatenate((made[:-1], gates, gates, made[1:]))
    factors = np.concatenate(
        (np.ones(steps), -pieces.lengths[:-1], pieces.lengths[1:], -np.ones(steps))
    )
    program.require(rows, columns, factors, np.zeros(2 * steps), np.full(2 * steps, np.inf))
