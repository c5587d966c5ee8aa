"""Table 5: normalized measures, Proposition 1 and Lemmas 4 to 7."""

from __future__ import annotations

from functools import lru_cache
from math import log

import numpy as np

from partita import Contingency, measure
from partita.chance import exact_mean
from partita.report.formats.text import Cell, Table

from ..frame import Entry, Finding, from_samples, stated
from ..run import Run
from .scoring import symbol
from .tables import TABLES, value

# Table 5, in its order; Γ'_n is R_n, and Γ_n is Γ.
NORMALIZED = (
    "adjusted_rand", "normalized_fowlkes_mallows", "hubert_gamma", "normalized_jaccard",
    "normalized_minkowski", "normalized_variation_of_information", "normalized_van_dongen",
    "normalized_f_measure", "normalized_classification_error",
)  # fmt: skip
_TABLES = (2000, 200)  # in a full run and in a quick one
FEWER_TABLES = f"{_TABLES[1]} random tables instead of {_TABLES[0]}"
DISTINCT = tuple(
    name for name in NORMALIZED if name not in ("normalized_jaccard", "normalized_minkowski")
)
"""All but the two that are 1 - R_n."""


def normalized(run: Run) -> Finding:
    """Table 5 on both matrices, and the identities and bounds behind it."""
    rows: list[tuple[Cell, ...]] = [
        (symbol(name), name, *(value(name, one) for one in TABLES.values())) for name in NORMALIZED
    ]
    tables = small_tables(run)
    return Finding(
        "Table 5: normalized measures, Proposition 1 and Lemmas 4 to 7",
        "Section 4, Table 5",
        "Measures are scaled by their range, or by their mean over tables with the same group"
        " sizes. Proposition 1 states that four of the nine are one measure, the adjusted Rand"
        " index: R_n = Γ'_n = 1 - J'_n = 1 - MS'_n; and that Γ_n = Γ. Lemma 7 (ε ≤ 1 - 1/K if K' ≤"
        " K) does not say what to divide by if there are fewer clusters than classes. We take the"
        " larger of both numbers (`normalized_classification_error`): the bound then always holds"
        " and the measure is symmetric."
        f" Everything was tried on {len(tables)} random tables of at most 6 × 6 groups.",
        (*from_samples([*_proposition(tables), *_bounds(tables)], FEWER_TABLES), _beyond_lemma()),
        {"Both clusterings": Table(("symbol", "measure", "I", "II"), rows)},
    )


@lru_cache(maxsize=2)
def small_tables(run: Run) -> tuple[Contingency, ...]:
    """Tables of up to 6 × 6 groups, including skewed and sparse ones."""
    generator = run.generator("kmeans", "normalised")
    found: list[Contingency] = []
    while len(found) < run.size(*_TABLES):
        shape = generator.integers(1, 7, size=2)
        shares = generator.dirichlet(np.full(shape.prod(), generator.choice([0.2, 1.0, 5.0])))
        counts = generator.multinomial(int(generator.integers(2, 300)), shares)
        found.append(Contingency.from_matrix(counts.reshape(shape)))
    return tuple(found)


def _proposition(tables: tuple[Contingency, ...]) -> list[Entry]:
    """Proposition 1, on tables where no term is 0/0."""
    fair = [one for one in tables if min(one.shape) > 1 and not one.perfect]
    fair = [one for one in fair if one.pairs.truth_pairs and one.pairs.prediction_pairs]
    fair = [one for one in fair if one.shape[0] < one.n and one.shape[1] < one.n]
    rand = [measure("adjusted_rand").of(one) for one in fair]
    gamma = [measure("hubert_gamma").of(one) for one in fair]
    sides = {
        "R_n = Γ'_n": ([_by_mean("hubert_gamma_prime", one) for one in fair], rand),
        "R_n = 1 - J'_n": ([1 - measure("normalized_jaccard").of(one) for one in fair], rand),
        "R_n = 1 - MS'_n": ([1 - measure("normalized_minkowski").of(one) for one in fair], rand),
        "Γ_n = Γ": ([_by_mean("hubert_gamma", one) for one in fair], gamma),
    }
    gaps = {what: float(np.abs(np.subtract(*pair)).max()) for what, pair in sides.items()}
    return [
        stated(what, "always", f"largest gap {gap:.1e}", holds=gap < 1e-12)
        for what, gap in gaps.items()
    ]


def _by_mean(name: str, one: Contingency) -> float:
    """The value scaled so that random labels get 0 on average and the best value is 1."""
    own = measure(name)
    mean = exact_mean(own, one)
    if mean is None:
        raise ValueError(f"there is no formula for the mean of {name}")
    return (own.of(one) - mean) / (1 - mean)


def _bounds(tables: tuple[Contingency, ...]) -> list[Entry]:
    vi, vd = measure("variation_of_information"), measure("van_dongen")
    f, error = measure("normalized_f_measure"), measure("classification_error")

    def entropy(one: Contingency) -> float:
        return one.information.truth_entropy + one.information.prediction_entropy

    def room(one: Contingency) -> float:
        return 1 - float(max(one.class_sizes) + max(one.cluster_sizes)) / (2 * one.n)

    checks = {
        "Lemma 4: VI ≤ H(C) + H(P)": max(vi.of(one) - entropy(one) for one in tables),
        "Lemma 4: H(C) + H(P) ≤ 2 log max(K, K')": max(
            entropy(one) - 2 * log(max(one.shape)) for one in tables
        ),
        "Lemma 5: VD ≤ 1 - (max nᵢ + max nⱼ)/2n": max(vd.of(one) - room(one) for one in tables),
        "Lemma 6: F ≥ F₋": max(0.0 - f.of(one) for one in tables),
        "Lemma 7: ε ≤ 1 - 1/K where K' ≤ K": max(
            error.of(one) - 1 + 1 / one.shape[1] for one in tables if one.shape[0] <= one.shape[1]
        ),
    }
    return [
        stated(what, "holds", f"largest excess {excess:.1e}", holds=excess < 1e-12)
        for what, excess in checks.items()
    ]


def _beyond_lemma() -> Entry:
    """The bound of Lemma 7 without its condition: six classes in one cluster."""
    one = Contingency.from_matrix(np.full((6, 1), 12))
    found = measure("classification_error").of(one)
    return stated(
        "1 - 1/K is an upper bound of ε (the sentence after Lemma 7)",
        "for any K",
        f"ε = {found:.4f} for K = 1, where the bound is 0",
        holds=found <= 0,
        note="six classes of twelve objects in one cluster: Lemma 7 holds for K' ≤ K only",
        refuted=True,
    )
