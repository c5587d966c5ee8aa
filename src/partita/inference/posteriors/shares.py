"""Posterior draws of shares: a Dirichlet distribution on cells, or on groups of objects.

The prior on the occupied cells has no mass, so that each has a parameter equal to its objects
(Rubin's Bayesian bootstrap 1981). The empty cells together have one object, spread in proportion
to the sizes of class and cluster; in truth × a × b, those that only a misplaces have one object,
and those that only b misplaces another. With groups, each group has a parameter of 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.progress import portions
from ...base.wording import number_of
from ...chance.batch import CHUNK, Tables, at_size, scores
from ..differences.paired_populations import PairedPopulation, all_kinds
from ..sampling.pairing import PairedGroups, PairedObjects
from ..sampling.populations import WHOLE, Population
from ..sampling.samples import GroupSample
from ..widening.unseen_cells import MOST_CELLS, empty_cells

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency
    from ..sampling.pairing import Sample

    Scorer = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Shares:
    """A Dirichlet distribution of shares, and how shares score."""

    objects: Floats  # of each kind: cells, kinds of objects, or groups
    prior: Floats  # added to the objects
    score: Scorer  # of rows of shares
    method: str
    note: str = ""

    def draws(self, size: int, seed: int) -> Floats:
        """Return the scores of posterior draws."""
        # The last but one stream of the seed: populations have the last, the kernel the others.
        key = np.array([seed, 2**64 - 2], dtype=np.uint64)
        random = np.random.Generator(np.random.Philox(key=key))
        parameters = self.objects + self.prior
        found = []
        for _, some in portions(size, max(1, CHUNK // len(parameters))):
            drawn = random.standard_gamma(parameters, size=(some, len(parameters)))
            found.append(self.score(drawn / drawn.sum(axis=1, keepdims=True)))
        return np.concatenate(found)

    def effect_of_prior(self) -> float:
        """Return how far the prior moves the score of the mean shares."""
        if not self.prior.any():
            return 0.0
        both = [one / one.sum() for one in (self.objects, self.objects + self.prior)]
        without, with_prior = self.score(np.array(both))
        return float(with_prior - without)


def shares_of(s: Chosen, sample: Sample, threads: int) -> Shares:
    """Return the posterior of the shares behind a table, a pair of clusterings, or their groups."""
    if isinstance(sample, GroupSample):
        return _groups(partial(_score_groups, s, sample, threads), sample.size)
    if isinstance(sample, PairedGroups):
        one, other = (partial(_score_groups, s, x, threads) for x in (sample.one, sample.other))
        return _groups(lambda weights: one(weights) - other(weights), sample.size)
    cells = _kinds(sample) if isinstance(sample, PairedObjects) else _cells(sample.table)
    return _objects(s, cells, sample.size, threads)


class _Cells(NamedTuple):
    """Cells with their shares of the objects, and the prior on them."""

    population: Population | PairedPopulation
    prior: Floats
    complete: bool  # whether the empty cells are among them

    @property
    def note(self) -> str:
        """What the prior is."""
        if not self.complete:
            return f"more than {MOST_CELLS:,} cells: the empty ones have no prior"
        empty = int(np.count_nonzero(self.prior))
        if not empty:
            return ""
        objects = number_of(round(float(self.prior.sum())), "object", "objects")
        return f"prior of {objects} on {number_of(empty, 'empty cell', 'empty cells')}"


def _cells(table: Contingency) -> _Cells:
    """Return the cells of a table."""
    empty = empty_cells(table)
    shares = table.counts / table.n
    if empty is None:
        complete = table.nnz == table.shape[0] * table.shape[1]
        return _Cells(Population.of(table), np.zeros(table.nnz), complete)
    full = np.zeros(table.shape)
    full[table.rows, table.cols] = shares
    return _Cells(Population.of_all_cells(full), empty.ravel(), complete=True)


def _kinds(pair: PairedObjects) -> _Cells:
    """Return the cells of truth × a × b."""
    kinds = all_kinds(pair)
    if kinds is not None:
        prior = np.sum(kinds.alone, axis=0).ravel()
        return _Cells(kinds.population(kinds.seen), prior, complete=True)
    occupied = PairedPopulation.of(pair)
    return _Cells(occupied, np.zeros(len(occupied.shares)), complete=False)


def _objects(s: Chosen, cells: _Cells, n: int, threads: int) -> Shares:
    def score(shares: Floats) -> Floats:
        counts = np.round(shares * WHOLE).astype(np.int64)
        values = cells.population.scores([s], counts, threads)[:, 0]
        return np.asarray(at_size(s, values, WHOLE, n))

    return Shares(cells.population.shares * n, cells.prior, score, "Dirichlet", cells.note)


def _groups(score: Scorer, groups: int) -> Shares:
    return Shares(np.ones(groups), np.zeros(groups), score, "Bayesian bootstrap")


def _score_groups(s: Chosen, sample: GroupSample, threads: int, weights: Floats) -> Floats:
    """Score the table of all objects if each group weighs as much as these rows say."""
    table = sample.table
    objects = np.asarray(weights @ sample.shares)
    shares = objects / objects.sum(axis=1, keepdims=True)
    counts = np.ascontiguousarray(np.round(shares * WHOLE).astype(np.int64))
    values = scores([s], Tables(table.rows, table.cols, counts, table.shape), threads)[:, 0]
    return np.asarray(at_size(s, values, WHOLE, table.n))
