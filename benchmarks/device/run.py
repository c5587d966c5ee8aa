"""Counting labels on a GPU, compared with the speed of its memory and with other libraries.

Run it on a machine with a GPU and torch: ``python benchmarks/device/run.py [FILE]``. Times are the
minimum of several runs, in milliseconds, from the call until the table is on the CPU. "On the
device" is the time until the cells of a large table are counted and sorted on the GPU.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import torch

import partita
from partita import Contingency
from partita.gpu.arrays import read_device
from partita.gpu.device import opened
from partita.gpu.driver import wait
from partita.gpu.large import listed_cells
from partita.gpu.sides import spanned
from partita.measures.measure import MEASURES

CASES = (
    (10**6, 100, "int32"),
    (10**8, 10, "int32"),
    (10**8, 100, "int32"),
    (10**8, 100, "int64"),
    (10**8, 500, "int32"),
    (10**8, 3000, "int32"),
    (10**8, 10**4, "int32"),
    (10**8, 10**7, "int32"),
    (10**8, 1000, "scattered"),
    (10**8, 10**7, "scattered"),
    (10**9, 10, "int32"),
    (10**9, 100, "int32"),
    (10**9, 100, "int64"),
    (10**9, 3000, "int32"),
    (10**9, 10**4, "int32"),
)
HEAD = (
    *("n", "K", "type", "cells", "reading both", "on the device", "table", "all measures"),
    *("bincount", "torchmetrics ARI", "its value", "ours"),
)
NOTES = (
    "Half of the objects have the same label on both sides. A scattered label is an int64 anywhere",
    "from -2⁶³ to 2⁶³ - 1. All measures are timed if the table has at most 10⁷ cells, except",
    "measures that reject such a table, as SMI does if sizes differ widely.",
)
_FEW_CELLS = 10**7
_SMALL = 340_000  # cells up to which tables are copied with their empty cells


def milliseconds(work: Callable[[], object], repeats: int = 7) -> float:
    """Minimum time of several runs."""
    times = []
    for _ in range(repeats):
        torch.cuda.synchronize()
        start = time.perf_counter()
        work()
        torch.cuda.synchronize()
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


def labels(n: int, groups: int, kind: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Labels on the GPU that agree in about half of the objects."""
    dtype = torch.int64 if kind == "scattered" else getattr(torch, kind)
    generator = torch.Generator("cuda").manual_seed(0)
    truth = torch.randint(groups, (n,), dtype=dtype, device="cuda", generator=generator)
    other = torch.randint(groups, (n,), dtype=dtype, device="cuda", generator=generator)
    prediction = torch.where(torch.rand(n, device="cuda", generator=generator) < 0.5, truth, other)
    if kind == "scattered":  # multiplying by an odd number is one-to-one modulo 2**64
        truth, prediction = (one * 0x1E3779B97F4A7C15 for one in (truth, prediction))
    return truth, prediction


def on_the_device(truth: torch.Tensor, prediction: torch.Tensor) -> None:
    """The sorted occupied cells of a large table, without the copy to the CPU."""
    with opened(truth.get_device()) as device:
        sides = read_device(truth, "truth"), read_device(prediction, "prediction")
        listed_cells(device, spanned(device, *sides))
        wait()


def table(truth: torch.Tensor, prediction: torch.Tensor) -> Contingency:
    """The contingency table of labels on the GPU."""
    return Contingency.from_labels(truth, prediction)


def everything(truth: torch.Tensor, prediction: torch.Tensor) -> dict[str, float]:
    """Every measure that has a value, from labels on the GPU."""
    return partita.compare(table=table(truth, prediction), measures="all").to_dict()


def row(n: int, groups: int, kind: str) -> tuple[str, ...]:
    """One case: partita, the limit and the other libraries."""
    truth, prediction = labels(n, groups, kind)
    reading = milliseconds(lambda: (truth.max(), prediction.max()))
    own = milliseconds(lambda: table(truth, prediction), 3)
    counted = table(truth, prediction)
    if counted.n != n:
        raise AssertionError(f"{counted.n} of {n} objects were counted")
    there = "-"
    if counted.nnz > _SMALL:
        there = f"{milliseconds(lambda: on_the_device(truth, prediction)):.3g}"
    few = counted.nnz <= _FEW_CELLS
    whole = f"{milliseconds(lambda: everything(truth, prediction), 3):.3g}" if few else "-"
    peer = "-"
    if groups <= 1000 and kind != "scattered":
        key = lambda: torch.bincount(truth * groups + prediction, minlength=groups * groups)  # noqa: E731
        peer = f"{milliseconds(key, 3):.3g}"
    score, theirs = "-", "-"
    if n <= 10**8 and groups <= 1000 and kind != "scattered":
        from torchmetrics.functional.clustering import adjusted_rand_score

        theirs = f"{float(adjusted_rand_score(prediction, truth)):.4f}"
        score = f"{milliseconds(lambda: adjusted_rand_score(prediction, truth), 3):.3g}"
    ours = f"{MEASURES['adjusted_rand'].of(counted):.4f}"
    times = f"{reading:.3g}", there, f"{own:.3g}", whole, peer, score, theirs
    return f"{n:.0e}", f"{groups:g}", kind, f"{counted.nnz:.3g}", *times, ours


def main() -> None:
    """Print the table and write it to the named file."""
    machine = f"{torch.cuda.get_device_name()}, torch {torch.__version__}"
    ours = f"partita {partita.__version__}, {date.today()}"
    lines = [f"{machine}, {ours}; milliseconds, minimum of several runs.", *NOTES, ""]
    lines += ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for case in CASES:
        lines.append("| " + " | ".join(row(*case)) + " |")
        print(lines[-1], flush=True)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
