"""Tables that are good rather than proven best: descent by moves of one object or a whole group.

The search starts from a few tables, moves objects of a group from one cell to another while that
lowers the score, and is the same for the same seed. Scores that are sums over cells and margins
are updated from the four numbers that a move changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .grid import Counts, Flows, Grid
from .pieces import Convex, Floats, entropy, square
from .programs import Sums
from .values import Value

VISITS = 4_000
STARTS = 8


class Moves(NamedTuple):
    """Moves of objects between cells of the table, given by row and column."""

    rows: Counts
    columns: Counts
    to_rows: Counts
    to_columns: Counts
    amounts: Counts


class Score(Protocol):
    """What is made small."""

    def of(self, table: Counts) -> float:
        """The score of a table."""

    def after(self, table: Counts, moves: Moves) -> Floats:
        """The score after each move."""

    @property
    def effort(self) -> int:
        """How many moves cost as much as the visit of a group."""


class SumScore:
    """A weighted sum of a convex function over cells and margins."""

    effort = 10_000

    def __init__(self, sums: Sums) -> None:
        self.sums = sums

    def of(self, table: Counts) -> float:
        """The score of a table."""
        return self.sums.of(table)

    def after(self, table: Counts, moves: Moves) -> Floats:
        """The score after each move."""
        changes = changed(self.sums, table, moves)
        return self.sums.of(table) + changes[0] + changes[1] + changes[2]


class ReadScore:
    """A measure that reads Σφ over cells, rows and columns; sign -1 looks for the greatest."""

    effort = 40

    def __init__(self, value: Value, sign: float) -> None:
        self.value, self.sign = value, sign
        self.pairs = value.measure.family == "pairs"
        self.convex: Convex = square if self.pairs else entropy

    def of(self, table: Counts) -> float:
        """The score of a table."""
        return signed(self.value.of(table), self.sign)

    def after(self, table: Counts, moves: Moves) -> Floats:
        """The score after each move, formulas evaluated once for equal sums."""
        plain = _plain(self.convex, table.shape)
        parts = [table, table.sum(axis=1), table.sum(axis=0)]
        sums = [float(np.sum(self.convex(part.astype(float)))) for part in parts]
        changes = changed(plain, table, moves)
        keys = np.stack([whole + change for whole, change in zip(sums, changes, strict=True)])
        occupied = _occupied(table, moves)
        distinct, place = np.unique(
            np.round(np.vstack((keys, occupied)), 9), axis=1, return_inverse=True
        )
        n = int(parts[0].sum())
        values = [signed(self._read(n, *key), self.sign) for key in distinct.T.tolist()]
        return np.array(values)[place.ravel()]

    def _read(
        self, n: int, cells: float, rows: float, columns: float, classes: float, clusters: float
    ) -> float | None:
        if self.pairs:
            return self.value.of_squares(n, round(rows), round(columns), round(cells))
        return self.value.of_entropies(n, rows, columns, cells, (int(classes), int(clusters)))


class TableScore:
    """Any measure, evaluated on whole tables."""

    effort = 2

    def __init__(self, value: Callable[[Counts], float | None], sign: float) -> None:
        self.value, self.sign = value, sign

    def of(self, table: Counts) -> float:
        """The score of a table."""
        return signed(self.value(table), self.sign)

    def after(self, table: Counts, moves: Moves) -> Floats:
        """The score after each move."""
        values = []
        for row, column, to_row, to_column, amount in zip(*moves, strict=True):
            moved = table.copy()
            moved[row, column] -= amount
            moved[to_row, to_column] += amount
            values.append(self.of(moved))
        return np.array(values)


def search(
    grid: Grid,
    score: Score,
    *,
    seed: int = 0,
    visits: int = VISITS,
    starts: list[Flows] | None = None,
) -> Flows:
    """Return the flows of the best table found within a number of visits of groups."""
    best: Flows = []
    lowest = np.inf
    rng = np.random.default_rng(seed)
    for flows in [*(starts or []), *_starts(grid, rng)]:
        found, value, visits = _descend(grid, score, flows, rng, visits)
        if value < lowest or not best:
            best, lowest = found, value
        if visits <= 0:
            break
    return best


def changed(sums: Sums, table: Counts, moves: Moves) -> tuple[Floats, Floats, Floats]:
    """How each move changes the weighted sums over cells, over rows and over columns."""
    rows, columns, to_rows, to_columns, amounts = moves
    cells = _change(
        sums.convex, table[rows, columns], table[to_rows, to_columns], amounts,
        sums.cells[rows, columns], sums.cells[to_rows, to_columns],
    )  # fmt: skip
    a, b = table.sum(axis=1), table.sum(axis=0)
    along = _change(sums.convex, a[rows], a[to_rows], amounts, sums.rows[rows], sums.rows[to_rows])
    across = _change(
        sums.convex, b[columns], b[to_columns], amounts,
        sums.columns[columns], sums.columns[to_columns],
    )  # fmt: skip
    return (
        cells,
        np.where(rows == to_rows, 0.0, along),
        np.where(columns == to_columns, 0.0, across),
    )


def signed(value: float | None, sign: float) -> float:
    """A score from a value: worlds without value are never sought."""
    return np.inf if value is None else sign * value


def _change(
    convex: Convex, here: Counts, there: Counts, amounts: Counts, weight: Floats, to_weight: Floats
) -> Floats:
    left = convex((here - amounts).astype(float)) - convex(here.astype(float))
    gained = convex((there + amounts).astype(float)) - convex(there.astype(float))
    return weight * left + to_weight * gained


def _occupied(table: Counts, moves: Moves) -> Floats:
    """How many rows and columns hold an object after each move."""
    a, b = table.sum(axis=1), table.sum(axis=0)
    rows, columns, to_rows, to_columns, amounts = moves
    out = np.count_nonzero(a) - (a[rows] == amounts) + (a[to_rows] == 0)
    across = np.count_nonzero(b) - (b[columns] == amounts) + (b[to_columns] == 0)
    classes = np.where(rows == to_rows, np.count_nonzero(a), out)
    clusters = np.where(columns == to_columns, np.count_nonzero(b), across)
    return np.stack((classes, clusters)).astype(float)


def _plain(convex: Convex, shape: tuple[int, ...]) -> Sums:
    return Sums(convex, np.ones(shape), np.ones(shape[0]), np.ones(shape[1]))


def _descend(
    grid: Grid, score: Score, flows: Flows, rng: np.random.Generator, visits: int
) -> tuple[Flows, float, int]:
    flows = [flow.copy() for flow in flows]
    table = grid.table(flows)
    value = score.of(table)
    order = rng.permutation(len(flows))
    quiet = at = 0
    while quiet < len(order) and visits > 0:
        group = int(order[at])
        visits -= 1 + len(flows[group]) ** 2 // score.effort
        lower = _best_move(grid, score, table, flows[group], group, value)
        if lower is None:
            quiet += 1
            at = (at + 1) % len(order)
        else:
            value, quiet = lower, 0
    return flows, value, visits


def _best_move(
    grid: Grid, score: Score, table: Counts, flow: Counts, group: int, value: float
) -> float | None:
    """Make the best move of a group's objects, if it lowers the score."""
    source, target, amounts = _moves_of(flow)
    cells = grid.cells[group]
    rows, columns = np.divmod(cells, grid.shape[1])
    moves = Moves(rows[source], columns[source], rows[target], columns[target], amounts)
    values = score.after(table, moves)
    best = int(np.argmin(values))
    slack = 1e-12 * (1 + abs(value)) if np.isfinite(value) else 0.0
    if not values[best] < value - slack:
        return None
    flow[source[best]] -= amounts[best]
    flow[target[best]] += amounts[best]
    table[moves.rows[best], moves.columns[best]] -= amounts[best]
    table[moves.to_rows[best], moves.to_columns[best]] += amounts[best]
    return float(values[best])


def _moves_of(flow: Counts) -> tuple[NDArray[np.intp], NDArray[np.intp], Counts]:
    """One object, and all objects, from every cell that has some to every other cell."""
    source, target = np.nonzero(flow[:, None] * (1 - np.eye(len(flow), dtype=np.int64)) > 0)
    many = flow[source] > 1
    amounts = np.concatenate((np.ones(len(source), dtype=np.int64), flow[source][many]))
    return (
        np.concatenate((source, source[many])),
        np.concatenate((target, target[many])),
        amounts,
    )


def _starts(grid: Grid, rng: np.random.Generator) -> Iterator[Flows]:
    """Together where most objects are, where fewest are, evenly spread, then at random."""
    base = grid.base.ravel()
    yield [_all_to(cells, int(np.argmax(base[cells])), s) for cells, s in _groups(grid)]
    yield [_all_to(cells, int(np.argmin(base[cells])), s) for cells, s in _groups(grid)]
    yield [_spread(len(cells), s) for cells, s in _groups(grid)]
    for _ in range(STARTS - 3):
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
