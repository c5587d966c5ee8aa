"""partita's contenders, the answers for comparison with all others, and the read limit."""

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
FURTHER = {
    "AMI": partita.adjusted_mutual_information,
    "purity": partita.purity,
    "F": partita.f_measure,
    "B³ precision": partita.b_cubed_precision,
    "B³ F": partita.b_cubed_f,
    "matched": partita.maximum_matching,
    "Dom's Q0": partita.dom_q0,
}
MEASURES = {**SCORES, **FURTHER}

# The measures of the papers that partita began with. Later ones do other work (matchings, merges,
# counts of tables) that would hide the cost of counting.
_PAPERS = """
    homogeneity completeness v_measure mutual_information expected_mutual_information
    normalized_mutual_information adjusted_mutual_information variation_of_information
    normalized_variation_of_information variation_of_information_by_objects
    variation_of_information_by_groups conditional_entropy cluster_entropy rand adjusted_rand
    jaccard jaccard_distance_prime normalized_jaccard fowlkes_mallows normalized_fowlkes_mallows
    hubert_gamma hubert_gamma_prime minkowski_score normalized_minkowski mirkin
    normalized_mirkin pair_precision pair_recall pair_f_measure purity inverse_purity
    micro_averaged_precision goodman_kruskal f_measure normalized_f_measure cluster_f_measure
    van_dongen normalized_van_dongen split_join b_cubed_precision b_cubed_recall b_cubed_f
    maximum_matching classification_error normalized_classification_error partition_distance
    dom_q0 dom_q2
"""
PAPERS = tuple(_PAPERS.split())


def reference(truth: Any, prediction: Any) -> Callable[[str], Any]:
    """Answers by name, from one table made with one thread."""
    table = Contingency.from_labels(truth, prediction, threads=1)

    @cache
    def answer(name: str) -> Any:
        return cells(table)["table"] if name == "table" else MEASURES[name].of(table)

    return answer


def cells(table: Any) -> dict[str, Any]:
    """The cells of a table, by the names of their groups."""
    names = np.asarray(table.classes)[table.rows], np.asarray(table.clusters)[table.cols]
    return {"table": (*names, table.counts)}


def counted(truth: Any, prediction: Any, threads: int = 1) -> Contender:
    """Only the table."""

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
    """The table, and from it every measure of the papers."""
    return _read("measures of the papers", PAPERS, truth, prediction, threads)


def counting(truth: Any, prediction: Any, threads: int = 1) -> Contender:
    """The table, and from it the measures of the papers that need no expected information.

    The cost of this mean over random tables (EMI) grows with the number of different group sizes,
    not with the number of objects.
    """
    chance = ("expected_mutual_information", "adjusted_mutual_information")
    names = tuple(name for name in PAPERS if name not in chance)
    return _read("measures of the papers without AMI, EMI", names, truth, prediction, threads)


def _read(job: str, names: tuple[str, ...], truth: Any, prediction: Any, threads: int) -> Contender:
    measures = [partita.MEASURES[name] for name in names]

    def run(_: None) -> dict[str, float]:
        table = Contingency.from_labels(truth, prediction, threads=threads)
        return {measure.name: measure.of(table) for measure in measures}

    def claims(found: dict[str, float]) -> dict[str, Any]:
        return {name: found[measure.name] for name, measure in SCORES.items()}

    return Contender("partita", f"{job} ({len(names)})", run, claims, "own", threads)


def one(name: str, truth: Any, prediction: Any, threads: int = 1) -> Contender:
    """One measure, from labels."""
    measure = MEASURES[name]

    def run(_: None) -> float:
        return measure.of(Contingency.from_labels(truth, prediction, threads=threads))

    return Contender("partita", name, run, lambda value: {name: value}, "own", threads)


def matching(truth: Any, prediction: Any) -> Contender:
    """The best matching of a new table, made outside the timed run because a table keeps it."""
    return Contender(
        "partita",
        "matching",
        partita.maximum_matching.of,
        lambda value: {"matched": value},
        "own",
        prepare=lambda: Contingency.from_labels(truth, prediction),
    )


@cache
def _helper() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


def reading(truth: np.ndarray, prediction: np.ndarray, threads: int = 1) -> Contender:
    """The read limit: the time to read both arrays once, by the fastest reader (their maxima).

    NumPy finds a maximum with vector instructions, as fast as the memory provides the numbers.
    """
    middle = len(truth) // 2

    def read(part: slice) -> tuple[Any, Any]:
        return truth[part].max(), prediction[part].max()

    def alone(_: None) -> Any:
        return read(slice(None))

    def shared(_: None) -> Any:
        other = _helper().submit(read, slice(middle, None))
        return read(slice(middle)), other.result()

    run = alone if threads == 1 else shared
    return Contender("read limit", "both arrays once", run, lambda _: {}, "limit", threads)


def limits(truth: np.ndarray, prediction: np.ndarray) -> list[Contender]:
    """The read limit with one thread and with two."""
    return [reading(truth, prediction, threads) for threads in (1, 2)]
