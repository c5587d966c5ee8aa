"""What groups choose anew when an object goes: the best cluster of a class, a majority, a matching.

For each occupied cell, the change of a sum over best choices when the cell loses an object. A line
of the table needs its best cell, and the best of the others in case that one is the loser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...chance.batch import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...table.contingency import Contingency

_SOLVED = 1 << 22  # cells of reduced tables whose matching is solved again


def class_f_change(t: Contingency) -> Floats:
    """Return the change of Σ a_i max_j 2 n_ij/(a_i+b_j)."""
    count, a, b = _floats(t)
    f = 2 * count / (a + b)
    others = _best_of_others(f, t.rows)
    best = np.maximum(f, others)
    smaller = 2 * count / (a + b - 1)  # the class or the cluster is one smaller, the cell is not
    # an object of the same cluster goes, and the class keeps all of its own
    beside = a * (np.maximum(smaller, others) - best)
    # an object of the cell itself goes, and the class is smaller for all of its clusters
    left = 2 * (count - 1) / np.maximum(a + b - 2, 1)
    own = (a - 1) * np.maximum(left, _best_of_others(smaller, t.rows)) - a * best
    return np.asarray(own + np.bincount(t.cols, weights=beside)[t.cols] - beside)


def cluster_f_change(t: Contingency) -> Floats:
    """Return the change of Σ_j 2 n_ij/(a_i+b_j), i the majority of j, a small class if tied."""
    count, a, b = _floats(t)
    first, second = _two_best((-a, count), t.cols)
    top, smallest = count[first][t.cols], a[first][t.cols]
    now = 2 * top / (smallest + b)
    # an object of the same class goes, and the cluster keeps all of its own
    chosen = np.where(count == top, np.minimum(smallest, a - 1), smallest)
    beside = 2 * top / (chosen + b) - now
    # an object of the cell itself goes: is it still the largest, or is the next one?
    rival = _rivals(first, second, t.cols)
    most, size = np.where(rival < 0, 0.0, count[rival]), a[rival]
    stays = (count - 1 > most) | ((count - 1 == most) & (a - 1 < size))
    left = np.where(stays, count - 1, most)
    after = 2 * left / np.maximum(np.where(stays, a - 1, size) + b - 1, 1)
    return np.asarray(after - now + np.bincount(t.rows, weights=beside)[t.rows] - beside)


def matching_loss(t: Contingency) -> NDArray[np.int64]:
    """Return what the best matching loses: 1 if all best matchings use the cell, else 0.

    Beyond 2^22 cells in all reduced tables the one that was found is taken for the only one.
    """
    partner = np.asarray(t.matching.partner)
    loss: NDArray[np.int64] = (partner[t.rows] == t.cols).astype(np.int64)
    used = np.flatnonzero(loss)
    if len(used) * t.nnz <= _SOLVED:
        counts = np.tile(t.counts, (len(used), 1))
        counts[np.arange(len(used)), used] -= 1
        integers, _ = Tables(t.rows, t.cols, counts, t.shape).read("matching", 0)
        loss[used] = int(t.matching.matched) - integers[:, 4]
    return loss


def _floats(t: Contingency) -> tuple[Floats, Floats, Floats]:
    """Counts of cells, and the sizes of their classes and clusters."""
    parts = t.counts, t.class_sizes[t.rows], t.cluster_sizes[t.cols]
    count, a, b = (np.asarray(x, dtype=np.float64) for x in parts)
    return count, a, b


def _best_of_others(values: Floats, lines: NDArray[Any]) -> Floats:
    """Return for each cell the highest value among the other cells of its line, 0 without any."""
    rival = _rivals(*_two_best((values,), lines), lines)
    return np.where(rival < 0, 0.0, values[rival])


def _rivals(first: NDArray[Any], second: NDArray[Any], lines: NDArray[Any]) -> NDArray[Any]:
    """Return for each cell the best other cell of its line, -1 without any."""
    is_first = np.arange(len(lines)) == first[lines]
    return np.asarray(np.where(is_first, second[lines], first[lines]))


def _two_best(keys: tuple[Floats, ...], lines: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return for each line the cells of the highest and second highest key, -1 for no second."""
    order = np.lexsort((*keys, lines))
    ends = np.cumsum(np.bincount(lines)) - 1
    before = order[np.maximum(ends - 1, 0)]
    return order[ends], np.where(np.diff(ends, prepend=-1) > 1, before, -1)
