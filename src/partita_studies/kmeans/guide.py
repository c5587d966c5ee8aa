"""The selection guide of Section 6, derived by computation, and our own choice."""

from __future__ import annotations

import numpy as np

from partita import Contingency, measure
from partita.chance import chance
from partita.figures.grammar.marks import Figure
from partita.report.formats.text import Table

from ..entries import Basis
from ..frame import Entry, Finding, from_samples, stated
from ..run import Run
from .imbalanced import FEWER_SAMPLES
from .mathematical import in_table_12, trials
from .pictures import curves
from .real_data import FEWER_SERIES
from .scoring import reasoned, symbol
from .selection import ALIKE, as_the_paper, of_all, same_ending
from .sensitivity import seen

_CONCLUSION = (
    "adjusted_rand",
    "normalized_variation_of_information",
    "normalized_van_dongen",
)
_FIVE = (*_CONCLUSION, "normalized_fowlkes_mallows", "hubert_gamma")
_TABLE_3 = "Criterion 1 on the counts that replace the lost Table 3"
_ALIKE = "of measures that rank alike, the one that follows DCV best stays, which depends on draws"
# Random labels: 120 objects in six classes as uneven as hitech's.
_CLASSES = (31, 25, 25, 23, 10, 6)
_NUMBERS = (2, 3, 5, 8, 12, 20, 30, 40, 60)
_STEPS = ("dropped because it …", "dropped", "left", "measures left")
_CHANCE = (
    "normalized_variation_of_information", "normalized_van_dongen", "adjusted_rand",
    "adjusted_mutual_information",
)  # fmt: skip


def guide(run: Run) -> Finding:
    """The guide, step by step."""
    steps, ours = as_the_paper(run), of_all(run)
    levels = random_labels(run)
    rows = [
        (number, *(float(levels[name][k]) for name in _CHANCE)) for k, number in enumerate(_NUMBERS)
    ]
    last = {name: levels[name][-1] for name in _CHANCE}
    return Finding(
        "The selection guide, derived",
        "Section 6",
        "Every step of the paper's reasoning is computed. We drop measures that order random"
        " clusterings as another measure does, then measures that fail Criterion 1 on Table 3. We"
        " normalize the others and drop those that equal another. We drop those that lack a"
        " property even with many objects, and of those that rank real clusterings alike we keep"
        " one.\n\nThe paper drops F_n and ε_n because they follow DCV less well. We found a"
        " property that separates them from the others without a threshold: on independent tables"
        " they do not get the worst value, however many objects there are.\n\nWe would choose"
        " differently. First, V = 1 - VI_n is the same measure, and its parts h and c show on which"
        " side a clustering fails; we would use that name. Second, the paper puts VD_n first"
        " because it is simple, but it misses"
        f" {100 * seen('normalized_van_dongen', run).unseen:.0f}% of small changes; VI_n misses"
        f" {100 * seen('normalized_variation_of_information', run).unseen:.0f}%. Third, neither is"
        " adjusted for chance. Left-domain completeness is about exactly independent tables, and"
        " random labels of a finite sample are not exactly independent. With 120 objects in 60"
        f" random clusters 1 - VI_n is {last['normalized_variation_of_information']:.2f} and 1 -"
        f" VD_n is {last['normalized_van_dongen']:.2f}, while R_n and AMI stay at 0. If numbers of"
        " clusters differ, or are large compared with the number of objects, AMI instead of VI_n"
        " and R_n instead of VD_n are the safer pair; they keep Properties 2 and 4 asymptotically."
        " In the second list below AMI may be dropped because it ranks like V: there all data sets"
        " are cut into as many clusters as classes, so the expected value under chance changes"
        " little from one to the next.",
        from_samples(reasoned(_entries(run), _ALIKE), f"{FEWER_SERIES}; {FEWER_SAMPLES}"),
        {
            "From the sixteen measures of Table 1": Table(_STEPS, [s.row() for s in steps]),
            "By the same rules, from every measure": Table(_STEPS, [s.row() for s in ours]),
            "Mean value of random labels (distances as 1 minus the distance)": Table(
                ("clusters", *map(_label, _CHANCE)), rows
            ),
        },
        (_figure(levels),),
    )


def random_labels(run: Run) -> dict[str, list[float]]:
    """The mean of random labels for each number of equal clusters; distances as 1 minus it."""
    truth = np.repeat(np.arange(len(_CLASSES)), _CLASSES)
    found: dict[str, list[float]] = {name: [] for name in _CHANCE}
    for number in _NUMBERS:
        table = Contingency.from_labels(truth, np.arange(len(truth)) % number)
        for name in _CHANCE:
            mean = chance(name, table, draws=run.size(400, 50), rng=run.seed).expected
            found[name].append(mean if measure(name).better == "higher" else 1 - mean)
    return found


def _entries(run: Run) -> list[Entry]:
    equal, defective, normal, sound, last = as_the_paper(run)
    low, high = same_ending(sound.left, run)
    return [
        _chosen("equivalent to another: dropped", equal.dropped,
                ("micro_averaged_precision", "goodman_kruskal", "mirkin")),
        _chosen("defective: dropped", defective.dropped,
                ("conditional_entropy", "purity", "mutual_information"), _TABLE_3, "reconstructed"),
        _chosen("left after normalization", normal.left,
                (*_FIVE, "normalized_f_measure", "normalized_classification_error"), _TABLE_3,
                "reconstructed"),
        _chosen("left with sound properties", sound.left, _FIVE, _TABLE_3, "reconstructed"),
        _chosen("chosen in the end", last.left, _CONCLUSION,
                f"alike: τ of {ALIKE:g} or more, our choice; any limit from {low:.2f} to"
                f" {high:.2f} keeps the same measures; over data sets that are not the paper's",
                "chosen"),
        stated(
            "satisfies all properties except convex additivity",
            "VD_n",
            ", ".join(symbol(name) for name in sound.left if _all(name, run)),
            holds=_all("normalized_van_dongen", run),
        ),
        stated(
            "VI_n for clusterings hard to distinguish",
            "the most sensitive",
            "; ".join(f"{symbol(n)} misses {100 * seen(n, run).unseen:.1f}%" for n in last.left),
            holds=min(last.left, key=lambda n: seen(n, run).unseen)
            == "normalized_variation_of_information",
            note="share of small changes, as in Table 10, that leave a measure as it was",
        ),
    ]  # fmt: skip


def _chosen(what: str, ours: tuple[str, ...], paper: tuple[str, ...], note: str = "",
            basis: Basis = "paper") -> Entry:  # fmt: skip
    printed, found = (", ".join(sorted(map(symbol, names))) for names in (paper, ours))
    return stated(what, printed, found, holds=set(ours) == set(paper), note=note,
                  basis=basis)  # fmt: skip


def _all(name: str, run: Run) -> bool:
    found = in_table_12(name, trials(run))
    kept = (found.symmetric, found.invariant, found.left, found.right)
    return all(one.holds for one in kept)


def _label(name: str) -> str:
    return symbol(name) if measure(name).better == "higher" else f"1 − {symbol(name)}"


def _figure(levels: dict[str, list[float]]) -> Figure:
    return curves(
        "Mean value of random labels: 120 objects in six classes",
        "R_n and AMI stay at 0; VI_n and VD_n reward many clusters.",
        _NUMBERS,
        {_label(name): levels[name] for name in _CHANCE},
        ("number of random clusters", "mean value"),
    )
