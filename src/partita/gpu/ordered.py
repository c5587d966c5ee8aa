"""From a table in device memory to the sorted list of its occupied cells."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from .device import Device
    from .driver import Pointer

_THREADS = 256
_DIGITS = 256
_SIDE_BY_SIDE = 8
_SORTING_SIDE_BY_SIDE = 4


class Listed(NamedTuple):
    """Keys in device memory with a count for each, both with 64 bits."""

    keys: Pointer
    counts: Pointer
    size: int


def in_use(device: Device, table: Pointer, places: int, kind: str) -> Listed:
    """The places of a table that hold a count; `kind` is "u32", "u64" or "hash".

    Keys are the places, or the numbers of a hash table, which are not sorted.
    """
    blocks = device.blocks(places, 4 * _THREADS, _SIDE_BY_SIDE)
    sums = device.take(8 * blocks + 8)
    device.run(("cells", f"tally_{kind}"), (table, places, sums), blocks=blocks, threads=_THREADS)
    size = _summed(device, sums, blocks)
    listed = Listed(device.take(8 * size), device.take(8 * size), size)
    device.run(
        ("cells", f"gather_{kind}"),
        (table, places, sums, listed.keys, listed.counts),
        blocks=blocks,
        threads=_THREADS,
    )
    device.give(sums)
    return listed


def _summed(device: Device, sums: Pointer, size: int) -> int:
    """Replace numbers by the sums of the numbers before, and return the sum of all."""
    _add_up(device, sums, size)
    total = ctypes.c_void_p((sums.value or 0) + 8 * size)
    return int(device.fetch(total, 1, np.uint64)[0])


def _add_up(device: Device, sums: Pointer, size: int) -> None:
    device.run(("cells", "sums_before"), (sums, size), blocks=1, threads=1024)


def in_order(device: Device, listed: Listed, most: int) -> Listed:
    """The list by ascending keys up to `most`: a radix sort, the last digit first."""
    size = listed.size
    blocks = device.blocks(size, 16 * _THREADS, _SORTING_SIDE_BY_SIDE)
    sums = device.take(8 * (_DIGITS * blocks + 1))
    other = Listed(device.take(8 * size), device.take(8 * size), size)
    for shift in range(0, most.bit_length(), 8):
        digit = ctypes.c_uint(shift)
        device.run(
            ("cells", "count_digits"),
            (listed.keys, size, digit, sums),
            blocks=blocks,
            threads=_THREADS,
        )
        _add_up(device, sums, _DIGITS * blocks)
        device.run(
            ("cells", "move_digits"),
            (listed.keys, listed.counts, size, digit, sums, other.keys, other.counts),
            blocks=blocks,
            threads=_THREADS,
        )
        listed, other = other, listed
    device.give(sums, other.keys, other.counts)
    return listed
