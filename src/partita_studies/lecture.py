"""A lecture on matching-based measures: both of its tables, step by step.

The lecture has clusters in rows and true groups in columns. The numbers that the speaker reads out
determine every cell of both tables.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from partita import Contingency, measure
from partita.report.formats.text import Cell, Table

from .frame import Entry, Finding, Part, Study, based_on, judged, quoted, stated
from .run import Run

_TABLES = {
    "green": [[0, 20, 30], [0, 20, 5], [25, 0, 0]],
    "orange": [[0, 30, 20], [0, 20, 5], [25, 0, 0]],
}
_CLUSTERS, _TRUTHS = ("C1", "C2", "C3"), ("T1", "T2", "T3")


def table(name: str) -> Contingency:
    """The green or the orange table, with the true groups as rows.

    >>> table("green").n
    100
    """
    cells = np.array(_TABLES[name]).T
    return Contingency.from_matrix(cells, classes=_TRUTHS, clusters=_CLUSTERS)


def per_cluster(name: str) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Precision, recall and F of each cluster with its largest true group.

    >>> per_cluster("green")[0]
    (Fraction(3, 5), Fraction(6, 7), Fraction(12, 17))
    """
    cells = np.array(_TABLES[name])
    sizes = cells.sum(axis=0)
    found = []
    for row in cells:
        best = int(row.argmax())
        overlap, size, group = int(row[best]), int(row.sum()), int(sizes[best])
        precision, recall = Fraction(overlap, size), Fraction(overlap, group)
        found.append((precision, recall, Fraction(2 * overlap, size + group)))
    return found


def _by_cluster(what: str, spoken: tuple[str, ...], ours: list[Fraction]) -> list[Entry]:
    """The spoken fractions of the three clusters, and ours."""
    return [
        quoted(f"{what} of {cluster}", said, str(part), agrees=Fraction(said) == part)
        for cluster, said, part in zip(_CLUSTERS, spoken, ours, strict=True)
    ]


def purity(_: Run) -> Finding:
    """Purity does not distinguish the two tables."""
    entries: list[Entry] = []
    for name in _TABLES:
        parts = [precision for precision, _, _ in per_cluster(name)]
        entries += _by_cluster(f"{name}: purity", ("30/50", "20/25", "25/25"), parts)
        value = measure("purity").of(table(name))
        entries.append(judged(f"{name}: purity", 0.75, value, digits=2))
    return Finding(
        "Purity: the share of the largest true group, cluster by cluster",
        "The two tables, first part",
        "Each cluster is named after its largest true group; purity is the share of objects that"
        " this names correctly. Both tables get 0.75, although the orange one splits the true group"
        " T2 over two clusters.\n\nWe have the spoken text without the slides. The counts that are"
        " read out determine every cell of both tables, so a count that determined a cell agrees"
        " by construction: these entries are called reconstructed.\n\nOf the drawing, the speaker"
        " counts the points of one cluster: nine, of which seven are black.",
        (_drawing(), *based_on("reconstructed", entries)),
        {f"The {name} table": _shown(name) for name in _TABLES},
    )


def _drawing() -> Entry:
    """A cluster of nine points; purity depends on the largest group only."""
    value = measure("purity").of(Contingency.from_matrix([[7], [2]]))
    ours = str(Fraction(value).limit_denominator(9))
    return quoted("a cluster of the drawing: purity", "7/9", ours, agrees=ours == "7/9")


def matching(_: Run) -> Finding:
    """Each true group is assigned to one cluster only."""
    entries, best = [], "C3-T1, C2-T2, C1-T3"
    for name, spoken in (("green", 0.75), ("orange", 0.65)):
        counted = table(name)
        value = measure("maximum_matching").of(counted)
        entries.append(judged(f"{name}: maximum matching", spoken, value, digits=2))
        pairs = ", ".join(
            f"{_CLUSTERS[cluster]}-{_TRUTHS[group]}"
            for group, cluster in enumerate(counted.matching.partner)
        )
        entries.append(stated(f"{name}: pairs", best, pairs, holds=pairs == best))
    cells = np.array(_TABLES["orange"])
    first = int(cells[0, 1] + cells[1, 2] + cells[2, 0]) / 100  # C1-T2, C2-T3, C3-T1
    entries.append(judged("orange: the first try, C1-T2", 0.6, first, digits=1))
    return Finding(
        "Maximum matching: one cluster, one group",
        "The two tables, second part",
        "If each true group may be assigned to one cluster only, the best assignment of the green"
        " table still gives 0.75. In the orange table T2 is the largest group of both C1 and C2:"
        " assigning it to C1 gives 0.60, and assigning it to C2 gives 0.65, the maximum.",
        based_on("reconstructed", entries),
    )


def f_measure(_: Run) -> Finding:
    """Precision, recall and F of each cluster, and the mean F."""
    recalls, fs = ([one[place] for one in per_cluster("green")] for place in (1, 2))
    entries = [
        *_by_cluster("green: recall", ("30/35", "20/40", "25/25"), recalls),
        *_by_cluster("green: F", ("60/85", "40/65", "1"), fs),
    ]
    value = measure("cluster_f_measure").of(table("green"))
    note = 'the spoken text says only "this number", and gives no F of the orange table'
    entries.append(judged("green: F of the clustering", None, value, digits=6, note=note))
    rows = [
        (key, *(measure(key).of(table(name)) for name in _TABLES))
        for key in ("cluster_f_measure", "f_measure", "pair_f_measure")
    ]
    return Finding(
        "F: precision and recall of each cluster",
        "The last part",
        "Precision is the purity of the cluster, recall is the share of its largest group that it"
        " holds, and F is their harmonic mean. The clustering gets the unweighted mean over its"
        " clusters. Two clusters may take the same group (C1 and C2 of the orange table both take"
        " T2).\n\nThree different numbers are called F-measure: this one (`cluster_f_measure`); the"
        " one that finds the best cluster of each class and weights it by class size (`f_measure`:"
        " Larsen and Aone, used by the papers on V-measure and on k-means); and the one over pairs"
        " of objects (`pair_f_measure`).",
        based_on("reconstructed", entries),
        {"Three measures called F": Table(("measure", *_TABLES), rows)},
    )


def _shown(name: str) -> Table:
    cells = np.array(_TABLES[name])
    rows: list[tuple[Cell, ...]] = [
        (cluster, *map(int, row), int(row.sum()))
        for cluster, row in zip(_CLUSTERS, cells, strict=True)
    ]
    rows.append(("sum", *map(int, cells.sum(axis=0)), int(cells.sum())))
    return Table(("cluster", *_TRUTHS, "sum"), rows)


STUDY = Study(
    "lecture",
    "Matching-based measures: a lecture, worked step by step",
    "",
    "A lecture on external measures works through purity, maximum matching and F on two small"
    " tables. We reproduce every number that the speaker gives.",
    (
        Part("purity", "purity", purity),
        Part("matching", "maximum matching", matching),
        Part("f", "F-measure", f_measure),
    ),
)
