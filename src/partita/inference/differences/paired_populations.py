"""Populations of objects with labels in a and b, close to a sample: near ties, unseen kinds.

Two good clusterings often differ in a handful of objects. A draw contains these objects or not,
but never an object that favors the other side, so the differences of the draws stop at 0. The
number of kinds with one object estimates how many objects are of unseen kinds (Good 1953); one
object more is possible on either side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.draws import samples_of_population
from ...chance.batch import scores
from ..sampling.pairing import PairedObjects, Pairing
from ..sampling.populations import Population, Sampled, all_cells, bias_between
from ..sampling.resampling import marginal
from ..widening.near_ties import BEYOND, tied
from ..widening.resampled_measures import has_limit, is_smooth, reads_entropies
from ..widening.unseen_cells import MOST_CELLS
from ..widening.widening import NEAR_TIES, Widening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...measures.chosen import Chosen

FEW = 20  # objects in which two clusterings differ: with fewer, unseen kinds matter
_ROUNDS = 10  # of fitting the shares of kinds to both tables in turn


@dataclass(frozen=True)
class PairedPopulation(Sampled):
    """Kinds of objects, which are cells of truth × a × b, with their shares."""

    shares: Floats
    a: Population
    b: Population
    cell_a: NDArray[Any]  # of each kind
    cell_b: NDArray[Any]

    @classmethod
    def of(cls, pair: PairedObjects) -> PairedPopulation:
        """Return the population in which the kinds have the shares of the sample."""
        a, b = Population.of(pair.a), Population.of(pair.b)
        return cls(pair.counts / pair.size, a, b, pair.cell_a, pair.cell_b)

    def scores(self, chosen: Sequence[Chosen], counts: Int64, threads: int) -> Floats:
        """Return score of a minus score of b."""
        one, other = (
            scores(chosen, marginal(counts, side, cells), threads)
            for side, cells in ((self.a, self.cell_a), (self.b, self.cell_b))
        )
        return one - other


def widenings_of_pair(s: Chosen, pair: Pairing, draws: int, seed: int) -> list[Widening]:
    """Return the errors of differences that the draws cannot show, and the reasons."""
    if not isinstance(pair, PairedObjects) or not has_limit(s.measure):
        return []

    def errors(one: Sampled) -> Floats:
        size = min(draws, samples_of_population(len(one.shares)))
        return one.errors([s], pair.size, size, seed, 0)[:, 0]

    filled = unseen_kinds(pair) if unseen_matter(s, pair) else None
    found = [] if filled is None else [Widening(errors(filled), "unseen objects")]
    if is_smooth(s.measure):
        return found
    if pair.differing < FEW:  # both tables have the same ties
        both = tied_pair(pair)
        return found if both is None else [Widening(errors(both), NEAR_TIES), *found]
    # Ties make a score too high, so ties in a give one end of the interval, and in b the other.
    ties = tied(pair.a), tied(pair.b)
    if ties[0] is not None:
        one = _with_tables(pair, ties[0], None)
        found.append(Widening(errors(one) + bias_between(errors(one.b)), NEAR_TIES))
    if ties[1] is not None:
        other = _with_tables(pair, None, ties[1])
        found.append(Widening(errors(other) - bias_between(errors(other.a)), NEAR_TIES))
    return found


def unseen_matter(s: Chosen, pair: PairedObjects) -> bool:
    """Whether few objects differ, or entropies are read and many kinds were seen only once."""
    if 0 < pair.differing < FEW:
        return True
    return reads_entropies(s.measure) and 10 * sum(map(len, _seen_once(pair))) > len(pair.counts)


def tied_pair(pair: PairedObjects, beyond: float = BEYOND) -> PairedPopulation | None:
    """Equalize near ties in both tables; None if nothing nearly ties."""
    found = tied(pair.a, beyond), tied(pair.b, beyond)
    return None if all(one is None for one in found) else _with_tables(pair, *found)


def _with_tables(
    pair: PairedObjects, goal_a: Population | None, goal_b: Population | None
) -> PairedPopulation:
    """Give both tables these shares by iterative proportional fitting; None keeps a table.

    Ties are fitted last, which makes them exact.
    """
    a, b = Population.of(pair.a), Population.of(pair.b)
    fits = [(goal_a or a, pair.cell_a), (goal_b or b, pair.cell_b)]
    if goal_b is None:
        fits.reverse()
    shares = pair.counts / pair.size
    for _ in range(_ROUNDS):
        for goal, cells in fits:
            shares = shares * (goal.shares / np.bincount(cells, weights=shares))[cells]
    return PairedPopulation(shares / shares.sum(), a, b, pair.cell_a, pair.cell_b)


@dataclass(frozen=True)
class AllKinds:
    """All cells of truth × a × b: the shares of the seen ones, and what the empty ones may hold."""

    seen: Floats  # shares of the objects, with the classes, clusters of a, clusters of b as axes
    alone: tuple[Floats, Floats]  # empty kinds that only a misplaces, and only b; each sums to 1

    def population(self, shares: Floats) -> PairedPopulation:
        """Return the population with these shares of the kinds."""
        classes, clusters_a, clusters_b = shares.shape
        kinds = np.indices(shares.shape, dtype=np.int32).reshape(3, -1)
        return PairedPopulation(
            shares.ravel() / shares.sum(),
            _grid(classes, clusters_a),
            _grid(classes, clusters_b),
            kinds[0] * clusters_a + kinds[1],
            kinds[0] * clusters_b + kinds[2],
        )


def all_kinds(pair: PairedObjects) -> AllKinds | None:
    """Return all cells of truth × a × b, or None if there are too many.

    An object that only a misplaces is in a cluster of a with a probability in proportion to its
    size, and in a cluster of b as the objects of its class are; the same for b.
    """
    shape = (*pair.a.shape, pair.b.shape[1])
    if np.prod(shape) > MOST_CELLS:
        return None
    seen = np.zeros(shape)
    np.add.at(seen, places_of_kinds(pair), pair.counts)
    shares = seen / pair.size
    of_class = shares.sum(axis=(1, 2), keepdims=True)
    of_a, of_b = shares.sum(axis=2, keepdims=True), shares.sum(axis=1, keepdims=True)
    alone = (
        of_class * shares.sum(axis=(0, 2), keepdims=True) * of_b / of_class,
        of_class * shares.sum(axis=(0, 1), keepdims=True) * of_a / of_class,
    )
    empty = [np.where(seen == 0, own, 0.0) for own in alone]
    one, other = (own / own.sum() if own.any() else own for own in empty)
    return AllKinds(shares, (one, other))


def unseen_kinds(pair: PairedObjects) -> PairedPopulation | None:
    """Give unseen kinds the objects that one clustering misplaces and the other does not."""
    kinds = all_kinds(pair)
    if kinds is None:
        return None
    t, i, j = places_of_kinds(pair)
    shares = kinds.seen.copy()
    for empty, once in zip(kinds.alone, _seen_once(pair), strict=True):
        size = len(once)
        if empty.any():
            kept = (size + 1) / (2 * size + 1)  # kinds seen once and unseen have size + 1 objects
            shares[t[once], i[once], j[once]] *= kept
            shares += kept * (size + 1) / pair.size * empty
    return kinds.population(shares)


def places_of_kinds(pair: PairedObjects) -> tuple[Int64, Int64, Int64]:
    """Return the class and the two clusters of each kind."""
    return pair.a.rows[pair.cell_a], pair.a.cols[pair.cell_a], pair.b.cols[pair.cell_b]


def _seen_once(pair: PairedObjects) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Find the kinds of one object that a puts with fewer of their class than b, and vice versa."""
    once = pair.counts == 1
    in_a, in_b = pair.a.counts[pair.cell_a], pair.b.counts[pair.cell_b]
    return np.flatnonzero(once & (in_a < in_b)), np.flatnonzero(once & (in_b < in_a))


def _grid(classes: int, clusters: int) -> Population:
    """Return all cells of a table; their shares follow from the shares of the kinds."""
    return Population(*all_cells(classes, clusters), np.empty(0), (classes, clusters))
