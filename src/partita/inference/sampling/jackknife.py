"""The jackknife: the score after removing one object from each occupied cell.

All objects of a cell are alike, so there is one distinct value per cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.arithmetic import weighted_sum
from ...chance.batch import Tables, at_size, kernel_statistic, scores, statistics
from .reduced_tables import without_one_object

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency

_ONE_BY_ONE = 256  # up to this many cells, each reduced table is read by itself
_PORTION = 1 << 22  # cells of reduced tables in memory at a time


class Influence(NamedTuple):
    """The jackknife estimates for a score."""

    change: Floats  # of the score, per cell, when one of its objects is removed
    standard_error: float
    acceleration: float
    bias: float


def influence(s: Chosen, table: Contingency, threads: int = 0) -> Influence:
    """Return the jackknife of a score: influence, standard error, acceleration (BCa), bias."""
    whole = float(scores([s], _one(table), threads)[0, 0])
    if table.n == 1:
        return Influence(np.zeros(1), 0.0, 0.0, 0.0)
    values = at_size(s, without_one(s, table, threads), table.n - 1, table.n)
    return summarize(whole, values, table.counts, float(table.n))


def summarize(whole: float, values: Floats, counts: NDArray[Any], units: float) -> Influence:
    """Return the jackknife from the score of all units and the scores without one unit of a kind.

    `counts` holds the number of units of each kind.
    """
    weights = counts / units
    mean = weighted_sum(weights, values)
    pull = mean - values  # positive if units of the kind raise the score
    second, third = weighted_sum(weights, pull**2), weighted_sum(weights, pull**3)
    if second <= (1e-15 * max(1.0, abs(whole))) ** 2:  # rounding, not influence
        return Influence(values - whole, 0.0, 0.0, 0.0)
    return Influence(
        change=values - whole,
        standard_error=float(np.sqrt((units - 1.0) * second)),
        acceleration=float(third / (6.0 * np.sqrt(units) * second**1.5)),
        bias=(units - 1.0) * (mean - whole),
    )


def without_one(s: Chosen, table: Contingency, threads: int = 0) -> Floats:
    """Return the score after removing one object, for each cell that may lose it."""
    if table.nnz <= _ONE_BY_ONE or not kernel_statistic(s):
        return _one_by_one(s, table, threads)
    integers, reals = without_one_object(table, s.statistic)
    first, which = _distinct(integers, reals)
    rows = statistics(s.statistic, integers[first], reals[first])
    values = np.array([s.read(statistic, perfect=perfect) for perfect, statistic in rows])
    return np.asarray(values[which])


def _one_by_one(s: Chosen, table: Contingency, threads: int) -> Floats:
    """Count and score the reduced tables, a portion at a time."""
    found = []
    for cells in np.array_split(np.arange(table.nnz), -(-(table.nnz**2) // _PORTION)):
        counts = np.tile(table.counts, (len(cells), 1))
        counts[np.arange(len(cells)), cells] -= 1
        reduced = Tables(table.rows, table.cols, counts, table.shape)
        found.append(scores([s], reduced, threads)[:, 0])
    return np.concatenate(found)


def _distinct(integers: NDArray[Any], reals: Floats) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the first place of each distinct row, and its number in each place."""
    if integers.dtype == object:
        every = np.arange(len(integers))
        return every, every
    rows = np.column_stack((integers, np.ascontiguousarray(reals).view(np.int64)))
    packed = np.ascontiguousarray(rows).view(f"V{rows.shape[1] * 8}").ravel()
    _, first, which = np.unique(packed, return_index=True, return_inverse=True)
    return first, which


def _one(table: Contingency) -> Tables:
    return Tables(table.rows, table.cols, table.counts[np.newaxis], table.shape)
