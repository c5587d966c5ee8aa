"""Wells with two cells apart: they are what k-means gets wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partita import Contingency, measure
from partita.report.formats.text import Table

from ..datasets import cells, doublet_calls
from ..frame import Finding, judged
from .components import clustered

if TYPE_CHECKING:
    from ..run import Run

# ARI of scikit-learn's k-means into five, run on the wells named, components of all wells.
_ALL, _SINGLES, _DOUBLES = 0.936, 1.000, 0.888
_NAMES = ("homogeneity", "completeness", "v_measure", "adjusted_rand")


def doublets(run: Run) -> Finding:
    """The same clustering scored on single cells, and on wells called doublets."""
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
        "Wells with two cells apart",
        "Description; data: calls of doublets by genotype",
        f"Genotypes call {int(double.sum())} of the {len(truth)} wells doublets: two cells in one"
        " well. Their label is the line that fits best, and it is a doubtful truth. Among the"
        " single cells the five clusters of k-means are the five lines, without one error; all"
        " errors are among the doublets. A V of 0.91 for all wells thus tells of the truth as much"
        " as of the clustering: look at who disagrees before the algorithm is changed. Beside ours"
        " stand the values of scikit-learn's k-means.",
        (
            judged("ARI, all wells", _ALL, scores["all wells"][3], digits=3),
            judged("ARI, single cells clustered alone", _SINGLES,
                   scores["single cells clustered alone"][3], digits=3),
            judged("ARI, doublets clustered alone", _DOUBLES,
                   scores["doublets clustered alone"][3], digits=3),
        ),
        (("Five clusters by k-means", Table(("wells", "n", "h", "c", "V", "ARI"), listed)),),
    )  # fmt: skip
