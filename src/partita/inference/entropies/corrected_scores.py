"""Scores of corrected entropies: the value, and the errors of samples of a population.

H(C), H(K) and H(C,K) are corrected alike. Then H(C,K) is moved between max(H(C), H(K)) and
H(C) + H(K), so that the mutual information is at least 0 and at most either entropy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...statistics.information import Information
from ..sampling.bootstrap_intervals import including, normal
from ..sampling.populations import WHOLE, without_error
from .corrections import added, corrected_entropies

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency
    from ..sampling.bootstrap_intervals import Ends
    from ..sampling.populations import Population
    from .corrections import Corrections

_ROUNDING = 1e-12  # nats
_STRETCH = 1.2  # samples of the likely population vary too little, by 10 to 25% (simulated)


class Corrected(NamedTuple):
    """A score of corrected entropies."""

    value: float
    moved: bool  # whether H(C,K) contradicted the other two, so that it was moved


def reads_information(s: Chosen) -> bool:
    """Whether a measure is a function of the three parts of the information alone."""
    return s.measure.reads == "information" and s.statistic == "information"


def corrected(
    s: Chosen, table: Contingency, by: Corrections, objects: int | None = None
) -> Corrected:
    """Return the score of the corrected entropies of a table, as that of this many objects."""
    if table.perfect and s.measure.perfect is not None:
        return Corrected(s.measure.perfect, moved=False)
    i = table.information
    classes, clusters, cells = (
        added(own, np.asarray(sizes, dtype=np.float64))
        for own, sizes in zip(
            by, (table.class_sizes, table.cluster_sizes, table.counts), strict=True
        )
    )
    change = classes + clusters - cells, cells - clusters, cells - classes
    parts = np.array([[i.mutual, i.class_residual, i.cluster_residual]]) + change
    kept = _consistent(parts)
    moved = bool(np.abs(kept - parts).max() > _ROUNDING)
    return Corrected(_read(s, kept, objects or table.n, table.shape)[0], moved)


def errors(
    s: Chosen,
    population: Population,
    by: Corrections,
    target: Corrections,
    *,
    objects: int,
    scored_as: int,
    draws: int,
    seed: int,
) -> Floats:
    """Return the corrected scores of samples of a population, less what they estimate.

    `target` turns the entropies of the population into the estimated ones.
    A formula with the number of objects in it reads `scored_as`.
    """
    whole = np.round(population.shares * WHOLE).astype(np.int64)[np.newaxis]
    truth = _scores(s, population, whole, target, scored_as)[0]
    samples = population.samples(objects, draws, seed)
    found = [_scores(s, population, one, by, scored_as) for one in samples]
    off = np.concatenate(found) - truth
    return np.asarray(off.mean() + _STRETCH * (off - off.mean()))


def ends_of_errors(s: Chosen, value: float, off: Floats, level: float) -> Ends:
    """Return the interval that holds the value with and without its estimated bias."""
    ends = without_error(value, off, level)
    around = normal(value, float(off.std(ddof=1)), level)
    low, high = including(including(ends, around[0]), around[1])
    least, most = s.measure.bounds
    return min(value, max(low, least)), max(value, min(high, most))


def bias_left(off: Floats) -> list[str]:
    """Return a note if samples of the likely population are off by half their spread or more."""
    left = float(off.mean())
    return [f"bias of {left:+.2g} may be left"] * (abs(left) > float(off.std(ddof=1)) / 2)


def _scores(s: Chosen, at: Population, counts: Int64, by: Corrections, objects: int) -> Floats:
    """Return the corrected score of each row of counts of the cells of a population."""
    classes, clusters, cells = (
        corrected_entropies(own, sizes)
        for own, sizes in zip(
            by, (sums(at.rows, counts), sums(at.cols, counts), counts), strict=True
        )
    )
    parts = np.column_stack((classes + clusters - cells, cells - clusters, cells - classes))
    return np.array(_read(s, _consistent(parts), objects, at.shape))


def sums(lines: NDArray[np.int32], counts: Int64) -> Int64:
    """Return the sums of the counts over the cells of each line, row by row."""
    groups = int(lines.max()) + 1
    place = np.arange(len(counts))[:, np.newaxis] * groups + lines
    sums = np.bincount(place.ravel(), counts.ravel(), groups * len(counts))
    return np.asarray(sums.astype(np.int64).reshape(len(counts), groups))


def _consistent(parts: Floats) -> Floats:
    """Move H(C,K) so that none of I, H(C|K) and H(K|C) is negative."""
    rise = np.maximum(0.0, -parts[:, 1:].min(axis=1)) - np.maximum(0.0, -parts[:, 0])
    return np.asarray(np.maximum(parts + np.outer(rise, (-1.0, 1.0, 1.0)), 0.0))


def _read(s: Chosen, parts: Floats, n: int, shape: tuple[int, int]) -> list[float]:
    """Evaluate a measure on information, a row for each."""
    rows: list[list[float]] = parts.tolist()
    return [s.read(Information(i, h, k, n, *shape)) for i, h, k in rows]
