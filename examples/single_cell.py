"""Compares clusterings in an AnnData object with the cell types, from labels to a report.

Run ``python examples/single_cell.py [FOLDER]``; it needs anndata and matplotlib. The data come with
partita: 297 single cells of five cell lines, known from their genotypes (Tian et al. 2019), and six
clusterings of them.
"""

from __future__ import annotations

import sys
from importlib.resources import as_file, files
from pathlib import Path

import anndata
import pandas as pd

from partita.interop.anndata import colors, compare
from partita.interop.loggers import metrics

CLUSTERINGS = ["kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5", "hdbscan"]
OKABE_ITO = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00"]


def cells() -> anndata.AnnData:
    """Return the bundled cells as AnnData: labels in obs, colors in uns as scanpy stores them."""
    with as_file(files("partita") / "data" / "cells.csv") as path:
        obs = pd.read_csv(path, dtype=str, index_col="cell").astype("category")
    adata = anndata.AnnData(obs=obs)
    adata.uns["cell_line_colors"] = OKABE_ITO
    return adata


def main(folder: Path) -> None:
    """Compare the clusterings, print and draw the results, and write the report."""
    adata = cells()
    found = compare(
        adata,
        truth="cell_line",
        prediction=CLUSTERINGS,
        noise={"prediction": "-1"},  # cells that HDBSCAN leaves unclustered
        confidence=0.95,
        key_added="partita",
    )
    print(found, end="\n\n")
    print(found.ranks("adjusted_rand"), end="\n\n")
    for advice in found.advice:
        print(advice, end="\n\n")
    best = found.ranks("adjusted_rand").table.row(0)["prediction"]
    print(found.classes(best), end="\n\n")
    print(f"{len(metrics(found))} numbers for an experiment tracker")

    known = colors(adata, "cell_line")
    ax = found.plot.flow(prediction=best, colors=known)
    ax.figure.savefig(folder / "flow.svg", bbox_inches="tight")
    found.report(folder / "report.html", colors=known)
    adata.write_h5ad(folder / "cells.h5ad")  # the scores are in uns["partita"]
    print(f"written to {folder}: flow.svg, report.html, cells.h5ad")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
