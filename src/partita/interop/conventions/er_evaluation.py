"""er-evaluation: B-cubed is a mean over the true groups, not over the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...measures import (
    adjusted_rand,
    b_cubed_f,
    b_cubed_f_by_class,
    b_cubed_precision,
    b_cubed_precision_by_class,
    b_cubed_recall,
    b_cubed_recall_by_class,
    cluster_exact_f,
    cluster_exact_precision,
    cluster_exact_recall,
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
    from ...measures.measure import Measure
    from ...table.contingency import Contingency


def _per_group(name: str, nearest: Measure, ours: Measure) -> Convention:
    """B-cubed as a mean over the true groups, which are separate measures of ours."""
    differs = "a mean over the records here, over the true groups there"
    return Convention(name, nearest, same(ours), differs=differs, ours=f"{ours.name}()")


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
        _per_group("b_cubed_precision", b_cubed_precision, b_cubed_precision_by_class),
        _per_group("b_cubed_recall", b_cubed_recall, b_cubed_recall_by_class),
        _per_group("b_cubed_f", b_cubed_f, b_cubed_f_by_class),
        Convention("cluster_precision", cluster_exact_precision, same(cluster_exact_precision)),
        Convention("cluster_recall", cluster_exact_recall, same(cluster_exact_recall)),
        Convention("cluster_f", cluster_exact_f, same(cluster_exact_f)),
        Convention("cluster_homogeneity", homogeneity, same(homogeneity)),
        Convention("cluster_completeness", completeness, same(completeness)),
        Convention("cluster_v_measure", v_measure, _v),
        Convention("rand_score", rand, same(rand)),
        Convention("adjusted_rand_score", adjusted_rand, same(adjusted_rand)),
    ],
)
