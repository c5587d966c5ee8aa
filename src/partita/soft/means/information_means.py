"""Closed forms for information measures that are linear in entropies, by Poisson-binomial cells."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from ... import measures
from ...measures.chosen import Chosen
from ...statistics.coding import Coding
from ...statistics.information import Information
from ..two_sides.fuzzy_pair import FuzzyPair
from .cell_laws import POISSON_BINOMIAL, mean_information, size_law
from .closed_forms import Mean, mean_of


@mean_of(
    measures.mutual_information,
    measures.variation_of_information,
    measures.variation_of_information_by_objects,
    measures.conditional_entropy,
)
def expected_entropies(pair: FuzzyPair, chosen: Chosen) -> Mean:
    """Measures that are linear in the joint entropy and the entropies of the two sides."""
    h, error = mean_information(pair)
    value = chosen.read(h)
    unit = chosen.read(Information(0.0, 1.0, 1.0, h.objects, h.classes, h.clusters))
    return Mean(value, error * max(1.0, unit), POISSON_BINOMIAL)


@mean_of(measures.homogeneity, measures.cluster_entropy)
def expected_share_of_classes(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """Shares of H(C) or of log |C|, which a hard truth fixes."""
    if not pair.truth_hard:
        return None
    h, error = mean_information(pair)
    return _share(chosen.read(h), error, h.truth_entropy)


@mean_of(measures.completeness)
def expected_share_of_clusters(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """Shares of H(K), which a hard prediction fixes."""
    if not pair.prediction_hard:
        return None
    h, error = mean_information(pair)
    return _share(chosen.read(h), error, h.prediction_entropy)


@mean_of(measures.dom_q0)
def expected_code_length(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """H(C|K) + (1/n) Σ_k log C(b_k+|C|-1, |C|-1); a hard truth fixes the number of classes."""
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
    value = chosen.read(Coding(h.class_residual, model, 0.0))
    return Mean(value, error, POISSON_BINOMIAL)


def _share(value: float, error: float, whole: float) -> Mean:
    # one group has no entropy: the share is declared, not computed
    return Mean(value, error / whole if whole else 0.0, POISSON_BINOMIAL)
