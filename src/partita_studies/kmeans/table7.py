"""Which measures follow the uniform effect (Table 7), and why our documents differ."""

from __future__ import annotations

from collections.abc import Sequence

from partita.report.formats.text import Cell, Table

from ..entries import Basis
from ..frame import Entry, Finding, based_on, from_samples, judged, stated
from ..own_data import own_sets
from ..run import Run
from .correlation import correlations, redrawn
from .gaussians import HARDEST, simulated
from .imbalanced import collection, samples
from .normalized import DISTINCT, NORMALIZED
from .scoring import symbol
from .settings import (
    EASIER,
    HARDER,
    MORE_DRAWS,
    UNWEIGHED,
    VERY_HARD,
    correlation_of,
    setting_table,
)
from .tables import DEFECTIVE, LOST, THIRTEEN

STRONG = 0.8  # a rank correlation from which we call consistency strong
WEAK = 0.5  # a rank correlation below which we call it weak
_POOL = tuple(name for name in THIRTEEN if name not in DEFECTIVE)
_CONFLICT = ("variation_of_information", "van_dongen", "minkowski_score")
_STRONG = ("rand", "hubert_gamma", "hubert_gamma_prime")
_WEAK = ("f_measure", "classification_error", "jaccard", "fowlkes_mallows")
_LOOSE = ("normalized_f_measure", "normalized_classification_error")
_PERFECT = tuple(name for name in NORMALIZED if name not in _LOOSE)
_CONCLUSION = (
    "Where k-means finds the topics well (R_n in the tables), VI, VD and MS get worse as classes"
    " become uneven; where it finds them badly, they get better, because uneven classes have less"
    " entropy and fewer pairs to miss. So τ near -1, as printed, is what topics give that are hard"
    " to find. Whether those of hitech are cannot be said without its documents."
)
_MORE = ("v_measure", "adjusted_mutual_information", "b_cubed_f", "pair_f_measure")


def table_7(run: Run) -> Finding:
    """Table 7, both halves."""
    entries = (
        _perfect(run, 0),
        *based_on(collection(run).basis, _on_documents(run)),
        *_lost(run),
    )
    return Finding(
        "Table 7: rank correlation of the measures with DCV",
        "Section 4, Table 7",
        "For each design the measures and DCV are averaged over the draws; τ is Kendall's"
        f" correlation of the eight means. {_origin(run)} Distances change sign, so that +1 always"
        " means: the more uniform the clusters, the worse the value. The last columns show how"
        " much τ moves if the draws of each design are resampled.\n\nThe printed numbers are lost."
        " The text says that all normalized measures except F_n and ε_n have τ = 1. It calls"
        f" three unnormalized measures strong (we read: τ of at least {STRONG:g} on both"
        f" kinds of data) and four weak (we read: τ below {WEAK:g} on one kind).\n\n"
        f"{_lemma_1(run)}\n\n{_reason(run)}",
        from_samples(entries),
        {
            "Unnormalized measures": _table(THIRTEEN, run),
            "Normalized measures, and four more": _table((*NORMALIZED, *_MORE), run),
            "Documents under other settings: unnormalized measures": setting_table(_POOL, run),
            "Documents under other settings: normalized measures": setting_table(DISTINCT, run),
        },
    )


def _origin(run: Run) -> str:
    source = collection(run)
    whose = " of the folder of `--data`" if source.digest else ""
    return f"The documents are the samples of {source.name}{whose} (Table 6)."


def _lemma_1(run: Run) -> str:
    mi, e, vi, ms = (
        signed(correlations(name, run)[0])
        for name in ("mutual_information", "conditional_entropy", *_CONFLICT[::2])
    )
    return (
        "Lemma 1 states that MI and E are equivalent because H(C) is constant for any given data"
        " set. Here the data sets differ, and the two disagree: on the simulated sets MI has τ ="
        f" {mi} and E has τ = {e}, because H(C) falls with CV₀. VI ({vi}) and MS ({ms}) go the"
        " wrong way there for the same reason: their bounds (the entropy of the classes, the pairs"
        " within classes) change with the class sizes, whatever the clustering."
    )


def _reason(run: Run) -> str:
    """What the correlations on documents depend on, as far as we tried."""
    if collection(run).counts is None:
        return "The values of this data set are no counts of terms, so texts cannot be joined."
    name = "variation_of_information"
    vi = {said: signed(value) for said, value in correlation_of(name, run).items()}
    above = min(correlations(one, run)[1] for one in _PERFECT)
    found = (
        "What do the correlations on documents depend on? We changed one setting at a time (the"
        f" last two tables). The lowest τ of R_n, FM_n, Γ_n, VI_n and VD_n is {signed(above)} above"
        f" and {_least(run, MORE_DRAWS)} with more draws of each design. VI has τ ="
        f" {signed(correlations(name, run)[1])} above, {vi[UNWEIGHED]} if terms are not weighed by"
        f" rarity, and {vi[EASIER]}, {vi[HARDER]} and {vi[VERY_HARD]} if texts are joined so that"
        " the topics are easier, harder or very hard to find."
    )
    return found if own_sets(run.data) else f"{found} {_CONCLUSION}"


