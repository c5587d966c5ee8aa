"""The tables that two soft sides allow: every object picks one cell of the table.

A hard side allows one cluster, a rough side a set of clusters, so each object may be in the cells
(one class of the truth) × (one cluster of the prediction) that its two sets span. Objects with the
same sets form a group here; objects with a single cell only add to the constant table `base`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...base.arrays import Array, Counts, Index, Mask
from ...base.errors import InputError
from ..kinds.grouping import crossed
from ..two_sides.compositions import composition_count, compositions

Flows = list[Counts]
"""For each group of a `Grid`, the number of its objects in each of its cells."""

_LARGEST_TABLE = 10_000_000
_WIDE = 50  # candidates that may be formed for each table that may be kept


@dataclass(frozen=True, eq=False)
class SideSets:
    """One side by its distinct sets: `sets[number[x]]` are the clusters that object x may take.

    A hard side has no `sets`; its `number` is the cluster itself.
    """

    number: Counts
    sets: Mask | None
    width: int
    names: Array

    @property
    def hard(self) -> bool:
        """Whether every object has only one cluster."""
        return self.sets is None

    def groups(self, number: int) -> Counts:
        """Return the clusters of one of the distinct sets."""
        if self.sets is None:
            return np.array([number])
        return np.flatnonzero(self.sets[number])


@dataclass(frozen=True, eq=False)
class Grid:
    """All tables that two sides allow, with the truth in rows and the prediction in columns."""

    truth: SideSets
    prediction: SideSets
    base: Counts  # (r, k): the objects without a choice
    cells: list[Counts]  # the cells of each group, as i·k + j
    sizes: Counts  # number of objects in each group
    members: list[Counts]  # the objects of each group
    fixed: Counts  # the cell of each object without a choice, -1 for the others

    @property
    def objects(self) -> int:
        """Number of objects."""
        return len(self.fixed)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of classes and of clusters, including those that may stay empty."""
        return self.truth.width, self.prediction.width

    @cached_property
    def room(self) -> Counts:
        """Number of undecided objects that each cell could take, (r, k)."""
        room = np.zeros(self.base.size, dtype=np.int64)
        for cells, size in zip(self.cells, self.sizes.tolist(), strict=True):
            room[cells] += size
        return room.reshape(self.shape)

    def row_room(self) -> Counts:
        """Return the number of undecided objects that each row could take."""
        return self._margin_room(0)

    def column_room(self) -> Counts:
        """Return the number of undecided objects that each column could take."""
        return self._margin_room(1)

    def _margin_room(self, axis: int) -> Counts:
        room = np.zeros(self.shape[axis], dtype=np.int64)
        for cells, size in zip(self.cells, self.sizes.tolist(), strict=True):
            room[np.unique(np.unravel_index(cells, self.shape)[axis])] += size
        return room

    @property
    def T(self) -> Grid:  # noqa: N802 - as for tables
        """The same with truth and prediction exchanged; flows stay as they are."""
        r, k = self.shape
        cells = [(c % k) * r + c // k for c in self.cells]
        fixed = np.where(self.fixed < 0, -1, (self.fixed % k) * r + self.fixed // k)
        base = np.ascontiguousarray(self.base.T)
        return Grid(self.prediction, self.truth, base, cells, self.sizes, self.members, fixed)

    def table(self, flows: Flows) -> Counts:
        """Return the table of these flows."""
        table = self.base.flatten()
        for cells, flow in zip(self.cells, flows, strict=True):
            table[cells] += flow
        return table.reshape(self.shape)


def hard_side(codes: Counts, names: Array) -> SideSets:
    """Describe a hard side by the cluster of each object; empty clusters are dropped."""
    used, number = np.unique(codes, return_inverse=True)
    return SideSets(number.astype(np.int64).ravel(), None, len(used), names[used])


def rough_side(sets: Mask, index: Index, names: Array) -> SideSets:
    """Describe a rough side by the sets that occur and the set of each object."""
    packed = np.packbits(np.ascontiguousarray(sets, dtype=bool), axis=1)
    rows = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, number = np.unique(rows, return_index=True, return_inverse=True)
    distinct = np.asarray(sets, dtype=bool)[first]
    number = number.astype(np.int64).ravel()[index]
    if (distinct.sum(axis=1) == 1).all():
        return hard_side(np.argmax(distinct, axis=1)[number], names)
    return SideSets(number, distinct, distinct.shape[1], names)


def grid_of(truth: SideSets, prediction: SideSets) -> Grid:
    """Group the objects of two sides by their sets."""
    shape = truth.width, prediction.width
    if shape[0] * shape[1] > _LARGEST_TABLE:
        raise InputError(
            f"the table of {shape[0]} by {shape[1]} groups is too large to search for extremes: "
            "merge groups first, or use partita.expectation"
        )
    groups = crossed(truth.number, prediction.number)
    order = np.argsort(groups.index, kind="stable")
    parts = np.split(order, np.cumsum(groups.size)[:-1])
    base = np.zeros(shape[0] * shape[1], dtype=np.int64)
    fixed = np.full(len(order), -1, dtype=np.int64)
    cells: list[Counts] = []
    members: list[Counts] = []
    for first, second, objects in zip(groups.first, groups.second, parts, strict=True):
        rows, columns = truth.groups(first), prediction.groups(second)
        spanned = (rows[:, None] * shape[1] + columns).ravel()
        if len(spanned) == 1:
            base[spanned[0]] += len(objects)
            fixed[objects] = spanned[0]
        else:
            cells.append(spanned.astype(np.int64))
            members.append(objects.astype(np.int64))
    sizes = np.array([len(objects) for objects in members], dtype=np.int64)
    return Grid(truth, prediction, base.reshape(shape), cells, sizes, members, fixed)


def few_tables(grid: Grid, most: int) -> Counts | None:
    """List every table once, as an array (t, r, k); None if there are more than `most`."""
    tables = grid.base.reshape(1, -1)
    for cells, size in zip(grid.cells, grid.sizes.tolist(), strict=True):
        ways = composition_count(size, len(cells))
        if ways > most or ways * len(tables) > _WIDE * most:
            return None
        spread = np.zeros((ways, tables.shape[1]), dtype=np.int64)
        spread[:, cells] = compositions(size, len(cells))
        tables = np.unique((tables[:, None] + spread).reshape(-1, tables.shape[1]), axis=0)
        if len(tables) > most:
            return None
    return tables.reshape(-1, *grid.shape)
