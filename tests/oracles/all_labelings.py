"""All pairs of labelings that a null model allows, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

import numpy as np

from partita.chance import MODELS
from partita.table.contingency import Contingency

Labels = tuple[int, ...]


@lru_cache
def partitions(n: int) -> tuple[Labels, ...]:
    """All partitions of n objects, with groups numbered by their first object."""
    if n == 0:
        return ((),)
    return tuple(
        (*rest, label) for rest in partitions(n - 1) for label in range(max(rest, default=-1) + 2)
    )


def side(kept: str, labels: Labels) -> list[Labels]:
    """The labelings that share the kept property with this one."""
    if kept == "sizes":
        return sorted(set(permutations(labels)))
    number = len(set(labels))
    return [p for p in partitions(len(labels)) if kept == "nothing" or len(set(p)) == number]


def tables(model: str, truth: Labels, prediction: Labels) -> list[tuple[Contingency, float]]:
    """The tables of all pairs of labelings, with their probabilities.

    A truth that keeps its sizes stays fixed: permuting it too would change no probability, since
    the prediction is uniform over partitions. Tables that differ only in the order of groups count
    as one table, because no measure reads names (see test_claims).
    """
    found = MODELS[model]
    truths = [truth] if found.classes == "sizes" else side(found.classes, truth)
    predictions = side(found.clusters, prediction)
    counted: Counter[tuple[tuple[int, int], ...]] = Counter()
    for a in truths:
        for b in predictions:
            counted[_pairs(a, b)] += 1
    total = len(truths) * len(predictions)
    return [(_table(pairs), ways / total) for pairs, ways in counted.items()]


def _pairs(a: Labels, b: Labels) -> tuple[tuple[int, int], ...]:
    """The pairs of labels, with groups numbered by their sizes and the sizes of their parts."""
    cells = Counter(zip(a, b, strict=True))
    rows = _order(a, cells, 0)
    columns = _order(b, cells, 1)
    return tuple(sorted((rows[x], columns[y]) for x, y in zip(a, b, strict=True)))


def _order(labels: Labels, cells: Counter[tuple[int, int]], side: int) -> dict[int, int]:
    parts = {one: sorted(n for pair, n in cells.items() if pair[side] == one) for one in {*labels}}
    return {one: place for place, one in enumerate(sorted(parts, key=parts.__getitem__))}


def _table(pairs: tuple[tuple[int, int], ...]) -> Contingency:
    return Contingency.from_labels(*np.array(pairs).T)


def law(values: Iterator[tuple[float, float]]) -> dict[float, float]:
    """Rounded values with the sum of their probabilities."""
    found: dict[float, float] = {}
    for value, mass in values:
        key = round(value, 9) + 0.0
        found[key] = found.get(key, 0.0) + mass
    return dict(sorted(found.items()))
