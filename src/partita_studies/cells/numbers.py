"""Scores of partita's own k-means for several numbers of clusters."""

from __future__ import annotations

from dataclasses import replace

from partita import Contingency, measure
from partita.comparison import Sweep, sweep
from partita.figures import lines
from partita.report.formats.text import Table

from ..datasets import cell_clusterings, cells
from ..frame import Entry, Finding, judged
from ..run import Run
from .components import clustered, cost

# V of scikit-learn's (1.9.1) own k-means, the best of ten starts.
V = {2: 0.5013, 4: 0.8247, 5: 0.9149, 7: 0.8285, 10: 0.7731}
_MEASURES = ("homogeneity", "completeness", "v_measure", "adjusted_mutual_information")
_SHORT = ("h", "c", "V", "AMI")


def numbers(run: Run) -> Finding:
    """Homogeneity rises with k, completeness falls, and V is highest in between."""
    numbers_ = run.size((2, 3, 4, 5, 6, 7, 8, 9, 10), (2, 4, 5, 7, 10))
    made = {k: clustered(run, k) for k in numbers_}
    found = sweep(
        cells().truth,
        {k: one.labels for k, one in made.items()},
        measures=_MEASURES,
        draws=0,
    )
    scores = {name: {row["parameter"]: row["value"] for row in found.of(name).rows()}
              for name in _MEASURES}  # fmt: skip
    chance = {row["parameter"]: row["expected"] for row in found.of("v_measure").rows()}
    rows = [
        (k, *(scores[name][k] for name in _MEASURES), chance[k], made[k].cost) for k in numbers_
    ]
    return Finding(
        "K-means for several numbers of clusters",
        "Description: does the clustering reconstruct the cell types?",
        "The cells are reduced to ten principal components and clustered by partita's own k-means,"
        f" the best of a hundred starts. There are five cell lines; {_preferred(found)}."
        " Homogeneity tends to rise when clusters are split. Two partitions into five have almost"
        f" the same cost: {_rivals(made[5].cost, scores['v_measure'][5])}. So the cost of k-means"
        " is not the disagreement with the truth. We compare our numbers with scikit-learn's for"
        " its own k-means, the best of ten starts.",
        tuple(_entry(k, scores["v_measure"][k], made[k].cost) for k in V if k in made),
        {"Scores, chance and cost": Table(("k", *_SHORT, "V by chance", "cost"), rows)},
        (replace(lines(found), title="Scores over the number of clusters"),),
    )


def _preferred(found: Sweep) -> str:
    pairs = zip(_SHORT, found.best.values(), strict=True)
    return ", ".join(f"{name} is highest at k = {best}" for name, best in pairs)


def _rivals(reached: float, v: float) -> str:
    """The partition found, and the one that scikit-learn found from a single start."""
    labels = cell_clusterings()["kmeans1_k5_s1"]
    other = measure("v_measure").of(Contingency.from_labels(cells().truth, labels))
    more = cost(labels) / reached - 1
    return (
        f"the cheaper one has V = {v:.3f}, the other costs {100 * more:.3f}% more and has V ="
        f" {other:.3f}"
    )


def _entry(k: int, ours: float, reached: float) -> Entry:
    theirs = cost(cell_clusterings()[f"kmeans_k{k}_s0"])
    same = abs(theirs - reached) <= 1e-9 * theirs
    lower = "lower" if reached < theirs else "higher"
    note = f"cost {reached:.1f}, {lower} than {theirs:.1f} of scikit-learn's partition"
    return judged(
        f"V of k-means, k = {k}",
        V[k],
        ours,
        digits=4,
        near=0.02,
        note="" if same else note,
        basis="third party",
    )
