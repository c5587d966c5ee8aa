"""Counting labels on a GPU, beside the limit of its memory and the other libraries there.

Run where there is a GPU with torch: ``python benchmarks/device/run.py [FILE]``. Times are the
least of several, in milliseconds, from the call until the table is at home.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch

from partita import Contingency
from partita.measure import MEASURES

CASES = (
    (10**6, 100, "int32"),
    (10**8, 10, "int32"),
    (10**8, 100, "int32"),
    (10**8, 100, "int64"),
    (10**8, 3000, "int32"),
    (10**8, 10**4, "int32"),
    (10**9, 10, "int32"),
    (10**9, 100, "int32"),
    (10**9, 100, "int64"),
)
HEAD = (
    *("n", "K", "type", "reading both", "table", "all measures", "bincount"),
    *("torchmetrics ARI", "its value", "ours"),
)


def milliseconds(work: Callable[[], object], repeats: int = 7) -> float:
    """Least time of several runs."""
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
    dtype = getattr(torch, kind)
    generator = torch.Generator("cuda").manual_seed(0)
    truth = torch.randint(groups, (n,), dtype=dtype, device="cuda", generator=generator)
    other = torch.randint(groups, (n,), dtype=dtype, device="cuda", generator=generator)
    prediction = torch.where(torch.rand(n, device="cuda", generator=generator) < 0.5, truth, other)
    return truth, prediction


def table(truth: torch.Tensor, prediction: torch.Tensor) -> Contingency:
    """The contingency table of labels on the GPU."""
    return Contingency.from_labels(truth, prediction)


def everything(truth: torch.Tensor, prediction: torch.Tensor) -> list[float]:
    """Every measure, from labels on the GPU."""
    counted = table(truth, prediction)
    return [one.of(counted) for one in MEASURES.values()]


def row(n: int, groups: int, kind: str) -> tuple[str, ...]:
    """One case: ours beside the limit and the others."""
    truth, prediction = labels(n, groups, kind)
    reading = milliseconds(lambda: (truth.max(), prediction.max()))
    own = milliseconds(lambda: table(truth, prediction))
    whole = milliseconds(lambda: everything(truth, prediction), 3)
    peer = "-"
    if groups <= 1000:
        key = lambda: torch.bincount(truth * groups + prediction, minlength=groups * groups)  # noqa: E731
        peer = f"{milliseconds(key, 3):.3g}"
    score, theirs = "-", "-"
    if n <= 10**8 and groups <= 1000:
        from torchmetrics.functional.clustering import adjusted_rand_score

        theirs = f"{float(adjusted_rand_score(prediction, truth)):.4f}"
        score = f"{milliseconds(lambda: adjusted_rand_score(prediction, truth), 3):.3g}"
    ours = MEASURES["adjusted_rand"].of(table(truth, prediction))
    numbers = f"{reading:.3g}", f"{own:.3g}", f"{whole:.3g}", peer, score, theirs, f"{ours:.4f}"
    return f"{n:.0e}", str(groups), kind, *numbers


def main() -> None:
    """Print the table, and write it to the file named."""
    machine = f"{torch.cuda.get_device_name()}, torch {torch.__version__}"
    lines = [f"{machine}; milliseconds, least of several.", ""]
    lines += ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for case in CASES:
        lines.append("| " + " | ".join(row(*case)) + " |")
        print(lines[-1], flush=True)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
