"""From a table in main memory to the list of its occupied cells in order, all on the GPU."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from .card import Card
    from .driver import Pointer

_THREADS = 256
_DIGITS = 256
_SIDE_BY_SIDE = 8
_SORTING_SIDE_BY_SIDE = 4


class Listed(NamedTuple):
    """Numbers in main memory with what belongs to each, 64 bits both."""

    keys: Pointer
    counts: Pointer
    size: int


def in_use(card: Card, table: Pointer, places: int, kind: str) -> Listed:
    """The places of a table that hold a count; `kind` is "u32", "u64" or "open".

    Keys are the places, or the numbers entered in an open table, which are in no order.
    """
    blocks = card.blocks(places, 4 * _THREADS, _SIDE_BY_SIDE)
    sums = card.take(8 * blocks + 8)
    card.run(("cells", f"tally_{kind}"), (table, places, sums), blocks=blocks, threads=_THREADS)
    size = _summed(card, sums, blocks)
    listed = Listed(card.take(8 * size), card.take(8 * size), size)
    card.run(
        ("cells", f"gather_{kind}"),
        (table, places, sums, listed.keys, listed.counts),
        blocks=blocks,
        threads=_THREADS,
    )
    card.give(sums)
    return listed


def _summed(card: Card, sums: Pointer, size: int) -> int:
    """Replace numbers by the sums of those before, and return the sum of all."""
    _add_up(card, sums, size)
    total = ctypes.c_void_p((sums.value or 0) + 8 * size)
    return int(card.fetch(total, 1, np.uint64)[0])


def _add_up(card: Card, sums: Pointer, size: int) -> None:
    card.run(("cells", "sums_before"), (sums, size), blocks=1, threads=1024)


def in_order(card: Card, listed: Listed, most: int) -> Listed:
    """The same by ascending keys, none of which is above `most`: by digits, the last one first."""
    size = listed.size
    blocks = card.blocks(size, 16 * _THREADS, _SORTING_SIDE_BY_SIDE)
    sums = card.take(8 * (_DIGITS * blocks + 1))
    other = Listed(card.take(8 * size), card.take(8 * size), size)
    for shift in range(0, most.bit_length(), 8):
        digit = ctypes.c_uint(shift)
        card.run(
            ("cells", "count_digits"),
            (listed.keys, size, digit, sums),
            blocks=blocks,
            threads=_THREADS,
        )
        _add_up(card, sums, _DIGITS * blocks)
        card.run(
            ("cells", "move_digits"),
            (listed.keys, listed.counts, size, digit, sums, other.keys, other.counts),
            blocks=blocks,
            threads=_THREADS,
        )
        listed, other = other, listed
    card.give(sums, other.keys, other.counts)
    return listed
