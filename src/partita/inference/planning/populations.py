"""Samples of any size from the population of a pilot: objects, groups, or pairs of clusterings.

The population of a pilot has the pilot's shares. Cells that the pilot missed would stay empty in it
however large the sample, so where they matter they have the shares that intervals assume too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ...table.contingency import Contingency
from ..differences.paired_populations import (
    PairedPopulation,
    all_kinds,
    unseen_kinds,
    unseen_matter,
)
from ..sampling.cluster_order import ordered_together
from ..sampling.objects import Objects
from ..sampling.pairing import PairedGroups, PairedObjects, Sample, paired_cells
from ..sampling.populations import Population
from ..sampling.samples import GroupSample, ObjectSample, object_sample
from ..widening.rule_of_three import unseen
from ..widening.unseen_cells import empty_cells, filled, with_share_of_empty

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Int64
    from ...measures.chosen import Chosen

    Random = np.random.Generator


@dataclass(frozen=True)
class OfObjects:
    """The population of a pilot of objects with one clustering."""

    cells: Population

    def sample(self, size: int, random: Random) -> ObjectSample:
        """Draw this many objects."""
        counts = random.multinomial(size, self.cells.shares)
        return object_sample(_table(self.cells.rows, self.cells.cols, counts))


@dataclass(frozen=True)
class OfPairs:
    """The population of a pilot of objects with two clusterings."""

    kinds: PairedPopulation

    def sample(self, size: int, random: Random) -> PairedObjects:
        """Draw this many objects with both labels."""
        counts = random.multinomial(size, self.kinds.shares)
        drawn = np.flatnonzero(counts)
        a, b = self.kinds.a, self.kinds.b
        at_a, at_b = self.kinds.cell_a[drawn], self.kinds.cell_b[drawn]
        (table_a, cell_a), (table_b, cell_b) = (
            _objects(side, at, counts[drawn]).table() for side, at in ((a, at_a), (b, at_b))
        )
        (table_a, table_b), (cell_a, cell_b) = ordered_together(
            (table_a, table_b), (cell_a, cell_b), counts[drawn]
        )
        return paired_cells(table_a, cell_a, table_b, cell_b, counts[drawn])


@dataclass(frozen=True)
class OfGroups:
    """The population of a pilot of groups: each of them is as likely."""

    pilot: GroupSample

    def sample(self, size: int, random: Random) -> GroupSample:
        """Draw this many groups."""
        return _taken(self.pilot, random.integers(self.pilot.size, size=size))[0]


@dataclass(frozen=True)
class OfPairedGroups:
    """The population of a pilot of groups with two clusterings."""

    pilot: PairedGroups

    def sample(self, size: int, random: Random) -> PairedGroups:
        """Draw this many groups, the same for both clusterings."""
        groups = random.integers(self.pilot.size, size=size)
        (one, place_a), (other, place_b) = (
            _taken(side, groups) for side in (self.pilot.one, self.pilot.other)
        )
        cell_a, cell_b = place_a[self.pilot.cell_a], place_b[self.pilot.cell_b]
        kept = (cell_a >= 0) & (cell_b >= 0)
        counts = None if self.pilot.counts is None else self.pilot.counts[kept]
        return PairedGroups(one, other, cell_a[kept], cell_b[kept], counts)


Source: TypeAlias = OfObjects | OfPairs | OfGroups | OfPairedGroups


def population_of(s: Chosen, pilot: Sample) -> Source:
    """Return the population from which samples of other sizes are drawn."""
    if isinstance(pilot, ObjectSample):
        return OfObjects(filled(pilot.table) or Population.of(pilot.table))
    if isinstance(pilot, PairedObjects):
        kinds = unseen_kinds(pilot) if unseen_matter(s, pilot) else None
        return OfPairs(kinds or PairedPopulation.of(pilot))
    return OfGroups(pilot) if isinstance(pilot, GroupSample) else OfPairedGroups(pilot)


def with_errors(pilot: Sample, level: float) -> Source | None:
    """Return a population with as many errors as a pilot without any leaves possible.

    By the rule of three, they have a share of 3/n (at 95%). They are in the empty cells, or in the
    kinds of objects that only one clustering misplaces. None if there are no such cells, or groups.
    """
    share = unseen(pilot.size, pilot.size, level) / pilot.size
    if isinstance(pilot, ObjectSample):
        empty = empty_cells(pilot.table)
        if empty is None:
            return None
        return OfObjects(with_share_of_empty(pilot.table, empty, share))
    kinds = all_kinds(pilot) if isinstance(pilot, PairedObjects) else None
    if kinds is None or not any(own.any() for own in kinds.alone):
        return None
    unlike = np.sum(kinds.alone, axis=0)
    return OfPairs(kinds.population((1 - share) * kinds.seen + share * unlike / unlike.sum()))


def _table(rows: NDArray[np.int32], cols: NDArray[np.int32], counts: Int64) -> Contingency:
    occupied = np.flatnonzero(counts)
    rows, cols = rows[occupied], cols[occupied]
    order = np.lexsort((cols, rows))
    names = (np.arange(int(side.max()) + 1) for side in (rows, cols))
    return Contingency._build((rows[order], cols[order], counts[occupied][order]), *names)


def _objects(side: Population, cells: NDArray[Any], counts: Int64) -> Objects:
    """Return one object of each kind, with the number of them as its weight."""
    truth, found = side.rows[cells].astype(np.int64), side.cols[cells].astype(np.int64)
    classes, clusters = (np.arange(count) for count in side.shape)
    return Objects(truth, classes, found, clusters, counts, np.arange(len(cells)))


def _taken(pilot: GroupSample, groups: Int64) -> tuple[GroupSample, Int64]:
    """Return a sample of these groups, and the new place of each cell, -1 if it is empty."""
    shares = pilot.shares[groups]
    counts = np.asarray(shares.sum(axis=0)).ravel()
    occupied = np.flatnonzero(counts)
    table = pilot.table
    place = np.full(table.nnz, -1)
    place[occupied] = np.arange(len(occupied))
    return GroupSample(_table(table.rows, table.cols, counts), shares[:, occupied]), place
