"""The exact law of N11 over tables with given margins, far beyond listing the tables.

Clusters are filled one after the other. What matters of the past is how many objects each class
has left and the N11 so far; histories that agree in both are added up.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, lgamma
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..table.contingency import Contingency

_MOST_STEPS = 1_000_000  # histories prolonged; well below a second
_MOST_OBJECTS = 1000


class TogetherLaw(NamedTuple):
    """Values that N11 may take and their probabilities."""

    together: NDArray[np.int64]
    probabilities: NDArray[np.float64]


def together_law(table: Contingency, most: int = _MOST_STEPS) -> TogetherLaw | None:
    """Return the law of N11 for random labels with these group sizes, or None if it costs more.

    >>> from partita.table.contingency import Contingency
    >>> together_law(Contingency.from_matrix([[2, 1], [0, 3]])).together
    array([2, 4])
    """
    classes, clusters = sorted(table.class_sizes.tolist()), sorted(table.cluster_sizes.tolist())
    if len(classes) > len(clusters) or (len(classes) == len(clusters) and classes > clusters):
        classes, clusters = clusters, classes  # few classes have few histories
    if table.n > _MOST_OBJECTS or _least_steps(classes, clusters) > most:
        return None
    return _fill(classes, clusters, most)


def _least_steps(classes: list[int], clusters: list[int]) -> float:
    """Return a number of steps that is surely needed: N11 only multiplies the places left."""
    places = np.ones(1)  # ways to take so many objects from the classes
    for size in classes:
        places = np.convolve(places, np.ones(size + 1))
    taken, steps = 0, 0.0
    for size in clusters:
        steps += float(places[taken]) * comb(size + len(classes) - 1, size)
        taken += size
    return steps


def _fill(classes: list[int], clusters: list[int], most: int) -> TogetherLaw | None:
    logs = np.array([lgamma(k + 1) for k in range(max(*classes, *clusters, 1) + 1)])
    left = np.array([classes[:-1]], dtype=np.int64)  # the last class has the rest
    together, weights = np.zeros(1, dtype=np.int64), np.ones(1)
    objects, steps = sum(classes), 0
    for size in clusters:
        splits = _splits(size, len(classes))
        steps += len(splits) * len(together)
        if steps > most:
            return None
        last = objects - left.sum(axis=1)
        rests = np.concatenate((left, last[:, None]), axis=1)[:, None, :] - splits
        which, split = np.nonzero((rests >= 0).all(axis=2))
        rest, cells = rests[which, split], splits[split]
        # ways to choose the cluster's objects from what the classes have left
        ways = logs[rest + cells] - logs[rest] - logs[cells]
        ways = ways.sum(axis=1)
        grown = weights[which] * np.exp(ways - ways.max())
        together = together[which] + (cells * (cells - 1) // 2).sum(axis=1)
        left, together, weights = _merged(rest[:, :-1], together, grown, classes)
        objects -= size
    return TogetherLaw(together, weights / weights.sum())


def _merged(
    left: NDArray[np.int64],
    together: NDArray[np.int64],
    weights: NDArray[np.float64],
    classes: list[int],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Add up the weights of histories that agree, each history being one whole number."""
    radices = [*(size + 1 for size in classes[:-1]), int(together.max()) + 1]
    columns = (*left.T, together)
    keys, places = np.unique(np.ravel_multi_index(columns, radices), return_inverse=True)
    sums = np.bincount(places, weights, len(keys))
    *kept, numbers = np.unravel_index(keys, radices)
    left = np.array(kept, dtype=np.int64).reshape(len(kept), len(keys)).T
    return left, numbers, sums / sums.max()


def _splits(size: int, groups: int) -> NDArray[np.int64]:
    """Return the ways to write a size as an ordered sum of `groups` numbers, zero included."""
    if groups == 1:
        return np.array([[size]], dtype=np.int64)
    bars = np.array(list(combinations(range(size + groups - 1), groups - 1)), dtype=np.int64)
    edges = np.pad(bars, ((0, 0), (1, 1)), constant_values=((0, 0), (-1, size + groups - 1)))
    return np.asarray(np.diff(edges, axis=1) - 1)
