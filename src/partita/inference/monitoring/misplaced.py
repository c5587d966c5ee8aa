"""Scores if more or fewer objects were misplaced: few errors are not normally distributed.

A good clustering makes few errors, and the first look may see two of them. Their share has an
interval that holds at all times for any number of them. The score at its ends is the score of a
population in which misplaced objects have this share. Additional errors are like those that were
seen, or, as far as the errors seen once suggest (Good 1953), in empty cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..differences.paired_populations import FEW, AllKinds, all_kinds, places_of_kinds
from ..sampling.populations import WHOLE, Population
from ..widening.unseen_cells import empty_cells, largest_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency
    from ..sampling.pairing import PairedObjects
    from .boundary import Boundary


def scores_if_misplaced(s: Chosen, table: Contingency, boundary: Boundary) -> list[float]:
    """Return the score if the share of misplaced objects is at both ends of its interval.

    Misplaced are objects outside the largest cells of their classes or clusters, and objects
    outside the best matching: the first are the errors of a clustering that splits classes, and
    the second are errors even if the largest cells are all in one class.
    """
    matched = np.asarray(table.matching.partner)[table.rows] == table.cols
    largest = largest_cells(table)
    found = []
    for inside in [largest] if np.array_equal(largest, matched) else [largest, matched]:
        wrong = int(table.counts[~inside].sum())
        limits = boundary.share(wrong, table.n)
        for right, off, population in _patterns(table, inside, wrong):
            tables = [share * off + (1 - share) * right for share in limits]
            counts = np.round(np.array(tables) * WHOLE).astype(np.int64)
            found += population.scores([s], counts, 1)[:, 0].tolist()
    return found


def _patterns(
    table: Contingency, inside: NDArray[np.bool_], wrong: int
) -> list[tuple[Floats, Floats, Population]]:
    """Return how correct and misplaced objects are spread: as seen, and with empty cells."""
    found = []
    right = np.where(inside, table.counts, 0) / (table.n - wrong)
    if wrong:
        off = np.where(inside, 0, table.counts) / wrong
        found.append((right, off, Population(table.rows, table.cols, right, table.shape)))
    empty = empty_cells(table)
    if empty is not None:
        once = int(np.count_nonzero(table.counts[~inside] == 1))
        unseen = (once + 1) / (wrong + 1)
        seen = np.zeros((2, *table.shape))
        seen[0, table.rows, table.cols] = right
        seen[1, table.rows, table.cols] = np.where(inside, 0, table.counts) / max(wrong, 1)
        full = Population.of_all_cells(seen[0])
        off = ((1 - unseen) * seen[1] + unseen * empty).ravel()
        found.append((full.shares, off, full))
    return found


def differences_if_misplaced(s: Chosen, pair: PairedObjects, boundary: Boundary) -> list[float]:
    """Return the difference if other shares of the objects favored a and b; empty unless few do.

    The objects that favor one side have two unknown shares: of all objects, and that of a among
    them. Both have an interval that holds at all times, with half of the risk each.
    """
    kinds = all_kinds(pair) if 0 < pair.differing < FEW else None
    if kinds is None:
        return []
    for_a, for_b = pair.favoring
    half = boundary._replace(risk=boundary.risk / 2)
    favoring = half.share(for_a + for_b, pair.size)
    of_a = half.part(for_a, for_a + for_b) if for_a + for_b else (0.0, 1.0)
    others, *sides = _favoring(pair, kinds)
    tables = [
        (1 - both) * others + both * (part * sides[0] + (1 - part) * sides[1])
        for both in favoring
        for part in of_a
    ]
    population = kinds.population(tables[0])
    counts = np.round(np.array(tables).reshape(len(tables), -1) * WHOLE).astype(np.int64)
    return [float(one) for one in population.scores([s], counts, 1)[:, 0]]


def _favoring(pair: PairedObjects, kinds: AllKinds) -> tuple[Floats, Floats, Floats]:
    """Return how objects are spread that favor neither, a, or b; one more object is unseen."""
    which = pair.favored
    seen = []
    for side in (0, 1, -1):
        own = np.zeros(kinds.seen.shape)
        t, i, j = (x[which == side] for x in places_of_kinds(pair))
        np.add.at(own, (t, i, j), pair.counts[which == side])
        seen.append(own)
    neither, *sides = seen
    # an object that only b misplaces favors a
    spread = [own + alone for own, alone in zip(sides, reversed(kinds.alone), strict=True)]
    parts = [neither, *spread]
    neither, for_a, for_b = (one / one.sum() if one.any() else one for one in parts)
    return neither, for_a, for_b
