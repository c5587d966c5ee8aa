"""Sixteen measures, and which of them are the same (Table 1, Lemmas 1 to 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...measure import measure
from ...report.text import Table
from ..frame import Entry, Finding, stated
from ..run import Run
from .normalised import random_tables
from .scoring import symbol

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...contingency import Contingency

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


def _identities(tables: tuple[Contingency, ...]) -> list[Entry]:
    def of(name: str) -> Callable[[Contingency], float]:
        return measure(name).of

    several = [one for one in tables if one.n > 1]
    claims: dict[str, tuple[Callable[[Contingency], float], str]] = {
        "MAP = P": (
            lambda one: of("micro_averaged_precision")(one) - of("purity")(one),
            "equivalent",
        ),
        "GK = 1 - P": (
            lambda one: of("goodman_kruskal")(one) - 1 + of("purity")(one),
            "equivalent",
        ),
        "M / n(n - 1) + R = 1": (
            lambda one: of("mirkin")(one) / (one.n * (one.n - 1)) + of("rand")(one) - 1,
            "printed",
        ),
        "Lemma 1: MI = H(C) - E": (
            lambda one: (
                of("mutual_information")(one)
                - one.information.truth_entropy
                + of("conditional_entropy")(one)
            ),
            "printed",
        ),
        "Lemma 2: VI = H(C|P) + H(P|C)": (
            lambda one: (
                of("variation_of_information")(one)
                - of("conditional_entropy")(one)
                - of("conditional_entropy")(one.T)
            ),
            "printed",
        ),
        "Lemma 3: VD = 1 - (P + P of the classes) / 2": (
            lambda one: of("van_dongen")(one) - 1 + (of("purity")(one) + of("purity")(one.T)) / 2,
            "VD supplements P",
        ),
        "Γ' = 2R - 1": (
            lambda one: of("hubert_gamma_prime")(one) - 2 * of("rand")(one) + 1,
            "not said",
        ),
        "VI_n + MI_n = 1": (
            lambda one: (
                of("normalized_variation_of_information")(one)
                + of("normalized_mutual_information")(one)
                - 1
            ),
            "printed",
        ),
    }
    entries = []
    for what, (gap, said) in claims.items():
        worst = float(np.abs([gap(one) for one in several]).max())
        note = ""
        if what.startswith("VI_n"):
            note = "with the arithmetic mean of the entropies below MI; not with other means"
        entries.append(
            stated(what, said, f"largest gap {worst:.1e}", holds=worst < 1e-12, note=note)
        )
    return entries
