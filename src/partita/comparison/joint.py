"""Several clusterings on the same draws of objects: what makes their differences comparable.

Objects with the same class and the same cluster in every clustering are one kind. A bootstrap
draw is one multinomial draw on these kinds, from which the table of every clustering follows.
Where objects come in groups (donors, documents, patients), whole groups are drawn instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from ..contingency import Contingency
from ..errors import InputError
from ..inference.objects import numbered, sums
from ..inference.pairing import Paired, PairedGroups
from ..inference.reading import table_from
from ..inference.resampling import CHUNK, bootstrap_tables
from ..inference.samples import GroupSample, ObjectSample, evaluate, grouped
from ..inference.scores import Scorer, Tables, plain_table, scores
from .counting import Counted
from .elements import cell_of_objects
from .sums import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

Joint: TypeAlias = "JointObjects | JointGroups"


@dataclass(frozen=True, slots=True)
class JointObjects:
    """Independent objects, by kind."""

    tables: tuple[Contingency, ...]
    cells: tuple[NDArray[np.int64], ...]  # of each kind, by clustering
    counts: NDArray[np.int64]  # objects of each kind

    groups = None  # none were given

    def scores(self, scorers: Sequence[Scorer], draws: int, seed: int, threads: int) -> Floats:
        """Score bootstrap draws: an array of draws, clusterings and measures."""
        kinds = len(self.counts)
        nowhere = np.zeros(kinds, dtype=np.int32)
        whole = plain_table(nowhere, np.arange(kinds, dtype=np.int32), self.counts, (1, kinds))
        places = [_sorted_kinds(own) for own in self.cells]
        step = max(1, CHUNK // kinds)
        found = []
        for start in range(0, draws, step):
            size = min(step, draws - start)
            drawn = bootstrap_tables(whole, size, seed, start=start, threads=threads or None).counts
            by_clustering = []
            for (order, starts), table in zip(places, self.tables, strict=True):
                counts = np.add.reduceat(drawn[:, order], starts, axis=1)
                tables = Tables(table.rows, table.cols, counts, table.shape)
                by_clustering.append(scores(scorers, tables, threads))
            found.append(np.stack(by_clustering, axis=1))
        return np.concatenate(found)

    @property
    def samples(self) -> tuple[ObjectSample, ...]:
        """What is drawn for each clustering."""
        return tuple(map(ObjectSample, self.tables))

    def pair(self, a: int, b: int) -> Paired:
        """Two of the clusterings."""
        tables, cells = self.tables, self.cells
        return Paired(tables[a], tables[b], self.counts, cells[a], cells[b])


@dataclass(frozen=True, slots=True)
class JointGroups:
    """Independent groups; the samples hold the same ones, so a seed draws the same for all."""

    samples: tuple[GroupSample, ...]
    cells: tuple[NDArray[np.int64], ...]  # of each object, by clustering

    @property
    def groups(self) -> int:
        """How many there are."""
        return self.samples[0].size

    def scores(self, scorers: Sequence[Scorer], draws: int, seed: int, threads: int) -> Floats:
        """Score bootstrap draws: an array of draws, clusterings and measures."""
        found = [evaluate(scorers, sample, draws, seed, threads) for sample in self.samples]
        return np.stack(found, axis=1)

    def pair(self, a: int, b: int) -> PairedGroups:
        """Two of the clusterings."""
        return PairedGroups(self.samples[a], self.samples[b], self.cells[a], self.cells[b])


def sample_of(one: Counted) -> ObjectSample | GroupSample:
    """What is drawn for the interval of one clustering: its objects, or their groups."""
    table = table_from(None, None, one.table, {})  # refuses weights that are no counts
    return ObjectSample(table) if one.units is None else _grouped(one)[0]


def joint_sample(counted: Mapping[str, Counted]) -> Joint:
    """What is drawn for several clusterings at once."""
    _check_same_objects(counted)
    every = list(counted.values())
    if every[0].units is not None:
        samples, cells = zip(*map(_grouped, every), strict=True)
        return JointGroups(samples, cells)
    tables = tuple(cast("Contingency", one.table) for one in every)
    return JointObjects(tables, *_kinds(every))


def _grouped(one: Counted) -> tuple[GroupSample, NDArray[np.int64]]:
    """The sample of groups, and the cell of each object that has any weight."""
    cell, weights = cell_of_objects(one), one.pair.weights
    unit = cast("NDArray[np.int64]", one.units)
    if weights is not None:
        weighs = cell >= 0
        cell, unit, weights = cell[weighs], unit[weighs], weights[weighs]
    return grouped(cast("Contingency", one.table), cell, unit, weights), cell


def _kinds(every: Sequence[Counted]) -> tuple[tuple[NDArray[np.int64], ...], NDArray[np.int64]]:
    """Cells of each kind of object by clustering, and how many objects are of that kind."""
    cells = [cell_of_objects(one) for one in every]
    kind: NDArray[Any] = np.zeros(len(cells[0]), dtype=np.int64)
    for own, one in zip(cells, every, strict=True):
        kind = numbered(kind * np.int64(one.table.nnz + 1) + (own + 1))[1]
    size = int(kind.max()) + 1
    example = np.empty(size, dtype=np.int64)
    example[kind] = np.arange(len(kind))
    counts = sums(kind, size, every[0].pair.weights)
    kept = counts > 0
    return tuple(own[example[kept]] for own in cells), counts[kept]


def _sorted_kinds(cell: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The kinds in the order of a clustering's cells, and where each cell begins."""
    order = np.argsort(cell, kind="stable")
    return order, np.flatnonzero(np.diff(cell[order], prepend=-1))  # every cell has a kind


def _check_same_objects(counted: Mapping[str, Counted]) -> None:
    """Paired draws need the same objects everywhere, and whole numbers of them."""
    first, *others = counted.values()
    if any(not isinstance(one.table, Contingency) for one in counted.values()):
        raise InputError(
            "resampling draws objects, and fractional weights are not counts of objects; "
            "use whole weights, or do without draws"
        )
    for name, one in zip(list(counted)[1:], others, strict=True):
        if _positions(one) != _positions(first):
            raise InputError(
                f"{name!r} and {next(iter(counted))!r} leave out different objects, so their "
                'scores cannot be paired; use "singletons" instead of "drop"'
            )


def _positions(one: Counted) -> bytes | None:
    return None if one.positions is None else one.positions.tobytes()
