"""Mixed integer programs over the tables of a `Grid`, solved by HiGHS.

Every program chooses how many objects of each group take each cell. A solution gives a table that
is attained and a bound that no table passes; when the solver finishes the two meet.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, milp
from scipy.sparse import csr_array

from .grid import Counts, Flows, Grid
from .pieces import Convex, Floats, Pieces, above, below

Index = NDArray[np.int64]

SECONDS = 2.0
_MOST_VARIABLES = 40_000
_MOST_BINARIES = 4_000
_FEW_BINARIES = 400
_MOST_PIECES = 512  # of a function that needs no binaries


@dataclass(frozen=True, eq=False)
class Solved:
    """The least value of a program: what was attained, and what nothing lies below."""

    flows: Flows | None  # None when no table was found in time
    bound: float


@dataclass
class Program:
    """A minimisation in the making: flows first, then what is added."""

    grid: Grid
    costs: list[Floats] = field(default_factory=list)
    lowest: list[Floats] = field(default_factory=list)
    highest: list[Floats] = field(default_factory=list)
    whole: list[Floats] = field(default_factory=list)
    constant: float = 0.0
    size: int = 0
    rows: int = 0
    entries: list[tuple[Index, Index, Floats]] = field(default_factory=list)
    row_lowest: list[Floats] = field(default_factory=list)
    row_highest: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        lengths = [len(cells) for cells in self.grid.cells]
        owner = np.repeat(np.arange(len(lengths)), lengths)
        self.flow_cells = _joined(self.grid.cells)
        self.flows = self.add(len(owner), highest=self.grid.sizes[owner], whole=True)
        self.require(owner, self.flows, np.ones(len(owner)), self.grid.sizes, self.grid.sizes)

    def add(
        self,
        count: int,
        *,
        cost: Floats | float = 0.0,
        highest: Counts | Floats | float = np.inf,
        whole: bool = False,
    ) -> Index:
        """Add variables from 0 up; return their numbers."""
        self.costs.append(np.broadcast_to(np.asarray(cost, dtype=float), count))
        self.lowest.append(np.zeros(count))
        self.highest.append(np.broadcast_to(np.asarray(highest, dtype=float), count))
        self.whole.append(np.full(count, float(whole)))
        self.size += count
        return np.arange(self.size - count, self.size)

    def require(
        self,
        rows: Index,
        variables: Index,
        factors: Floats,
        lowest: Counts | Floats,
        highest: Counts | Floats,
    ) -> None:
        """Add constraints lowest <= Σ factors·variables <= highest, rows numbered from 0."""
        self.entries.append((rows + self.rows, variables, factors))
        self.row_lowest.append(np.asarray(lowest, dtype=float))
        self.row_highest.append(np.asarray(highest, dtype=float))
        self.rows += len(lowest)

    def counts(self) -> Index:
        """Add a variable for each cell that is its count."""
        start, room = self.grid.base.ravel(), self.grid.room.ravel()
        totals = self.add(len(start), highest=start + room)
        rows = np.concatenate((np.arange(len(start)), self.flow_cells))
        columns = np.concatenate((totals, self.flows))
        factors = np.concatenate((np.ones(len(start)), -np.ones(len(self.flows))))
        self.require(rows, columns, factors, start, start)
        return totals

    def solve(self, seconds: float = SECONDS) -> Solved:
        """Minimise; HiGHS is told to close the gap and given a limit of time."""
        if self.size > _MOST_VARIABLES:
            return Solved(None, -np.inf)
        if self.size == 0:
            return Solved([], self.constant)
        found = milp(
            np.concatenate(self.costs),
            integrality=np.concatenate(self.whole),
            bounds=Bounds(np.concatenate(self.lowest), np.concatenate(self.highest)),
            constraints=LinearConstraint(
                self._matrix(), np.concatenate(self.row_lowest), np.concatenate(self.row_highest)
            ),
            options={"time_limit": seconds, "mip_rel_gap": 0.0},
        )
        return Solved(self._flows(found.x), _bound(found) + self.constant)

    def _matrix(self) -> csr_array:
        rows = np.concatenate([entry[0] for entry in self.entries])
        columns = np.concatenate([entry[1] for entry in self.entries])
        factors = np.concatenate([entry[2] for entry in self.entries])
        return csr_array((factors, (rows, columns)), shape=(self.rows, self.size))

    def _flows(self, solution: Floats | None) -> Flows | None:
        """Round the flows; None when rounding does not give back the sizes of the groups."""
        if solution is None:
            return None
        whole = np.round(solution[self.flows]).astype(np.int64)
        ends = np.cumsum([len(cells) for cells in self.grid.cells])[:-1]
        flows = np.split(whole, ends) if len(self.grid.cells) else []
        sums = np.array([int(flow.sum()) for flow in flows], dtype=np.int64)
        return flows if np.array_equal(sums, self.grid.sizes) and (whole >= 0).all() else None


@dataclass(frozen=True, eq=False)
class Sums:
    """Weights of Σ w_ij φ(n_ij) + Σ u_i φ(a_i) + Σ v_j φ(b_j)."""

    convex: Convex
    cells: Floats  # (r, k)
    rows: Floats  # (r,)
    columns: Floats  # (k,)

    @property
    def T(self) -> Sums:  # noqa: N802 - as for tables
        """The same with rows and columns exchanged."""
        return Sums(self.convex, self.cells.T, self.columns, self.rows)

    def __neg__(self) -> Sums:
        return Sums(self.convex, -self.cells, -self.rows, -self.columns)

    def of(self, table: Counts) -> float:
        """The value of a table."""
        value = np.sum(self.cells * self.convex(table.astype(float)))
        value += np.sum(self.rows * self.convex(table.sum(axis=1).astype(float)))
        return float(value + np.sum(self.columns * self.convex(table.sum(axis=0).astype(float))))


def least_sum(grid: Grid, sums: Sums, seconds: float = SECONDS) -> Solved:
    """Minimise a weighted sum of a convex function over cells and margins.

    Where a weight is positive the pieces fill up in order by themselves; where it is negative
    binaries must hold them in order (unary variables of the counts).
    """
    program = Program(grid)
    rows, columns = np.divmod(program.flow_cells, grid.shape[1])
    parts = (
        _Part(program.flow_cells, grid.base.ravel(), grid.room.ravel(), sums.cells.ravel()),
        _Part(rows, grid.base.sum(axis=1), grid.row_room(), sums.rows),
        _Part(columns, grid.base.sum(axis=0), grid.column_room(), sums.columns),
    )
    most = _most_pieces([part.room[part.weights < 0] for part in parts])
    for part in parts:
        _add_sums(program, sums.convex, part, most)
    return program.solve(seconds)


class _Part(NamedTuple):
    """Counts of cells, rows or columns: where each flow adds, what is there, what may come."""

    places: Index
    start: Counts
    room: Counts
    weights: Floats


def _most_pieces(rooms: list[Counts]) -> int:
    """One piece for each unit where that is affordable, otherwise a few for each function."""
    units = sum(int(room.sum()) for room in rooms)
    if units <= _MOST_BINARIES:
        return _MOST_BINARIES
    functions = sum(int(np.count_nonzero(room)) for room in rooms)
    return max(3, _FEW_BINARIES // functions)


def _add_sums(program: Program, convex: Convex, part: _Part, most: int) -> None:
    places, start, room, weights = part
    free = (room > 0) & (weights != 0)
    still = ~free
    program.constant += float(np.sum(weights[still] * convex(start[still].astype(float))))
    if not free.any():
        return
    number = np.cumsum(free) - 1
    used = free[places]
    targets: list[Index] = []
    variables: list[Index] = []
    for at, position in enumerate(np.flatnonzero(free).tolist()):
        weight = float(weights[position])
        shape, pieces = (above, most) if weight < 0 else (below, _MOST_PIECES)
        shaped = shape(convex, int(start[position]), int(room[position]), pieces)
        made = _add_pieces(program, shaped, weight)
        targets.append(np.full(len(made), at))
        variables.append(made)
    rows = np.concatenate((number[places[used]], *targets))
    columns = np.concatenate((program.flows[used], *variables))
    factors = np.concatenate((np.ones(int(used.sum())), *(-np.ones(len(v)) for v in variables)))
    zeros = np.zeros(int(free.sum()))
    program.require(rows, columns, factors, zeros, zeros)


def _add_pieces(program: Program, pieces: Pieces, weight: float) -> Index:
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


def _hold_in_order(program: Program, made: Index, pieces: Pieces) -> None:
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


def _bound(found: OptimizeResult) -> float:
    """What no solution lies below; without whole variables the optimum itself."""
    bound = found.mip_dual_bound
    if bound is not None and np.isfinite(bound):
        return float(bound)
    return float(found.fun) if found.status == 0 else -np.inf


def _joined(parts: list[Counts]) -> Index:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
