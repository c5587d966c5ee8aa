"""Draws the pictures of the pages, the figures of the report: ``python docs/pictures.py``."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import partita
from partita.engines.files import read_columns
from partita.report import figures
from partita.report.svg import document

HERE = Path(__file__).parent / "pictures"
CELLS = str(Path(partita.__file__).parent / "data" / "cells.csv")
CLUSTERINGS = ["kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5", "hdbscan"]


def cells() -> partita.Comparison:
    """Six clusterings of 297 cells against their cell lines."""
    truth, *columns = read_columns(CELLS, ["cell_line", *CLUSTERINGS])
    named = {column.name: column.labels for column in columns}
    return partita.compare(truth.labels, named, confidence=0.95, null="permutation", noise="-1")


def fuzzy_law() -> figures.Figure:
    """The law of the Rand index of a fuzzy clustering of 60 objects."""
    rng = np.random.default_rng(0)
    truth = np.repeat(["a", "b", "c"], 20)
    centres = np.repeat(np.eye(3), 20, axis=0)
    fuzzy = partita.Fuzzy.normalized(0.75 * centres + 0.25 * rng.dirichlet([1, 1, 1], 60))
    return figures.law(partita.law("rand", truth, fuzzy), measure="rand")


def main() -> None:
    """Write every picture."""
    HERE.mkdir(exist_ok=True)
    found = cells()
    drawn = {
        "plane": figures.plane(found),
        "law": fuzzy_law(),
        "intervals": figures.leaderboard(found.ranks("adjusted_rand")),
        "heatmap": figures.heatmap(found, "kmeans_10"),
        "flow": figures.flow(found, "kmeans_10"),
        "ranges": figures.ranges(found, "kmeans_10"),
    }
    for name, figure in drawn.items():
        (HERE / f"{name}.svg").write_text(document(figure), "utf-8")


if __name__ == "__main__":
    main()
