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
    from collections.abc import Iterator, Sequence

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
    return influences([s], table, threads)[0]


def influences(chosen: Sequence[Chosen], table: Contingency, threads: int = 0) -> list[Influence]:
    """Return the jackknife of several scores, which share the reduced tables."""
    if table.n == 1:
        return [Influence(np.zeros(1), 0.0, 0.0, 0.0)] * len(chosen)
    whole = scores(chosen, _one(table), threads)[0].tolist()
    n, changed = table.n, without_one(chosen, table, threads)
    return [
        summarize(value, at_size(s, values, n - 1, n), table.counts, float(n))
        for s, value, values in zip(chosen, whole, changed, strict=True)
    ]


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


def without_one(chosen: Sequence[Chosen], table: Contingency, threads: int = 0) -> list[Floats]:
    """Return scores after removing one object, for each cell that may lose it.

    Scores that read one statistic share its values.
    """
    small = table.nnz <= _ONE_BY_ONE
    sources = ["" if small else kernel_statistic(s) for s in chosen]
    found: dict[int, Floats] = {}
    for source in dict.fromkeys(sources):
        places = [k for k, own in enumerate(sources) if own == source]
        own = [chosen[k] for k in places]
        read = _by_change(source, own, table) if source else _one_by_one(own, table, threads)
        found |= zip(places, read, strict=True)
    return [found[k] for k in range(len(chosen))]


def _by_change(source: str, chosen: Sequence[Chosen], table: Contingency) -> Iterator[Floats]:
    """Score the reduced tables by the change of their statistic."""
    integers, reals = without_one_object(table, source)
    first, which = _distinct(integers, reals)
    readers = [s.read if s.options else s.measure.read for s in chosen]  # one call less each
    # One record at a time: the garbage collector would visit 100,000 of them again and again.
    read = (
        one(statistic, perfect=perfect)
        for perfect, statistic in statistics(source, integers[first], reals[first])
        for one in readers
    )
    values = np.fromiter(read, np.float64, len(first) * len(chosen))
    yield from np.ascontiguousarray(values.reshape(-1, len(chosen)).T)[:, which]


def _one_by_one(chosen: Sequence[Chosen], table: Contingency, threads: int) -> Iterator[Floats]:
    """Count and score the reduced tables, a portion at a time."""
    found = []
    for cells in np.array_split(np.arange(table.nnz), -(-(table.nnz**2) // _PORTION)):
        counts = np.tile(table.counts, (len(cells), 1))
        counts[np.arange(len(cells)), cells] -= 1
        reduced = Tables(table.rows, table.cols, counts, table.shape)
        found.append(scores(chosen, reduced, threads))
    yield from np.ascontiguousarray(np.concatenate(found).T)


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
