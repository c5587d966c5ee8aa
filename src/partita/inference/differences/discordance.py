"""Populations of objects with two labels, close to a sample: near ties, and kinds never seen.

Two good clusterings often differ in a handful of objects. Draws of the sample contain these
objects or not, and never one that would favor the other side, so their differences stop at 0.
What is known of kinds that were never seen is how many there are: of the kinds seen, those of one
object tell (Good 1953), and one object more is possible on either side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.draws import POPULATION
from ...chance.batch import scores
from ..sampling.pairing import Paired, Pairing
from ..sampling.populations import Population, Sampled
from ..sampling.resampling import marginal
from ..widening.doubts import has_limit, is_smooth
from ..widening.missed import MOST_CELLS
from ..widening.ties import tied
from ..widening.widening import reads_entropies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...measures.chosen import Chosen

FEW = 20  # objects in which two clusterings differ: below, those of a kind never seen matter
_ROUNDS = 10  # of fitting the shares of kinds to both tables in turn


@dataclass(frozen=True)
class PairedPopulation(Sampled):
    """Kinds of objects, cells of truth × a × b, with their shares."""

    shares: Floats
    a: Population
    b: Population
    cell_a: NDArray[Any]  # of each kind
    cell_b: NDArray[Any]

    def scores(self, chosen: Sequence[Chosen], counts: Int64, threads: int) -> Floats:
        """Return score of a minus score of b."""
        one, other = (
            scores(chosen, marginal(counts, side, cells), threads)
            for side, cells in ((self.a, self.cell_a), (self.b, self.cell_b))
        )
        return one - other


def errors(s: Chosen, pair: Pairing, draws: int, seed: int) -> dict[str, Floats]:
    """Return the errors of differences that the draws cannot show, by their reason."""
    if not isinstance(pair, Paired) or not has_limit(s.measure):
        return {}
    found = {
        "near ties": None if is_smooth(s.measure) else tied_pair(pair),
        "objects never seen": unseen_kinds(pair) if _misses_matter(s, pair) else None,
    }
    return {
        reason: one.errors([s], pair.size, min(draws, POPULATION), seed, 0)[:, 0]
        for reason, one in found.items()
        if one is not None
    }


def _misses_matter(s: Chosen, pair: Paired) -> bool:
    """Whether few objects differ, or entropies are read and many kinds were seen only once."""
    if 0 < pair.deciding < FEW:
        return True
    return reads_entropies(s.measure) and 10 * sum(map(len, _alone(pair))) > len(pair.counts)


def tied_pair(pair: Paired) -> PairedPopulation | None:
    """Make equal in each table what nearly ties there, by iterative proportional fitting."""
    sides = [(pair.a, pair.cell_a), (pair.b, pair.cell_b)]
    found = [tied(table) for table, _ in sides]
    if all(goal is None for goal in found):
        return None
    a, b = (Population(t.rows, t.cols, t.counts / t.n, t.shape) for t, _ in sides)
    goals = a if found[0] is None else found[0], b if found[1] is None else found[1]
    shares = pair.counts / pair.size
    for _ in range(_ROUNDS):
        for goal, (_, cells) in zip(goals, sides, strict=True):
            shares = shares * (goal.shares / np.bincount(cells, weights=shares))[cells]
    return PairedPopulation(shares / shares.sum(), a, b, pair.cell_a, pair.cell_b)


def unseen_kinds(pair: Paired) -> PairedPopulation | None:
    """Give kinds never seen the objects that one clustering misplaces and the other does not.

    Those that a alone misplaces get the cluster of a in proportion to its size and the cluster of b
    as the objects of their class have it; those of b likewise.
    """
    t, i = pair.a.rows[pair.cell_a], pair.a.cols[pair.cell_a]
    j, shape = pair.b.cols[pair.cell_b], (*pair.a.shape, pair.b.shape[1])
    if np.prod(shape) > MOST_CELLS:
        return None
    seen = np.zeros(shape)
    np.add.at(seen, (t, i, j), pair.counts)
    shares = seen / pair.size
    of_class = shares.sum(axis=(1, 2), keepdims=True)
    of_a, of_b = shares.sum(axis=2, keepdims=True), shares.sum(axis=1, keepdims=True)
    alone = [
        of_class * shares.sum(axis=(0, 2), keepdims=True) * of_b / of_class,
        of_class * shares.sum(axis=(0, 1), keepdims=True) * of_a / of_class,
    ]
    for own, once in zip(alone, _alone(pair), strict=True):
        empty, size = np.where(seen == 0, own, 0.0), len(once)
        if empty.any():
            kept = (size + 1) / (2 * size + 1)  # kinds seen once and never have size + 1 objects
            shares[t[once], i[once], j[once]] *= kept
            shares += kept * (size + 1) / pair.size * empty / empty.sum()
    kinds = np.indices(shape, dtype=np.int32).reshape(3, -1)
    return PairedPopulation(
        shares.ravel() / shares.sum(),
        _grid(shape[0], shape[1]),
        _grid(shape[0], shape[2]),
        kinds[0] * shape[1] + kinds[1],
        kinds[0] * shape[2] + kinds[2],
    )


def _alone(pair: Paired) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Find kinds of one object that a puts with fewer of their class than b does; the reverse."""
    once = pair.counts == 1
    in_a, in_b = pair.a.counts[pair.cell_a], pair.b.counts[pair.cell_b]
    return np.flatnonzero(once & (in_a < in_b)), np.flatnonzero(once & (in_b < in_a))


def _grid(classes: int, clusters: int) -> Population:
    """All cells of a table; their shares follow from those of the kinds."""
    rows, cols = np.indices((classes, clusters), dtype=np.int32).reshape(2, -1)
    return Population(rows, cols, np.empty(0), (classes, clusters))
