"""Map which ends of soft clusterings partita can certify, and how long that takes.

Run with the package installed:

    python benchmarks/soft/feasibility.py found.csv [--kinds rough fuzzy] [--sizes 150 1000]
    python benchmarks/soft/feasibility.py --table before.csv found.csv

The first form computes the ends of Rand, ARI and V by `partita.extremes` for k Gaussian clusters on
a circle, neighbors 2.2 standard deviations apart, against the true classes. The second form writes
two such files as one table into `results.md`. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from time import process_time

import numpy as np

import partita
from partita.soft import Fuzzy, Possibilistic, Rough
from partita.soft.kinds.base import Soft

KINDS = ("fuzzy", "rough", "poss10")
MEASURES = ("rand", "adjusted_rand", "v_measure")
SIZES = (50, 150, 500, 1_000, 10_000, 100_000)
CLUSTERS = (2, 3, 5, 10)
FIELDS = ("kind", "measure", "n", "k", "low", "low_inner", "high_inner", "high", "seconds")
START = "## Ends that are certified"

NOTE = """\
`partita.extremes` for k Gaussian clusters on a circle, neighbors 2.2 standard deviations apart,
against the true classes. `fuzzy`: the posterior probabilities, so that every cluster is possible
(evidential c-means allows the same clusterings). `rough`: clusters with at least a tenth of the
highest posterior probability. `poss10`: posterior probabilities divided by the highest, rounded to
ten levels. Widths are those of the bracket of the low and of the high end; 0 is a certified end.
Seconds are CPU seconds for both ends on a busy machine. `before` is the version without prices and
Dinkelbach's method.
"""


def data(n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """True classes, and the posterior probabilities of the clusters."""
    rng = np.random.default_rng(n + k)
    angle = 2 * np.pi * np.arange(k) / k
    centers = 1.1 / np.sin(np.pi / k) * np.column_stack((np.cos(angle), np.sin(angle)))
    truth = rng.integers(k, size=n)
    points = centers[truth] + rng.normal(size=(n, 2))
    log = -((points[:, None] - centers) ** 2).sum(axis=2) / 2
    weight = np.exp(log - log.max(axis=1, keepdims=True))
    return truth, np.maximum(weight / weight.sum(axis=1, keepdims=True), 1e-12)


def soft(kind: str, posterior: np.ndarray) -> Soft:
    """The soft clustering that a method of this kind would report.

    Evidential c-means gives a mass to every set of clusters, so its ends are those of `fuzzy`.
    """
    share = posterior / posterior.max(axis=1, keepdims=True)
    if kind == "rough":
        return Rough(share >= 0.1)
    if kind == "poss10":
        return Possibilistic(np.round(share, 1))
    return Fuzzy.normalized(posterior)


def rows(arguments: argparse.Namespace) -> Iterator[list[object]]:
    """The ends of every combination, with the CPU seconds of the call."""
    for n, k, kind in product(arguments.sizes, arguments.clusters, arguments.kinds):
        truth, posterior = data(n, k)
        prediction = soft(kind, posterior)
        for measure in arguments.measures:
            start = process_time()
            found = partita.extremes(measure, truth, prediction)
            seconds = process_time() - start
            low, high = found.low, found.high
            ends = low.outer, low.inner, high.inner, high.outer
            yield [kind, measure, n, k, *map(repr, ends), f"{seconds:.3f}"]


def table(before: Path, after: Path) -> str:
    """Both files as Markdown: for each end the width of its bracket, and the CPU seconds."""
    old, new = read(before), read(after)
    names = "soft side, measure, n, k, low end, high end, width before, width now"
    head = [*names.split(", "), "seconds before", "seconds now"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for key, row in new.items():
        was = old.get(key)
        ends = f"{float(row['low_inner']):.4f} | {float(row['high_inner']):.4f}"
        widths = f"{width(was) if was else ''} | {width(row)}"
        seconds = f"{float(was['seconds']):.2f}" if was else ""
        lines.append(
            f"| {' | '.join(key)} | {ends} | {widths} | {seconds} | {float(row['seconds']):.2f} |"
        )
    return "\n".join(lines)


def read(path: Path) -> dict[tuple[str, ...], dict[str, str]]:
    """The rows of a file by kind, measure, n and k."""
    with path.open(newline="", encoding="utf-8") as file:
        return {tuple(row[name] for name in FIELDS[:4]): row for row in csv.DictReader(file)}


def width(row: dict[str, str]) -> str:
    """The widths of the brackets of the low and of the high end; 0 if the end is certified."""
    low = float(row["low_inner"]) - float(row["low"])
    high = float(row["high"]) - float(row["high_inner"])
    return f"{low:.1g} / {high:.1g}"


def main() -> None:
    """Compute the map, or write it into the page of results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--kinds", nargs="+", default=KINDS)
    parser.add_argument("--measures", nargs="+", default=MEASURES)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--clusters", nargs="+", type=int, default=CLUSTERS)
    arguments = parser.parse_args()
    if arguments.table:
        page = Path(__file__).with_name("results.md")
        text = page.read_text(encoding="utf-8").partition(START)[0].rstrip()
        page.write_text(f"{text}\n\n{START}\n\n{NOTE}\n{table(*arguments.files)}\n", "utf-8")
        return
    with arguments.files[0].open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(FIELDS)
        for row in rows(arguments):
            writer.writerow(row)
            file.flush()
            print(*row, flush=True)


if __name__ == "__main__":
    main()
