"""Processes killed while they write: the file is the old one or a complete new one."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import partita
from partita.base.files import write_whole

LABELS = Path(partita.__file__).parent / "data" / "cells.csv"
SCORE = ["score", str(LABELS), "--truth", "cell_line", "--prediction", "kmeans_5"]
SCORE += ["--format", "json", "--output", "scores.json", "--report", "report.html"]


class Outcome(NamedTuple):
    """The files found after the kills."""

    rounds: int
    old: int  # number of old files
    new: int  # number of complete new files
    broken: int
    drafts: int  # drafts left next to the file
    after: int  # drafts left after one more write

    def __str__(self) -> str:
        return (
            f"{self.rounds} kills: {self.old} left the old file, {self.new} a complete new one, "
            f"{self.broken} a broken one; {self.drafts} drafts left, {self.after} after one write"
        )


def content(seed: int, size: int) -> bytes:
    """Bytes that show whether they are complete."""
    body = random.Random(seed).randbytes(size)  # noqa: S311 - no secret
    return hashlib.sha256(body).hexdigest().encode() + body


def is_whole(data: bytes) -> bool:
    """Whether the bytes are complete."""
    return hashlib.sha256(data[64:]).hexdigest().encode() == data[:64]


def of_writers(folder: Path, rounds: int, seed: int = 0, size: int = 1 << 20) -> Outcome:
    """Kill a process that only replaces a file, at random moments."""
    random_ = random.Random(seed)  # noqa: S311 - no secret
    target = folder / "target"
    contents = [content(one, size) for one in range(4)]
    write_whole(target, contents[0])
    found = [0, 0, 0]
    drafts: set[str] = set()
    for _ in range(rounds):
        before = target.read_bytes()
        child = os.fork()
        if not child:
            while True:
                for one in contents:
                    write_whole(target, one)
        time.sleep(random_.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        data = target.read_bytes()
        found[0 if data == before else 1 if is_whole(data) else 2] += 1
        drafts |= set(os.listdir(folder)) - {target.name}
    write_whole(target, contents[0])
    return Outcome(rounds, *found, len(drafts), len(os.listdir(folder)) - 1)


def of_commands(folder: Path, rounds: int, seed: int = 0, words: Sequence[str] = ()) -> Outcome:
    """Kill a command at random moments; by default one that writes a report and scores."""
    random_ = random.Random(seed)  # noqa: S311 - no secret
    command = [sys.executable, "-m", "partita", *(words or SCORE)]
    started = time.monotonic()
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - ours
    life = time.monotonic() - started
    names = os.listdir(folder)
    whole = {name: (folder / name).read_bytes() for name in names}
    found = [0, 0, 0]
    drafts: set[str] = set()
    for _ in range(rounds):
        for name in names:
            (folder / name).write_bytes(b"old")
        with subprocess.Popen(  # noqa: S603 - as above
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            time.sleep(random_.random() * 1.2 * life)
            process.kill()
        states = [(folder / name).read_bytes() for name in names]
        pairs = zip(states, whole.values(), strict=True)
        found[max(0 if now == b"old" else 1 if now == new else 2 for now, new in pairs)] += 1
        drafts |= set(os.listdir(folder)) - set(names)
    for name in names:
        write_whole(folder / name, whole[name])
    return Outcome(rounds, *found, len(drafts), len(os.listdir(folder)) - len(names))


def measured(rounds: int, seed: int) -> tuple[str, list[str]]:
    """Kill ten writers per command; return a summary and the failures."""
    from tempfile import TemporaryDirectory

    summary, failures = [], []
    for what, work, times in (("writers", of_writers, 10), ("commands", of_commands, 1)):
        with TemporaryDirectory() as folder:
            found = work(Path(folder), rounds * times, seed)
        summary.append(f"{what}: {found}")
        if found.broken or found.after:
            failures.append(summary[-1])
    return "\n".join(summary), failures
