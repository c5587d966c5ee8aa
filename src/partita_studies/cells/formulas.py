"""The formulas of the page, applied, and the one sentence that is wrong."""

from __future__ import annotations

import numpy as np

from partita import Contingency, measure
from partita.base.arrays import Int64
from partita.report.formats.text import Table

from ..datasets import cell_clusterings, cells
from ..frame import Entry, Finding, stated
from ..run import Run

_TABLES = {  # classes in rows
    "each class in two pure clusters": [[2, 2, 0, 0], [0, 0, 2, 2]],
    "both classes in one cluster": [[4], [4]],
}
_LIMIT = 1e9  # a β large enough that V_β is c


def printed(table: Int64) -> tuple[float, float]:
    """H(C|K) and H(K|C) as the page prints them, term by term, in nats.

    >>> [round(value, 4) for value in printed(np.array([[2, 2, 0, 0], [0, 0, 2, 2]]))]
    [0.0, 0.6931]
    """
    n = table.sum()
    c_given_k = k_given_c = 0.0
    for i, j in zip(*np.nonzero(table), strict=True):
        n_ij, n_i, n_j = table[i, j], table[i].sum(), table[:, j].sum()
        c_given_k -= n_j / n * (n_ij / n_j) * np.log(n_ij / n_j)
        k_given_c -= n_i / n * (n_ij / n_i) * np.log(n_ij / n_i)
    return float(c_given_k) + 0.0, float(k_given_c) + 0.0


def formulas(_: Run) -> Finding:
    """Homogeneity, completeness, V and V_β by the printed formulas and by partita."""
    rows: list[tuple[str | float, ...]] = []
    for name, cells_ in _TABLES.items():
        table = Contingency.from_matrix(cells_)
        rows.append(
            (name, *printed(np.array(cells_)), *(measure(m).of(table) for m in
             ("homogeneity", "completeness", "v_measure")))
        )  # fmt: skip
    return Finding(
        "The formulas, and one sentence that is wrong",
        "Formulas and NB",
        "Under the formula of H(C|K) the page says: the lower it is, the more complete the"
        " clustering is. The same sentence is under H(K|C), where it belongs. H(C|K) is the"
        " uncertainty about the class when the cluster is known: the lower, the more homogeneous."
        " The table proves it. Two pure clusters for each class make H(C|K) zero, its minimum, and"
        " are not complete; one cluster for all is complete, and H(C|K) is at its maximum.\n\n"
        "The page does not say what a formula means if it is 0/0. With one class nothing can be"
        " mixed, and homogeneity is 1; with one cluster nothing is split, and completeness is 1; if"
        " h and c are both 0, V is 0. The page requires β > 0, but β = 0 is fine: V is then h. β"
        " enters linearly; in van Rijsbergen's F it is squared.",
        _entries(),
        {
            "Two classes of four objects": Table(
                ("clustering", "H(C|K)", "H(K|C)", "h", "c", "V"), rows
            )
        },
    )


def _entries() -> tuple[Entry, ...]:
    table = Contingency.from_labels(cells().truth, cell_clusterings()["kmeans_k5_s0"])
    counts = table.to_scipy().toarray()
    h, c, v = (measure(name).of(table) for name in ("homogeneity", "completeness", "v_measure"))
    c_given_k, k_given_c = printed(counts)
    by_page = (1 - c_given_k / _entropy(counts.sum(axis=1)),
               1 - k_given_c / _entropy(counts.sum(axis=0)))  # fmt: skip
    weighted = {beta: measure("v_measure").of(table, beta=beta) for beta in (0.0, 1.0, 2.0, _LIMIT)}
    split, merged = (Contingency.from_matrix(cells_) for cells_ in _TABLES.values())
    return (
        _both("homogeneity", "1 − H(C|K)/H(C)", by_page[0], h),
        _both("completeness", "1 − H(K|C)/H(K)", by_page[1], c),
        _both("V", "2hc/(h + c)", 2 * h * c / (h + c), v),
        _both("V_β for β = 2", "(1 + β)hc/(βh + c)", 3 * h * c / (2 * h + c), weighted[2.0]),
        stated("V_β for β = 1", "the standard V", f"{weighted[1.0]:.4f} and {v:.4f}",
               holds=abs(weighted[1.0] - v) < 1e-12),
        stated("β weighs h against c", "according to need",
               f"β = 0 gives h = {weighted[0.0]:.4f}, a large β gives c = {weighted[_LIMIT]:.4f}",
               holds=abs(weighted[0.0] - h) < 1e-12 and abs(weighted[_LIMIT] - c) < 1e-8),
        stated("the lower H(K|C)", "the more complete", "yes: c = 1 where it is 0",
               holds=measure("completeness").of(merged) == 1),
        stated("the lower H(C|K)", "the more complete",
               f"the more homogeneous: at 0, c = {measure('completeness').of(split):.1f}",
               holds=measure("completeness").of(split) == 1, refuted=True,
               note="an error of the page, which repeats the sentence of H(K|C)"),
    )  # fmt: skip


def _both(what: str, formula: str, by_page: float, ours: float) -> Entry:
    """Five clusters of five cell lines, by the printed formula and by partita."""
    shown = f"{by_page:.4f} by the formula, {ours:.4f} by partita"
    return stated(what, formula, shown, holds=abs(by_page - ours) < 1e-12)


def _entropy(sizes: Int64) -> float:
    shares = sizes[sizes > 0] / sizes.sum()
    return float(-(shares * np.log(shares)).sum())
