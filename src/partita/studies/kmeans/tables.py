"""Two clusterings of skewed classes: Tables 3 to 5, and what the normalisations rest on."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

from ...contingency import Contingency
from ...measure import Measure, measure
from ...report.text import Table
from ..frame import Entry, Finding, judged, stated
from ..run import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Table 3: clusters in rows, classes in columns. The text lost the table; these counts agree with
# every figure that it kept (both CVs, and which clustering each measure prefers).
MATRICES = {
    "I": [[10, 0, 0, 0, 0], [10, 0, 0, 0, 0], [10, 0, 0, 0, 0], [0, 0, 0, 10, 0], [0, 2, 6, 0, 2]],
    "II": [[27, 0, 0, 2, 0], [0, 2, 0, 0, 0], [0, 0, 6, 0, 0], [3, 0, 0, 8, 0], [0, 0, 0, 0, 2]],
}

# The thirteen measures of Table 4; the three of information are in bits there.
THIRTEEN = (
    "conditional_entropy", "purity", "f_measure", "mutual_information", "variation_of_information",
    "rand", "jaccard", "fowlkes_mallows", "hubert_gamma", "hubert_gamma_prime", "minkowski_score",
    "classification_error", "van_dongen",
)  # fmt: skip
DEFECTIVE = ("conditional_entropy", "purity", "mutual_information")

# Table 5, in its order.
NORMALISED = (
    "adjusted_rand", "normalized_fowlkes_mallows", "hubert_gamma", "normalized_jaccard",
    "normalized_minkowski", "normalized_variation_of_information", "normalized_van_dongen",
    "normalized_f_measure", "normalized_classification_error",
)  # fmt: skip

_LOST = "the text lost the table"


def table(name: str) -> Contingency:
    """Matrix I or II with the classes as rows.

    >>> table("I").n
    50
    """
    return Contingency.from_matrix(np.array(MATRICES[name]).T)


def variation(sizes: NDArray[np.int64]) -> float:
    """The coefficient of variation of group sizes, CV, with n - 1 below the squares.

    >>> round(variation(np.array([200, 5800])), 4)
    1.3199
    """
    return float(np.std(sizes, ddof=1) / np.mean(sizes))


def value(name: str, counted: Contingency) -> float:
    """A measure as the paper prints it: entropies in bits."""
    own = measure(name)
    return own.of(counted, **({"base": 2} if "base" in own.options else {}))


def prefers_second(own: Measure, first: float, second: float) -> bool:
    """Whether a measure finds the second clustering better."""
    return second > first if own.better == "higher" else second < first


def matrices(run: Run) -> Finding:
    """Table 3: sizes and their coefficients of variation."""
    del run
    first, second = table("I"), table("II")
    entries = (
        judged("CV₀, true classes", 1.166, variation(first.class_sizes), digits=3),
        judged("CV₁, clustering I", 0.0, variation(first.cluster_sizes), digits=3),
        judged("CV₁, clustering II", 1.125, variation(second.cluster_sizes), digits=3),
        judged("CV₀, 200 and 5800 objects", 1.320, variation(np.array([200, 5800])), digits=3),
    )
    header = ("cluster", *(f"C{k}" for k in range(1, 6)))
    shown = tuple(
        (f"Clustering {name}", Table(header, [(f"P{i}", *row) for i, row in enumerate(rows, 1)]))
        for name, rows in MATRICES.items()
    )
    return Finding(
        "Table 3: two clusterings of five classes",
        "Section 3.2, Table 3",
        "K-means makes clusters of equal size (the uniform effect): clustering I cuts the largest"
        " class in three and drowns the two smallest, II keeps every class recognisable. The"
        " coefficient of variation of the sizes, CV, tells it: CV₁ of I is 0, that of II is near"
        " CV₀ of the classes. DCV = CV₁ - CV₀ is then the measure of the uniform effect.",
        entries,
        shown,
    )


def thirteen(run: Run) -> Finding:
    """Table 4: which measures prefer the worse clustering."""
    del run
    entries: list[Entry] = []
    rows = []
    for name in THIRTEEN:
        own = measure(name)
        first, second = value(name, table("I")), value(name, table("II"))
        sees = prefers_second(own, first, second)
        rows.append((own.symbol, name, first, second, "II" if sees else "I"))
        entries.append(
            stated(
                f"{own.symbol} prefers",
                "I" if name in DEFECTIVE else "II",
                "II" if sees else "I",
                holds=sees is (name not in DEFECTIVE),
            )
        )
    for own in (measure(name) for name in THIRTEEN):
        for clustering in MATRICES:
            ours = value(own.name, table(clustering))
            entries.append(judged(f"{own.symbol}({clustering})", None, ours, digits=3, note=_LOST))
    return Finding(
        "Table 4: thirteen measures of the two clusterings",
        "Section 3.2, Table 4",
        "Only entropy, purity and mutual information prefer clustering I: they look at one cluster"
        " at a time and do not see that a class was cut. By Criterion 1 (a measure that cannot"
        " capture the uniform effect is not suitable for k-means) the paper drops these three. All"
        " ten others prefer II.\n\nThe printed numbers are not in the text that we have. Ours are"
        " in bits where logarithms enter.",
        tuple(entries),
        (("Both clusterings", Table(("symbol", "measure", "I", "II", "better"), rows)),),
    )


def normalised(run: Run) -> Finding:
    """Table 5 on both matrices, and the identities and bounds behind it."""
    rows = [
        (measure(name).symbol, name, value(name, table("I")), value(name, table("II")))
        for name in NORMALISED
    ]
    tables = random_tables(run.generator("kmeans", "normalised"), run.size(2000, 200))
    return Finding(
        "Table 5: normalised measures, Proposition 1 and Lemmas 4 to 7",
        "Section 4, Table 5",
        "Measures are scaled by their range, or by their mean over tables with the same sizes."
        " Proposition 1 says that four of the nine are one: R_n = Γ'_n = 1 - J'_n = 1 - MS'_n (the"
        " adjusted Rand index), and that Γ_n = Γ. Lemma 7 (ε ≤ 1 - 1/K where K' ≤ K) leaves open"
        " what to divide by where there are fewer clusters than classes; we take the larger of both"
        " numbers (`normalized_classification_error`), with which the bound always holds and the"
        f" measure is symmetric. All was tried on {len(tables)} random tables, at most 6 × 6.",
        (*_identities(tables), *_bounds(tables), _beyond_lemma()),
        (("Both clusterings", Table(("symbol", "measure", "I", "II"), rows)),),
    )


def random_tables(generator: np.random.Generator, number: int) -> list[Contingency]:
    """Tables of up to 6 × 6 groups, skewed and sparse ones among them."""
    found = []
    while len(found) < number:
        shape = generator.integers(1, 7, size=2)
        shares = generator.dirichlet(np.full(shape.prod(), generator.choice([0.2, 1.0, 5.0])))
        counts = generator.multinomial(int(generator.integers(2, 300)), shares)
        found.append(Contingency.from_matrix(counts.reshape(shape)))
    return found


def _identities(tables: list[Contingency]) -> list[Entry]:
    """Proposition 1, where none of its terms is 0/0 and has a value by convention."""
    fair = [one for one in tables if min(one.shape) > 1 and not one.perfect]
    fair = [one for one in fair if one.pairs.truth_pairs and one.pairs.prediction_pairs]
    fair = [one for one in fair if one.shape[0] < one.n and one.shape[1] < one.n]

    def gap(name: str) -> float:
        own, rand = measure(name), measure("adjusted_rand")
        return max(abs(1 - own.of(one) - rand.of(one)) for one in fair)

    return [
        stated(
            f"R_n = 1 - {symbol}", "always", f"largest gap {gap(name):.1e}", holds=gap(name) < 1e-12
        )
        for symbol, name in (("J'_n", "normalized_jaccard"), ("MS'_n", "normalized_minkowski"))
    ]


def _bounds(tables: list[Contingency]) -> list[Entry]:
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
        "Lemma 7: ε ≤ 1 - 1/max(K, K')": max(
            error.of(one) - 1 + 1 / max(one.shape) for one in tables
        ),
    }
    return [
        stated(what, "holds", f"largest excess {excess:.1e}", holds=excess < 1e-12)
        for what, excess in checks.items()
    ]


def _beyond_lemma() -> Entry:
    """The bound of Lemma 7 where its condition does not hold: six classes in one cluster."""
    one = Contingency.from_matrix(np.full((6, 1), 12))
    found = measure("classification_error").of(one)
    return stated(
        "1 - 1/K bounds ε for any K (Table 5)",
        "used so",
        f"ε = {found:.4f} against a bound of 0",
        holds=False,
        note="six classes of twelve objects in one cluster: Lemma 7 is for K' ≤ K only",
    )
