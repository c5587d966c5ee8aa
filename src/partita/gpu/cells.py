"""The occupied cells of a table on the CPU, by the numbers and names of their groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..labels.records import Reading, Sides
from .ordered import Listed, in_use

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .device import Device
    from .driver import Pointer
    from .sides import Pair, Side

_THREADS = 1024


class Cells(NamedTuple):
    """Occupied cells in order of rows and columns; every group has objects."""

    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    counts: NDArray[np.int64]
    classes: NDArray[Any]
    clusters: NDArray[Any]

    @property
    def sides(self) -> Sides:
        """Both sides as if they were read: a row for each cell, with its number of objects."""
        truth = Reading(self.rows, 0, self.classes)
        return Sides(truth, Reading(self.cols, 0, self.clusters), n=self.counts)


def cells_of_table(pair: Pair, counts: NDArray[np.int64]) -> Cells:
    """The occupied cells of a table that was copied with its empty cells."""
    table = counts.reshape(pair.truth.groups, pair.prediction.groups)
    occupied = table != 0
    ends, names = [], []
    for axis, (side, groups) in enumerate(zip(pair, np.nonzero(occupied), strict=True)):
        seen = occupied.any(axis=1 - axis)
        number = np.cumsum(seen, dtype=np.int32) - np.int32(1)
        ends.append(number[groups])
        names.append(side.named(np.flatnonzero(seen).astype(np.uint64)))
    return Cells(ends[0], ends[1], table[occupied], names[0], names[1])


def cells_of_list(device: Device, pair: Pair, listed: Listed) -> Cells:
    """The cells of a list on the GPU, whose memory is released."""
    size, clusters = listed.size, pair.prediction.groups
    marks = [device.take(4 * side.groups, clear=True) for side in pair]
    blocks = device.blocks(size, _THREADS, 2)
    marking = (listed.keys, size, clusters, *marks)
    device.run(("cells", "mark"), marking, blocks=blocks, threads=_THREADS)
    names = [_named(device, side, its) for side, its in zip(pair, marks, strict=True)]
    ends = [device.take(4 * size) for _ in pair]
    splitting = (*marking, *ends)
    device.run(("cells", "split"), splitting, blocks=blocks, threads=_THREADS)
    device.give(*marks, listed.keys)
    rows, cols = (device.fetch(one, size, np.int32) for one in ends)
    return Cells(rows, cols, device.fetch(listed.counts, size, np.int64), *names)


def _named(device: Device, side: Side, marks: Pointer) -> NDArray[Any]:
    """The names of the marked groups; the marks are replaced by the numbers of the groups."""
    groups = in_use(device, marks, side.groups, "u32")
    device.run(
        ("cells", "number"),
        (groups.keys, groups.size, marks),
        blocks=device.blocks(groups.size, _THREADS, 2),
        threads=_THREADS,
    )
    names = side.named(device.fetch(groups.keys, groups.size, np.uint64))
    device.give(groups.keys, groups.counts)
    return names
