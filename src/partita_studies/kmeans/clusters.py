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

from ..entries import Basis
from ..frame import Entry, Finding, from_samples, judged, stated, without_data
from ..own_data import digest, own_sets
from ..run import Run
from .normalized import DISTINCT
from .pictures import curves
from .real_data import Source, own_sources, sources
from .scoring import Designs, crossed, packed, symbol, unpacked

_LA2 = "la2"  # newspaper articles on six topics
LA2_SIZES = (905, 759, 487, 375, 301, 248)  # of its classes, in the files of CLUTO
_NO_LA2 = "needs the documents of la2; ours is of another data set"
_OTHER = "the paper says so of la2 only"
NUMBERS = tuple(range(2, 16))
_SIMILAR_UP_TO = 2  # difference in the number of clusters
_PREFERRED = 5  # on la2, as the text says
_SETS = ("skewed documents", "iris", "wine", "cells", "mixtures", "skewed vowels",
         "vowels by speaker")  # fmt: skip
_REPEATS, _STARTS = (3, 1), (5, 3)  # in a full run and in a quick one
_FEWER = (
    f"{_REPEATS[1]} run instead of {_REPEATS[0]}, from {_STARTS[1]} starts instead of {_STARTS[0]}"
)
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


def swept_sources(run: Run) -> tuple[Source, ...]:
    """The data sets of the user, la2 first, or some of ours."""
    own = own_sources(run)
    if own:
        return tuple(sorted(own, key=lambda one: one.name != _LA2))
    known = {one.name: one for one in sources()}
    return tuple(known[name] for name in _SETS[: run.size(len(_SETS), 3)])


@lru_cache(maxsize=2)
def swept(run: Run) -> tuple[Sweep, ...]:
    """Every data set in 2 to 15 clusters."""
    repeats, starts = run.size(*_REPEATS), run.size(*_STARTS)
    chosen = swept_sources(run)

    def work() -> dict[str, Int64]:
        generator = run.generator("kmeans", "clusters")
        found = []
        for one in chosen:
            run.say(f"numbers of clusters, {one.name}")
            found += [
                _cluster(one, number, generator, starts)
                for number in NUMBERS
                for _ in range(repeats)
            ]
        return packed(found)

    tables = iter(unpacked(run.kept(f"kmeans-clusters{digest(own_sets(run.data))}", work)))
    return tuple(
        Sweep(
            one.name,
            len(np.unique(one.truth)),
            Designs(tuple(tuple(next(tables) for _ in range(repeats)) for _ in NUMBERS)),
        )
        for one in chosen
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
        f" finds that VI_n, VD_n and R_n all prefer {_PREFERRED}. {_origin(run, sweeps)} The values"
        f" are means of {len(sweeps[0].by_number.tables[0])} runs.",
        from_samples(_entries(sweeps), _FEWER),
        {"Preferred number of clusters": Table(("data set", "classes", *map(symbol, names)), rows)},
        (_figure(sweeps[0]),),
    )


def _origin(run: Run, sweeps: tuple[Sweep, ...]) -> str:
    if run.data is not None:
        listed = ", ".join(one.name for one in sweeps)
        return (
            f"The data sets are those of the folder of `--data`: {listed}. The three measures"
            f" prefer the same number on {_agreeing(sweeps)} of the {len(sweeps)}."
        )
    return (
        "We may not redistribute la2. We use the skewed documents instead, also on six topics and"
        f" clustered by spherical k-means. The table has {len(sweeps) - 1} other data sets: the"
        f" three measures prefer the same number on {_agreeing(sweeps)} of the {len(sweeps)}."
    )


def _agreeing(sweeps: tuple[Sweep, ...]) -> int:
    return sum(len({one.best(name) for name in _AGREE}) == 1 for one in sweeps)


def _entries(sweeps: tuple[Sweep, ...]) -> list[Entry]:
    """The numbers of la2, and the statements about it on the first data set."""
    first = sweeps[0]
    best = {name: first.best(name) for name in (*_AGREE, *_SIMILAR)}
    return [
        *(_preferred(first, name) for name in _AGREE),
        stated(
            f"{first.name}: VI_n, VD_n and R_n prefer",
            "the same number",
            _listed({name: best[name] for name in _AGREE}),
            holds=len({best[name] for name in _AGREE}) == 1,
            note="" if is_la2(first) else _OTHER,
            basis=_basis(first),
        ),
        stated(
            f"{first.name}: F_n, FM_n and Γ_n prefer",
            "similar numbers",
            _listed({name: best[name] for name in _SIMILAR}),
            holds=max(best.values()) - min(best.values()) <= _SIMILAR_UP_TO,
            note=f"similar: all six differ by at most {_SIMILAR_UP_TO}",
            basis=_basis(first),
        ),
    ]


def is_la2(one: Sweep) -> bool:
    """Whether a set of the user has the name and the class sizes of la2."""
    sizes = sorted(one.by_number.tables[0][0].class_sizes.tolist(), reverse=True)
    return one.name == _LA2 and tuple(sizes) == LA2_SIZES


def _basis(one: Sweep) -> Basis:
    return "paper" if is_la2(one) else "other data"


def _preferred(one: Sweep, name: str) -> Entry:
    """The number of clusters that a measure prefers on la2."""
    what, found = f"la2: number of clusters that {symbol(name)} prefers", one.best(name)
    if is_la2(one):
        return judged(what, _PREFERRED, found, digits=0)
    return without_data(what, str(_PREFERRED), _NO_LA2, f"{found} ({one.name})")


def _listed(best: dict[str, int]) -> str:
    return ", ".join(f"{symbol(name)} {number}" for name, number in best.items())


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
