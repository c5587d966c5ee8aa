"""Tables that fit into the shared memory of a multiprocessor, or into a few times that.

They are counted at the speed of reading the labels and copied with their empty cells. A larger
table is counted in slabs of rows, with a pass over all labels for each slab. Counts are integers,
so the order of the threads changes nothing.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .device import Device
    from .sides import Pair

_THREADS = 1024
_MOST_COPIES = 32
_MOST_SLABS = 6  # this many passes still cost less than counting in device memory


def small_table(device: Device, pair: Pair) -> NDArray[np.int64] | None:
    """All cells of the table, or None if it is too large or a label is out of range."""
    room = device.shared_memory // 4
    rows = min(pair.truth.groups, room // pair.prediction.groups)
    if rows == 0 or -(-pair.truth.groups // rows) > _MOST_SLABS:
        return None
    counts = device.take(8 * pair.cells + 8, clear=True)
    beyond = ctypes.c_void_p((counts.value or 0) + 8 * pair.cells)
    for first in range(0, pair.truth.groups, rows):
        _count(device, pair, (first, min(rows, pair.truth.groups - first)), (counts, beyond))
    found = device.fetch(counts, pair.cells + 1, np.int64)
    return None if found[-1] else found[:-1]


def _count(device: Device, pair: Pair, rows: tuple[int, int], result: tuple[Any, Any]) -> None:
    cells = rows[1] * pair.prediction.groups
    # The copies fill the shared memory that two blocks on one multiprocessor can use.
    copies = max(1, min(_MOST_COPIES, device.shared_memory // 8 // cells))
    shared = 4 * cells * copies
    side_by_side = 2 if 2 * shared <= device.shared_memory else 1
    counts, beyond = result
    device.run(
        ("pairs", "count_shared"),
        (pair.for_kernel(beyond), *rows, ctypes.c_uint(copies), counts),
        blocks=device.blocks(pair.objects, 16 * _THREADS, side_by_side),
        threads=_THREADS,
        shared=shared,
        types={**pair.types, "CELL": "u32"},
    )
