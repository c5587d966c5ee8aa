"""Mixed integer programs over the tables of a `Grid`, solved by HiGHS.

Every program chooses the number of objects of each group in each cell. A solution gives an attained
table and a bound that no table passes. If the solver finishes, the two agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import TypeAlias

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, milp
from scipy.sparse import csr_array

from ...base.arrays import Counts, Floats, Int64
from .grid import Flows, Grid

EFFORT = 1.5e9  # of one program, some seconds; see `nodes`
TOLERANCE = 1e-8  # of ends: closer values count as equal
_TOLERANCE = 1e-9  # of the bounds of HiGHS, relative
_MOST_ENTRIES = 10_000  # of a matrix; with more, the root node alone takes HiGHS as long


Term: TypeAlias = "tuple[Int64, Int64, Floats | float]"
"""A sum of variables with factors in some rows of the constraints."""


@dataclass(frozen=True, eq=False)
class Solved:
    """The minimum of a program: an attained table and a lower bound."""

    flows: Flows | None  # None if no table was found within the effort
    bound: float


@dataclass
class Program:
    """A minimization problem; its first variables are the flows."""

    grid: Grid
    integer_flows: bool = True  # otherwise only the bound counts
    costs: list[Floats] = field(default_factory=list)
    lowest: list[Floats] = field(default_factory=list)
    highest: list[Floats] = field(default_factory=list)
    integer: list[Floats] = field(default_factory=list)
    constant: float = 0.0
    size: int = 0
    rows: int = 0
    entries: list[tuple[Int64, Int64, Floats]] = field(default_factory=list)
    row_lowest: list[Floats] = field(default_factory=list)
    row_highest: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        lengths = [len(cells) for cells in self.grid.cells]
        owner = np.repeat(np.arange(len(lengths)), lengths)
        self.flow_cells = _joined(self.grid.cells)
        sizes = self.grid.sizes
        self.flows = self.add(len(owner), highest=sizes[owner], integer=self.integer_flows)
        self.require((owner, self.flows, 1.0), lowest=sizes, highest=sizes)

    def add(
        self,
        count: int,
        *,
        cost: Floats | float = 0.0,
        highest: Counts | Floats | float = np.inf,
        integer: bool = False,
    ) -> Int64:
        """Add variables with lower bound 0; return their numbers."""
        self.costs.append(np.broadcast_to(np.asarray(cost, dtype=float), count))
        self.lowest.append(np.zeros(count))
        self.highest.append(np.broadcast_to(np.asarray(highest, dtype=float), count))
        self.integer.append(np.full(count, float(integer)))
        self.size += count
        return np.arange(self.size - count, self.size)

    def require(
        self,
        *terms: Term,
        lowest: Counts | Floats,
        highest: Counts | Floats | float = np.inf,
    ) -> None:
        """Add constraints lowest <= Σ factors·variables <= highest, with rows numbered from 0."""
        for rows, variables, factors in terms:
            self.entries.append((rows + self.rows, variables, np.broadcast_to(factors, len(rows))))
        self.row_lowest.append(np.asarray(lowest, dtype=float))
        self.row_highest.append(np.broadcast_to(np.asarray(highest, dtype=float), len(lowest)))
        self.rows += len(lowest)

    def counts(self) -> Int64:
        """Add the count of each cell as a variable."""
        start, room = self.grid.base.ravel(), self.grid.room.ravel()
        totals = self.add(len(start), highest=start + room)
        own = np.arange(len(start)), totals, 1.0
        self.require(own, (self.flow_cells, self.flows, -1.0), lowest=start, highest=start)
        return totals

    def solve(self, effort: float = EFFORT) -> Solved:
        """Minimize with HiGHS, which has to close the gap within a number of nodes."""
        entries = sum(len(rows) for rows, _, _ in self.entries)
        if entries > _MOST_ENTRIES * min(1.0, sqrt(effort / EFFORT)):
            return Solved(None, -np.inf)
        if self.size == 0:
            return Solved([], self.constant)
        found = milp(
            np.concatenate(self.costs),
            integrality=np.concatenate(self.integer),
            bounds=Bounds(np.concatenate(self.lowest), np.concatenate(self.highest)),
            constraints=LinearConstraint(
                self._matrix(), np.concatenate(self.row_lowest), np.concatenate(self.row_highest)
            ),
            options={"node_limit": nodes(effort, entries), "mip_rel_gap": 0.0},
        )
        return Solved(self._flows(found.x), _bound(found) + self.constant)

    def _matrix(self) -> csr_array:
        rows = np.concatenate([entry[0] for entry in self.entries])
        columns = np.concatenate([entry[1] for entry in self.entries])
        factors = np.concatenate([entry[2] for entry in self.entries])
        return csr_array((factors, (rows, columns)), shape=(self.rows, self.size))

    def _flows(self, solution: Floats | None) -> Flows | None:
        """Round the flows; None if the rounded flows do not add up to the sizes of the groups."""
        if solution is None or not self.integer_flows:
            return None
        rounded = np.round(solution[self.flows]).astype(np.int64)
        ends = np.cumsum([len(cells) for cells in self.grid.cells])[:-1]
        flows = np.split(rounded, ends) if len(self.grid.cells) else []
        sums = np.array([int(flow.sum()) for flow in flows], dtype=np.int64)
        return flows if np.array_equal(sums, self.grid.sizes) and (rounded >= 0).all() else None


def nodes(effort: float, entries: int) -> int:
    """Return the number of nodes of the search tree for an effort.

    A time limit would give other ends each time. The power fits measured times: programs with 200
    entries take 800 nodes a second, programs with 2,500 entries take two.
    """
    return max(1, int(effort / max(1, entries) ** 2.5))


def _bound(found: OptimizeResult) -> float:
    """A lower bound of all solutions, less the tolerance of HiGHS.

    Without integer variables it is the optimum itself.
    """
    bound = found.mip_dual_bound
    if (bound is None or not np.isfinite(bound)) and found.status == 0:
        bound = found.fun
    if bound is None or not np.isfinite(bound):
        return -np.inf
    return float(bound - _TOLERANCE * (1 + abs(bound)))


def _joined(parts: list[Counts]) -> Int64:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