def _least(run: Run, setting: str) -> str:
    return f"{min(correlation_of(name, run)[setting] for name in _PERFECT):.2f}"


def _kinds(run: Run) -> tuple[str, str]:
    return "simulated sets", f"documents ({collection(run).name})"


def _on_documents(run: Run) -> list[Entry]:
    """The statements for which documents are needed."""
    return [
        _perfect(run, 1),
        _strong(run),
        *_conflicts(run),
        *(_weak(name, run) for name in _WEAK),
        _loose(run),
    ]


def _perfect(run: Run, place: int) -> Entry:
    found = {name: correlations(name, run)[place] for name in _PERFECT}
    least = min(found, key=lambda name: found[name])
    holds = found[least] > 1 - 1e-9
    return stated(
        f"normalized measures but F_n and ε_n, {_kinds(run)[place]}",
        "perfect consistency",
        "τ = 1 for each" if holds else f"lowest τ: {symbol(least)} {signed(found[least])}",
        holds=holds,
        note=f"with {MORE_DRAWS}: lowest {_least(run, MORE_DRAWS)}" if place and not holds else "",
    )


def _strong(run: Run) -> Entry:
    found = {name: min(correlations(name, run)) for name in _POOL}
    strong = [name for name in _POOL if found[name] >= STRONG]
    near = ", ".join(f"{symbol(name)} {signed(found[name])}" for name in _STRONG)
    return stated(
        "strong on both, of the ten that are not defective",
        ", ".join(map(symbol, _STRONG)),
        ", ".join(map(symbol, strong)) or "none",
        holds=set(strong) == set(_STRONG),
        note=f"strong: τ ≥ {STRONG:g}; the weaker τ of each: {near}",
    )


def _conflicts(run: Run) -> list[Entry]:
    return [
        stated(
            f"{symbol(name)} on documents",
            "close to -1",
            signed(correlations(name, run)[1]),
            holds=correlations(name, run)[1] < -STRONG,
            note=f"close: below {-STRONG:g}; {_under_settings(name, run)}",
        )
        for name in _CONFLICT
    ]


def _under_settings(name: str, run: Run) -> str:
    found = correlation_of(name, run)
    shown = [
        (UNWEIGHED, "not weighed by rarity"),
        (EASIER, "easier texts"),
        (HARDER, "harder texts"),
    ]
    said = [f"{signed(found[key])} {said}" for key, said in shown if key in found]
    return ", ".join(said) or "no other setting was tried"


def _weak(name: str, run: Run) -> Entry:
    """A correlation that the text calls weak, on the data where it is weaker."""
    least = min(correlations(name, run))
    return stated(
        f"{symbol(name)}: the weaker of the two",
        "weak",
        signed(least),
        holds=least < WEAK,
        note=f"weak: τ < {WEAK:g} on one kind of data; on documents {_under_settings(name, run)}",
    )


def _loose(run: Run) -> Entry:
    found = {name: correlations(name, run) for name in _LOOSE}
    return stated(
        "F_n and ε_n",
        "not consistent with DCV",
        "; ".join(
            f"{symbol(name)}: {signed(one)} and {signed(two)}" for name, (one, two) in found.items()
        ),
        holds=all(min(pair) < STRONG for pair in found.values()),
        note=f"not consistent: τ < {STRONG:g} on one kind of data",
    )


def _lost(run: Run) -> list[Entry]:
    bases: tuple[Basis, ...] = ("paper", collection(run).basis)
    return [
        judged(
            f"τ of {symbol(name)}, {kind}",
            None,
            correlations(name, run)[place],
            digits=2,
            note=LOST,
            basis=bases[place],
        )
        for name in _POOL
        for place, kind in enumerate(_kinds(run))
    ]


def _table(names: Sequence[str], run: Run) -> Table:
    generator = run.generator("kmeans", "redrawn")
    rows: list[tuple[Cell, ...]] = []
    for name in names:
        ends = [
            redrawn(name, designs, generator, run.size(200, 40))
            for designs in (simulated(run)[HARDEST], samples(run))
        ]
        shown = [f"{signed(low)} to {signed(high)}" for low, high in ends]
        rows.append((symbol(name), name, *correlations(name, run), *shown))
    header = ("symbol", "measure", "simulated", "documents", "simulated, resampled",
              "documents, resampled")  # fmt: skip
    return Table(header, rows)


def signed(value: float) -> str:
    """A correlation with its sign and two digits.

    >>> signed(-0.357)
    '-0.36'
    """
    return f"{value:+.2f}"
