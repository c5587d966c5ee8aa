"""Criterion 1 for every measure: does it see that k-means made the cluster sizes too equal?"""

from __future__ import annotations

from partita.report.formats.text import Cell, Table

from ..frame import Entry, Finding, stated
from ..run import Run
from .correlation import correlations
from .scoring import NAMES, symbol
from .tables import AGAIN, DEFECTIVE, TABLES, THIRTEEN, sees_the_cut, value


def all_measures(run: Run) -> Finding:
    """Criterion 1 for every measure of partita."""
    ordered = sorted(
        NAMES, key=lambda name: (not sees_the_cut(name), -sum(correlations(name, run)))
    )
    rows: list[tuple[Cell, ...]] = [
        (symbol(name), name, *(value(name, one) for one in TABLES.values()),
         "II" if sees_the_cut(name) else "I", *correlations(name, run))
        for name in ordered
    ]  # fmt: skip
    blind = [symbol(name) for name in NAMES if not sees_the_cut(name)]
    against = [
        symbol(name) for name in NAMES if sees_the_cut(name) and min(correlations(name, run)) < 0
    ]
    header = ("symbol", "measure", "clustering I", "clustering II", "better", "τ, simulated",
              "τ, documents")  # fmt: skip
    return Finding(
        "Criterion 1 for every measure",
        "Section 3, Criterion 1, and Section 4, its application",
        "The criterion takes two forms. Within one data set: does a measure prefer clustering II of"
        " Table 3 to I, which cuts a large class into three? Across data sets: what is its rank"
        " correlation with DCV on simulated sets and on documents? There -1 means that the value"
        " improves as k-means gets worse. The second form needs a measure whose values can be"
        " compared across data sets. Draws on which a measure has no value, such as N11 / (N10 +"
        " N01) of a perfect clustering, are left out of its mean.\n\n"
        f"{len(blind)} of {len(NAMES)} measures prefer I: {', '.join(blind)}. Within one data set"
        " all of them report only how pure the clusters are. These measures see the cut within a"
        f" data set but go the wrong way across data sets: {', '.join(against) or 'none'}. Their"
        " values move with the number of objects or with the class sizes, whatever the clustering.",
        (_entry(),),
        {"Every measure, the best first": Table(header, rows)},
    )


def _entry() -> Entry:
    """The statement of Section 3; Table 4 has it measure by measure."""
    blind = {name for name in THIRTEEN if not sees_the_cut(name)}
    said, found = (
        ", ".join(symbol(name) for name in THIRTEEN if name in some) for some in (DEFECTIVE, blind)
    )
    return stated(
        "of the thirteen, only these cannot capture the uniform effect",
        said,
        found,
        holds=blind == set(DEFECTIVE),
        note=AGAIN,
        basis="reconstructed",
    )
