"""The freedom that two soft sides leave: every object picks one cell of the table.

A hard side allows one group, a rough side a set of groups, so each object may fall into the cells
(one group of the truth) × (one group of the prediction) that its two sets span. Objects with the
same cells are one group here; objects with a single cell only add to the constant table `base`.
Unlike `problem`, which keeps the rows of both sides, programs need the cells of each group alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Counts
from ...base.errors import InputError
from ..kinds.grouping import crossed

Flags = NDArray[np.bool_]
Flows = list[Counts]
"""For each group of a `Grid`, how many of its objects take each of its cells."""

_LARGEST_TABLE = 10_000_000


@dataclass(frozen=True, eq=False)
class SideSets:
    """One side by its distinct sets: `sets[number[x]]` are the groups that object x may take.

    A hard side has `sets` None: then `number` is the group itself.
    """

    number: Counts
    sets: Flags | None
    width: int
    names: NDArray[np.generic]

    @property
    def hard(self) -> bool:
        """Whether every object has one group only."""
        return self.sets is None

    def groups(self, number: int) -> Counts:
        """The groups of one of the distinct sets."""
        if self.sets is None:
            return np.array([number])
        return np.flatnonzero(self.sets[number])


@dataclass(frozen=True, eq=False)
class Grid:
    """All tables that two sides allow, rows truth and columns prediction."""

    truth: SideSets
    prediction: SideSets
    base: Counts  # (r, k): the objects that have no choice
    cells: list[Counts]  # for each group, its cells i·k + j
    sizes: Counts  # objects in each group
    members: list[Counts]  # which objects they are
    fixed: Counts  # cell of each object without a choice, -1 for the others

    @property
    def objects(self) -> int:
        """How many objects there are."""
        return len(self.fixed)

    @property
    def shape(self) -> tuple[int, int]:
        """Groups of the truth and of the prediction, those that may stay empty included."""
        return self.truth.width, self.prediction.width

    @cached_property
    def room(self) -> Counts:
        """How many undecided objects each cell could take, (r, k)."""
        room = np.zeros(self.base.size, dtype=np.int64)
        for cells, size in zip(self.cells, self.sizes.tolist(), strict=True):
            room[cells] += size
        return room.reshape(self.shape)

    def row_room(self) -> Counts:
        """How many undecided objects each row could take."""
        return self._margin_room(0)

    def column_room(self) -> Counts:
        """How many undecided objects each column could take."""
        return self._margin_room(1)

    def _margin_room(self, axis: int) -> Counts:
        room = np.zeros(self.shape[axis], dtype=np.int64)
        for cells, size in zip(self.cells, self.sizes.tolist(), strict=True):
            room[np.unique(np.unravel_index(cells, self.shape)[axis])] += size
        return room

    @property
    def T(self) -> Grid:  # noqa: N802 - as for tables
        """The same freedom with truth and prediction exchanged; flows stay as they are."""
        r, k = self.shape
        cells = [(c % k) * r + c // k for c in self.cells]
        fixed = np.where(self.fixed < 0, -1, (self.fixed % k) * r + self.fixed // k)
        base = np.ascontiguousarray(self.base.T)
        return Grid(self.prediction, self.truth, base, cells, self.sizes, self.members, fixed)

    def table(self, flows: Flows) -> Counts:
        """The table that the flows make."""
        table = self.base.flatten()
        for cells, flow in zip(self.cells, flows, strict=True):
            table[cells] += flow
        return table.reshape(self.shape)


def hard_side(codes: Counts, names: NDArray[np.generic]) -> SideSets:
    """Describe a hard side by the group of each object; empty groups are left out."""
    used, number = np.unique(codes, return_inverse=True)
    return SideSets(number.astype(np.int64).ravel(), None, len(used), names[used])


def rough_side(sets: Flags, index: NDArray[np.integer], names: NDArray[np.generic]) -> SideSets:
    """Describe a rough side by the sets that occur and which of them each object has."""
    packed = np.packbits(np.ascontiguousarray(sets, dtype=bool), axis=1)
    rows = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, number = np.unique(rows, return_index=True, return_inverse=True)
    distinct = np.asarray(sets, dtype=bool)[first]
    number = number.astype(np.int64).ravel()[index]
    if (distinct.sum(axis=1) == 1).all():
        return hard_side(np.argmax(distinct, axis=1)[number], names)
    return SideSets(number, distinct, distinct.shape[1], names)


def grid_of(truth: SideSets, prediction: SideSets) -> Grid:
    """Group the objects of two sides by the cells that they may take."""
    shape = truth.width, prediction.width
    if shape[0] * shape[1] > _LARGEST_TABLE:
        raise InputError(
            f"the table of {shape[0]} by {shape[1]} groups is too large to search for extremes; "
            "merge groups first, or ask partita.expectation"
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
