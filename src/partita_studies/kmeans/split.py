"""Consistency on data sets with even and with uneven classes (Table 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partita.report.formats.text import Cell, Table

from ..frame import Entry, Finding, judged, stated
from ..run import Run
from .consistency import OTHERS, correlation, off_diagonal
from .normalized import DISTINCT as NAMES
from .repository import clustered
from .scoring import reasoned, spread, symbol
from .tables import LOST

if TYPE_CHECKING:
    from partita.base.arrays import Floats

LIMIT = 0.8  # of CV₀


def differences(run: Run) -> tuple[Floats, int]:
    """M(R1) - M(R2) of every series, and how many data sets have CV₀ below the limit."""
    found = []
    even = 0
    for series in clustered(run):
        low = [one for one in series.tables if spread(one.class_sizes) < LIMIT]
        high = [one for one in series.tables if spread(one.class_sizes) >= LIMIT]
        found.append(correlation(NAMES, low) - correlation(NAMES, high))
        even = len(low)
    return np.array(found), even


def table_9(run: Run) -> Finding:
    """Table 9."""
    each, even = differences(run)
    mean = each.mean(axis=0)
    symbols = [symbol(name) for name in NAMES]
    total = len(clustered(run)[0].tables)
    apart = [float(np.delete(row, k).mean()) for k, row in enumerate(mean)]
    rows: list[tuple[Cell, ...]] = [
        (name, *mean[k].tolist(), apart[k]) for k, name in enumerate(symbols)
    ]
    most = symbols[int(np.argmax(apart))]
    return Finding(
        "Table 9: even against uneven classes",
        "Section 5, Table 9",
        f"The data sets are split at CV₀ = {LIMIT:g} ({even} below, {total - even} above), and the"
        " correlation matrix of the second part is subtracted from the matrix of the first. Above"
        " 0, two measures agree less on uneven classes.\n\nThe printed numbers are lost. The paper"
        " says that all measures except VI_n agree less on uneven classes, and that VI_n behaves"
        f" in the opposite way. Here {most} loses most agreement with the others.",
        reasoned(_entries(each, mean), OTHERS),
        {
            "Differences M(R1) - M(R2), mean of the series": Table(
                ("", *symbols, "mean with others"), rows
            )
        },
    )


def _entries(each: Floats, mean: Floats) -> list[Entry]:
    vi = NAMES.index("normalized_variation_of_information")
    others = [k for k in range(len(NAMES)) if k != vi]
    inner = off_diagonal(mean[np.ix_(others, others)])
    own = [float(np.delete(one[vi], vi).mean()) for one in each]
    opposite = float(np.mean(own)) < 0
    return [
        stated(
            "all except VI_n: consistency on uneven classes",
            "weaker",
            f"weaker in {int((inner > 0).sum())} of {len(inner)} pairs, by {inner.mean():.2f}",
            holds=bool((inner > 0).mean() > 0.5),
        ),
        stated(
            "VI_n with the others",
            "the opposite: stronger on uneven classes",
            f"{'stronger' if opposite else 'weaker'}: mean difference {np.mean(own):+.2f},"
            f" {min(own):+.2f} to {max(own):+.2f} over the series",
            holds=opposite,
        ),
        *(
            judged(
                f"VI_n and {symbol(NAMES[k])}", None, float(mean[vi, k]), digits=2,
                note=LOST,
            )
            for k in others
        ),
    ]  # fmt: skip
