"""The machine and the versions of the libraries, without names of hosts."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = (
    *("partita", "numpy", "scipy", "scikit-learn", "pandas", "polars", "duckdb", "pyarrow"),
    *("numba", "genieclust", "clusim", "torch", "torchmetrics", "igraph", "fastami"),
)


def machine() -> str:
    """Processor, cores, caches and memory in one line."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{_processor()}, {os.cpu_count()} cores, {_caches()}, {memory:.0f} GiB of memory"


def versions() -> str:
    """Python and the packages that are installed."""
    found = [f"Python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def load() -> str:
    """The mean number of processes that wanted the processor in the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]} ({platform.machine()})" if names else platform.machine()


def _caches() -> str:
    """Sizes of the first core's caches."""
    found = []
    for folder in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, kind, size = (
            (folder / name).read_text(encoding="ascii").strip()
            for name in ("level", "type", "size")
        )
        if kind != "Instruction":
            found.append(f"L{level} {size}")
    return "caches " + ", ".join(found) if found else "caches unknown"
