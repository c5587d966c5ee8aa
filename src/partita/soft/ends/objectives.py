"""Scores that a local search minimizes, and their values after moves of objects.

Scores that are sums over cells and margins are updated by the counts that a move changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from ...base.arrays import Counts, Floats
from .convex_sums import ConvexSums
from .pieces import Convex, square, t_log_t
from .values import Value


class Moves(NamedTuple):
    """Moves of objects between cells of the table, by row and column."""

    rows: Counts
    columns: Counts
    to_rows: Counts
    to_columns: Counts
    amounts: Counts


class Objective(Protocol):
    """A score for each table, which the search minimizes."""

    def of(self, table: Counts) -> float:
        """Return the score of a table."""

    def after(self, table: Counts, moves: Moves) -> Floats:
        """Return the score after each move."""

    @property
    def effort(self) -> int:
        """Number of moves that cost as much as the visit of a group."""


class SumObjective:
    """A weighted sum of a convex function over cells and margins."""

    effort = 10_000

    def __init__(self, sums: ConvexSums) -> None:
        self.sums = sums

    def of(self, table: Counts) -> float:
        """Return the score of a table."""
        return self.sums.of(table)

    def after(self, table: Counts, moves: Moves) -> Floats:
        """Return the score after each move."""
        changes: Floats = np.sum(_changes(self.sums, table, moves), axis=0)
        return self.sums.of(table) + changes


class ReadObjective:
    """A measure that reads Σφ over cells, rows and columns; sign -1 searches for the largest."""

    effort = 5

    def __init__(self, value: Value, sign: float) -> None:
        self.value, self.sign = value, sign
        self.pairs = value.source == "pairs"
        self.convex: Convex = square if self.pairs else t_log_t

    def of(self, table: Counts) -> float:
        """Return the score of a table."""
        return signed(self.value.of(table), self.sign)

    def after(self, table: Counts, moves: Moves) -> Floats:
        """Return the score after each move; the formula is evaluated once for equal sums."""
        margins = [table, table.sum(axis=1), table.sum(axis=0)]
        now = [float(np.sum(self.convex(part.astype(float)))) for part in margins]
        rows, columns = table.shape
        plain = ConvexSums.uniform(self.convex, (rows, columns), 1.0, 1.0, 1.0)
        keys = _changes(plain, table, moves) + np.array(now)[:, None]
        whole = np.vstack((keys, _occupied(table, moves)))
        distinct, place = np.unique(np.round(whole, 9), axis=1, return_inverse=True)
        n = int(table.sum())
        values = [signed(self._read(n, key), self.sign) for key in distinct.T.tolist()]
        return np.array(values)[place.ravel()]

    def _read(self, n: int, key: list[float]) -> float | None:
        cells, rows, columns, classes, clusters = key
        if self.pairs:
            return self.value.of_squares(n, round(rows), round(columns), round(cells))
        return self.value.of_entropies(n, rows, columns, cells, (int(classes), int(clusters)))


class TableObjective:
    """Any measure, evaluated on whole tables."""

    effort = 1

    def __init__(self, value: Callable[[Counts], float | None], sign: float) -> None:
        self.value, self.sign = value, sign

    def of(self, table: Counts) -> float:
        """Return the score of a table."""
        return signed(self.value(table), self.sign)

    def after(self, table: Counts, moves: Moves) -> Floats:
        """Return the score after each move."""
        values = []
        for row, column, to_row, to_column, amount in zip(*moves, strict=True):
            moved = table.copy()
            moved[row, column] -= amount
            moved[to_row, to_column] += amount
            values.append(self.of(moved))
        return np.array(values)


def signed(value: float | None, sign: float) -> float:
    """Return the score of a value; a world without a value has the worst score."""
    return np.inf if value is None else sign * value


def _changes(sums: ConvexSums, table: Counts, moves: Moves) -> Floats:
    """The change of the weighted sums over cells, rows and columns by each move."""
    rows, columns, to_rows, to_columns, amounts = moves
    here, there = rows * table.shape[1] + columns, to_rows * table.shape[1] + to_columns
    parts = (
        _change(sums.convex, table.ravel(), sums.cells.ravel(), _Step(here, there, amounts)),
        _change(sums.convex, table.sum(axis=1), sums.rows, _Step(rows, to_rows, amounts)),
        _change(sums.convex, table.sum(axis=0), sums.columns, _Step(columns, to_columns, amounts)),
    )
    return np.stack(parts)


class _Step(NamedTuple):
    here: Counts
    there: Counts
    amounts: Counts


def _change(convex: Convex, counts: Counts, weights: Floats, step: _Step) -> Floats:
    before, after = counts[step.here], counts[step.there]
    left = convex((before - step.amounts).astype(float)) - convex(before.astype(float))
    gained = convex((after + step.amounts).astype(float)) - convex(after.astype(float))
    change = weights[step.here] * left + weights[step.there] * gained
    return np.where(step.here == step.there, 0.0, change)


def _occupied(table: Counts, moves: Moves) -> Floats:
    """Number of rows and of columns with objects after each move."""
    rows = _Step(moves.rows, moves.to_rows, moves.amounts)
    columns = _Step(moves.columns, moves.to_columns, moves.amounts)
    return np.stack((_nonempty(table.sum(axis=1), rows), _nonempty(table.sum(axis=0), columns)))


def _nonempty(sizes: Counts, step: _Step) -> Floats:
    emptied = (sizes[step.here] == step.amounts).astype(float)
    opened = (sizes[step.there] == 0).astype(float)
    now = float(np.count_nonzero(sizes))
    return np.where(step.here == step.there, now, now - emptied + opened)
