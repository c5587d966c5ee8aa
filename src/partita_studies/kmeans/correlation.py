"""Which measures follow the uniform effect: their rank correlation with DCV (Table 7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from partita.report.formats.text import Cell, Table

from ..frame import Entry, Finding, Verdict, judged, stated
from ..run import Run
from .gaussians import HARDEST, simulated
from .imbalanced import UNKNOWN, samples
from .normalized import NORMALIZED
from .scoring import Designs, column, symbol, tau, tau_matrix, uniformity
from .tables import DEFECTIVE, LOST, THIRTEEN

STRONG = 0.8  # a rank correlation from which we call consistency strong
_WEAK = 0.5  # a rank correlation below which we call it weak


@lru_cache(maxsize=256)
def correlations(name: str, run: Run) -> tuple[float, float]:
    """Rank correlation with DCV over the simulated sets at σ² = 5, and over the documents."""
    simulations, documents = (
        tau(designs.means(name), designs.dcv())
        for designs in (simulated(run)[HARDEST], samples(run))
    )
    return simulations, documents


def redrawn(
    name: str, designs: Designs, generator: np.random.Generator, times: int
) -> tuple[float, float]:
    """Ends of the 90% range of the correlation when the draws of each design are resampled."""
    values = np.array([column(name, draws) for draws in designs.tables])
    dcv = np.array([[uniformity(one) for one in draws] for draws in designs.tables])
    found = []
    for _ in range(times):
        chosen = generator.integers(values.shape[1], size=values.shape)
        means = [np.take_along_axis(one, chosen, axis=1).mean(axis=1) for one in (values, dcv)]
        found.append(tau_matrix(np.column_stack(means))[0, 1])
    low, high = np.quantile(found, [0.05, 0.95])
    return float(low), float(high)


def table_7(run: Run) -> Finding:
    """Table 7, both halves."""
    mi, e, vi, ms = (
        correlations(name, run)[0]
        for name in ("mutual_information", "conditional_entropy", "variation_of_information",
                     "minkowski_score")
    )  # fmt: skip
    return Finding(
        "Table 7: rank correlation of the measures with DCV",
        "Section 4, Table 7",
        "For each design the measures and DCV are averaged over the draws; τ is Kendall's"
        " correlation of the eight means. Distances change sign, so that +1 always means: the more"
        " uniform the clusters, the worse the value. The last columns show how much τ moves if the"
        " draws of each design are resampled.\n\nThe printed numbers are lost. The text says that"
        " all normalized measures except F_n and ε_n have τ = 1. It calls three unnormalized"
        f" measures strong (we read: τ of at least {STRONG:g} on both kinds of data) and four weak"
        f" (we read: τ below {_WEAK:g} on one kind).\n\n"
        "Two remarks. Lemma 1 states that MI and E are equivalent because H(C) is constant for any"
        " given data set. Here the data sets differ, and the two disagree: on the simulated sets"
        f" MI has τ = {_signed(mi)} and E has τ = {_signed(e)}, because H(C) falls with CV₀. VI"
        f" ({_signed(vi)}) and MS ({_signed(ms)}) go the wrong way there for the same reason: their"
        " bounds (the entropy of the classes, the pairs within classes) change with the class"
        " sizes, whatever the clustering.",
        (*_unnormalized(run), *_normalized(run), *_lost(run)),
        {
            "Unnormalized measures": _table(THIRTEEN, run),
            "Normalized measures, and four more": _table((*NORMALIZED, *_MORE), run),
        },
    )


_MORE = ("v_measure", "adjusted_mutual_information", "b_cubed_f", "pair_f_measure")


def _unnormalized(run: Run) -> list[Entry]:
    pool = [name for name in THIRTEEN if name not in DEFECTIVE]
    found = {name: correlations(name, run) for name in pool}
    strong = [name for name in pool if min(found[name]) >= STRONG]
    conflict = ("variation_of_information", "van_dongen", "minkowski_score")
    weak = ("f_measure", "classification_error", "jaccard", "fowlkes_mallows")
    other = f"{UNKNOWN}; on the simulated sets {{}}"
    return [
        stated(
            "strong on both, of the ten that are not defective",
            "R, Γ, Γ'",
            ", ".join(symbol(name) for name in strong) or "none",
            holds=set(strong) == {"rand", "hubert_gamma", "hubert_gamma_prime"},
            note=f"strong: τ ≥ {STRONG:g}",
        ),
        *(
            stated(
                f"{symbol(name)} on documents",
                "close to -1",
                _signed(found[name][1]),
                holds=found[name][1] < -STRONG,
                note=other.format(_signed(found[name][0])),
            )
            for name in conflict
        ),
        *(_weak(name, found[name]) for name in weak),
    ]


def _weak(name: str, found: tuple[float, float]) -> Entry:
    """A correlation that the text calls weak, on the data where it is weaker."""
    least = min(found)
    verdict: Verdict = "reproduced" if least < _WEAK else "close" if least < STRONG else "differs"
    note = f"weak: τ < {_WEAK:g} on one kind of data; close: below {STRONG:g}, not strong"
    return Entry(f"{symbol(name)}: the weaker of the two", "weak", _signed(least), verdict, note)


def _normalized(run: Run) -> list[Entry]:
    loose = ("normalized_f_measure", "normalized_classification_error")
    entries = [
        judged(
            f"{symbol(name)} on {kind}", 1.0, value, digits=2, near=0.15,
            note="" if value > 0.995 else UNKNOWN,
        )
        for name in NORMALIZED
        if name not in loose
        for kind, value in zip(("simulated sets", "documents"), correlations(name, run),
                               strict=True)
    ]  # fmt: skip
    least = sorted(NORMALIZED, key=lambda name: sum(correlations(name, run)))[:2]
    entries.append(
        stated(
            "least consistent with DCV",
            "F_n and ε_n",
            " and ".join(symbol(name) for name in least),
            holds=set(least) == set(loose),
            note="; ".join(
                f"{symbol(name)}: {_signed(one)} and {_signed(two)}"
                for name in loose
                for one, two in [correlations(name, run)]
            ),
        )
    )
    return entries


def _lost(run: Run) -> list[Entry]:
    return [
        judged(f"τ of {symbol(name)}, {kind}", None, value, digits=2, note=LOST)
        for name in THIRTEEN
        if name not in DEFECTIVE
        for kind, value in zip(("simulated", "documents"), correlations(name, run), strict=True)
    ]


def _table(names: Sequence[str], run: Run) -> Table:
    generator = run.generator("kmeans", "redrawn")
    rows: list[tuple[Cell, ...]] = []
    for name in names:
        ends = [
            redrawn(name, designs, generator, run.size(200, 40))
            for designs in (simulated(run)[HARDEST], samples(run))
        ]
        shown = [f"{_signed(low)} to {_signed(high)}" for low, high in ends]
        rows.append((symbol(name), name, *correlations(name, run), *shown))
    header = ("symbol", "measure", "simulated", "documents", "simulated, resampled",
              "documents, resampled")  # fmt: skip
    return Table(header, rows)


def _signed(value: float) -> str:
    return f"{value:+.2f}"
