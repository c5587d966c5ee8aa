"""er-evaluation: B-cubed as a mean over the true groups, not over the records."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from ..measures import (
    adjusted_rand,
    b_cubed_f,
    b_cubed_precision,
    b_cubed_recall,
    completeness,
    homogeneity,
    pair_f_measure,
    pair_precision,
    pair_recall,
    rand,
    v_measure,
)
from .convention import Convention, Package, same

if TYPE_CHECKING:
    import numpy as np

    from ..contingency import Contingency

_PER_GROUP = "a mean over the records; er-evaluation takes one over the true groups"


def _precision(table: Contingency) -> float:
    """(1/|C|) Σ_i (1/a_i) Σ_j n_ij²/b_j."""
    return _mean_over_classes(table, table.cluster_sizes[table.cols])


def _recall(table: Contingency) -> float:
    """(1/|C|) Σ_i (1/a_i) Σ_j n_ij²/a_i."""
    return _mean_over_classes(table, table.class_sizes[table.rows])


def _mean_over_classes(table: Contingency, denominator: np.ndarray[Any, Any]) -> float:
    counts = table.counts.astype(float)
    terms = counts * (counts / denominator) / table.class_sizes[table.rows]
    return fsum(terms.tolist()) / table.shape[0]


def _f(table: Contingency) -> float:
    precision, recall = _precision(table), _recall(table)
    return 2 * precision * recall / (precision + recall)


def _pair_f(table: Contingency, beta: float = 1.0) -> float:
    return pair_f_measure.of(table, beta=beta)


def _v(table: Contingency, beta: float = 1.0) -> float:
    return v_measure.of(table, beta=beta)


PACKAGE = Package(
    "er-evaluation",
    "2.3.0",
    [
        Convention("pairwise_precision", pair_precision, same(pair_precision)),
        Convention("pairwise_recall", pair_recall, same(pair_recall)),
        Convention("pairwise_f", pair_f_measure, _pair_f),
        Convention("b_cubed_precision", b_cubed_precision, _precision, differs=_PER_GROUP),
        Convention("b_cubed_recall", b_cubed_recall, _recall, differs=_PER_GROUP),
        Convention("b_cubed_f", b_cubed_f, _f, differs=_PER_GROUP),
        Convention("cluster_homogeneity", homogeneity, same(homogeneity)),
        Convention("cluster_completeness", completeness, same(completeness)),
        Convention("cluster_v_measure", v_measure, _v),
        Convention("rand_score", rand, same(rand)),
        Convention("adjusted_rand_score", adjusted_rand, same(adjusted_rand)),
    ],
)
