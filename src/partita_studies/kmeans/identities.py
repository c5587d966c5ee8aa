"""Sixteen measures, and which of them are the same (Table 1, Lemmas 1 to 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from partita import measure
from partita.report.formats.text import Table

from ..frame import Entry, Finding, stated
from ..run import Run
from .normalized import random_tables
from .scoring import symbol

if TYPE_CHECKING:
    from partita import Contingency

# Table 1, in its order.
SIXTEEN = (
    "conditional_entropy", "purity", "f_measure", "variation_of_information", "mutual_information",
    "rand", "jaccard", "fowlkes_mallows", "hubert_gamma", "hubert_gamma_prime", "minkowski_score",
    "classification_error", "van_dongen", "micro_averaged_precision", "goodman_kruskal", "mirkin",
)  # fmt: skip
_POSITIVE = ("purity", "f_measure", "mutual_information", "rand", "jaccard", "fowlkes_mallows",
             "hubert_gamma", "hubert_gamma_prime", "micro_averaged_precision")  # fmt: skip


def sixteen(run: Run) -> Finding:
    """Table 1 and the identities of Sections 2 and 3."""
    rows = [(symbol(name), name, measure(name).formula, measure(name).better) for name in SIXTEEN]
    tables = random_tables(run)
    return Finding(
        "Table 1: sixteen measures, thirteen different ones",
        "Section 2, Table 1; Section 3, Lemmas 1 to 3",
        f"Every identity is computed on {len(tables)} random tables. Micro-averaged precision and"
        " Goodman and Kruskal's coefficient are purity in other words, Mirkin's metric counts what"
        " Rand's index leaves. Γ' = 2R - 1 is not said in the text, and leaves twelve.\n\nLemma 1"
        " calls MI and E equivalent because H(C) is constant for a given data set. Between data"
        " sets it is not: see Table 7.",
        (_directions(), *_identities(tables)),
        (("The measures", Table(("symbol", "measure", "formula", "better"), rows)),),
    )


def _directions() -> Entry:
    found = [name for name in SIXTEEN if measure(name).better == "higher"]
    return stated(
        "higher is better",
        ", ".join(map(symbol, _POSITIVE)),
        ", ".join(map(symbol, found)),
        holds=set(found) == set(_POSITIVE),
        note="the text does not list MAP, which is P",
    )


def _of(name: str) -> Callable[[Contingency], float]:
    return measure(name).of


# What the text claims, how it says so, and what must be 0 then.
_CLAIMS: tuple[tuple[str, str, Callable[[Contingency], float]], ...] = (
    (
        "MAP = P",
        "equivalent",
        lambda one: _of("micro_averaged_precision")(one) - _of("purity")(one),
    ),
    (
        "GK = 1 - P",
        "equivalent",
        lambda one: _of("goodman_kruskal")(one) - 1 + _of("purity")(one),
    ),
    (
        "M / n(n - 1) + R = 1",
        "printed",
        lambda one: _of("mirkin")(one) / (one.n * (one.n - 1)) + _of("rand")(one) - 1,
    ),
    (
        "Lemma 1: MI = H(C) - E",
        "printed",
        lambda one: (
            _of("mutual_information")(one)
            - one.information.truth_entropy
            + _of("conditional_entropy")(one)
        ),
    ),
    (
        "Lemma 2: VI = H(C|P) + H(P|C)",
        "printed",
        lambda one: (
            _of("variation_of_information")(one)
            - _of("conditional_entropy")(one)
            - _of("conditional_entropy")(one.T)
        ),
    ),
    (
        "Lemma 3: VD = 1 - (P + P of the classes) / 2",
        "VD supplements P",
        lambda one: _of("van_dongen")(one) - 1 + (_of("purity")(one) + _of("purity")(one.T)) / 2,
    ),
    (
        "Γ' = 2R - 1",
        "not said",
        lambda one: _of("hubert_gamma_prime")(one) - 2 * _of("rand")(one) + 1,
    ),
    (
        "VI_n + MI_n = 1",
        "printed",
        lambda one: (
            _of("normalized_variation_of_information")(one)
            + _of("normalized_mutual_information")(one)
            - 1
        ),
    ),
)
_NOTES = {
    "VI_n + MI_n = 1": "with the arithmetic mean of the entropies below MI; not with other means"
}


def _identities(tables: tuple[Contingency, ...]) -> list[Entry]:
    several = [one for one in tables if one.n > 1]
    entries = []
    for what, said, gap in _CLAIMS:
        worst = float(np.abs([gap(one) for one in several]).max())
        shown = f"largest gap {worst:.1e}"
        note = _NOTES.get(what, "")
        entries.append(stated(what, said, shown, holds=worst < 1e-12, note=note))
    return entries
