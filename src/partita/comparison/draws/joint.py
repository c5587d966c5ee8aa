"""Draw several clusterings together, so that their scores on each draw can be compared.

Objects with the same class and the same cluster in every clustering are one kind. A bootstrap
draw is one multinomial draw of these kinds, from which the table of every clustering follows.
If there are too many kinds, objects are assigned at random to blocks of equal size, and whole
blocks are drawn, which are as independent as objects. If objects come in groups (donors,
documents, patients), whole groups are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...base.progress import portions
from ...chance.batch import CHUNK, Tables, plain_table, scores
from ...inference.sampling.given_tables import pair_of_samples
from ...inference.sampling.pairing import PairedGroups, PairedObjects, paired_cells
from ...inference.sampling.resampling import bootstrap_tables
from ...inference.sampling.samples import GroupSample, ObjectSample, evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency

Joint: TypeAlias = "JointObjects | JointBlocks | JointGroups"


@dataclass(frozen=True, slots=True)
class JointObjects:
    """Independent objects, by kind."""

    tables: tuple[Contingency, ...]
    cells: tuple[NDArray[np.int64], ...]  # of each kind, by clustering
    counts: NDArray[np.int64]  # objects of each kind

    groups = blocks = None

    @property
    def cells_of_draw(self) -> int:
        """Number of cells of one draw: of all kinds, and of all tables."""
        return len(self.counts) + sum(table.nnz for table in self.tables)

    def scores(self, chosen: Sequence[Chosen], draws: int, seed: int, threads: int) -> Floats:
        """Scores of bootstrap draws: an array of draws × clusterings × measures."""
        kinds = len(self.counts)
        nowhere = np.zeros(kinds, dtype=np.int32)
        whole = plain_table(nowhere, np.arange(kinds, dtype=np.int32), self.counts, (1, kinds))
        places = [_sorted_kinds(own) for own in self.cells]
        step = max(1, CHUNK // kinds)
        found = []
        for start, size in portions(draws, step):
            drawn = bootstrap_tables(whole, size, seed, start=start, threads=threads or None).counts
            by_clustering = []
            for (order, starts), table in zip(places, self.tables, strict=True):
                counts = np.add.reduceat(drawn[:, order], starts, axis=1)
                tables = Tables(table.rows, table.cols, counts, table.shape)
                by_clustering.append(scores(chosen, tables, threads))
            found.append(np.stack(by_clustering, axis=1))
        return np.concatenate(found)

    @property
    def samples(self) -> tuple[ObjectSample, ...]:
        """The objects of each clustering alone."""
        return tuple(map(ObjectSample, self.tables))

    def pair(self, a: int, b: int) -> PairedObjects:
        """Two of the clusterings."""
        tables, cells = self.tables, self.cells
        return paired_cells(tables[a], cells[a], tables[b], cells[b], self.counts)


@dataclass(frozen=True, slots=True)
class JointBlocks:
    """Independent objects, assigned at random to blocks."""

    samples: tuple[ObjectSample, ...]
    blocked: tuple[GroupSample, ...]
    cells: tuple[NDArray[np.int64], ...]  # of each object, by clustering

    groups = None

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return self.blocked[0].size

    @property
    def cells_of_draw(self) -> int:
        """Number of cells of one draw, of all tables."""
        return sum(sample.cells for sample in self.samples)

    def scores(self, chosen: Sequence[Chosen], draws: int, seed: int, threads: int) -> Floats:
        """Scores of bootstrap draws: an array of draws × clusterings × measures."""
        return _scores_of(self.blocked, chosen, draws, seed, threads)

    def pair(self, a: int, b: int) -> PairedObjects:
        """Two of the clusterings; two alone have few kinds of objects."""
        one, other = self.samples[a].table, self.samples[b].table
        return paired_cells(one, self.cells[a], other, self.cells[b], None)


@dataclass(frozen=True, slots=True)
class JointGroups:
    """Independent groups; all samples hold the same groups, so a seed draws the same for each."""

    samples: tuple[GroupSample, ...]
    cells: tuple[NDArray[np.int64], ...] | None  # of each object, by clustering; None for tables
    counts: NDArray[np.int64] | None = None  # weight of each object; None: one

    blocks = None

    @property
    def groups(self) -> int:
        """Number of groups."""
        return self.samples[0].size

    @property
    def cells_of_draw(self) -> int:
        """Number of cells of one draw, of all tables."""
        return sum(sample.cells for sample in self.samples)

    def scores(self, chosen: Sequence[Chosen], draws: int, seed: int, threads: int) -> Floats:
        """Scores of bootstrap draws: an array of draws × clusterings × measures."""
        return _scores_of(self.samples, chosen, draws, seed, threads)

    def pair(self, a: int, b: int) -> PairedGroups:
        """Two of the clusterings."""
        if self.cells is None:
            return pair_of_samples(self.samples[a], self.samples[b])
        cells = self.cells[a], self.cells[b]
        return PairedGroups(self.samples[a], self.samples[b], *cells, self.counts)


def _scores_of(
    samples: Sequence[GroupSample], chosen: Sequence[Chosen], draws: int, seed: int, threads: int
) -> Floats:
    found = [evaluate(chosen, sample, draws, seed, threads) for sample in samples]
    return np.stack(found, axis=1)


def _sorted_kinds(cell: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The kinds in the order of a clustering's cells, and where each cell begins."""
    order = np.argsort(cell, kind="stable")
    return order, np.flatnonzero(np.diff(cell[order], prepend=-1))  # every cell has a kind
