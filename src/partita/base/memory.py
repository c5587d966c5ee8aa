"""Check that there is memory for a result that is far larger than its input.

Systems often promise memory that they do not have and kill the process that uses it, so results
that would not fit are refused before they are allocated.
"""

from __future__ import annotations

import os

from .errors import InputError

_MEMORY = "/proc/meminfo"
_FILES = ("inactive_file", "active_file")
_GROUPS = (  # control groups: the limit, the use and its parts
    (
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory.current",
        "/sys/fs/cgroup/memory.stat",
    ),
    (
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
        "/sys/fs/cgroup/memory/memory.stat",
    ),
)


class RoomError(MemoryError):
    """The system refused memory; says for what, and what to do."""

    def __init__(self, finding: str, remedy: str) -> None:
        super().__init__(finding, remedy)
        self.finding, self.remedy = finding, remedy

    def __str__(self) -> str:
        return f"{self.finding}; {self.remedy}"


def require_room(what: str, needed: int, remedy: str) -> None:
    """Refuse a result that needs more bytes than are free."""
    free = free_bytes()
    if free is not None and needed > free:
        raise InputError(
            f"{what} needs {bytes_text(needed)} of memory, and {bytes_text(free)} are free: "
            f"{remedy}"
        )


def bytes_text(size: int) -> str:
    """A number of bytes for people to read.

    Examples
    --------
    >>> bytes_text(80_000_000_000), bytes_text(1536)
    ('74.5 GiB', '1.5 KiB')
    """
    value, unit = float(size), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB", "PiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.1f} {unit}" if unit != "bytes" else f"{size} bytes"


def free_bytes() -> int | None:
    """Bytes that this process can still get from the machine, its container and its own limit."""
    found = [_machine(), *(_group(*paths) for paths in _GROUPS), _process()]
    known = [size for size in found if size is not None]
    return max(min(known), 0) if known else None


def _machine() -> int | None:
    try:
        with open(_MEMORY, encoding="ascii") as lines:
            sizes = dict(line.split(":", 1) for line in lines)
        return sum(int(sizes[name].split()[0]) for name in ("MemAvailable", "SwapFree")) * 1024
    except (OSError, KeyError, ValueError):
        return None  # another system than Linux


def _group(limit: str, used: str, parts: str) -> int | None:
    try:
        with open(limit, encoding="ascii") as most, open(used, encoding="ascii") as now:
            return int(most.read()) - max(int(now.read()) - _cached(parts), 0)
    except (OSError, ValueError):  # no container, or no limit ("max")
        return None


def _cached(parts: str) -> int:
    """Bytes of cached files in a container, which the system frees on demand."""
    try:
        with open(parts, encoding="ascii") as lines:
            sizes = dict(line.split() for line in lines)
        # Version 1 of control groups names the total over nested groups differently.
        found = (sizes.get(f"total_{name}", sizes.get(name, "0")) for name in _FILES)
        return sum(map(int, found))
    except (OSError, ValueError):
        return 0


def _process() -> int | None:
    try:
        import resource

        most = resource.getrlimit(resource.RLIMIT_AS)[0]
        if most == resource.RLIM_INFINITY:
            return None
        with open("/proc/self/statm", encoding="ascii") as sizes:
            return most - int(sizes.read().split()[0]) * os.sysconf("SC_PAGESIZE")
    except (ImportError, OSError, ValueError):
        return None
