"""Minimize weighted sums of a convex function over the cells and margins of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...base.arrays import Counts, Floats, Int64
from .grid import Grid
from .pieces import Convex, LinearPieces, chords_above, lines_below
from .programs import EFFORT, Program, Solved, Term

_MOST_BINARIES = 4_000  # of exact programs, one for each unit of a concave function
_MOST_PIECES = 512  # of exact programs, for the other functions
_BINARIES, _PIECES = 400, 64  # of programs that only bound


@dataclass(frozen=True, eq=False)
class ConvexSums:
    """Weights of Σ w_ij φ(n_ij) + Σ u_i φ(a_i) + Σ v_j φ(b_j)."""

    convex: Convex
    cells: Floats  # (r, k)
    rows: Floats  # (r,)
    columns: Floats  # (k,)

    @classmethod
    def uniform(
        cls,
        convex: Convex,
        shape: tuple[int, int],
        cells: Floats | float,
        rows: float,
        columns: float,
    ) -> ConvexSums:
        """Return equal weights of all cells (unless given), of all rows and of all columns."""
        r, k = shape
        return cls(convex, np.full(shape, cells), np.full(r, rows), np.full(k, columns))

    @property
    def T(self) -> ConvexSums:  # noqa: N802 - as for tables
        """The same with rows and columns exchanged."""
        return ConvexSums(self.convex, self.cells.T, self.columns, self.rows)

    def __neg__(self) -> ConvexSums:
        return ConvexSums(self.convex, -self.cells, -self.rows, -self.columns)

    def of(self, table: Counts) -> float:
        """Return the value of a table."""
        value = np.sum(self.cells * self.convex(table.astype(float)))
        value += np.sum(self.rows * self.convex(table.sum(axis=1).astype(float)))
        return float(value + np.sum(self.columns * self.convex(table.sum(axis=0).astype(float))))


def least_sum(grid: Grid, sums: ConvexSums, effort: float = EFFORT) -> Solved:
    """Minimize a weighted sum of a convex function over cells and margins.

    With a positive weight the pieces fill up in order by themselves. With a negative weight
    binaries must enforce the order (unary variables of the counts).
    """
    cells = np.concatenate(grid.cells)
    rows, columns = np.divmod(cells, grid.shape[1])
    parts = (
        _Part(cells, grid.base.ravel(), grid.room.ravel(), sums.cells.ravel()),
        _Part(rows, grid.base.sum(axis=1), grid.row_room(), sums.rows),
        _Part(columns, grid.base.sum(axis=0), grid.column_room(), sums.columns),
    )
    exact = _affordable(parts)
    program = Program(grid, integer_flows=exact)
    functions = sum(int(np.count_nonzero(part.room[part.weights < 0])) for part in parts)
    few = max(3, _BINARIES // (functions + 1)), _PIECES
    for part in parts:
        _add_sums(program, sums.convex, part, (_MOST_BINARIES, _MOST_PIECES) if exact else few)
    return program.solve(effort)


def least_by_rows(grid: Grid, sums: ConvexSums, effort: float = EFFORT) -> Solved:
    """Minimize sums without column sums if the rows are hard: each row is its own problem."""
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
    """The counts of all cells, rows or columns."""

    places: Int64  # the count that each flow adds to
    start: Counts  # without flows
    room: Counts  # for flows
    weights: Floats


def _affordable(parts: tuple[_Part, ...]) -> bool:
    """Whether a piece for each unit is affordable."""
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
    terms: list[Term] = [(number[places[used]], program.flows[used], 1.0)]
    for at, position in enumerate(np.flatnonzero(free).tolist()):
        weight = float(weights[position])
        shape, pieces = (chords_above, most[0]) if weight < 0 else (lines_below, most[1])
        shaped = shape(convex, int(start[position]), int(room[position]), pieces)
        made = _add_pieces(program, shaped, weight)
        terms.append((np.full(len(made), at), made, -1.0))
    zeros = np.zeros(int(free.sum()))
    program.require(*terms, lowest=zeros, highest=zeros)


def _add_pieces(program: Program, pieces: LinearPieces, weight: float) -> Int64:
    program.constant += weight * pieces.start
    concave = weight < 0
    made = program.add(
        len(pieces.lengths),
        cost=weight * pieces.slopes,
        highest=pieces.lengths,
        integer=concave and pieces.unit,
    )
    if concave and len(made) > 1:
        _keep_order(program, made, pieces)
    return made


def _keep_order(program: Program, made: Int64, pieces: LinearPieces) -> None:
    """Let a piece be used only if the one before it is full."""
    steps = len(made) - 1
    at = np.arange(steps)
    if pieces.unit:
        program.require((at, made[:-1], 1.0), (at, made[1:], -1.0), lowest=np.zeros(steps))
        return
    gates = program.add(steps, highest=1.0, integer=True)
    program.require(
        (at, made[:-1], 1.0),
        (at, gates, -pieces.lengths[:-1]),
        (steps + at, gates, pieces.lengths[1:]),
        (steps + at, made[1:], -1.0),
        lowest=np.zeros(2 * steps),
    )
