"""Criterion 1 for every measure: does it see that k-means made the clusters too equal?"""

from __future__ import annotations

from partita import measure
from partita.report.formats.text import Table

from ..frame import Entry, Finding, stated
from ..run import Run
from .correlation import correlations
from .scoring import NAMES, symbol
from .tables import DEFECTIVE, THIRTEEN, prefers_second, table, value


def sees_the_cut(name: str) -> bool:
    """Whether a measure prefers clustering II of Table 3, which keeps the classes whole.

    >>> sees_the_cut("van_dongen"), sees_the_cut("purity")
    (True, False)
    """
    return prefers_second(measure(name), value(name, table("I")), value(name, table("II")))


def all_measures(run: Run) -> Finding:
    """Criterion 1 over the whole registry."""
    names = NAMES
    rows = []
    for name in names:
        first, second = value(name, table("I")), value(name, table("II"))
        sees = sees_the_cut(name)
        rows.append((symbol(name), name, first, second, "II" if sees else "I",
                     *correlations(name, run)))  # fmt: skip
    rows.sort(key=lambda row: (row[4] == "I", -row[5] - row[6]))
    blind = [symbol(name) for name in names if not sees_the_cut(name)]
    against = [
        symbol(name) for name in names if sees_the_cut(name) and min(correlations(name, run)) < 0
    ]
    header = ("symbol", "measure", "clustering I", "clustering II", "better", "τ, simulated",
              "τ, documents")  # fmt: skip
    return Finding(
        "Criterion 1 for every measure",
        "Section 3, Criterion 1, and Section 4, its application",
        "The criterion in two forms: whether a measure prefers clustering II of Table 3 to I (a"
        " large class cut in three), and its rank correlation with DCV on simulated sets and on"
        " documents, where -1 says that the value improves as k-means goes astray. The first is"
        " asked within one data set; the second across data sets, and needs a measure whose values"
        " can be compared across data sets.\n\n"
        f"{len(blind)} of {len(names)} measures prefer I: {', '.join(blind)}. Within one data set"
        " all of these say how pure the clusters are, and nothing else. These see the cut within a"
        f" data set but go the wrong way across data sets: {', '.join(against) or 'none'}. Their"
        " values move with the number of objects or with the class sizes, whatever the clustering.",
        (_entry(),),
        (("Every measure, the best first", Table(header, rows)),),
    )


def _entry() -> Entry:
    """The sentence of Section 3; measure by measure it stands with Table 4."""
    blind = {name for name in THIRTEEN if not sees_the_cut(name)}
    said, found = (
        ", ".join(symbol(name) for name in THIRTEEN if name in some) for some in (DEFECTIVE, blind)
    )
    return stated(
        "of the thirteen, only these cannot capture the uniform effect",
        said,
        found,
        holds=blind == set(DEFECTIVE),
        note="on the counts that stand for the lost Table 3",
    )
