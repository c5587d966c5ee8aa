"""One GPU during one count: its memory, its kernels, and copies to the CPU."""

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

_START = 1 << 20  # bytes allocated at once: an allocation takes as long as counting a million
_ALIGNED = 256
_PAGE = 4096
_PIECE = 1 << 24
_THREADS = 8


class Device:
    """A GPU by its number; the memory taken from it is released after the count."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.processors = driver.processors(number)
        self.shared_memory = driver.shared_memory(number)
        self._taken: dict[int, Pointer] = {}
        self._start, self._used = driver.allocate(_START), 0

    def take(self, size: int, *, clear: bool = False) -> Pointer:
        """Device memory of this many bytes; small pieces are cut from one allocation."""
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
        """Release memory before the end, except for small pieces."""
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
        """Start a kernel, given by its file and name; integers are passed with 64 bits."""
        function = kernel(self.number, *name, **(types or {}))
        values = [ctypes.c_ulonglong(one) if isinstance(one, int) else one for one in arguments]
        driver.launch(function, blocks, threads, shared, values)

    def blocks(self, items: int, threads: int, side_by_side: int) -> int:
        """The number of blocks: as many as run at the same time, fewer for little work."""
        return max(1, min(-(-items // threads), side_by_side * self.processors))

    def fetch(self, pointer: Pointer, size: int, dtype: Any) -> NDArray[Any]:
        """Copy this many numbers to the CPU, after the kernels before."""
        target = np.empty(size, dtype)
        if target.nbytes > _PIECE:
            _touch_pages(target.view(np.uint8))
        driver.copy_to_host(target.ctypes.data, pointer.value or 0, target.nbytes)
        return target

    def close(self) -> None:
        """Release all memory."""
        self.give(*self._taken.values())
        driver.release(self._start)


@contextmanager
def opened(number: int) -> Iterator[Device]:
    """Work on a GPU, once its running kernels have finished."""
    with driver.current(number):
        driver.wait()
        device = Device(number)
        try:
            yield device
        finally:
            device.close()


def _touch_pages(memory: NDArray[np.uint8]) -> None:
    """Let the system allocate the pages of new memory now, in several threads.

    Otherwise one thread does so during the copy, which takes longer than the copy itself.
    """

    def touch(start: int) -> None:
        memory[start : start + _PIECE : _PAGE] = 0

    with ThreadPoolExecutor(min(_THREADS, os.cpu_count() or 1)) as pool:
        list(pool.map(touch, range(0, len(memory), _PIECE)))
