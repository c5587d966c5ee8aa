"""Mean and standard deviation of a measure by chance, where they have a formula."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import UndefinedError
from ..statistics.information import ExpectedInformation
from ..statistics.pairs import PairCounts
from ..table.contingency import Contingency
from .affine import is_information_affine, pair_plane
from .information import information_variance, mean_information
from .models import Model, model_of
from .pairs import Plane, deviation, mean_counts, mean_pairs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ..measures.measure import Measure
    from ..table.table import Table


def exact_mean(
    own: Measure, table: Table, options: Mapping[str, Any], null: str | Model = "permutation"
) -> float | None:
    """Return the mean where it has a formula, None where it does not."""
    kind = model_of(null)
    if is_forced(table, kind):
        return own.of(table, **options)
    if kind.keeps_sizes:
        statistic = mean_statistic(own, table, options)
    elif own.family not in ("pairs", "information"):
        return None
    else:
        statistic = _mean_elsewhere(own, counted(table), options, kind)
    return None if statistic is None else own.read(statistic, **options)


def is_forced(table: Table, model: Model) -> bool:
    """Whether a side of one group, or of one object in each, leaves chance no other table."""
    if not isinstance(table, Contingency):
        return model.keeps_sizes and 1 in table.shape
    few = (1, table.n)
    sides = zip((model.classes, model.clusters), table.shape, strict=True)
    fixed = all(kept == "sizes" or (kept == "number" and size in few) for kept, size in sides)
    return table.n == 1 or (fixed and any(size in few for size in table.shape))


def mean_statistic(own: Measure, table: Table, options: Mapping[str, Any]) -> Any:
    """Return the statistic with its mean over permutations in it, where that gives the mean."""
    if not own.is_margin_affine(**options):
        return None
    if own.family == "pairs":
        return _with_pairs(own, table, mean_pairs(table.pairs))
    if own.family == "information":
        e = table.expected_information
        return _with_information(own, table, _with_mutual(e, e.expected))
    return None


def _with_pairs(own: Measure, table: Table, pairs: PairCounts) -> Any:
    """Return the statistic that a pair measure reads, with other pair counts of these sizes."""
    return pairs if own.statistic == "pairs" else table.pair_moments._replace(pairs=pairs)


def _with_information(own: Measure, table: Table, e: ExpectedInformation) -> Any:
    """Return the statistic that an information measure reads, with another I for these sizes."""
    h = e.information
    if own.statistic == "information":
        return h
    if own.statistic == "expected_information":
        return e
    if own.statistic == "information_moments":
        return table.information_moments._replace(expected=e)
    if own.statistic == "evenness":
        return table.evenness._replace(information=h)
    r = table.redundancy
    return r._replace(information=h, cells=max(0.0, r.classes - h.cluster_residual))


def _with_mutual(e: ExpectedInformation, mutual: float) -> ExpectedInformation:
    """Return the information of tables with the same margins and another I."""
    information = e.information._replace(
        mutual=mutual,
        class_residual=max(0.0, e.information.truth_entropy - mutual),
        cluster_residual=max(0.0, e.information.prediction_entropy - mutual),
    )
    return ExpectedInformation(information, e.expected)


def _mean_elsewhere(
    own: Measure, table: Contingency, options: Mapping[str, Any], model: Model
) -> Any:
    if own.statistic == "pairs" and pair_plane(own, options, table, model) is not None:
        return mean_counts(table, model)
    if own.statistic == "information" and is_information_affine(own, options, table, model):
        return mean_information(table, model)
    return None


def exact_deviation(
    own: Measure,
    table: Contingency,
    options: Mapping[str, Any],
    null: str | Model = "permutation",
) -> float | None:
    """Return the standard deviation where it has a formula, None where it does not."""
    kind = model_of(null)
    if is_forced(table, kind):
        return 0.0
    if not kind.keeps_sizes:
        plane = pair_plane(own, options, table, kind) if own.statistic == "pairs" else None
        return None if plane is None else deviation(table, kind, plane)
    if not own.is_margin_affine(**options):
        return None
    if own.family == "pairs":
        p = table.pairs
        ends = (_with_pairs(own, table, p.with_together(x)) for x in (0, p.truth_pairs))
        low, high = (own.read(end, **options) for end in ends)
        slope = (high - low) / max(1, p.truth_pairs)
        return deviation(table, kind, Plane(slope, 0.0, 0.0))
    if own.family == "information":
        return _information_deviation(own, table, options)
    return None


def _information_deviation(
    own: Measure, table: Contingency, options: Mapping[str, Any]
) -> float | None:
    variance = information_variance(table)
    if variance is None:
        return None
    e = table.expected_information
    truth, prediction = e.information.truth_entropy, e.information.prediction_entropy
    least, most = max(0.0, truth + prediction - log(table.n)), min(truth, prediction)
    if variance == 0.0 or most <= least:
        return 0.0
    ends = (_with_mutual(e, mutual) for mutual in (least, most))
    low, high = (own.read(_with_information(own, table, end), **options) for end in ends)
    return abs(high - low) / (most - least) * sqrt(variance)


def counted(table: Table) -> Contingency:
    """Refuse weights that are not counts of objects."""
    if not isinstance(table, Contingency):
        raise UndefinedError("chance pairs objects at random: use whole weights")
    return table


def values_of_law(
    own: Measure, table: Contingency, options: Mapping[str, Any], together: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return a pair measure for each N11 that tables with these margins may have."""
    p = table.pairs
    values = []
    for both in together.tolist():
        perfect = both == p.truth_pairs == p.prediction_pairs
        values.append(own.read(p.with_together(both), perfect=perfect, **options))
    return np.array(values)
