"""Threads and processes that score, count and call the command line for minutes."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from labelings import scores

import partita
from partita import Contingency

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

GROWTH = 1.25  # most growth of memory after the first third of the time
MIB = 2**20


class Task(NamedTuple):
    """A call that is repeated, and its expected result."""

    work: Callable[[], Any]
    expected: Any


def sides(seed: int, objects: int = 20_000) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two labelings of the same objects."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, 30, objects)
    return truth, np.where(random.random(objects) < 0.6, truth, random.integers(0, 40, objects))


def fresh(table: Any) -> Any:
    """A table with the same cells that has computed nothing yet."""
    return Contingency.from_cells(
        table.classes[table.rows], table.clusters[table.cols], table.counts
    )


def tasks() -> list[Task]:
    """Scores of a shared table, scores of separate tables, and tables of labels."""
    pairs = [sides(seed) for seed in range(4)]
    tables = [Contingency.from_labels(*pair) for pair in pairs]
    text = [side.astype(str).tolist() for side in pairs[0]]
    shared = tables[0]
    everything = scores(fresh(shared))
    found = [
        Task(lambda: scores(shared), everything),
        Task(lambda: scores(fresh(shared)), everything),
        Task(lambda: partita.adjusted_rand(*text), partita.adjusted_rand.of(shared)),
    ]
    for (truth, prediction), table in zip(pairs, tables, strict=True):
        found.append(
            Task(
                lambda truth=truth, prediction=prediction: Contingency.from_labels(
                    truth, prediction
                ).counts.tolist(),
                table.counts.tolist(),
            )
        )
    return found


def hammer(all_tasks: list[Task], until: float, first: int, counts: list[tuple[int, int]]) -> None:
    """Run the tasks in turn, at least one; add the numbers of calls and of wrong results."""
    done = wrong = 0
    while not done or time.monotonic() < until:
        task = all_tasks[(first + done) % len(all_tasks)]
        wrong += task.work() != task.expected
        done += 1
    counts.append((done, wrong))


def threaded(until: float, threads: int) -> tuple[int, int]:
    """The numbers of calls and of wrong results of threads on shared tables."""
    counts: list[tuple[int, int]] = []
    all_tasks = tasks()
    workers = [
        threading.Thread(target=hammer, args=(all_tasks, until, k, counts)) for k in range(threads)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    lost = threads - len(counts)  # a thread that raised
    return sum(done for done, _ in counts), sum(wrong for _, wrong in counts) + lost


def single(until: float, first: int, answers: Any) -> None:
    """One process; every eighth call is the command line, which starts another process."""
    counts: list[tuple[int, int]] = []
    all_tasks = tasks()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "labels.csv"
        truth, prediction = sides(0, 500)
        lines = (f"{a},{b}" for a, b in zip(truth.tolist(), prediction.tolist(), strict=True))
        file.write_text("truth,prediction\n" + "\n".join(lines) + "\n")
        columns = ("--truth", "truth", "--prediction", "prediction")
        command = (sys.executable, "-m", "partita", "score", str(file), *columns)
        if first % 8 == 0:
            expected = _output(command)
            all_tasks.append(Task(lambda: _output(command), expected))
        hammer(all_tasks, until, first, counts)
        left = sorted(os.listdir(folder)) != ["labels.csv"]
    answers.put((counts[0][0], counts[0][1] + left))


def _output(command: tuple[str, ...]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603


def resident(process: int) -> float:
    """Memory of a process in MiB; 0 if it cannot be read."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


def watch(processes: list[int], until: float, samples: list[float]) -> None:
    """Sample the memory of all processes."""
    while time.monotonic() < until:
        samples.append(sum(map(resident, processes)))
        time.sleep(0.5)


def measured(minutes: float, threads: int = 64, processes: int = 16) -> tuple[str, list[str]]:
    """Put load on the machine; return a summary and the failures."""
    until = time.monotonic() + 60 * minutes
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    others = [context.Process(target=single, args=(until, k, answers)) for k in range(processes)]
    for other in others:
        other.start()
    samples: list[float] = []
    ids = [os.getpid(), *(other.pid or 0 for other in others)]
    watcher = threading.Thread(target=watch, args=(ids, until, samples))
    watcher.start()
    calls, wrong = threaded(until, threads)
    watcher.join()
    for other in others:
        other.join(120)
    codes = [other.exitcode for other in others]
    while not answers.empty():
        done, bad = answers.get()
        calls, wrong = calls + done, wrong + bad
    early = max(samples[len(samples) // 6 : len(samples) // 3] or [0.0])
    late = max(samples[2 * len(samples) // 3 :] or [0.0])
    summary = (
        f"{threads} threads and {processes} processes for {minutes:g} minutes: {calls:,} calls, "
        f"{wrong} wrong; memory {early:,.0f} MiB in the first third, {late:,.0f} MiB in the last"
    )
    failures = [f"{wrong} results differ"] if wrong else []
    failures += [f"processes ended with {codes}"] if any(codes) else []
    failures += [f"memory grew: {summary}"] if late > GROWTH * early else []
    return summary, failures
