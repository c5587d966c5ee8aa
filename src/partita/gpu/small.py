"""Tables small enough for the fast memory of the multiprocessors.

They are counted at the speed of reading the labels, and come home whole. A table of a few times
that memory is counted in slabs of rows, each in a pass over all labels. Counts are whole numbers,
so the order in which threads add changes nothing.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .card import Card
    from .sides import Pair

_THREADS = 1024
_MOST_COPIES = 32
_MOST_SLABS = 6  # reading the labels so often still costs less than counting in main memory


def small_table(card: Card, pair: Pair) -> NDArray[np.int64] | None:
    """All cells of the table, or None where it is too large or a label lies beyond its range."""
    room = card.shared_memory // 4
    rows = min(pair.truth.groups, room // pair.prediction.groups)
    if rows == 0 or -(-pair.truth.groups // rows) > _MOST_SLABS:
        return None
    counts = card.take(8 * pair.cells + 8, clear=True)
    beyond = ctypes.c_void_p((counts.value or 0) + 8 * pair.cells)
    for first in range(0, pair.truth.groups, rows):
        _count(card, pair, (first, min(rows, pair.truth.groups - first)), (counts, beyond))
    found = card.fetch(counts, pair.cells + 1, np.int64)
    return None if found[-1] else found[:-1]


def _count(card: Card, pair: Pair, rows: tuple[int, int], result: tuple[Any, Any]) -> None:
    cells = rows[1] * pair.prediction.groups
    # Copies fill what two blocks on one multiprocessor can hold of shared memory.
    copies = max(1, min(_MOST_COPIES, card.shared_memory // 8 // cells))
    shared = 4 * cells * copies
    side_by_side = 2 if 2 * shared <= card.shared_memory else 1
    counts, beyond = result
    card.run(
        ("pairs", "count_shared"),
        (pair.for_kernel(beyond), *rows, ctypes.c_uint(copies), counts),
        blocks=card.blocks(pair.objects, 16 * _THREADS, side_by_side),
        threads=_THREADS,
        shared=shared,
        types={**pair.types, "CELL": "u32"},
    )
