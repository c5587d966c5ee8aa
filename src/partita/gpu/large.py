"""Tables too large for shared memory: counted in device memory, as a full or as a hash table.

A full table has a place for each cell, so its occupied cells are sorted. If there would be far more
cells than objects, only the occupied cells are entered, in a hash table, and then sorted.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from . import driver
from .hash_table import Slots, entered, numbered
from .ordered import Listed, in_order, in_use
from .sides import Pair

if TYPE_CHECKING:
    from .device import Device

_THREADS = 512
_SIDE_BY_SIDE = 3
_FEW = 1 << 24  # cells whose cost does not matter, even for few objects
_CELLS_PER_OBJECT = 32  # a cell is cleared and read three times, an object entered and sorted
_MOST_CELLS = 2**32
_SHARE = 4  # a full table may take a quarter of the free memory
_NARROW = 1 << 22  # ranges up to this, or to four times the objects, are not renumbered


def listed_cells(device: Device, pair: Pair) -> tuple[Pair, Listed]:
    """The occupied cells in order of rows and columns, in device memory."""
    spread = min(2**31, max(_NARROW, 4 * pair.objects))
    if not _fits(pair):
        pair = Pair(*(numbered(device, one) if one.groups > spread else one for one in pair))
    return pair, _full(device, pair) if _fits(pair) else _hashed(device, pair)


def _fits(pair: Pair) -> bool:
    """Whether all cells fit into memory, and there are enough objects for that many cells."""
    most = min(_MOST_CELLS, max(_FEW, _CELLS_PER_OBJECT * pair.objects))
    if pair.cells > most:
        return False
    return pair.cells * _cell_size(pair) <= driver.free_memory() // _SHARE


def _cell_size(pair: Pair) -> int:
    return 4 if pair.objects < 2**32 else 8


def _count(device: Device, pair: Pair, name: str, table: object) -> None:
    kind = f"u{8 * _cell_size(pair)}"
    beyond = device.take(8)  # not used, as the ranges are those of all labels
    device.run(
        ("pairs", name),
        (pair.for_kernel(beyond), table),
        blocks=device.blocks(pair.objects, _THREADS, _SIDE_BY_SIDE),
        threads=_THREADS,
        types={**pair.types, "CELL": kind},
    )
    device.give(beyond)


def _full(device: Device, pair: Pair) -> Listed:
    table = device.take(_cell_size(pair) * pair.cells, clear=True)
    _count(device, pair, "count_dense", table)
    listed = in_use(device, table, pair.cells, f"u{8 * _cell_size(pair)}")
    device.give(table)
    return listed


def _hashed(device: Device, pair: Pair) -> Listed:
    def enter(slots: Slots) -> None:
        _count(device, pair, "count_hash", slots)

    slots = entered(device, min(pair.objects, pair.cells), enter)
    table = ctypes.c_void_p(slots.at)
    listed = in_use(device, table, slots.capacity + 1, "hash")
    device.give(table)
    return in_order(device, listed, pair.cells - 1)
