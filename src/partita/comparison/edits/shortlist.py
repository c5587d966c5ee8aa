"""Estimate the gains of edits from the shifts of sums, to choose which edits to apply.

Gains are exact up to rounding for pair and information measures. The chance term of adjusted
information is scaled by the number of clusters, E[I] ≈ (|C|-1)(|K|-1)/2n. Measures of other
families do not depend on these sums; the adjusted Rand index replaces them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import UndefinedError
from ...measures.chosen import Chosen
from ...measures.measure import measure
from ...statistics.information import ExpectedInformation, Information
from ...statistics.pairs import PairCounts, half
from .shifts import Shifts, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ...table.contingency import AnyTable

_MANY = 5000  # edits of one kind up to which the gain of each is estimated
_EACH = 500  # edits that each criterion selects if there are more
_LEAST = -np.inf  # gain of an edit after which the measure has no value


def estimated_gains(table: AnyTable, shifts: Shifts, chosen: Chosen) -> NDArray[np.float64]:
    """The gain of each edit in the measure, or in the measure that replaces it."""
    if len(shifts) <= _MANY:
        return _gains(table, shifts, chosen)
    places = _promising(table, shifts)
    gains = np.full(len(shifts), _LEAST)
    gains[places] = _gains(table, shifts.take(places), chosen)
    return gains


def _promising(table: AnyTable, shifts: Shifts) -> NDArray[np.intp]:
    """The edits that are best by pairs, by information, by recall or by precision."""
    pairs, now, n = table.pairs, table.information, float(table.n)
    truth, every = float(pairs.truth_pairs), float(pairs.pairs)
    together = float(pairs.together) + shifts.cell_squares / 2
    joined = float(pairs.prediction_pairs) + shifts.cluster_squares / 2
    chance = truth * joined / every
    mutual = now.mutual + (shifts.cell_logs - shifts.cluster_logs) / n
    entropy = now.prediction_entropy - shifts.cluster_logs / n
    leads = (
        (together - chance) / ((truth + joined) / 2 - chance),
        mutual / (now.truth_entropy + entropy),
        shifts.cell_squares,
        -shifts.cluster_squares,
    )
    best = [np.argpartition(-lead.astype(np.float64), _EACH)[:_EACH] for lead in leads]
    return np.unique(np.concatenate(best))


def _gains(table: AnyTable, shifts: Shifts, chosen: Chosen) -> NDArray[np.float64]:
    if chosen.measure.reads == "pairs":
        statistics: Iterator[Any] = _pair_counts(table, shifts)
    elif chosen.measure.reads == "information":
        statistics = _information(table, shifts)
        if chosen.statistic == "expected_information":
            statistics = _add_expected(table, statistics)
    else:
        return _gains(table, shifts, Chosen(measure("adjusted_rand"), {}))
    now = chosen.of(table)
    values = (_read(chosen, statistic) for statistic in statistics)
    return np.fromiter(values, dtype=np.float64, count=len(shifts)) - chosen.sign * now


def _read(chosen: Chosen, statistic: Any) -> float:
    """The value, times the sign of the measure; the least if there is no value."""
    try:
        return chosen.sign * chosen.read(statistic)
    except UndefinedError:
        return _LEAST


def _pair_counts(table: AnyTable, shifts: Shifts) -> Iterator[PairCounts]:
    now = table.pairs
    kind = int if numbers(table.counts, table).dtype.kind == "i" else float
    together, pairs, truth = kind(now.together), kind(now.pairs), kind(now.truth_pairs)
    joined = kind(now.prediction_pairs)
    halves = zip(shifts.cell_squares.tolist(), shifts.cluster_squares.tolist(), strict=True)
    for cells, clusters in halves:
        both = together + half(cells)
        predicted = max(joined + half(clusters), both)  # equal except for rounding of floats
        found = PairCounts.of_totals(both, truth, predicted, pairs, now.objects)
        yield found if found.truth_only >= 0 else found._replace(truth_only=0)


def _information(table: AnyTable, shifts: Shifts) -> Iterator[Information]:
    """H(C|K) = (Σ φ(b_j) - Σ φ(n_ij))/n and H(K|C) = (Σ φ(a_i) - Σ φ(n_ij))/n, shifted."""
    now, n = table.information, float(table.n)
    class_residual = now.class_residual + (shifts.cluster_logs - shifts.cell_logs) / n
    cluster_residual = now.cluster_residual - shifts.cell_logs / n
    mutual = now.truth_entropy - class_residual
    parts = (np.maximum(part, 0.0).tolist() for part in (mutual, class_residual, cluster_residual))
    clusters = (now.clusters + shifts.more_clusters).tolist()
    for i, c, k, size in zip(*parts, clusters, strict=True):
        yield Information(i, c, k, now.objects, now.classes, size)


def _add_expected(
    table: AnyTable, statistics: Iterator[Information]
) -> Iterator[ExpectedInformation]:
    expected, clusters = table.expected_information.expected, table.shape[1]
    for statistic in statistics:
        scale = (statistic.clusters - 1) / max(clusters - 1, 1)
        yield ExpectedInformation(statistic, expected * scale)
