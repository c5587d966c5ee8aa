"""The exact distribution of N11 over tables with given margins, without listing the tables.

Dynamic programming over the clusters, which are filled one by one. A state is the number of objects
that each class has left, and N11 so far; the weights of all ways to a state are added.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, lgamma
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..table.contingency import Contingency

_MOST_STEPS = 1_000_000  # transitions between states: well below a second
_MOST_OBJECTS = 1000


class N11Distribution(NamedTuple):
    """The possible values of N11 and their probabilities."""

    values: NDArray[np.int64]
    probabilities: NDArray[np.float64]


def n11_distribution(table: Contingency, most: int = _MOST_STEPS) -> N11Distribution | None:
    """Return the distribution of N11 for these group sizes, or None if it takes too many steps.

    >>> from partita.table.contingency import Contingency
    >>> n11_distribution(Contingency.from_matrix([[2, 1], [0, 3]])).values
    array([2, 4])
    """
    classes, clusters = sorted(table.class_sizes.tolist()), sorted(table.cluster_sizes.tolist())
    if len(classes) > len(clusters) or (len(classes) == len(clusters) and classes > clusters):
        classes, clusters = clusters, classes  # fewer classes have fewer states
    if table.n > _MOST_OBJECTS or _least_steps(classes, clusters) > most:
        return None
    return _fill(classes, clusters, most)


def _least_steps(classes: list[int], clusters: list[int]) -> float:
    """Return a lower bound of the number of steps: the transitions between states without N11."""
    ways = np.ones(1)  # the number of ways to take k objects from the classes, by k
    for size in classes:
        ways = np.convolve(ways, np.ones(size + 1))
    taken, steps = 0, 0.0
    for size in clusters:
        steps += float(ways[taken]) * comb(size + len(classes) - 1, size)
        taken += size
    return steps


def _fill(classes: list[int], clusters: list[int], most: int) -> N11Distribution | None:
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
    return N11Distribution(together, weights / weights.sum())


def _merged(
    left: NDArray[np.int64],
    together: NDArray[np.int64],
    weights: NDArray[np.float64],
    classes: list[int],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Add the weights of equal states; a state is encoded as one integer."""
    radices = [*(size + 1 for size in classes[:-1]), int(together.max()) + 1]
    columns = (*left.T, together)
    keys, places = np.unique(np.ravel_multi_index(columns, radices), return_inverse=True)
    sums = np.bincount(places, weights, len(keys))
    *kept, numbers = np.unravel_index(keys, radices)
    left = np.array(kept, dtype=np.int64).reshape(len(kept), len(keys)).T
    return left, numbers, sums / sums.max()


def _splits(size: int, groups: int) -> NDArray[np.int64]:
    """Return all ways to write a size as an ordered sum of `groups` numbers, including 0."""
    if groups == 1:
        return np.array([[size]], dtype=np.int64)
    bars = np.array(list(combinations(range(size + groups - 1), groups - 1)), dtype=np.int64)
    edges = np.pad(bars, ((0, 0), (1, 1)), constant_values=((0, 0), (-1, size + groups - 1)))
    return np.asarray(np.diff(edges, axis=1) - 1)
