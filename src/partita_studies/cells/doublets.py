"""Wells with two cells (doublets), in which k-means makes all its errors."""

from __future__ import annotations

from partita import Contingency, measure
from partita.report.formats.text import Table

from ..datasets import cells, doublet_calls
from ..frame import Finding, judge_all
from ..run import Run
from .components import clustered

# ARI of scikit-learn's k-means with k = 5 on the named wells, with the components of all wells.
THEIRS = {
    "all wells": 0.936,
    "single cells clustered alone": 1.000,
    "doublets clustered alone": 0.888,
}
_NAMES = ("homogeneity", "completeness", "v_measure", "adjusted_rand")


def doublets(run: Run) -> Finding:
    """The same clustering scored on single cells and on doublets."""
    truth, double = cells().truth, doublet_calls()
    together = clustered(run, 5).labels
    rows = {
        "all wells": (truth, together),
        "single cells of that clustering": (truth[~double], together[~double]),
        "doublets of that clustering": (truth[double], together[double]),
        "single cells clustered alone": (truth[~double], clustered(run, 5, ~double).labels),
        "doublets clustered alone": (truth[double], clustered(run, 5, double).labels),
    }
    tables = {name: Contingency.from_labels(*pair) for name, pair in rows.items()}
    scores = {name: [measure(m).of(table) for m in _NAMES] for name, table in tables.items()}
    listed = [(name, tables[name].n, *scores[name]) for name in rows]
    return Finding(
        "Wells with one cell and with two",
        "Description; data: calls of doublets by genotype",
        f"By genotype, {int(double.sum())} of the {len(truth)} wells are doublets: two cells in one"
        " well. Their label is the line that fits best, so their truth is doubtful. For single"
        " cells the five clusters of k-means are the five lines without an error; all errors are"
        " among the doublets. Hence V = 0.91 for all wells says as much about the truth as about"
        " the clustering: look at which objects disagree before you change the algorithm. We"
        " compare our values with those of scikit-learn's k-means.",
        judge_all(THEIRS, {name: row[3] for name, row in scores.items()}, digits=3,
                  what="ARI, {}", basis="third party"),
        {"Five clusters by k-means": Table(("wells", "n", "h", "c", "V", "ARI"), listed)},
    )  # fmt: skip
