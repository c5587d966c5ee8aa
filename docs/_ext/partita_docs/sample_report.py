"""Sample reports of the bundled cells, written next to the pages."""

from __future__ import annotations

from pathlib import Path

import partita
from partita.sources.files.delimited import read_columns

NAME, INTERACTIVE = "report.html", "report-interactive.html"
CELLS = Path(partita.__file__).parent / "data" / "cells.csv"
CLUSTERINGS = ("kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "hdbscan")


def write(folder: Path) -> Path:
    """Compare five clusterings of the cells and write both kinds of report into a folder."""
    truth, *columns = read_columns(str(CELLS), ["cell_line", *CLUSTERINGS])
    found = partita.compare(
        truth.labels,
        {column.name: column.labels for column in columns},
        noise="-1",
        confidence=0.95,
        null="permutation",
        draws=999,
    )
    found.report(str(folder / NAME))
    found.report(str(folder / INTERACTIVE), interactive=True)
    return folder / NAME
