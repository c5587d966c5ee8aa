"""Tables too large for fast memory: counted in main memory, whole or open, and put in order there.

A whole table has a place for each cell, so its occupied cells are in order as they lie. Where the
cells would be many more than the objects, only those that occur are entered in an open table, and
sorted.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from . import driver
from .open_table import Slots, entered, numbered
from .ordered import Listed, in_order, in_use
from .sides import Pair

if TYPE_CHECKING:
    from .card import Card

_THREADS = 512
_SIDE_BY_SIDE = 3
_FEW = 1 << 24  # cells that cost nothing, however few the objects
_CELLS_PER_OBJECT = 32  # a cell is cleared and read thrice, an object entered and sorted
_MOST_CELLS = 2**32
_SHARE = 4  # of the free memory may go into a whole table
_NARROW = 1 << 22  # labels spread no wider than this, or than four times the objects, stay


def listed_cells(card: Card, pair: Pair) -> tuple[Pair, Listed]:
    """The occupied cells in order of rows and columns, on the GPU."""
    spread = min(2**31, max(_NARROW, 4 * pair.objects))
    if not _fits(pair):
        pair = Pair(*(numbered(card, one) if one.groups > spread else one for one in pair))
    return pair, _whole(card, pair) if _fits(pair) else _open(card, pair)


def _fits(pair: Pair) -> bool:
    """Whether there is room for all cells, and objects enough to make it worth while."""
    most = min(_MOST_CELLS, max(_FEW, _CELLS_PER_OBJECT * pair.objects))
    if pair.cells > most:
        return False
    return pair.cells * _cell_size(pair) <= driver.free_memory() // _SHARE


def _cell_size(pair: Pair) -> int:
    return 4 if pair.objects < 2**32 else 8


def _count(card: Card, pair: Pair, name: str, table: object) -> None:
    kind = f"u{8 * _cell_size(pair)}"
    beyond = card.take(8)  # the ranges are those of all labels: none lies beyond
    card.run(
        ("pairs", name),
        (pair.for_kernel(beyond), table),
        blocks=card.blocks(pair.objects, _THREADS, _SIDE_BY_SIDE),
        threads=_THREADS,
        types={**pair.types, "CELL": kind},
    )
    card.give(beyond)


def _whole(card: Card, pair: Pair) -> Listed:
    table = card.take(_cell_size(pair) * pair.cells, clear=True)
    _count(card, pair, "count_dense", table)
    listed = in_use(card, table, pair.cells, f"u{8 * _cell_size(pair)}")
    card.give(table)
    return listed


def _open(card: Card, pair: Pair) -> Listed:
    def enter(slots: Slots) -> None:
        _count(card, pair, "count_open", slots)

    slots = entered(card, min(pair.objects, pair.cells), enter)
    table = ctypes.c_void_p(slots.at)
    listed = in_use(card, table, slots.capacity + 1, "open")
    card.give(table)
    return in_order(card, listed, pair.cells - 1)
