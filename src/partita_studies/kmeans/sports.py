"""The uniform effect on sports, the example of Section 3.1."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from partita import Contingency, uniform_effect
from partita.base.arrays import Int64
from partita.report.formats.text import Cell, Table
from partita.statistics.group_sizes import coefficient_of_variation

from ..algorithms.bisections import repeated_bisections
from ..algorithms.spherical import spherical_kmeans
from ..frame import Entry, Finding, based_on, from_samples, judged, stated, without_data
from ..own_data import OwnSet, digest, own_sets
from ..run import Run
from .scoring import crossed, packed, unpacked

SIZES = (3412, 2346, 1410, 809, 336, 145, 122)  # documents of each class, in the files of CLUTO
CV_0, CV_1, DCV = 1.02, 0.42, -0.60  # as printed
_NAME = "sports"
_NO_DATA = "needs the documents of sports, which may not be redistributed; see `--data`"
_RUNS, _STARTS = (10, 2), (10, 3)  # in a full run and in a quick one
_FEWER = f"{_RUNS[1]} runs instead of {_RUNS[0]}, from {_STARTS[1]} starts instead of {_STARTS[0]}"
_WAYS = ("spherical k-means", "repeated bisections")


def sports(run: Run) -> Finding:
    """The example, on the documents if the user has them."""
    own = next((one for one in own_sets(run.data) if one.name == _NAME), None)
    clustered = _clustered(own, run) if own else _unknown()
    return Finding(
        "Section 3.1: the uniform effect on sports",
        "Section 3.1, Example",
        "The classes of sports (newspaper articles on seven sports) have CV₀ = 1.02. CLUTO clusters"
        " it into seven clusters with CV₁ = 0.42, so DCV = CV₁ - CV₀ = -0.6: the clusters are much"
        f" more equal in size than the classes. {_said(own)}",
        (*_of_sizes(), *clustered),
        {"CV₁ and DCV of each run": _table(own, run)} if own else {},
    )


def _said(own: OwnSet | None) -> str:
    if own is None:
        return (
            "The documents may not be redistributed; whoever has `sports.mat` and"
            " `sports.mat.rclass` gives their folder by `--data`. CV₀ needs only the class sizes."
        )
    return (
        f"Sports is read from the folder of `--data` ({len(own.truth)} documents). The paper says"
        " “k-means with default settings”. The default method of CLUTO is repeated bisections, so"
        " we compute both."
    )


def _of_sizes() -> list[Entry]:
    return [
        judged(
            "CV₀ of sports",
            CV_0,
            coefficient_of_variation(SIZES),
            digits=2,
            note="class sizes from CLUTO's files",
        ),
        stated(
            "CV₁ - CV₀ of the printed numbers",
            f"{DCV:.1f}",
            f"{CV_1 - CV_0:.2f}",
            holds=abs(CV_1 - CV_0 - DCV) < 0.005,
            note="arithmetic only",
        ),
    ]


def _unknown() -> tuple[Entry, ...]:
    return (
        without_data("CV₁ of sports", f"{CV_1:.2f}", _NO_DATA),
        without_data("DCV of sports", f"{DCV:.1f}", _NO_DATA),
    )


def _clustered(own: OwnSet, run: Run) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for way, tables in _runs(own, run).items():
        effect = uniform_effect(tables).table
        cv_1, dcv = effect["cv1"], effect["dcv"]
        note = f"mean of {len(cv_1)} runs; CV₁ from {min(cv_1):.2f} to {max(cv_1):.2f}"
        entries += [
            judged(f"CV₁ of sports, {way}", CV_1, float(np.mean(cv_1)), digits=2, note=note),
            judged(f"DCV of sports, {way}", DCV, float(np.mean(dcv)), digits=1, note=note),
        ]
    sizes = tuple(sorted(np.unique(own.truth, return_counts=True)[1].tolist(), reverse=True))
    return from_samples(based_on("paper" if sizes == SIZES else "other data", entries), _FEWER)


def _table(own: OwnSet, run: Run) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (way, place, one["cv1"], one["dcv"])
        for way, tables in _runs(own, run).items()
        for place, one in enumerate(uniform_effect(tables).table.rows(), 1)
    ]
    return Table(("method", "run", "CV₁", "DCV"), rows)


@lru_cache(maxsize=2)
def _runs(own: OwnSet, run: Run) -> dict[str, list[Contingency]]:
    """Clusterings into as many clusters as classes, by method."""
    number, starts = run.size(*_RUNS), run.size(*_STARTS)
    clusters = len(np.unique(own.truth))

    def work() -> dict[str, Int64]:
        generator = run.generator("kmeans", "sports")
        found = []
        for way in (spherical_kmeans, repeated_bisections):
            for _ in range(number):
                labels = way(own.rows, clusters, generator, starts=starts).labels
                found.append(crossed(own.truth, labels))
        return packed(found)

    tables = unpacked(run.kept(f"kmeans-sports{digest((own,))}", work))
    return {way: tables[k * number : (k + 1) * number] for k, way in enumerate(_WAYS)}
