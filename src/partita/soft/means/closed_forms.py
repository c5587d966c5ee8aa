"""Means without worlds: what is linear in cells and group sizes needs only their laws.

Every cell and every group size is a sum of independent Bernoulli variables, a Poisson-binomial
variable, whatever the dependence between cells. `SHORTCUTS` holds, by the name of a measure, the
function that gives its mean for a pair of fuzzy sides, or None where the pair does not suit it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.special import gammaln

from ... import measures
from ..._soft import expected_phi, poisson_binomial
from ...base.arrays import Counts, Floats
from ...measures.measure import Measure
from ...statistics.coding import Coding
from ...statistics.information import Information
from ..kinds.results import Method
from ..two_sides.from_sums import information as nats
from ..two_sides.from_sums import pair_counts
from ..two_sides.pair import Pair, sizes_of
from .gram import agreement_variance, sums_of, variance_cost

LOSS = 1e-15  # probability that the law of one cell may leave out
_GRAM = Method("exact", "Gram sums")
_POISSON_BINOMIAL = Method("exact", "Poisson-binomial cells")
_VARIANCE_WORK = 300_000_000  # multiplications, a fraction of a second


class Mean(NamedTuple):
    """A mean, how far off it may be, and how it was found."""

    value: float
    error: float
    method: Method
    variance: float | None = None


Shortcut = Callable[[Pair, Measure, dict[str, Any]], Mean | None]

SHORTCUTS: dict[str, Shortcut] = {}
"""Closed forms of the mean, by the name of the measure; the tests hold each to its definition."""


def mean_of(*measures: Measure) -> Callable[[Shortcut], Shortcut]:
    """Declare which measures a closed form is the mean of."""

    def declare(shortcut: Shortcut) -> Shortcut:
        SHORTCUTS.update({measure.name: shortcut for measure in measures})
        return shortcut

    return declare


@mean_of(measures.rand, measures.mirkin, measures.normalized_mirkin, measures.hubert_gamma_prime)
def expected_agreement(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean:
    """Measures that are linear in the number of pairs treated alike: mean and variance."""
    value = _read_pairs(pair, measure, options)
    variance, note = None, "Gram sums"
    if variance_cost(pair) > _VARIANCE_WORK:
        note += f" (no variance: it takes more than {_VARIANCE_WORK:.0e} multiplications)"
    else:
        everything = pair.n * pair.n  # all pairs together in the truth only: D = M
        span = measure.read(pair_counts(pair.n, everything, pair.n, pair.n), **options)
        span -= measure.read(pair_counts(pair.n, pair.n, pair.n, pair.n), **options)
        slope = span / (pair.n * (pair.n - 1) / 2)
        variance = slope * slope * agreement_variance(pair)
    return Mean(value, 0.0, Method("exact", note), variance)


@mean_of(measures.pair_recall)
def expected_pair_recall(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """N11/P: the pairs inside the classes of a hard truth are known."""
    if not pair.truth_hard:
        return None
    return Mean(_read_pairs(pair, measure, options), 0.0, _GRAM)


@mean_of(measures.pair_precision)
def expected_pair_precision(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """N11/Q: the pairs inside the clusters of a hard prediction are known."""
    if not pair.prediction_hard:
        return None
    return Mean(_read_pairs(pair, measure, options), 0.0, _GRAM)


@mean_of(
    measures.mutual_information,
    measures.variation_of_information,
    measures.variation_of_information_by_objects,
    measures.conditional_entropy,
)
def expected_entropies(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean:
    """Measures that are linear in the joint entropy and the entropies of the two sides."""
    h, error = mean_information(pair)
    value = measure.read(h, **options)
    unit = measure.read(Information(0.0, 1.0, 1.0, h.objects, h.classes, h.clusters), **options)
    return Mean(value, error * max(1.0, unit), _POISSON_BINOMIAL)


@mean_of(measures.homogeneity, measures.cluster_entropy)
def expected_share_of_classes(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """Shares of H(C) or of log |C|, which a hard truth fixes."""
    if not pair.truth_hard:
        return None
    h, error = mean_information(pair)
    return _share(measure.read(h, **options), error, h.truth_entropy)


@mean_of(measures.completeness)
def expected_share_of_clusters(
    pair: Pair, measure: Measure, options: dict[str, Any]
) -> Mean | None:
    """Shares of H(K), which a hard prediction fixes."""
    if not pair.prediction_hard:
        return None
    h, error = mean_information(pair)
    return _share(measure.read(h, **options), error, h.prediction_entropy)


@mean_of(measures.dom_q0)
def expected_code_length(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """H(C|K) + (1/n) Σ_k log C(b_k+|C|-1, |C|-1): a hard truth fixes the number of classes."""
    if not pair.truth_hard:
        return None
    h, error = mean_information(pair)
    model = 0.0
    for j in range(pair.prediction.k):
        start, mass, lost = size_law(pair, j)
        b = np.arange(start, start + len(mass))
        lengths = gammaln(b + h.classes) - gammaln(h.classes) - gammaln(b + 1)
        model += float(mass @ lengths) / pair.n
        error += lost * float(lengths.max(initial=0.0)) / pair.n
    value = measure.read(Coding(h.class_residual, model, 0.0), **options)
    return Mean(value, error, _POISSON_BINOMIAL)


@mean_of(measures.b_cubed_recall)
def expected_cubed_recall(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """(1/n) Σ n_ij²/a_i with known class sizes."""
    del measure, options
    if not pair.truth_hard:
        return _cubed_over_random_sizes(pair.swapped) if pair.prediction_hard else None
    return Mean(sums_of(pair).mean_shares(sizes_of(pair.truth)), 0.0, _GRAM)


@mean_of(measures.b_cubed_precision)
def expected_cubed_precision(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """(1/n) Σ n_ij²/b_j: recall with the roles exchanged."""
    return expected_cubed_recall(pair.swapped, measure, options)


def _share(value: float, error: float, whole: float) -> Mean:
    # one group has no entropy: the share is declared, not computed
    return Mean(value, error / whole if whole else 0.0, _POISSON_BINOMIAL)


def mean_information(pair: Pair) -> tuple[Information, float]:
    """Means of I(C;K), H(C|K) and H(K|C), and their error."""
    cells = _entropy_sum(_cell_options(pair))
    classes = _entropy_sum(_class_options(pair))
    clusters = _entropy_sum(_cluster_options(pair))
    h = nats(pair.n, classes[0], clusters[0], cells[0], *pair.shape)
    return h, (cells[1] + classes[1] + clusters[1]) / pair.n


_Options = list[tuple[Floats, Counts, int]]  # probabilities, their multiplicity, certain objects


def size_law(pair: Pair, j: int) -> tuple[int, Floats, float]:
    """Law of the size of cluster j: where it starts, its masses, what was left out."""
    p, size, base = _cluster_options(pair)[j]
    start, mass, lost = poisson_binomial(p, size, LOSS)
    return base + start, mass, lost


def cell_law(pair: Pair, i: int, j: int) -> tuple[int, Floats, float]:
    """Law of the cell of class i and cluster j."""
    p, size, base = _cell_option(pair, i, j)
    start, mass, lost = poisson_binomial(p, size, LOSS)
    return base + start, mass, lost


def _class_options(pair: Pair) -> _Options:
    """For each class, the probabilities with which the objects belong to it."""
    cells = pair.cells
    return _options(cells.group_first, cells.group_size, cells.base.sum(axis=1))


def _cluster_options(pair: Pair) -> _Options:
    """For each cluster, the probabilities with which the objects join it."""
    cells = pair.cells
    return _options(cells.group_second, cells.group_size, cells.base.sum(axis=0))


def _options(rows: Floats, size: Counts, base: Counts) -> _Options:
    return [_without_certain(p, size, int(b)) for p, b in zip(rows.T, base, strict=True)]


def _cell_options(pair: Pair) -> _Options:
    k1, k2 = pair.shape
    return [_cell_option(pair, i, j) for i in range(k1) for j in range(k2)]


def _cell_option(pair: Pair, i: int, j: int) -> tuple[Floats, Counts, int]:
    cells = pair.cells
    p = cells.group_first[:, i] * cells.group_second[:, j]
    return _without_certain(p, cells.group_size, int(cells.base[i, j]))


def _without_certain(p: Floats, size: Counts, base: int) -> tuple[Floats, Counts, int]:
    open_ = (p > 0) & (p < 1)
    return np.ascontiguousarray(p[open_]), size[open_], base + int(size[p >= 1].sum())


def _entropy_sum(options: _Options) -> tuple[float, float]:
    """Σ E[t log t] over cells or sizes, and its error."""
    value = error = 0.0
    for p, size, base in options:
        mean, slack = expected_phi(p, size, base, "entropy", LOSS)
        value += mean
        error += slack
    return value, error


def _cubed_over_random_sizes(pair: Pair) -> Mean:
    """(1/n) Σ_ij E[n_ij²/b_j] for a hard truth, roles exchanged: b_j is a sum over the classes.

    For each cluster the law of b_j is built class by class, together with E[Σ_i n_ij²; b_j].
    """
    total = lost_total = 0.0
    for j in range(pair.prediction.k):
        mass, squares = np.ones(1), np.zeros(1)
        shift = 0
        for i in range(pair.truth.k):
            start, law, lost = cell_law(pair, i, j)
            weighted = np.arange(start, start + len(law)) ** 2.0 * law
            squares = np.convolve(squares, law) + np.convolve(mass, weighted)
            mass = np.convolve(mass, law)
            shift += start
            lost_total += lost
        b = np.arange(shift, shift + len(mass))
        total += float((squares[b > 0] / b[b > 0]).sum())
    return Mean(total / pair.n, lost_total, _POISSON_BINOMIAL)


def _read_pairs(pair: Pair, measure: Measure, options: dict[str, Any]) -> float:
    return measure.read(sums_of(pair).mean_counts(), **options)
