"""Local search for a table with a low score, by moves of one object or a whole group.

The search starts from a few tables and moves objects of a group from one cell to another while
that lowers the score. It gives the same result for the same seed; the minimum is not proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from scipy.optimize import linear_sum_assignment

from ...base.arrays import Counts
from .grid import Flows, Grid
from .objectives import Moves, Objective

VISITS = 4_000
STARTS = 10
_MANY_GROUPS = 2_000  # with more, a start takes as long as the search from it


def search(
    grid: Grid,
    score: Objective,
    *,
    seed: int = 0,
    visits: int = VISITS,
    starts: list[Flows] | None = None,
    goal: float = -np.inf,
) -> Flows:
    """Return the flows of the best table that a number of visits of groups finds.

    The search stops early at the score `goal`.
    """
    best: _State | None = None
    rng = np.random.default_rng(seed)
    given = starts or []
    most = STARTS if len(grid.cells) <= _MANY_GROUPS else max(0, 4 - 4 * len(given))
    begun = [
        _State(grid, score, [flow.copy() for flow in flows])
        for flows in (*given, *islice(_starts(grid, rng), most))
    ]
    for state in sorted(begun, key=lambda state: state.value):
        visits = state.descend(rng.permutation(len(grid.cells)).tolist(), visits)
        if best is None or state.value < best.value:
            best = state
        if visits <= 0 or best.value <= goal:
            break
    return [] if best is None else best.flows


@dataclass
class _State:
    """A table that the search improves."""

    grid: Grid
    score: Objective
    flows: Flows

    def __post_init__(self) -> None:
        self.table = self.grid.table(self.flows)
        self.value = self.score.of(self.table)

    def descend(self, order: list[int], visits: int) -> int:
        """Improve group after group until no move helps; return the remaining visits."""
        quiet = at = 0
        while quiet < len(order) and visits > 0:
            group = order[at]
            visits -= 1 + len(self.flows[group]) ** 2 // self.score.effort
            if self._improve(group):
                quiet = 0
            else:
                quiet += 1
                at = (at + 1) % len(order)
        return visits

    def _improve(self, group: int) -> bool:
        """Make the best move of a group's objects if it lowers the score."""
        flow = self.flows[group]
        source, target, amounts = _moves_of(flow)
        rows, columns = np.divmod(self.grid.cells[group], self.grid.shape[1])
        moves = Moves(rows[source], columns[source], rows[target], columns[target], amounts)
        values = self.score.after(self.table, moves)
        best = int(np.argmin(values))
        slack = 1e-12 * (1 + abs(self.value)) if np.isfinite(self.value) else 0.0
        if not values[best] < self.value - slack:
            return False
        flow[source[best]] -= amounts[best]
        flow[target[best]] += amounts[best]
        self.table[rows[source[best]], columns[source[best]]] -= amounts[best]
        self.table[rows[target[best]], columns[target[best]]] += amounts[best]
        self.value = float(values[best])
        return True


def _moves_of(flow: Counts) -> tuple[Counts, Counts, Counts]:
    """Moves of one object, and of all objects, from every nonempty cell to every other cell."""
    source, target = np.nonzero((flow[:, None] > 0) & ~np.eye(len(flow), dtype=bool))
    many = flow[source] > 1
    amounts = np.concatenate((np.ones(len(source), dtype=np.int64), flow[source][many]))
    return (
        np.concatenate((source, source[many])),
        np.concatenate((target, target[many])),
        amounts,
    )


def _starts(grid: Grid, rng: np.random.Generator) -> Iterator[Flows]:
    """Whole groups in the cells of a matching, in large cells, columns or rows; then others."""
    r, k = grid.shape
    could = grid.base + grid.room
    matching = np.zeros(grid.shape)
    matching[linear_sum_assignment(could, maximize=True)] = could.sum()
    few_columns = np.broadcast_to(grid.column_room() + could.sum(axis=0), (r, k))
    few_rows = np.broadcast_to((grid.row_room() + could.sum(axis=1))[:, None], (r, k))
    for preference in (matching + could, few_columns, few_rows, grid.base, -grid.base):
        flat = preference.ravel()
        yield [_all_to(cells, int(np.argmax(flat[cells])), s) for cells, s in _groups(grid)]
    yield [_spread(len(cells), s) for cells, s in _groups(grid)]
    for _ in range(STARTS - 6):
        yield [_all_to(cells, int(rng.integers(len(cells))), s) for cells, s in _groups(grid)]


def _groups(grid: Grid) -> Iterator[tuple[Counts, int]]:
    return zip(grid.cells, grid.sizes.tolist(), strict=True)


def _all_to(cells: Counts, place: int, size: int) -> Counts:
    flow = np.zeros(len(cells), dtype=np.int64)
    flow[place] = size
    return flow


def _spread(count: int, size: int) -> Counts:
    share, rest = divmod(size, count)
    return share + (np.arange(count) < rest).astype(np.int64)
