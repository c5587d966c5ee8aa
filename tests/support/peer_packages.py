"""The functions of other installed packages, with the truth first.

``python tests/support/peer_packages.py`` runs them on the cases and writes their results and
versions to `RECORD`, so that the conventions are tested without these packages.
"""

from __future__ import annotations

import json
import math
import warnings
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random

RECORD = Path(__file__).parents[1] / "interop" / "conventions" / "recorded.json"
NAMED = {
    "one class, one cluster": ([0] * 6, [0] * 6),
    "single objects on both sides": (list(range(6)), list(range(6))),
    "two single objects": ([0, 1], [0, 1]),
    "one class, three clusters": ([0] * 6, [0, 0, 1, 1, 2, 2]),
    "three classes, one cluster": ([0, 0, 1, 1, 2, 2], [0] * 6),
    "one class, single objects": ([0] * 6, list(range(6))),
    "single objects, one cluster": (list(range(6)), [0] * 6),
    "three classes, single objects": ([0, 0, 1, 1, 2, 2], list(range(6))),
    "one object": ([0], [0]),
    "independent": ([0, 0, 1, 1], [0, 1, 0, 1]),
    "identical": ([0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2]),
    "more clusters than classes": ([0, 0, 0, 1, 1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2, 3, 3]),
    "more classes than clusters": ([0, 0, 1, 1, 1, 2, 2, 2, 3, 3], [0, 0, 0, 1, 1, 1, 2, 2, 2, 2]),
}


def cases():
    """The named limits and random pairs of labelings."""
    random = Random(20261116)
    drawn = {}
    for number in range(12):
        n, classes, clusters = (
            random.randint(low, high) for low, high in ((2, 30), (1, 6), (1, 6))
        )
        sides = [[random.randrange(k) for _ in range(n)] for k in (classes, clusters)]
        drawn[f"random {number}"] = tuple(sides)
    return {**NAMED, **drawn}


def _scikit_learn(names):
    import sklearn.metrics as m

    return {name: getattr(m, name) for name in names}


def _clusim(names):
    import clusim.sim as m
    from clusim.clustering import Clustering

    def on(name):
        def score(*sides, **options):
            made = [Clustering().from_membership_list(list(side)) for side in sides]
            return getattr(m, name)(*made, **options)

        return score

    return {name: on(name) for name in names}


def _igraph(names):
    from igraph import compare_communities

    def on(method):
        return lambda truth, prediction: compare_communities(truth, prediction, method=method)

    return {name: on(name.replace("split_join", "split-join")) for name in names}


def _er_evaluation(names):
    import er_evaluation.metrics as m
    from pandas import Series

    def on(name):
        def score(truth, prediction, **options):
            return getattr(m, name)(Series(prediction), Series(truth), **options)

        return score

    return {name: on(name) for name in names}


def _torchmetrics(names):
    import torchmetrics.functional.clustering as m
    from torch import tensor

    def on(name):
        def score(truth, prediction, **options):
            return float(getattr(m, name)(tensor(prediction), tensor(truth), **options))

        return score

    return {name: on(name) for name in names if hasattr(m, name) and name != "cluster_accuracy"}


def _genieclust(names):
    import genieclust.compare_partitions as m
    from numpy import unique

    def numbered(labels):  # an unused number would count as an empty group
        return unique(labels, return_inverse=True)[1]

    def on(name):
        return lambda truth, prediction: getattr(m, name)(numbered(truth), numbered(prediction))

    return {name: on(name) for name in names}


LIVE = {
    "scikit-learn": _scikit_learn,
    "clusim": _clusim,
    "igraph": _igraph,
    "er-evaluation": _er_evaluation,
    "torchmetrics": _torchmetrics,
    "genieclust": _genieclust,
}
OPTIONS = {  # package, function: options in addition to the defaults
    ("scikit-learn", "v_measure_score"): [{"beta": 0.5}],
    ("scikit-learn", "normalized_mutual_info_score"): [{"average_method": "max"}],
    ("scikit-learn", "adjusted_mutual_info_score"): [{"average_method": "geometric"}],
    ("clusim", "nmi"): [{"norm_type": "max"}],
    ("clusim", "adjrand_index"): [{"random_model": m} for m in ("num", "all", "num1", "all1")],
    ("er-evaluation", "cluster_v_measure"): [{"beta": 2.0}],
}


def outcome(score, truth, prediction, **options):
    """A number, or None if the package returns NaN or infinity or fails."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = float(score(truth, prediction, **options))
        except Exception:  # noqa: BLE001 - whatever it raises, there is no number
            return None
    return round(value, 12) if math.isfinite(value) else None


def returned(package, names):
    """The results of a package: function with its options, case, value."""
    found = {}
    for name, score in LIVE[package](names).items():
        for options in ({}, *OPTIONS.get((package, name), [])):
            key = name if not options else f"{name} {json.dumps(options)}"
            found[key] = {
                case: outcome(score, *sides, **options) for case, sides in cases().items()
            }
    return found


def _record():
    from partita.interop.conventions import PACKAGES, compat

    old = json.loads(RECORD.read_text("utf-8")) if RECORD.is_file() else {}
    for package in PACKAGES:
        try:
            found = {"version": version(package)}
        except PackageNotFoundError:
            continue
        old[package] = {**found, "values": returned(package, list(compat(package).conventions))}
    RECORD.write_text(_lines(old) + "\n", "utf-8")


def _lines(record):
    """JSON with one line per function."""
    packages = []
    for package, found in sorted(record.items()):
        values = ",\n".join(
            f"  {json.dumps(name)}: {json.dumps(by_case)}"
            for name, by_case in found["values"].items()
        )
        packages.append(
            f' {json.dumps(package)}: {{"version": {json.dumps(found["version"])}, "values": {{\n'
            f"{values}\n }}}}"
        )
    return "{\n" + ",\n".join(packages) + "\n}"


if __name__ == "__main__":
    _record()
