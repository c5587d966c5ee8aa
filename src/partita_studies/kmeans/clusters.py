"""The number of clusters that each measure prefers (Figure 6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from partita import Contingency, measure
from partita.base.arrays import Int64
from partita.figures.grammar.marks import Figure
from partita.figures.grammar.words import whole_ticks
from partita.report.formats.text import Cell, Table

from ..frame import Entry, Finding, stated
from ..run import Run
from .normalized import DISTINCT
from .pictures import curves
from .real_data import Source, sources
from .scoring import Designs, crossed, packed, reasoned, symbol, unpacked

_OTHER = "our data set is not the paper's; neighboring numbers have similar scores"
NUMBERS = tuple(range(2, 16))
_SIMILAR_UP_TO = 2  # difference in the number of clusters
FIRST = "skewed documents"  # instead of la2: newspaper articles on six topics
_SETS = (FIRST, "iris", "wine", "cells", "mixtures", "skewed vowels", "vowels by speaker")
_AGREE = ("normalized_variation_of_information", "normalized_van_dongen", "adjusted_rand")
_SIMILAR = ("normalized_f_measure", "normalized_fowlkes_mallows", "hubert_gamma")
_MORE = ("adjusted_mutual_information", "conditional_entropy", "purity", "mutual_information",
         "variation_of_information", "van_dongen", "rand")  # fmt: skip


@dataclass(frozen=True, eq=False)
class Sweep:
    """Tables of one data set by number of clusters, several of each."""

    name: str
    classes: int
    by_number: Designs

    def best(self, measured: str) -> int:
        """The number of clusters with the best mean, the smaller one if tied."""
        return NUMBERS[int(np.argmax(np.round(self.by_number.means(measured), 10)))]


@lru_cache(maxsize=2)
def swept(run: Run) -> tuple[Sweep, ...]:
    """Every data set in 2 to 15 clusters."""
    repeats, starts = run.size(3, 1), run.size(5, 3)
    chosen = _SETS[: run.size(len(_SETS), 3)]
    known = {one.name: one for one in sources()}

    def work() -> dict[str, Int64]:
        generator = run.generator("kmeans", "clusters")
        found = []
        for name in chosen:
            run.say(f"numbers of clusters, {name}")
            found += [
                _cluster(known[name], number, generator, starts)
                for number in NUMBERS
                for _ in range(repeats)
            ]
        return packed(found)

    tables = iter(unpacked(run.kept("kmeans-clusters", work)))
    return tuple(
        Sweep(
            name,
            len(np.unique(known[name].truth)),
            Designs(tuple(tuple(next(tables) for _ in range(repeats)) for _ in NUMBERS)),
        )
        for name in chosen
    )


def _cluster(one: Source, number: int, generator: np.random.Generator, starts: int) -> Contingency:
    labels = one.cluster(one.rows, number, generator, starts=starts).labels
    return crossed(one.truth, labels)


def figure_6(run: Run) -> Finding:
    """Figure 6, and the preferred numbers on more data sets."""
    sweeps = swept(run)
    names = (*DISTINCT, *_MORE)
    rows: list[tuple[Cell, ...]] = [
        (one.name, one.classes, *(one.best(name) for name in names)) for one in sweeps
    ]
    return Finding(
        "Figure 6: the number of clusters",
        "Section 5, Figure 6",
        "The paper clusters la2 (3075 newspaper articles on six topics) into 2 to 15 clusters and"
        " finds that VI_n, VD_n and R_n all prefer 5. We may not redistribute la2. We use the"
        " skewed documents instead, also on six topics and clustered by spherical k-means, and then"
        f" {len(sweeps) - 1} other data sets. The values are means of"
        f" {len(sweeps[0].by_number.tables[0])} runs.",
        reasoned(_entries(sweeps), _OTHER),
        {"Preferred number of clusters": Table(("data set", "classes", *map(symbol, names)), rows)},
        (_figure(sweeps[0]),),
    )


def _entries(sweeps: tuple[Sweep, ...]) -> list[Entry]:
    entries = []
    for one in sweeps:
        best = {name: one.best(name) for name in _AGREE}
        same = len(set(best.values())) == 1
        entries.append(
            stated(
                f"{one.name}: VI_n, VD_n and R_n prefer",
                "the same number (5 on la2)" if one.name == FIRST else "the same number",
                ", ".join(f"{symbol(name)} {number}" for name, number in best.items()),
                holds=same,
            )
        )
    first = sweeps[0]
    others = {name: first.best(name) for name in _SIMILAR}
    spread = (*others.values(), *(first.best(name) for name in _AGREE))
    entries.append(
        stated(
            f"{FIRST}: F_n, FM_n and Γ_n prefer",
            "similar numbers",
            ", ".join(f"{symbol(name)} {number}" for name, number in others.items()),
            holds=max(spread) - min(spread) <= _SIMILAR_UP_TO,
            note=f"similar: all six differ by at most {_SIMILAR_UP_TO}",
        )
    )
    return entries


def _figure(one: Sweep) -> Figure:
    """Distances are shown as 1 minus the distance, so that the top of each line is the best."""
    series = {}
    rings = {}
    for name in DISTINCT:
        lower = measure(name).better == "lower"
        label = f"1 − {symbol(name)}" if lower else symbol(name)
        series[label] = one.by_number.means(name) + (1.0 if lower else 0.0)
        rings[label] = float(one.best(name))
    return curves(
        f"Figure 6: normalized measures and the number of clusters ({one.name})",
        "; ".join(f"{label} is best at {place:g}" for label, place in rings.items()),
        NUMBERS,
        series,
        ("number of clusters", "value, more is better"),
        ticks=whole_ticks(NUMBERS),
        rings=rings,
    )
