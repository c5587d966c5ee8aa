"""The sixteen measures, and which of them are the same (Table 1, Lemmas 1 to 3)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partita import Contingency, measure
from partita.report.formats.text import Table

from ..frame import Entry, Finding, from_samples, stated
from ..run import Run
from .normalized import FEWER_TABLES, small_tables
from .scoring import symbol

# Table 1, in its order.
SIXTEEN = (
    "conditional_entropy", "purity", "f_measure", "variation_of_information", "mutual_information",
    "rand", "jaccard", "fowlkes_mallows", "hubert_gamma", "hubert_gamma_prime", "minkowski_score",
    "classification_error", "van_dongen", "micro_averaged_precision", "goodman_kruskal", "mirkin",
)  # fmt: skip
_POSITIVE = ("purity", "f_measure", "mutual_information", "rand", "jaccard", "fowlkes_mallows",
             "hubert_gamma", "hubert_gamma_prime", "micro_averaged_precision")  # fmt: skip
# By the paper's symbols.
e, p, vi, mi, r, vd, map_, gk, m, vi_n, mi_n = (measure(name) for name in (
    "conditional_entropy", "purity", "variation_of_information", "mutual_information", "rand",
    "van_dongen", "micro_averaged_precision", "goodman_kruskal", "mirkin",
    "normalized_variation_of_information", "normalized_mutual_information",
))  # fmt: skip


def sixteen(run: Run) -> Finding:
    """Table 1 and the identities of Sections 2 and 3."""
    rows = [(symbol(name), name, measure(name).formula, measure(name).better) for name in SIXTEEN]
    tables = small_tables(run)
    return Finding(
        "Table 1: sixteen measures, thirteen different ones",
        "Section 2, Table 1; Section 3, Lemmas 1 to 3",
        f"Every identity is computed on {len(tables)} random tables. Micro-averaged precision and"
        " Goodman and Kruskal's coefficient are other forms of purity, and Mirkin's metric counts"
        " the pairs that Rand's index does not. The text does not mention that Γ' = 2R - 1, which"
        " leaves twelve different measures.\n\nLemma 1 calls MI and E equivalent because H(C) is"
        " constant for a given data set. Between data sets it is not; see Table 7.",
        (_directions(), *from_samples(_identities(tables), FEWER_TABLES)),
        {"The measures": Table(("symbol", "measure", "formula", "better"), rows)},
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


# What the text claims, how it says so, and what must then be 0.
_CLAIMS: tuple[tuple[str, str, Callable[[Contingency], float]], ...] = (
    ("MAP = P", "equivalent", lambda t: map_.of(t) - p.of(t)),
    ("GK = 1 - P", "equivalent", lambda t: gk.of(t) - 1 + p.of(t)),
    ("M / n(n - 1) + R = 1", "printed", lambda t: m.of(t) / (t.n * (t.n - 1)) + r.of(t) - 1),
    ("Lemma 1: MI = H(C) - E", "printed",
     lambda t: mi.of(t) - t.information.truth_entropy + e.of(t)),
    ("Lemma 2: VI = H(C|P) + H(P|C)", "printed", lambda t: vi.of(t) - e.of(t) - e.of(t.T)),
    ("Lemma 3: VD = 1 - (P + P of the classes) / 2", "VD supplements P",
     lambda t: vd.of(t) - 1 + (p.of(t) + p.of(t.T)) / 2),
    ("VI_n + MI_n = 1", "printed", lambda t: vi_n.of(t) + mi_n.of(t) - 1),
)  # fmt: skip
_NOTES = {"VI_n + MI_n = 1": "if MI is divided by the arithmetic mean of the entropies"}


def _identities(tables: tuple[Contingency, ...]) -> list[Entry]:
    several = [one for one in tables if one.n > 1]
    gaps = [float(np.abs([gap(one) for one in several]).max()) for _, _, gap in _CLAIMS]
    return [
        stated(
            what, printed, f"largest gap {gap:.1e}", holds=gap < 1e-12, note=_NOTES.get(what, "")
        )
        for (what, printed, _), gap in zip(_CLAIMS, gaps, strict=True)
    ]
