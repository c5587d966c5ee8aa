"""Open tables in main memory: different numbers, however far apart, found by their hash.

How many there are is not known before. So a small table is tried first, which lies in the cache,
and a larger one where it proves full.
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

    from .card import Card

_FIRST = 1 << 20
_GROWTH = 16
_LONGEST = 128  # a search as long as this is not seen in a table that is half full
_SLOT = 16  # bytes
_THREADS = 256


class Slots(ctypes.Structure):
    """The structure of this name in the kernels."""

    _fields_ = (
        ("at", ctypes.c_void_p),
        ("capacity", ctypes.c_ulonglong),
        ("longest", ctypes.c_ulonglong),
        ("full", ctypes.c_void_p),
    )


def entered(card: Card, most: int, enter: Callable[[Slots], Any]) -> Slots:
    """A table of all that `enter` puts in, which is at most so many different numbers."""
    capacity = min(_FIRST, 2 * most)
    while True:
        last = capacity == 2 * most  # never full
        size = _SLOT * (capacity + 1)
        memory = card.take(size + 8, clear=True)
        full = ctypes.c_void_p((memory.value or 0) + size)
        slots = Slots(memory, capacity, 2**63 if last else _LONGEST, full)
        enter(slots)
        if last or not card.fetch(full, 1, np.uint64)[0]:
            return slots
        card.give(memory)
        capacity = min(_GROWTH * capacity, 2 * most)


def numbered(card: Card, side: Side) -> Side:
    """The same groups by the ranks of their labels."""
    labels = side.labels
    given = (ctypes.c_void_p(labels.pointer), labels.size, side.low % 2**64)
    types = {"LABEL": labels.c_type, "FLIP": "0"}
    blocks = card.blocks(labels.size, _THREADS, 8)

    def enter(slots: Slots) -> None:
        card.run(("labels", "enter"), (*given, slots), blocks=blocks, threads=_THREADS, types=types)

    slots = entered(card, min(labels.size, side.groups), enter)
    table = ctypes.c_void_p(slots.at)
    listed = in_order(card, in_use(card, table, slots.capacity + 1, "open"), side.groups - 1)
    if listed.size > 2**31 - 1:
        raise InputError(f"a side has {listed.size} groups, and a table has room for 2**31 - 1")
    card.run(
        ("cells", "rank_slots"),
        (listed.counts, listed.size, table),
        blocks=card.blocks(listed.size, _THREADS, 8),
        threads=_THREADS,
    )
    codes = card.take(4 * labels.size)
    card.run(
        ("labels", "look_up"), (*given, slots, codes), blocks=blocks, threads=_THREADS, types=types
    )
    names = side.named(card.fetch(listed.keys, listed.size, np.uint64))
    card.give(table, listed.keys, listed.counts)
    ranks = DeviceLabels(codes.value or 0, labels.size, np.dtype(np.uint32))
    return Side(ranks, 0, listed.size, names)
