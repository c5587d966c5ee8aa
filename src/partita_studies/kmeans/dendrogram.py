"""The tree of the measures by their correlations (Figure 5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from partita.base.arrays import Floats
from partita.comparison.correlation.rank_correlation import average_tree
from partita.figures import tree
from partita.figures.grammar.marks import Figure
from partita.report.formats.text import Table

from ..frame import Entry, Finding, based_on, from_samples, stated
from ..run import Run
from .consistency import mean_correlation
from .normalized import NORMALIZED
from .real_data import FEWER_SERIES, origin, reason
from .scoring import reasoned, symbol

EQUIVALENT = ("adjusted_rand", "normalized_jaccard", "normalized_minkowski")
SECOND = ("normalized_fowlkes_mallows", "hubert_gamma")
APART = (
    "normalized_van_dongen",
    "normalized_f_measure",
    "normalized_classification_error",
    "normalized_variation_of_information",
)
# Further measures, most of them normalized or adjusted, that the paper does not have.
WIDER = (
    "v_measure", "adjusted_mutual_information", "homogeneity", "completeness", "b_cubed_f",
    "pair_f_measure", "maximum_matching", "cluster_f_measure", "purity",
)  # fmt: skip


def figure_5(run: Run) -> Finding:
    """Figure 5, and the same tree with further measures."""
    normal = mean_correlation(NORMALIZED, run)
    wider = (*NORMALIZED, *WIDER)
    rows = [
        (symbol(name), name, float(normal[k, 0]), _to_others(normal, k))
        for k, name in enumerate(NORMALIZED)
    ]
    rows.sort(key=lambda row: -row[2])
    header = ("symbol", "measure", "τ with R_n", "mean τ with others")
    return Finding(
        "Figure 5: the measures as a tree",
        "Section 5, Figure 5",
        "Average linkage on 1 - τ (the paper does not say which linkage it used). Γ'_n is left out"
        " because it is R_n by Proposition 1."
        f" {origin(run)}\n\nThe second tree adds measures that the paper"
        " does not have. V is 1 - VI_n and joins it first. One-sided measures (P, h, c) rank"
        " clusterings differently from two-sided ones.",
        from_samples(based_on("other data", reasoned(_entries(normal), reason(run))), FEWER_SERIES),
        {"How much each agrees with the others": Table(header, rows)},
        (
            _drawn("Figure 5: hierarchy of the normalized measures", NORMALIZED, normal),
            _drawn("Hierarchy with further measures", wider, mean_correlation(wider, run)),
        ),
    )


def _drawn(title: str, names: Sequence[str], matrix: Floats) -> Figure:
    found, order = average_tree(1.0 - matrix)
    return tree(title, [symbol(name) for name in names], found, order)


def _entries(normal: Floats) -> list[Entry]:
    place = {name: k for k, name in enumerate(NORMALIZED)}
    same = min(normal[place[a], place[b]] for a in EQUIVALENT for b in EQUIVALENT)
    pair = float(normal[place[SECOND[0]], place[SECOND[1]]])
    bridge = min(normal[0, place[name]] for name in SECOND)
    order = sorted(APART, key=lambda name: -normal[0, place[name]])
    shown = ", ".join(f"{symbol(name)} {normal[0, place[name]]:.2f}" for name in order)
    weaker = max(normal[0, place[name]] for name in APART)
    return [
        stated(
            "first group: R_n, J'_n, MS'_n",
            "perfect correlation",
            f"τ = {same:.2f}",
            holds=bool(same > 1 - 1e-9),
        ),
        stated(
            "second group: FM_n and Γ_n",
            "similar; slightly weaker with the first group",
            f"τ = {pair:.2f}; {bridge:.2f} with R_n",
            holds=bool(pair > bridge > weaker),
        ),
        stated(
            "then, in descending order",
            "VD_n, F_n, ε_n, VI_n",
            f"τ with R_n: {shown}",
            holds=tuple(order) == APART,
        ),
    ]


def _to_others(matrix: Floats, place: int) -> float:
    return float(np.delete(matrix[place], place).mean())
