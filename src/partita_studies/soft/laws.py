"""Equations 6 to 8: the distribution of the Rand index for each kind of soft clustering."""

from __future__ import annotations

from partita.figures import law as picture
from partita.figures.grammar.marks import Figure
from partita.report.formats.text import Table
from partita.soft import Law, law

from ..frame import Finding
from ..run import Run
from .clusterings import closest, truth
from .printed import NAMES

_KINDS = {
    "RKM": "a set of values",
    "FCM": "a probability of every value",
    "PCM": "a possibility of every value",
    "ECM": "masses on intervals of values",
}


def laws(run: Run) -> Finding:
    """The distribution of Rand for a clustering of each kind."""
    clusterings = closest(run)
    found = {
        one: law("rand", truth(), clusterings[one], rng=run.seed,
                 draws=run.size(None, 100) if one == "ECM" else None)
        for one in _KINDS
    }  # fmt: skip
    rows = [
        (NAMES[one], _KINDS[one], len(one_law.mass), one_law.mean, one_law.low, one_law.high,
         "exact" if one_law.sort == "exact" else one_law.how)
        for one, one_law in found.items()
    ]  # fmt: skip
    header = ("", "kind of distribution", "values", "mean", "lower", "upper", "method")
    return Finding(
        "The distribution of the Rand index, for each kind of clustering",
        "Section 3.2 (equations 6, 7 and 8)",
        "A rough clustering allows a set of values of the Rand index. A fuzzy clustering gives "
        "each value a probability, a possibilistic one a possibility. An evidential clustering "
        "gives masses to sets of values; the table has their ends. The clusterings of Iris are "
        "those of the column closest to Table 1.\n\nThe paper lists all clusterings, which are k^m "
        "for m open objects. With all 150 objects open, as in the last three, there are 3^150. Our "
        "first three distributions are exact: dynamic programming over the sizes of the clusters "
        "and the sum of squares of the table covers all values at once. For the evidential "
        "clustering we draw selections of sets, and the ends of each are exact.",
        (),
        {"The four distributions": Table(header, rows)},
        tuple(_figure(one, one_law) for one, one_law in found.items()),
    )


def _figure(one: str, found: Law) -> Figure:
    return picture(found, measure=f"the Rand index, {NAMES[one]}")
