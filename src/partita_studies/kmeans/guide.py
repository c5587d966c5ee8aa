"""The selection guide: the paper's, derived again, and what we would choose (Section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partita import Contingency, measure
from partita.chance import chance
from partita.report.formats.text import Table

from ..frame import Entry, Finding, stated
from ..run import Run
from .equivalence import equivalent
from .identities import SIXTEEN
from .mathematical import properties, trials
from .pictures import curves
from .scoring import reasoned, symbol
from .selection import ALIKE, as_the_paper, of_all, same_ending
from .sensitivity import seen

if TYPE_CHECKING:
    from partita.figures.grammar.marks import Figure

_CONCLUSION = (
    "adjusted_rand",
    "normalized_variation_of_information",
    "normalized_van_dongen",
)
_FIVE = (*_CONCLUSION, "normalized_fowlkes_mallows", "hubert_gamma")
_ALIKE = "of measures that rank alike, the one stays that follows DCV best: a matter of the draws"
# Random labels: 120 objects in six classes as uneven as hitech's, in ever more clusters.
_CLASSES = (31, 25, 25, 23, 10, 6)
_NUMBERS = (2, 3, 5, 8, 12, 20, 30, 40, 60)
_STEPS = ("what goes, because it …", "gone", "left", "measures left")
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
        "Every step of the paper's reasoning is done by computation: measures that put random"
        " clusterings in the same order as another go; then those that miss Criterion 1 on Table"
        " 3; the others are normalized, and go if they equal another; then those that lack a"
        " property even with many objects; and of those that rank real clusterings alike, one"
        " stays.\n\nThe paper drops F_n and ε_n because they follow DCV less well; we found a"
        " property that parts them from the others without a threshold: on independent tables they"
        " do not get the poorest value, however many objects there are.\n\nWhere we would choose"
        " otherwise. First, V = 1 - VI_n is the same measure, and says in h and c on which side a"
        " clustering fails; we would name it so. Second, VD_n comes first in the paper because it"
        " is simple; but it does not see"
        f" {100 * seen('normalized_van_dongen', run).unseen:.0f}% of small changes, VI_n"
        f" {100 * seen('normalized_variation_of_information', run).unseen:.0f}%. Third, neither is"
        " adjusted for chance: left-domain completeness speaks of tables that are exactly"
        " independent, and random labels of a finite sample are not. With 120 objects in 60 random"
        f" clusters 1 - VI_n is {last['normalized_variation_of_information']:.2f} and 1 - VD_n is"
        f" {last['normalized_van_dongen']:.2f}, while R_n and AMI stay at 0. Where numbers of"
        " clusters differ, or are large beside the number of objects, AMI in place of VI_n and R_n"
        " in place of VD_n are the safer pair; they keep Properties 2 and 4 asymptotically. In the"
        " second list below AMI may go as ranking like V: there all sets are cut into as many"
        " clusters as classes, and what chance gives changes little from set to set.",
        reasoned(_entries(run), _ALIKE),
        (
            ("From the sixteen measures of Table 1", Table(_STEPS, [s.row() for s in steps])),
            ("By the same rules, from every measure", Table(_STEPS, [s.row() for s in ours])),
            (
                "Mean value of random labels (distances as 1 minus themselves)",
                Table(("clusters", *map(_label, _CHANCE)), rows),
            ),
        ),
        (_figure(levels),),
    )


def random_labels(run: Run) -> dict[str, list[float]]:
    """What random labels get, by number of clusters of equal size; distances as 1 minus theirs."""
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
    within = equivalent(SIXTEEN, across=False)
    rand = next(group for group in within if "rand" in group)
    return [
        _chosen("equivalent to another: dropped", equal.gone,
                ("micro_averaged_precision", "goodman_kruskal", "mirkin")),
        stated(
            "further measures that order clusterings of one data set as R does",
            "none named",
            ", ".join(symbol(name) for name in rand if name not in ("rand", "mirkin")) or "none",
            holds=len(rand) == 2,
            note="Γ' = 2R - 1 always; MS² is M over a constant of the classes",
        ),
        _chosen("defective: dropped", defective.gone,
                ("conditional_entropy", "purity", "mutual_information")),
        _chosen("left after normalization", normal.left,
                (*_FIVE, "normalized_f_measure", "normalized_classification_error")),
        _chosen("left with sound properties", sound.left, _FIVE),
        _chosen("chosen in the end", last.left, _CONCLUSION,
                f"alike: τ of {ALIKE:g} or more, a limit that we chose; any from {low:.2f} to"
                f" {high:.2f} leaves the same"),
        stated(
            "satisfies all properties but convex additivity",
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
            note="share of small changes, as in Table 10, that a measure does not see",
        ),
    ]  # fmt: skip


def _chosen(what: str, ours: tuple[str, ...], paper: tuple[str, ...], note: str = "") -> Entry:
    said, found = (", ".join(sorted(map(symbol, names))) for names in (paper, ours))
    return stated(what, said, found, holds=set(ours) == set(paper), note=note)


def _all(name: str, run: Run) -> bool:
    found = properties(name, trials(run))
    kept = (found.symmetric, found.invariant, found.left, found.right)
    return all(one.holds for one in kept)


def _label(name: str) -> str:
    return symbol(name) if measure(name).better == "higher" else f"1 − {symbol(name)}"


def _figure(levels: dict[str, list[float]]) -> Figure:
    return curves(
        "What random labels get: 120 objects in six classes",
        "R_n and AMI stay at 0; VI_n and VD_n reward many clusters.",
        _NUMBERS,
        {_label(name): levels[name] for name in _CHANCE},
        ("number of random clusters", "mean value"),
    )
