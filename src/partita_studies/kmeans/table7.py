"""Which measures follow the uniform effect (Table 7), and why our documents differ."""

from __future__ import annotations

from collections.abc import Sequence

from partita.report.formats.text import Cell, Table

from ..frame import Finding, from_samples
from ..own_data import own_sets
from ..run import Run
from .correlation import correlations, redrawn
from .gaussians import HARDEST, simulated
from .imbalanced import FEWER_SAMPLES, collection, samples
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
from .table7_entries import (
    CONFLICT,
    PERFECT,
    POOL,
    STRONG,
    WEAK,
    entries,
    least_normalized,
    signed,
)
from .tables import THIRTEEN

_CONCLUSION = (
    "Where k-means finds the topics well (R_n in the tables), VI, VD and MS get worse as classes"
    " become uneven; where it finds them badly, they get better, because uneven classes have less"
    " entropy and fewer pairs to miss. So τ near -1, as printed, is what topics give that are hard"
    " to find. Whether those of hitech are cannot be said without its documents."
)
_MORE = ("v_measure", "adjusted_mutual_information", "b_cubed_f", "pair_f_measure")


def table_7(run: Run) -> Finding:
    """Table 7, both halves."""
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
        from_samples(entries(run), FEWER_SAMPLES),
        {
            "Unnormalized measures": _table(THIRTEEN, run),
            "Normalized measures, and four more": _table((*NORMALIZED, *_MORE), run),
            "Documents under other settings: unnormalized measures": setting_table(POOL, run),
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
        for name in ("mutual_information", "conditional_entropy", *CONFLICT[::2])
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
    above = min(correlations(one, run)[1] for one in PERFECT)
    found = (
        "What do the correlations on documents depend on? We changed one setting at a time (the"
        f" last two tables). The lowest τ of R_n, FM_n, Γ_n, VI_n and VD_n is {signed(above)} above"
        f" and {least_normalized(MORE_DRAWS, run):.2f} with more draws of each design. VI has τ ="
        f" {signed(correlations(name, run)[1])} above, {vi[UNWEIGHED]} if terms are not weighed by"
        f" rarity, and {vi[EASIER]}, {vi[HARDER]} and {vi[VERY_HARD]} if texts are joined so that"
        " the topics are easier, harder or very hard to find."
    )
    return found if own_sets(run.data) else f"{found} {_CONCLUSION}"


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
