"""A lecture on matching-based measures: both tables, step by step as spoken.

The lecture shows clusters in rows and true groups in columns; the numbers that are read out fix
every cell of both tables.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from partita import Contingency, measure
from partita.report.formats.text import Cell, Table

from .frame import Entry, Finding, Part, Study, judged, stated
from .run import Run

_TABLES = {
    "green": [[0, 20, 30], [0, 20, 5], [25, 0, 0]],
    "orange": [[0, 30, 20], [0, 20, 5], [25, 0, 0]],
}
_CLUSTERS, _TRUTHS = ("C1", "C2", "C3"), ("T1", "T2", "T3")


def table(name: str) -> Contingency:
    """The green or the orange table, with the true groups as rows as everywhere in partita.

    >>> table("green").n
    100
    """
    cells = np.array(_TABLES[name]).T
    return Contingency.from_matrix(cells, classes=_TRUTHS, clusters=_CLUSTERS)


def per_cluster(name: str) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Precision, recall and F of each cluster with the group that holds most of it.

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


def purity(run: Run) -> Finding:
    """Purity does not tell the two tables apart."""
    del run
    entries: list[Entry] = []
    for name in _TABLES:
        parts = [precision for precision, _, _ in per_cluster(name)]
        for cluster, spoken, part in zip(
            _CLUSTERS, ("30/50", "20/25", "25/25"), parts, strict=True
        ):
            holds = Fraction(spoken) == part
            entries.append(stated(f"{name}: purity of {cluster}", spoken, str(part), holds=holds))
        value = measure("purity").of(table(name))
        entries.append(judged(f"{name}: purity", 0.75, value, digits=2))
    return Finding(
        "Purity: the share of the largest true group, cluster by cluster",
        "The two tables, first part",
        "Each cluster is named after the true group that holds most of it; purity is the share of"
        " objects that this names rightly. Both tables get 0.75, although the orange one splits the"
        " true group T2 over two clusters.\n\nThe text is what was spoken, without the slides; the"
        " counts that are read out fix every cell of both tables.\n\nThe spoken example of a"
        " drawing (seven of nine points are black) has a purity of 7/9.",
        tuple(entries),
        tuple((f"The {name} table", _shown(name)) for name in _TABLES),
    )


def matching(run: Run) -> Finding:
    """A group is given to one cluster only."""
    del run
    entries = []
    for name, spoken in (("green", 0.75), ("orange", 0.65)):
        counted = table(name)
        value = measure("maximum_matching").of(counted)
        entries.append(judged(f"{name}: maximum matching", spoken, value, digits=2))
        pairs = ", ".join(
            f"{_CLUSTERS[cluster]}-{_TRUTHS[group]}"
            for group, cluster in enumerate(counted.matching.partner)
        )
        entries.append(
            stated(
                f"{name}: pairs", "C3-T1, C2-T2, C1-T3", pairs, holds=pairs == "C3-T1, C2-T2, C1-T3"
            )
        )
    cells = np.array(_TABLES["orange"])
    first = Fraction(int(cells[0, 1] + cells[1, 2] + cells[2, 0]), 100)  # C1-T2, C2-T3, C3-T1
    entries.append(
        stated(
            "orange: the first try, C1-T2",
            "0.6",
            f"{float(first):g}",
            holds=first == Fraction(3, 5),
        )
    )
    return Finding(
        "Maximum matching: one cluster, one group",
        "The two tables, second part",
        "Where each true group may be given to one cluster only, the best assignment of the green"
        " table keeps 0.75. In the orange table C1 and C2 both want T2: giving it to C1 leaves"
        " 0.60, giving it to C2 gives 0.65, which is the maximum.",
        tuple(entries),
    )


def f_measure(run: Run) -> Finding:
    """Precision, recall and F of each cluster, and their plain mean."""
    del run
    spoken = ("30/35", "20/40", "25/25")
    entries = [
        stated(f"green: recall of {cluster}", said, str(recall), holds=Fraction(said) == recall)
        for cluster, said, (_, recall, _) in zip(
            _CLUSTERS, spoken, per_cluster("green"), strict=True
        )
    ]
    said_f = ("60/85", "40/65", "1")
    entries += [
        stated(f"green: F of {cluster}", said, str(f), holds=Fraction(said) == f)
        for cluster, said, (_, _, f) in zip(_CLUSTERS, said_f, per_cluster("green"), strict=True)
    ]
    value = measure("cluster_f_measure").of(table("green"))
    note = 'the spoken text says only "this number"; of the orange table no F is asked'
    entries.append(judged("green: F of the clustering", None, value, digits=6, note=note))
    rows = [
        (key, *(measure(key).of(table(name)) for name in _TABLES))
        for key in ("cluster_f_measure", "f_measure", "pair_f_measure")
    ]
    return Finding(
        "F: precision and recall of each cluster",
        "The last part",
        "Precision is the purity of the cluster, recall the share of its group that it holds, F"
        " their harmonic mean; the clustering gets the plain mean over its clusters, whatever their"
        " size. Two clusters may take the same group (C1 and C2 of the orange table both take"
        " T2).\n\nThree different numbers are called F-measure: this one (`cluster_f_measure`), the"
        " one that looks for the best cluster of each class and weighs by class size (`f_measure`:"
        " Larsen and Aone, used by the papers on V-measure and on k-means), and the one over pairs"
        " of objects (`pair_f_measure`).",
        tuple(entries),
        (("Three measures of the name F", Table(("measure", *_TABLES), rows)),),
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
    " tables. Every number that is spoken comes out.",
    (
        Part("purity", "purity", purity),
        Part("matching", "maximum matching", matching),
        Part("f", "F-measure", f_measure),
    ),
)
