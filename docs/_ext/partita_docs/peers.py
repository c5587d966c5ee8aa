"""Results of other packages for the degenerate cases.

``python -m partita_docs.peers``, in ``docs/_ext``, runs the packages that are installed and records
their versions and results in ``docs/peers.json``. The site computes the results of installed
packages and takes the others from this file.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

RECORD = Path(__file__).resolve().parents[2] / "peers.json"
Scores = dict[str, Callable[[list[int], list[int]], float]]


def _scikit_learn() -> Scores:
    import sklearn.metrics as m

    return {
        "adjusted_rand": m.adjusted_rand_score,
        "rand": m.rand_score,
        "fowlkes_mallows": m.fowlkes_mallows_score,
        "normalized_mutual_information": m.normalized_mutual_info_score,
        "adjusted_mutual_information": m.adjusted_mutual_info_score,
        "homogeneity": m.homogeneity_score,
        "completeness": m.completeness_score,
        "v_measure": m.v_measure_score,
    }


def _clusim() -> Scores:
    import clusim.sim as m
    from clusim.clustering import Clustering

    def on(score: Callable[..., float]) -> Callable[[list[int], list[int]], float]:
        return lambda *sides: score(*(Clustering().from_membership_list(s) for s in sides))

    return {
        "adjusted_rand": on(m.adjrand_index),
        "rand": on(m.rand_index),
        "fowlkes_mallows": on(m.fowlkes_mallows_index),
        "jaccard": on(m.jaccard_index),
        "normalized_mutual_information": on(m.nmi),
        "adjusted_mutual_information": on(m.adj_mi),
    }


def _genieclust() -> Scores:
    import genieclust.compare_partitions as m

    return {
        "adjusted_rand": m.adjusted_rand_score,
        "rand": m.rand_score,
        "fowlkes_mallows": m.fm_score,
        "normalized_mutual_information": m.normalized_mi_score,
        "adjusted_mutual_information": m.adjusted_mi_score,
    }


def _igraph() -> Scores:
    from igraph import compare_communities

    def on(method: str) -> Callable[[list[int], list[int]], float]:
        return lambda truth, prediction: compare_communities(truth, prediction, method=method)

    return {
        "adjusted_rand": on("adjusted_rand"),
        "rand": on("rand"),
        "normalized_mutual_information": on("nmi"),
    }


def _permetrics() -> Scores:
    from permetrics import ClusteringMetric

    def on(method: str) -> Callable[[list[int], list[int]], float]:
        return lambda *sides: getattr(ClusteringMetric(*sides), method)()

    return {
        "adjusted_rand": on("adjusted_rand_score"),
        "rand": on("rand_score"),
        "fowlkes_mallows": on("fowlkes_mallows_score"),
        "jaccard": on("jaccard_score"),
        "normalized_mutual_information": on("normalized_mutual_info_score"),
        "homogeneity": on("homogeneity_score"),
        "completeness": on("completeness_score"),
        "v_measure": on("v_measure_score"),
    }


def _er_evaluation() -> Scores:
    import er_evaluation.metrics as m
    from pandas import Series

    def on(score: Callable[..., float]) -> Callable[[list[int], list[int]], float]:
        return lambda truth, prediction: score(Series(prediction), Series(truth))

    return {
        "adjusted_rand": on(m.adjusted_rand_score),
        "rand": on(m.rand_score),
        "homogeneity": on(m.cluster_homogeneity),
        "completeness": on(m.cluster_completeness),
        "v_measure": on(m.cluster_v_measure),
    }


PEERS: dict[str, Callable[[], Scores]] = {
    "scikit-learn": _scikit_learn,
    "clusim": _clusim,
    "genieclust": _genieclust,
    "igraph": _igraph,
    "permetrics": _permetrics,
    "er-evaluation": _er_evaluation,
}


def measured(package: str, cases: dict[str, Any]) -> dict[str, Any] | None:
    """The version and the values of a package, or None if it is not installed."""
    try:
        found = version(package)
        scores = PEERS[package]()
    except (PackageNotFoundError, ImportError):
        return None
    values = {
        name: {case: _value(score, *map(list, sides)) for case, sides in cases.items()}
        for name, score in scores.items()
    }
    return {"version": found, "values": values}


def _value(score: Callable[..., float], truth: list[int], prediction: list[int]) -> float | str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = float(score(truth, prediction))
        except Exception:  # noqa: BLE001 - any failure is a result
            return "error"
    return "NaN" if math.isnan(value) else round(value, 6) + 0.0


def recorded() -> dict[str, Any]:
    """The recorded results by package."""
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.is_file() else {}


def main() -> None:
    """Run the installed packages and record their results."""
    from .limits import CASES

    record = recorded()
    for package in PEERS:
        if (found := measured(package, CASES)) is not None:
            record[package] = found
    RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
