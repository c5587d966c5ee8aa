"""One GPU for the length of one count: its memory, its kernels, and the way home."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from . import driver
from .compiler import kernel
from .driver import Pointer

if TYPE_CHECKING:
    from numpy.typing import NDArray

_START = 1 << 20  # bytes taken at once: asking for memory takes as long as counting a million
_ALIGNED = 256
_PAGE = 4096
_PIECE = 1 << 24
_HANDS = 8


class Card:
    """What is taken here is given back when the count is over."""

    def __init__(self, device: int) -> None:
        self.device = device
        self.processors = driver.processors(device)
        self.shared_memory = driver.shared_memory(device)
        self._taken: dict[int, Pointer] = {}
        self._start, self._used = driver.allocate(_START), 0

    def take(self, size: int, *, clear: bool = False) -> Pointer:
        """Main memory of so many bytes; the first little ones are cut from one piece."""
        if self._used + size <= _START:
            pointer = Pointer((self._start.value or 0) + self._used)
            self._used += -(-size // _ALIGNED) * _ALIGNED
        else:
            pointer = driver.allocate(size)
            self._taken[pointer.value or 0] = pointer
        if clear:
            driver.clear(pointer, size)
        return pointer

    def give(self, *pointers: Pointer) -> None:
        """Return memory before the end, if it is more than a little."""
        for pointer in pointers:
            held = self._taken.pop(pointer.value or 0, None)
            if held is not None:
                driver.release(held)

    def run(
        self,
        name: tuple[str, str],
        arguments: tuple[Any, ...],
        *,
        blocks: int,
        threads: int,
        shared: int = 0,
        types: dict[str, str] | None = None,
    ) -> None:
        """Start a kernel, given by its file and its name; whole numbers are passed with 64 bits."""
        function = kernel(self.device, *name, **(types or {}))
        values = [ctypes.c_ulonglong(one) if isinstance(one, int) else one for one in arguments]
        driver.launch(function, blocks, threads, shared, values)

    def blocks(self, items: int, threads: int, side_by_side: int) -> int:
        """As many blocks as run side by side, fewer where there is little to do."""
        return max(1, min(-(-items // threads), side_by_side * self.processors))

    def fetch(self, pointer: Pointer, size: int, dtype: Any) -> NDArray[Any]:
        """So many numbers from main memory, after the kernels before."""
        target = np.empty(size, dtype)
        if target.nbytes > _PIECE:
            _make_real(target.view(np.uint8))
        driver.copy_home(target.ctypes.data, pointer.value or 0, target.nbytes)
        return target

    def close(self) -> None:
        """Return all memory."""
        self.give(*self._taken.values())
        driver.release(self._start)


@contextmanager
def working(device: int) -> Iterator[Card]:
    """Work on one GPU, after all that was begun there."""
    with driver.current(device):
        driver.wait()
        card = Card(device)
        try:
            yield card
        finally:
            card.close()


def _make_real(memory: NDArray[np.uint8]) -> None:
    """Have new memory found by the system now, page by page, in several threads.

    Otherwise that happens within the copy, by one thread, and takes longer than the copy itself.
    """

    def touch(start: int) -> None:
        memory[start : start + _PIECE : _PAGE] = 0

    with ThreadPoolExecutor(min(_HANDS, os.cpu_count() or 1)) as hands:
        list(hands.map(touch, range(0, len(memory), _PIECE)))
