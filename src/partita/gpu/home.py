"""The way home: occupied cells by the numbers of their groups, and the names of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..labels.records import Reading, Sides
from .ordered import Listed, in_use

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .card import Card
    from .driver import Pointer
    from .sides import Pair, Side

_THREADS = 1024


class Cells(NamedTuple):
    """Occupied cells in order of rows and columns; no group is without objects."""

    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    counts: NDArray[np.int64]
    classes: NDArray[Any]
    clusters: NDArray[Any]

    @property
    def sides(self) -> Sides:
        """Both sides as labels that were read: a row for each cell, that stands for its objects."""
        truth = Reading(self.rows, 0, self.classes)
        return Sides(truth, Reading(self.cols, 0, self.clusters), n=self.counts)


def whole_table(pair: Pair, counts: NDArray[np.int64]) -> Cells:
    """The cells of a table that came home with its empty ones."""
    table = counts.reshape(pair.truth.groups, pair.prediction.groups)
    occupied = table != 0
    ends, names = [], []
    for axis, (side, groups) in enumerate(zip(pair, np.nonzero(occupied), strict=True)):
        seen = occupied.any(axis=1 - axis)
        number = np.cumsum(seen, dtype=np.int32) - np.int32(1)
        ends.append(number[groups])
        names.append(side.named(np.flatnonzero(seen).astype(np.uint64)))
    return Cells(ends[0], ends[1], table[occupied], names[0], names[1])


def listed_table(card: Card, pair: Pair, listed: Listed) -> Cells:
    """The cells of a list on the GPU, which is used up."""
    size, clusters = listed.size, pair.prediction.groups
    marks = [card.take(4 * side.groups, clear=True) for side in pair]
    blocks = card.blocks(size, _THREADS, 2)
    marking = (listed.keys, size, clusters, *marks)
    card.run(("cells", "mark"), marking, blocks=blocks, threads=_THREADS)
    names = [_named(card, side, its) for side, its in zip(pair, marks, strict=True)]
    ends = [card.take(4 * size) for _ in pair]
    splitting = (*marking, *ends)
    card.run(("cells", "split"), splitting, blocks=blocks, threads=_THREADS)
    card.give(*marks, listed.keys)
    rows, cols = (card.fetch(one, size, np.int32) for one in ends)
    return Cells(rows, cols, card.fetch(listed.counts, size, np.int64), *names)


def _named(card: Card, side: Side, marks: Pointer) -> NDArray[Any]:
    """The names of the groups marked, whose marks become their numbers."""
    groups = in_use(card, marks, side.groups, "u32")
    card.run(
        ("cells", "number"),
        (groups.keys, groups.size, marks),
        blocks=card.blocks(groups.size, _THREADS, 2),
        threads=_THREADS,
    )
    names = side.named(card.fetch(groups.keys, groups.size, np.uint64))
    card.give(groups.keys, groups.counts)
    return names
