"""Hash tables in device memory, for distinct numbers that may be far apart.

Their number is not known in advance. So a small table, which fits into the cache, is tried first,
and a larger one if that is full.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import InputError
from .arrays import DeviceLabels
from .ordered import in_order, in_use
from .sides import Side

if TYPE_CHECKING:
    from collections.abc import Callable

    from .device import Device

_FIRST = 1 << 20
_GROWTH = 16
_LONGEST = 128  # steps of a search; a table that is half full never needs as many
_SLOT = 16  # bytes
_THREADS = 256


class Slots(ctypes.Structure):
    """The struct of this name in the kernels."""

    _fields_ = (
        ("at", ctypes.c_void_p),
        ("capacity", ctypes.c_ulonglong),
        ("longest", ctypes.c_ulonglong),
        ("full", ctypes.c_void_p),
    )


def entered(device: Device, most: int, enter: Callable[[Slots], Any]) -> Slots:
    """A table of all numbers that `enter` adds, at most this many distinct ones."""
    capacity = min(_FIRST, 2 * most)
    while True:
        last = capacity == 2 * most  # cannot become full
        size = _SLOT * (capacity + 1)
        memory = device.take(size + 8, clear=True)
        full = ctypes.c_void_p((memory.value or 0) + size)
        slots = Slots(memory, capacity, 2**63 if last else _LONGEST, full)
        enter(slots)
        if last or not device.fetch(full, 1, np.uint64)[0]:
            return slots
        device.give(memory)
        capacity = min(_GROWTH * capacity, 2 * most)


def numbered(device: Device, side: Side) -> Side:
    """The side with its labels replaced by their ranks."""
    labels = side.labels
    given = (ctypes.c_void_p(labels.pointer), labels.size, side.low % 2**64)
    types = {"LABEL": labels.c_type, "FLIP": "0"}
    blocks = device.blocks(labels.size, _THREADS, 8)

    def enter(slots: Slots) -> None:
        device.run(
            ("labels", "enter"), (*given, slots), blocks=blocks, threads=_THREADS, types=types
        )

    slots = entered(device, min(labels.size, side.groups), enter)
    table = ctypes.c_void_p(slots.at)
    listed = in_order(device, in_use(device, table, slots.capacity + 1, "hash"), side.groups - 1)
    if listed.size > 2**31 - 1:
        raise InputError(f"a side has {listed.size} groups, but a table can have at most 2**31 - 1")
    device.run(
        ("cells", "rank_slots"),
        (listed.counts, listed.size, table),
        blocks=device.blocks(listed.size, _THREADS, 8),
        threads=_THREADS,
    )
    codes = device.take(4 * labels.size)
    device.run(
        ("labels", "look_up"), (*given, slots, codes), blocks=blocks, threads=_THREADS, types=types
    )
    names = side.named(device.fetch(listed.keys, listed.size, np.uint64))
    device.give(table, listed.keys, listed.counts)
    ranks = DeviceLabels(codes.value or 0, labels.size, np.dtype(np.uint32))
    return Side(ranks, 0, listed.size, names)
