"""The sample solution of Figure 3, and counts rounded to few objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from partita import measure, parametric_clustering
from partita.report.formats.text import Table

from ..frame import Finding, quoted

if TYPE_CHECKING:
    from partita.base.arrays import Int64

    from ..run import Run


def rounded(counts: Int64, *, of: int, objects: int) -> Int64:
    """Tables of `of` objects, scaled to `objects`, with each cell rounded to the nearest count."""
    return np.rint(counts * objects / of).astype(np.int64)


FIGURE_3 = ((12, 12, 2, 3), (2, 2, 12, 3), (4, 4, 4, 0))  # as printed, with clusters as rows
_CLUSTERS = ("K1", "K2", "Knoise1")


def figure_3(_: Run) -> Finding:
    """The sample solution of Figure 3, made from its parameters."""
    table = parametric_clustering(
        4, 3, noise_classes=1, noise_clusters=1, errors=(0.1, 0.2, 0.1), objects=60
    )
    made = table.to_scipy().toarray().T
    entries = [
        quoted(cluster, _listed(printed), _listed(ours), agrees=_listed(printed) == _listed(ours))
        for cluster, printed, ours in zip(_CLUSTERS, FIGURE_3, made, strict=True)
    ]
    useful = "4, of which 3 are useful"
    note = "the printed table has four columns, and |C_u| = |C| - |C_noise| in the text needs 4"
    three = len(FIGURE_3[0]) == 3
    entries.append(quoted("|C| in the caption", "3", useful, agrees=three, note=note, refuted=True))
    rows = [(name, measure(name).of(table)) for name in _SHOWN]
    return Finding(
        "Figure 3: a sample parametric clustering solution",
        "Section 4, Figure 3",
        "The generator spreads the mass 1 - ε evenly over matched pairs of useful classes and"
        " clusters, ε1 over the other useful pairs, ε2 over the cells of noise clusters with useful"
        " classes, and ε3 over the cells of useful clusters with noise classes. The larger side"
        " determines the number of matches: three classes in two clusters have three matches. With"
        " n = 60, ε1 = .1, ε2 = .2 and ε3 = .1 we get every printed cell.\n\nThe caption's |C| = 3"
        " does not agree with its own table. This matters below: the experiment fixes |C| = 5 and"
        " has up to six noise classes, though the text requires |C_noise| < |C|. Only |C_u| = 5"
        " makes sense of it.",
        tuple(entries),
        {"Scores of the sample solution": Table(("measure", "value"), rows)},
    )


_SHOWN = (
    "homogeneity", "completeness", "v_measure", "f_measure", "rand", "jaccard", "fowlkes_mallows",
    "hubert_gamma", "adjusted_rand", "variation_of_information", "dom_q0", "dom_q2",
)  # fmt: skip


def _listed(row: Any) -> str:
    return " ".join(str(int(cell)) for cell in row)
