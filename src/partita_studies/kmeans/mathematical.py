"""Five mathematical properties of the measures, tried on random tables (Table 12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from partita import measure
from partita.behavior.finding import PropertyFinding
from partita.behavior.mathematical import (
    convex_additivity,
    left_domain,
    n_invariance,
    right_domain,
    symmetry,
)
from partita.behavior.subject import subject
from partita.behavior.trials import random_tables
from partita.report.formats.text import Table

from ..frame import Entry, Finding, from_samples, stated
from ..run import Run
from .normalized import DISTINCT
from .scoring import NAMES, symbol

# What the text says of the normalized measures; Table 12 itself is lost.
_ASYMMETRIC = ("normalized_f_measure",)
_NOT_INVARIANT = ("adjusted_rand", "normalized_fowlkes_mallows", "hubert_gamma")
_LEFT = ("normalized_variation_of_information", "normalized_van_dongen")
_ADDITIVE = ("f_measure", "van_dongen", "variation_of_information", "classification_error")
_ERROR = "normalized_classification_error"
_TABLES = (400, 60)  # in a full run and in a quick one
_FEWER = f"{_TABLES[1]} random tables instead of {_TABLES[0]}"
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Table12Row:
    """The five properties of one measure."""

    symmetric: PropertyFinding
    invariant: PropertyFinding
    additive: PropertyFinding
    left: PropertyFinding
    right: PropertyFinding


@lru_cache(maxsize=128)
def in_table_12(name: str, tables: int) -> Table12Row:
    """Try all five properties on this number of random tables."""
    own = subject(name)
    tried = (symmetry, n_invariance, convex_additivity, left_domain, right_domain)
    return Table12Row(*(one(own, tables=tables) for one in tried))


def trials(run: Run) -> int:
    """Number of tables on which each property is tried."""
    return run.size(*_TABLES)


def table_12(run: Run) -> Finding:
    """Table 12."""
    tables = trials(run)
    header = ("symbol", "measure", "symmetric", "n-invariant", "additive", "left", "right")
    return Finding(
        "Table 12: mathematical properties",
        "Section 5, Properties 1 to 5 and Table 12",
        f"Each property is tried on {tables} random tables (independent tables for the left domain,"
        " perfect ones for the right; additive means convex additive). A table can refute a"
        " property; no number of tables can prove one. Asymptotically means that the error vanishes"
        " as all counts are multiplied.\n\nThe paper leaves some things out. R_n, FM_n and Γ_n"
        " are left-domain complete asymptotically, as they are n-invariant asymptotically; F_n and"
        " ε_n are not, however many objects there are. E and P are convex additive too, which"
        " it does not say. The paper's ε_n, divided by 1 - 1/K (Lemma 7), is symmetric only if K ="
        " K'; divided by 1 - 1/max(K, K'), as in the tables below, it always is. Identical"
        " partitions into single objects, or into one group, make most of these measures 0/0; they"
        " get the best value here by convention, since otherwise no right domain would be complete."
        " When the text gives independent tables the worst value, it means exactly independent"
        " tables. Random labels of a finite sample are not exactly independent; see the guide"
        " below.",
        from_samples((*_of_normalized(tables), *_of_additivity(tables)), _FEWER),
        {
            "Table 12, computed": Table(header, [_row(name, tables) for name in DISTINCT]),
            "Every measure": Table(header, [_row(name, tables) for name in NAMES]),
        },
    )


def _row(name: str, tables: int) -> tuple[str, ...]:
    found = in_table_12(name, tables)
    answers = (found.symmetric, found.invariant, found.additive, found.left, found.right)
    return symbol(name), name, *(one.answer for one in answers)


def _of_normalized(tables: int) -> list[Entry]:
    entries = []
    for name in DISTINCT:
        found, sign = in_table_12(name, tables), symbol(name)
        entries += [
            _symmetry(name, found.symmetric),
            _stated(
                f"{sign} n-invariant",
                "asymptotically" if name in _NOT_INVARIANT else "yes",
                found.invariant,
                found.invariant.answer,
            ),
            _stated(f"{sign} convex additive", "no", found.additive),
            _stated(f"{sign} left-domain complete", "yes" if name in _LEFT else "no", found.left),
            _stated(f"{sign} right-domain complete", "yes", found.right),
        ]
    return entries


def _symmetry(name: str, found: PropertyFinding) -> Entry:
    if name != _ERROR:
        return _stated(f"{symbol(name)} symmetric", "no" if name in _ASYMMETRIC else "yes", found)
    square, other = divided_by_clusters(found.trials)
    return stated(
        f"{symbol(name)} symmetric",
        "if and only if K = K'",
        f"divided by 1 - 1/K: symmetric in {sum(square)} of {len(square)} tables with K = K', in"
        f" {sum(other)} of {len(other)} others",
        holds=all(square) and not any(other),
        note="always symmetric if divided by 1 - 1/max(K, K'), as in the tables below",
        basis="reconstructed",
    )


def divided_by_clusters(tables: int) -> tuple[list[bool], list[bool]]:
    """Whether ε / (1 - 1/K) is symmetric, on random tables with as many clusters and on others."""
    answers: tuple[list[bool], list[bool]] = [], []
    for table in random_tables(0, tables, 1):
        if 1 in table.shape:  # no divisor
            continue
        error = measure("classification_error").of(table)
        classes, clusters = table.shape
        apart = abs(error / (1 - 1 / clusters) - error / (1 - 1 / classes))
        answers[classes != clusters].append(apart <= _SAME)
    return answers


def _of_additivity(tables: int) -> list[Entry]:
    return [
        _stated(f"{symbol(name)} convex additive", "yes", in_table_12(name, tables).additive)
        for name in _ADDITIVE
    ]


def _stated(what: str, printed: str, found: PropertyFinding, word: str = "") -> Entry:
    """A property as the text states it, and what we found, with an example where it fails."""
    ours = word or _word(found)
    shown = f"{ours} ({found.example})" if found.example else ours
    return stated(what, printed, shown, holds=ours == printed)


def _word(found: PropertyFinding) -> str:
    """Yes or no; the paper says "asymptotically" of n-invariance only."""
    return "yes" if found.holds else "no"
