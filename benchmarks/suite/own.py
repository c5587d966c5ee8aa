"""partita's own contenders, the answers that all others are held against, and the read limit."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

import partita
from partita import Contingency

from .timing import Contender

SCORES = {
    "ARI": partita.adjusted_rand,
    "homogeneity": partita.homogeneity,
    "completeness": partita.completeness,
    "V": partita.v_measure,
    "NMI": partita.normalized_mutual_information,
    "MI": partita.mutual_information,
}
_MORE = {"AMI": partita.adjusted_mutual_information, "matched": partita.maximum_matching}


def reference(truth: Any, prediction: Any) -> Callable[[str], Any]:
    """Answers by name, from one table made with one thread."""
    table = Contingency.from_labels(truth, prediction, threads=1)

    @cache
    def answer(name: str) -> Any:
        return cells(table)["table"] if name == "table" else {**SCORES, **_MORE}[name].of(table)

    return answer


def cells(table: Any) -> dict[str, Any]:
    """The cells of a table, by the names of their groups."""
    names = np.asarray(table.classes)[table.rows], np.asarray(table.clusters)[table.cols]
    return {"table": (*names, table.counts)}


def counted(truth: Any, prediction: Any, threads: int = 1) -> Contender:
    """The table alone."""

    def run(_: None) -> Any:
        return Contingency.from_labels(truth, prediction, threads=threads)

    return Contender("partita", "table", run, cells, "own", threads)


def six(truth: Any, prediction: Any, threads: int = 1) -> Contender:
    """The table, and from it ARI, homogeneity, completeness, V, NMI and MI."""

    def run(_: None) -> dict[str, float]:
        table = Contingency.from_labels(truth, prediction, threads=threads)
        return {name: measure.of(table) for name, measure in SCORES.items()}

    return Contender("partita", "six scores", run, dict, "own", threads)


def every(truth: Any, prediction: Any, threads: int = 1) -> Contender:
    """The table, and from it every measure there is."""

    def run(_: None) -> dict[str, float]:
        table = Contingency.from_labels(truth, prediction, threads=threads)
        return {name: measure.of(table) for name, measure in partita.MEASURES.items()}

    def tells(found: dict[str, float]) -> dict[str, Any]:
        return {name: found[measure.name] for name, measure in SCORES.items()}

    job = f"every measure ({len(partita.MEASURES)})"
    return Contender("partita", job, run, tells, "own", threads)


def one(name: str, truth: Any, prediction: Any, threads: int = 1) -> Contender:
    """One measure, from labels."""
    measure = {**SCORES, **_MORE}[name]

    def run(_: None) -> float:
        return measure.of(Contingency.from_labels(truth, prediction, threads=threads))

    return Contender("partita", name, run, lambda value: {name: value}, "own", threads)


def matching(truth: Any, prediction: Any) -> Contender:
    """The best matching of a table made outside the time, anew each time: a table keeps it."""
    return Contender(
        "partita",
        "matching",
        partita.maximum_matching.of,
        lambda value: {"matched": value},
        "own",
        prepare=lambda: Contingency.from_labels(truth, prediction),
    )


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2)


def reading(truth: np.ndarray, prediction: np.ndarray, threads: int = 1) -> Contender:
    """The read limit: both arrays from memory once, by the fastest reader at hand (their maxima).

    NumPy finds a maximum with vector instructions, as fast as the memory gives the numbers.
    """
    if threads == 1:

        def run(_: None) -> Any:
            return truth.max(), prediction.max()

    else:
        middle = len(truth) // 2
        parts = truth[:middle], truth[middle:], prediction[:middle], prediction[middle:]
        pairs = (parts[0], parts[2]), (parts[1], parts[3])

        def run(_: None) -> Any:
            return list(_pool().map(lambda pair: [part.max() for part in pair], pairs))

    return Contender("read limit", "both arrays once", run, lambda _: {}, "limit", threads)


def limits(truth: np.ndarray, prediction: np.ndarray) -> list[Contender]:
    """The read limit with one thread and with two."""
    return [reading(truth, prediction, threads) for threads in (1, 2)]
