"""Small files that unpack to huge ones: rejected with the place, or counted in bounded memory."""

from __future__ import annotations

import gzip
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOM = 2 << 30  # address space of a command: numpy, DuckDB and PyArrow take 1.2 GB of it
UNIT = 1 << 24


class Bomb(NamedTuple):
    """A file whose text is a head and then many repetitions of a unit."""

    name: str
    head: bytes
    unit: bytes
    status: int
    expected: str  # in the first line on stderr, or on stdout

    def write(self, folder: Path, gigabytes: float) -> int:
        """Write it; return its size on disk."""
        pack = _zstd if self.name.endswith(".zst") else gzip.compress
        body = pack(self.unit * (UNIT // len(self.unit)))
        path = folder / self.name
        path.write_bytes(pack(self.head) + body * int(gigabytes * (1 << 30) / UNIT))
        return path.stat().st_size


BOMBS = {
    "one line": Bomb("b.csv.gz", b"truth,a\n", b"x", 2, "b.csv.gz, line 2: longer than 32 MiB"),
    "zstd": Bomb("b.csv.zst", b"truth,a\n", b"x", 2, "b.csv.zst, line 2: longer than 32 MiB"),
    "header": Bomb("b.csv.gz", b"truth,a,", b"x,", 2, "b.csv.gz, line 1: longer than 32 MiB"),
    "field": Bomb("b.csv.gz", b'truth,a\n"', b"x\n", 2, "b.csv.gz, line 2: malformed: field"),
    "object": Bomb("b.jsonl.zst", b'{"truth": "', b"x", 2, "line 1: longer than 64 MiB"),
    "nest": Bomb("b.jsonl.zst", b'{"truth": ', b"[", 2, "line 1: longer than 64 MiB"),
}
ROWS = {
    "rows": Bomb("b.csv.zst", b"truth,a\n", b"x,y\n", 0, '"n": {}'),
    "mixed line ends": Bomb("b.csv.zst", b"truth,a\nx,y\r\n", b"x,y\n", 0, '"n": {}'),
}
SHARES = {"rows": 1 / 16, "mixed line ends": 1 / 128}  # our own reader takes a second a million


def _zstd(data: bytes) -> bytes:
    import pyarrow as pa

    packed: bytes = pa.compress(data, codec="zstd", asbytes=True)
    return packed


def limited(
    folder: Path, *words: str, memory: int = ROOM, seconds: float = 600
) -> subprocess.CompletedProcess[str]:
    """Run a command with a limit on its address space."""
    return subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-m", "partita", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )


def scored(folder: Path, name: str, memory: int = ROOM) -> subprocess.CompletedProcess[str]:
    """Score a file."""
    words = ["--truth", "truth", "--prediction", "a", "--measure", "rand", "--format", "json"]
    return limited(folder, "score", name, *words, memory=memory)


def measured(gigabytes: float) -> tuple[str, list[str]]:
    """Run every bomb, and rows that our reader must count; return a summary and the failures."""
    from tempfile import TemporaryDirectory

    summary, failures = [], []
    for kind, bomb in {**BOMBS, **ROWS}.items():
        size = gigabytes * SHARES.get(kind, 1)
        with TemporaryDirectory() as name:
            packed = bomb.write(Path(name), size)
            start = time.monotonic()
            ended = scored(Path(name), bomb.name)
        rows = int(size * (1 << 30) / UNIT) * (UNIT // 4) + ("\r" in bomb.head.decode())
        first = (ended.stderr or ended.stdout) if ended.returncode else ended.stdout
        good = ended.returncode == bomb.status and bomb.expected.format(rows) in first
        summary.append(
            f"{kind}: {packed / 1e6:.1f} MB that unpack to {size:.2f} GiB, exit status "
            f"{ended.returncode} after {time.monotonic() - start:.0f} s"
        )
        if not good:
            failures.append(f"{summary[-1]}: {first[:300]}")
    return "\n".join(summary), failures
