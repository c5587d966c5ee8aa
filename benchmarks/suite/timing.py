"""Timing of contenders: random order, evicted caches, minimum of several runs, peak memory.

Every contender of a setting runs once per round, in a random order. Before a run the caches are
filled with other memory; its allocations count toward its time.
"""

from __future__ import annotations

import ctypes
import gc
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

Role = Literal["own", "peer", "limit"]
EVICTED = 200 * 10**6  # bytes: several times the largest cache of common machines
_PROC = Path("/proc/self")


def nothing() -> None:
    """Prepare nothing."""


@dataclass(frozen=True)
class Contender:
    """One way to do the work: `run` is timed, and `claims` turns its result into scores.

    Answers must agree within `tolerance`; zero requires the same bits. `prepare` makes the input of
    a run outside the timed run, for objects that keep their answers. With `loops` a run is repeated
    within one timing, with warm caches.
    """

    name: str
    job: str
    run: Callable[[Any], Any]
    claims: Callable[[Any], dict[str, Any]]
    role: Role = "peer"
    threads: int = 1
    tolerance: float = 1e-9
    prepare: Callable[[], Any] = nothing
    loops: int = 1
    clock: Callable[[], float] = time.process_time  # of another process, if that process works

    @property
    def key(self) -> str:
        """Name, job and threads, which identify it."""
        return f"{self.name} {self.job} ({self.threads})"


@dataclass
class Timing:
    """Wall and CPU seconds of a run (minimum of all), and extra memory (maximum)."""

    contender: Contender
    walls: list[float] = field(default_factory=list)
    cpus: list[float] = field(default_factory=list)
    peak: int | None = None
    claims: dict[str, Any] = field(default_factory=dict)
    note: str = ""

    @property
    def wall(self) -> float:
        """Minimum wall time in seconds."""
        return min(self.walls)

    @property
    def cpu(self) -> float:
        """Minimum CPU time of all threads together, in seconds."""
        return min(self.cpus)


def measure(
    contenders: Sequence[Contender], *, repeats: int, budget: float, evicted: int = EVICTED
) -> list[Timing]:
    """Time contenders in rounds of random order, until the time or the rounds are used up."""
    gc.collect()
    gc.disable()  # no run collects the garbage of another
    order = random.Random(0)  # noqa: S311 - an order of runs, nothing secret
    timings = [Timing(contender) for contender in contenders]
    for _ in range(repeats):
        active = [one for one in timings if sum(one.walls) < budget]
        order.shuffle(active)
        for timing in active:
            _run(timing, evicted)
    gc.enable()
    return timings


def _run(timing: Timing, evicted: int) -> None:
    contender = timing.contender
    given = contender.prepare()
    if contender.loops == 1:
        evict(evicted)
    first = not timing.walls
    here = contender.clock is time.process_time
    before = _reset_peak() if first and here else None
    cpu, start = contender.clock(), time.perf_counter()
    for _ in range(contender.loops):
        result = contender.run(given)
    wall, cpu = time.perf_counter() - start, contender.clock() - cpu
    timing.walls.append(wall / contender.loops)
    timing.cpus.append(cpu / contender.loops)
    if first:
        if before is not None:
            timing.peak = max(0, _status("VmHWM") - before)
        timing.claims = contender.claims(result)


@cache
def _buffer(size: int) -> np.ndarray:
    return np.zeros(size // 8)


def evict(size: int) -> None:
    """Fill the caches with this many bytes of memory that no contender reads."""
    np.add(_buffer(size), 1.0, out=_buffer(size))


def _status(name: str) -> int:
    """A number of bytes from the status of this process."""
    for line in (_PROC / "status").read_text(encoding="ascii").splitlines():
        if line.startswith(name + ":"):
            return 1024 * int(line.split()[1])
    raise KeyError(name)


def _reset_peak() -> int | None:
    """Reset the peak and return freed memory; give the bytes in use, None if unknown."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
        (_PROC / "clear_refs").write_text("5", encoding="ascii")
        return _status("VmRSS")
    except (OSError, AttributeError, KeyError):
        return None
