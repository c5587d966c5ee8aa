"""Two clusterings of skewed classes by thirteen measures: Tables 3 and 4."""

from __future__ import annotations

import numpy as np

from partita import Contingency, Measure, measure
from partita.report.formats.text import Table

from ..frame import Entry, Finding, judged, stated
from ..run import Run
from .scoring import spread

# Table 3: clusters in rows, classes in columns. The text lost the table; these counts agree with
# every figure that it kept (both CVs, and which clustering each measure prefers).
MATRICES = {
    "I": [[10, 0, 0, 0, 0], [10, 0, 0, 0, 0], [10, 0, 0, 0, 0], [0, 0, 0, 10, 0], [0, 2, 6, 0, 2]],
    "II": [[27, 0, 0, 2, 0], [0, 2, 0, 0, 0], [0, 0, 6, 0, 0], [3, 0, 0, 8, 0], [0, 0, 0, 0, 2]],
}

# The thirteen measures of Table 4; the three of information are in bits there.
THIRTEEN = (
    "conditional_entropy", "purity", "f_measure", "mutual_information", "variation_of_information",
    "rand", "jaccard", "fowlkes_mallows", "hubert_gamma", "hubert_gamma_prime", "minkowski_score",
    "classification_error", "van_dongen",
)  # fmt: skip
DEFECTIVE = ("conditional_entropy", "purity", "mutual_information")

_LOST = "the text lost the table"
_AGAIN = "on the counts that stand for the lost Table 3"


def table(name: str) -> Contingency:
    """Matrix I or II with the classes as rows.

    >>> table("I").n
    50
    """
    return Contingency.from_matrix(np.array(MATRICES[name]).T)


def value(name: str, counted: Contingency) -> float:
    """A measure as the paper prints it: entropies in bits."""
    own = measure(name)
    return own.of(counted, **({"base": 2} if "base" in own.options else {}))


def prefers_second(own: Measure, first: float, second: float) -> bool:
    """Whether a measure finds the second clustering better."""
    return second > first if own.better == "higher" else second < first


def matrices(run: Run) -> Finding:
    """Table 3: sizes and their coefficients of variation."""
    del run
    first, second = table("I"), table("II")
    entries = (
        judged("CV₀, true classes", 1.166, spread(first.class_sizes), digits=3),
        judged("CV₁, clustering I", 0.0, spread(first.cluster_sizes), digits=3),
        judged("CV₁, clustering II", 1.125, spread(second.cluster_sizes), digits=3),
        judged("CV₀, 200 and 5800 objects", 1.320, spread([200, 5800]), digits=3),
    )
    header = ("cluster", *(f"C{k}" for k in range(1, 6)))
    shown = tuple(
        (f"Clustering {name}", Table(header, [(f"P{i}", *row) for i, row in enumerate(rows, 1)]))
        for name, rows in MATRICES.items()
    )
    return Finding(
        "Table 3: two clusterings of five classes",
        "Section 3.2, Table 3",
        "K-means makes clusters of equal size (the uniform effect): clustering I cuts the largest"
        " class in three and drowns the two smallest, II keeps every class recognizable. The"
        " coefficient of variation of the sizes, CV, tells it: CV₁ of I is 0, that of II is near"
        " CV₀ of the classes. DCV = CV₁ - CV₀ is then the measure of the uniform effect.\n\nThe"
        " text lost the table. It kept the class sizes, both CV₁, and in words how I cuts and mixes"
        " the classes; our counts agree with all of it, but a cell may differ from the printed"
        " one.",
        entries,
        shown,
    )


def thirteen(run: Run) -> Finding:
    """Table 4: which measures prefer the worse clustering."""
    del run
    entries: list[Entry] = []
    rows = []
    for name in THIRTEEN:
        own = measure(name)
        first, second = value(name, table("I")), value(name, table("II"))
        sees = prefers_second(own, first, second)
        rows.append((own.symbol, name, first, second, "II" if sees else "I"))
        entries.append(
            stated(
                f"{own.symbol} prefers",
                "I" if name in DEFECTIVE else "II",
                "II" if sees else "I",
                holds=sees is (name not in DEFECTIVE),
                note=_AGAIN,
            )
        )
    for own in (measure(name) for name in THIRTEEN):
        for clustering in MATRICES:
            ours = value(own.name, table(clustering))
            entries.append(judged(f"{own.symbol}({clustering})", None, ours, digits=3, note=_LOST))
    return Finding(
        "Table 4: thirteen measures of the two clusterings",
        "Section 3.2, Table 4",
        "Only entropy, purity and mutual information prefer clustering I: they look at one cluster"
        " at a time and do not see that a class was cut. By Criterion 1 (a measure that cannot"
        " capture the uniform effect is not suitable for k-means) the paper drops these three. All"
        " ten others prefer II.\n\nThe printed numbers are not in the text that we have. Ours are"
        " in bits where logarithms enter.",
        tuple(entries),
        (("Both clusterings", Table(("symbol", "measure", "I", "II", "better"), rows)),),
    )
