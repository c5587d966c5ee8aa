"""Bounds of lower and upper means of the best one-to-one matching, against hard classes.

The best matching has max_w Σ_x [w(class of x) is the cluster of x] objects.

- Largest: with the clusters free within the sets, Σ_x [w(class of x) is in A_x] is the most for one
  matching w. The mean of its maximum over w is at least the largest mean, and `least_lines` bounds
  it from above.
- Smallest: no clustering has fewer than Σ_x min_{j in A_x} P(class of x, j) for an average P of
  matchings, which is linear in the number of objects that pick each set. The best P solves a linear
  program, and the shadow prices of the program are a policy with nearly this mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import perm

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from ...base.arrays import Floats
from ...statistics.matching import Matching
from .class_masses import ClassMasses
from .least_lines import mean_of_least
from .matching_means import MOST_MATCHINGS, matchings
from .mean_value import mean_value
from .plan import Plan
from .policy_ends import MeanEnd
from .relaxations import Lines

_NAMES = ("maximum_matching", "classification_error", "partition_distance", "transfer_distance")


@dataclass(frozen=True, eq=False)
class MatchingEnds:
    """The lower and upper mean of a measure of the best matching over the selections."""

    masses: ClassMasses
    plan: Plan

    @classmethod
    def of(cls, masses: ClassMasses | None, plan: Plan) -> MatchingEnds | None:
        """Prepare the bounds; None if the measure is another, or there are too many matchings."""
        if masses is None or plan.measure.name not in _NAMES:
            return None
        shape = len(masses.sizes), masses.sets.shape[1]
        if perm(max(shape), min(shape)) > MOST_MATCHINGS:
            return None
        return cls(masses, plan)

    def end(self, sign: int) -> MeanEnd:
        """Return the lower (sign 1) or the upper (-1) mean."""
        return self._fewest() if self._rising == (sign > 0) else self._most()

    def of_selections(self, numbers: Floats, sign: int) -> Floats:
        """Return a bound of the smallest (sign 1) or largest (-1) value of each selection."""
        if self._rising == (sign > 0):
            costs = self._saddle[0]
            matched = (numbers * costs).sum(axis=(1, 2))
        else:
            matched = -self._hits.least(numbers)
        return np.array([self._read(one) for one in matched.tolist()])

    @property
    def _rising(self) -> bool:
        return self._read(1.0) > self._read(0.0)

    def _read(self, matched: float) -> float:
        r, k = len(self.masses.sizes), self.masses.sets.shape[1]
        return self.plan.chosen.read(Matching(int(self.masses.sizes.sum()), r, k, matched, ()))

    @cached_property
    def _hits(self) -> Lines:
        """For each matching, minus the objects whose set contains the match of their class."""
        sets, shape = self.masses.sets, (len(self.masses.sizes), self.masses.sets.shape[1])
        hits = np.array([w.astype(np.int8) @ sets.T.astype(np.int8) for w in matchings(shape)])
        return Lines(np.zeros(len(hits)), -hits.astype(float))

    def _most(self) -> MeanEnd:
        reached = -float(self._hits.at(self.masses.mean).min())
        outer = -mean_of_least([self._hits], self.masses).mean
        outer = min(float(self.masses.sizes.sum()), max(reached, outer))
        return MeanEnd(self._read(outer), self._read(reached))

    @cached_property
    def _saddle(self) -> tuple[Floats, Floats]:
        """The smallest P in each set, by class, and the policy against P."""
        average, policy = _saddle(self.masses)
        return np.where(self.masses.sets, average[:, None], np.inf).min(axis=2), policy

    def _fewest(self) -> MeanEnd:
        costs, policy = self._saddle
        outer = self._read(float((self.masses.mean * costs).sum()))
        mean = mean_value(self.masses.under(policy), self.plan)
        reached = mean.value + mean.error if self._rising else mean.value - mean.error
        return MeanEnd(min(outer, reached) if self._rising else max(outer, reached), reached)


def _saddle(masses: ClassMasses) -> tuple[Floats, Floats]:
    """The average P of matchings, and the policy against it."""
    classes = len(masses.mean)
    clusters = masses.sets.shape[1]
    picked = np.argwhere(masses.mean > 0)
    inside = masses.sets[picked[:, 1]]  # (pairs of a class and a set, clusters)
    pair, cluster = np.nonzero(inside)
    cell = picked[pair, 0] * clusters + cluster
    rows = np.arange(len(pair))
    # variables: P by cells, then the smallest P in each picked set; z - P <= 0, sums of P <= 1
    cells, variables = classes * clusters, classes * clusters + len(picked)
    values = np.concatenate((np.ones(len(pair)), -np.ones(len(pair)), np.ones(2 * cells)))
    sums = (
        len(pair) + np.arange(cells) // clusters,
        len(pair) + classes + np.arange(cells) % clusters,
    )
    at_row = np.concatenate((rows, rows, *sums))
    at_column = np.concatenate((cells + pair, cell, np.arange(cells), np.arange(cells)))
    most = np.concatenate((np.zeros(len(pair)), np.ones(classes + clusters)))
    left = coo_array((values, (at_row, at_column)), shape=(len(most), variables)).tocsr()
    weight = masses.mean[picked[:, 0], picked[:, 1]]
    found = linprog(np.concatenate((np.zeros(cells), -weight)), left, most, method="highs")
    average = np.maximum(found.x[:cells].reshape(classes, clusters), 0.0)
    average /= max(1.0, average.sum(axis=0).max(), average.sum(axis=1).max())
    policy = np.tile(masses.sets / masses.sets.sum(axis=1, keepdims=True), (classes, 1, 1))
    price = np.zeros((len(picked), clusters))
    price[pair, cluster] = np.maximum(-found.ineqlin.marginals[: len(pair)], 0.0)
    total = price.sum(axis=1, keepdims=True)
    shares = np.where(
        total > 0, price / np.maximum(total, 1e-300), policy[picked[:, 0], picked[:, 1]]
    )
    policy[picked[:, 0], picked[:, 1]] = shares
    return average, policy
