"""Time the comparisons of soft clusterings and write a table next to this file.

Run with the package installed (and scikit-learn, for the Iris data):

    python benchmarks/soft/run.py

Each task runs three times; the table has the median. One column has the seconds that Campagner,
Ciucci and Denœux (2022, Table 1) print for the task closest to ours. Their machine, language and,
for fuzzy and evidential clusterings, inputs differ from ours, so this column only shows the size of
the task.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from feasibility import START
from sklearn.datasets import load_iris

import partita
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough
from partita.soft.ends.extremes import extremes
from partita.soft.laws.law import law
from partita.soft.means.expectation import expectation

REPEATS = 3


def fuzzy_c_means(data: np.ndarray, fuzzifier: float, rounds: int = 100) -> np.ndarray:
    """Memberships of textbook fuzzy c-means with three clusters, started from three objects."""
    centers = data[[0, 60, 120]]
    for _ in range(rounds):
        distance = ((data[:, None] - centers) ** 2).sum(axis=2) + 1e-12
        weight = distance ** (-1 / (fuzzifier - 1))
        weight /= weight.sum(axis=1, keepdims=True)
        power = weight**fuzzifier
        centers = power.T @ data / power.sum(axis=0)[:, None]
    return weight


def tasks() -> list[tuple[str, Callable[[], object], float | None, str]]:
    """Tasks: name, call, the bar in seconds, and the seconds printed in the paper."""
    rng = np.random.default_rng(0)
    data, truth = load_iris(return_X_y=True)
    memberships = fuzzy_c_means(data, 2.0)
    iris = Fuzzy.normalized(memberships)
    graded = Possibilistic(np.round(memberships / memberships.max(axis=1, keepdims=True), 2))
    masses = np.column_stack((0.8 * memberships, np.full(len(truth), 0.2)))
    evidential = Evidential(masses / masses.sum(axis=1, keepdims=True), [{0}, {1}, {2}, {0, 1, 2}])
    rows = np.zeros((150, 3), dtype=bool)
    rows[np.arange(150), truth] = True
    rows[rng.permutation(150)[:12]] = [False, True, True]
    many = [Fuzzy(rng.dirichlet(np.ones(10), 1_000_000)) for _ in range(2)]
    three, four, five = (
        (rng.integers(k, size=n), Fuzzy(rng.dirichlet(np.ones(k), n)))
        for k, n in ((3, 1000), (4, 300), (5, 100))
    )
    return [
        ("E[Rand], fuzzy × fuzzy, n = 1e6, 10 × 10", lambda: expectation("rand", *many), 1.0, ""),
        ("E[Rand], Iris, 150 fuzzy objects", lambda: expectation("rand", truth, iris), None, "784"),
        ("law of Rand, the same", lambda: law("rand", truth, iris), 2.0, "784 (nearly hard)"),
        ("law of ARI, the same", lambda: law("adjusted_rand", truth, iris), None, ""),
        (
            "E[partition distance], the same",
            lambda: expectation("partition_distance", truth, iris),
            None,
            "185",
        ),
        ("E[ARI], k = 3, n = 1,000", lambda: expectation("adjusted_rand", *three), 1.0, ""),
        ("E[V], k = 3, n = 1,000", lambda: expectation("v_measure", *three), 1.0, ""),
        ("E[ARI], k = 4, n = 300", lambda: expectation("adjusted_rand", *four), 10.0, ""),
        ("E[ARI], k = 5, n = 100", lambda: expectation("adjusted_rand", *five), None, ""),
        (
            "interval of Rand, Iris, 12 rough objects",
            lambda: extremes("rand", truth, Rough(rows)),
            None,
            "0.8",
        ),
        (
            "interval of Rand, n = 1,000, k = 3, 400 objects fully open",
            lambda: extremes("rand", *open_objects(3, 400)),
            2.0,
            "",
        ),
        (
            "interval of Rand, n = 1,000, k = 10, 100 objects fully open",
            lambda: extremes("rand", *open_objects(10, 100)),
            5.0,
            "",
        ),
        (
            "E[Rand], Iris, possibilities of two decimals",
            lambda: expectation("rand", truth, graded),
            None,
            "979",
        ),
        (
            "E[Rand], Iris, masses on four sets (ends drawn)",
            lambda: expectation("rand", truth, evidential),
            None,
            "1395",
        ),
        (
            "E[ARI], n = 1e4, all open: drawn",
            lambda: expectation("adjusted_rand", *ambiguous()),
            5.0,
            "",
        ),
        ("E[F], the same, exact: refused", refused, 5.0, ""),
        ("law of F, n = 1e4, one class, two clusters", one_class, 5.0, ""),
    ]


def open_objects(clusters: int, count: int) -> tuple[np.ndarray, Rough]:
    """A thousand objects: some fully open, the others certain and nine tenths of these right."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, clusters, 1000)
    sure = np.where(rng.random(1000) < 0.9, truth, rng.integers(0, clusters, 1000))
    sets = np.arange(clusters) == sure[:, None]
    sets[rng.permutation(1000)[:count]] = True
    return truth, Rough(sets)


def ambiguous() -> tuple[np.ndarray, Fuzzy]:
    """Ten thousand objects with equal memberships in all clusters."""
    return np.arange(10_000) % 3, Fuzzy(np.full((10_000, 3), 1 / 3))


def one_class() -> object:
    """Ten thousand tables, built from one group of ten thousand equal objects."""
    return law("f_measure", np.zeros(10_000, dtype=int), Fuzzy(np.full((10_000, 2), 0.5)))


def refused() -> object:
    """Ask for an infeasible result, and return the error as the answer."""
    try:
        return expectation("f_measure", *ambiguous(), method="exact")
    except partita.InputError as refusal:
        return refusal


def main() -> None:
    """Run every task and write the table."""
    lines = [
        "# Soft clusterings: seconds and certified ends",
        "",
        "| task | seconds | bar | printed in the paper | method |",
        "|---|---|---|---|---|",
    ]
    for name, run, bar, printed in tasks():
        seconds = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            found = run()
            seconds.append(time.perf_counter() - start)
        limit = "" if bar is None else f"< {bar:g}"
        method = getattr(found, "how", type(found).__name__)
        lines.append(
            f"| {name} | {statistics.median(seconds):.3g} | {limit} | {printed} | {method} |"
        )
        print(lines[-1], flush=True)
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    note = (
        f"partita {partita.__version__}, Python {platform.python_version()}, "
        f"NumPy {np.__version__}, {os.cpu_count()} cores, load {load} at the end; "
        f"median of {REPEATS} runs. The paper's seconds are for other inputs, another machine and "
        "another language; they only show the size of the task."
    )
    target = Path(__file__).with_name("results.md")
    kept = target.read_text(encoding="utf-8").partition(START)[1:]
    target.write_text("\n".join([*lines, "", note, "", "".join(kept)]), encoding="utf-8")


if __name__ == "__main__":
    main()
