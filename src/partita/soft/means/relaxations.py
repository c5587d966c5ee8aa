"""Linear lower bounds of Σ w φ over cells and column sums, for counts within boxes.

An object of class i that picked the set A may be in any cluster of A. Which clusters give the
smallest F = Σ_ij w φ(n_ij) + Σ_j v φ(b_j) is not a convex question if w or v is negative. With the
counts within a box, every term is at least linear, w φ(t) >= s t + min over the box of w φ(u) - s u
for any slope s, so F >= g + Σ_x min_{j in A_x} c(i_x, j) with c(i, j) = s_ij + s_j. The bound is
linear in the number of objects that picked each set, so it holds for every selection of sets, and
its mean is known. Good slopes come from a convex relaxation at the mean numbers: chords in place of
the concave terms, and a penalty outside the box.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from ...base.arrays import Floats, Mask
from .convex_shapes import Shape

_FLOOR = 1 / 20  # of the mean count: below it, the curvature of t log t is taken as there


class Lines(NamedTuple):
    """Lower bounds g + Σ_x cost of the set that x picked, one for each box."""

    rest: Floats  # (boxes,)
    costs: Floats  # (boxes, classes, sets)

    def at(self, numbers: Floats) -> Floats:
        """Return the bounds if `numbers` objects of each class pick each set."""
        return self.rest + self.costs.reshape(len(self.rest), -1) @ numbers.ravel()

    def least(self, numbers: Floats) -> Floats:
        """Return the smallest bound for each of several tables of numbers."""
        flat = self.costs.reshape(len(self.rest), -1)
        return np.array([(self.rest + flat @ one.ravel()).min() for one in numbers])


class Bounds(Protocol):
    """Lower bounds of a sum for every selection of sets."""

    @property
    def parts(self) -> list[Lines]:
        """Lines: the mean sum is at least the mean of the total of the smallest of each part."""

    @property
    def policy(self) -> Floats:
        """Share of each cluster in each set, by class, which comes close to the bound."""

    def of_selections(self, numbers: Floats) -> Floats:
        """Return the bound for each table of the numbers of objects that pick each set."""


@dataclass(frozen=True, eq=False)
class Relaxation:
    """The sum to minimize, at the mean numbers of objects that pick each set.

    Counts are arrays of the cells and, in a last row, the column sums.
    """

    shape: Shape
    mean: Floats  # (classes, sets)
    sets: Mask
    weights: Floats  # (classes + 1, clusters)

    @cached_property
    def _wide(self) -> Mask:
        return np.asarray(self.sets.sum(axis=1) > 1)

    @cached_property
    def _open(self) -> Floats:
        return self.mean[:, self._wide]

    @cached_property
    def _alone(self) -> Floats:
        return self.mean[:, ~self._wide] @ self.sets[~self._wide]

    @cached_property
    def concave(self) -> Mask:
        """Which terms are concave."""
        return self.weights < 0

    @cached_property
    def _typical(self) -> Floats:
        k = self.sets.shape[1]
        totals = self.mean.sum(axis=1)
        return np.asarray(np.maximum(np.append(totals, totals.sum()) / k, 1.0)[:, None])

    @cached_property
    def _penalty(self) -> Floats:
        curvature = self.shape.curvature(np.broadcast_to(self._typical, self.weights.shape))
        return np.where(self.concave, -2 * self.weights * curvature, 0.0)

    @cached_property
    def _step(self) -> Floats:
        """One over the largest curvature along the flows of each class."""
        floor = np.broadcast_to(np.maximum(self._typical * _FLOOR, 1.0), self.weights.shape)
        bend = np.where(
            self.concave, self._penalty, self.weights * self.shape.curvature(floor)
        ).max(axis=1)
        open_ = self._open.sum(axis=1)
        bends = bend[:-1] * open_ + bend[-1] * open_.sum()
        return np.asarray(1 / np.maximum(bends, 1e-12)[:, None, None])

    def start(self) -> Floats:
        """Return flows that divide every set equally."""
        wide = self.sets[self._wide]
        return np.tile(wide / wide.sum(axis=1, keepdims=True), (1, len(self.mean), 1, 1))

    def policy(self, flows: Floats) -> Floats:
        """Return the share of every cluster in every set for each class, from flows of one box."""
        whole = np.zeros((len(self.mean), *self.sets.shape))
        whole[:] = self.sets
        whole[:, self._wide] = flows
        return whole

    def counts(self, flows: Floats) -> Floats:
        """Return the counts of flows, the shares of the clusters in the sets of several ones."""
        cells = self._alone + np.einsum("rs,lrsk->lrk", self._open, flows)
        return np.concatenate((cells, cells.sum(axis=1, keepdims=True)), axis=1)

    def value(self, counts: Floats) -> Floats:
        """Return the sum itself."""
        return np.asarray((self.weights * self.shape.of(counts)).sum(axis=(1, 2)))

    def solve(self, low: Floats, high: Floats, flows: Floats, steps: int) -> Floats:
        """Improve flows for each box by accelerated projected gradients.

        The momentum of a box starts again when it points uphill (O'Donoghue and Candès 2015).
        """
        chords = self._chords(low, high)
        return self._improved(flows, steps, lambda at: self._slopes(at, low, high, chords))

    def descend(self, flows: Floats, steps: int) -> Floats:
        """Improve flows with the concave terms replaced by their tangents, which lie above them."""
        tangents = self._tangents(self.counts(flows))
        return self._improved(
            flows, steps, lambda at: np.where(self.concave, tangents, self._tangents(at))
        )

    def _improved(self, flows: Floats, steps: int, slopes: Callable[[Floats], Floats]) -> Floats:
        wide = self.sets[self._wide]
        ahead, speed = flows, np.ones(len(flows))
        for _ in range(steps):
            cost = self._costs(slopes(self.counts(ahead)))
            moved = on_simplex(ahead - self._step * cost[:, :, None], wide)
            change = moved - flows
            uphill = ((ahead - moved) * change * self._open[..., None]).sum(axis=(1, 2, 3)) > 0
            speed = np.where(uphill, 1.0, speed)
            faster = (1 + np.sqrt(1 + 4 * speed * speed)) / 2
            momentum = np.where(uphill, 0.0, (speed - 1) / faster)
            ahead = moved + momentum[:, None, None, None] * change
            flows, speed = moved, faster
        return flows

    def lines(self, low: Floats, high: Floats, counts: Floats) -> Lines:
        """Return the lower bounds with the slopes at these counts; they hold for any counts."""
        slopes = self._slopes(counts, low, high, self._chords(low, high))
        curved = np.where(self.weights > 0, self.weights, 1.0)
        bottom = np.clip(self.shape.with_slope(slopes / curved), low, high)
        ends = np.minimum(
            self.weights * self.shape.of(low) - slopes * low,
            self.weights * self.shape.of(high) - slopes * high,
        )
        convex = self.weights * self.shape.of(bottom) - slopes * bottom
        rest = np.where(self.weights > 0, convex, ends).sum(axis=(1, 2))
        costs = np.where(self.sets, self._costs(slopes)[:, :, None], np.inf).min(axis=-1)
        return Lines(rest, costs)

    def gaps(self, low: Floats, high: Floats, counts: Floats) -> Floats:
        """Return how far the chords are from the concave terms."""
        inside = np.clip(counts, low, high)
        chord = self.shape.of(low) + self._chords(low, high) * (inside - low)
        return np.where(self.concave, self.weights * (self.shape.of(inside) - chord), 0.0)

    def _chords(self, low: Floats, high: Floats) -> Floats:
        width = high - low
        rise = (self.shape.of(high) - self.shape.of(low)) / np.maximum(width, 1.0)
        return np.where(width > 0, rise, self.shape.slope(np.maximum(low, 1.0)))

    def _slopes(self, counts: Floats, low: Floats, high: Floats, chords: Floats) -> Floats:
        beyond = np.maximum(counts - high, 0.0) - np.maximum(low - counts, 0.0)
        return np.where(
            self.concave, self.weights * chords + self._penalty * beyond, self._tangents(counts)
        )

    def _tangents(self, counts: Floats) -> Floats:
        return self.weights * self.shape.slope(np.maximum(counts, self._typical * _FLOOR))

    @staticmethod
    def _costs(slopes: Floats) -> Floats:
        return np.asarray(slopes[:, :-1] + slopes[:, -1:])


def on_simplex(shares: Floats, allowed: Mask) -> Floats:
    """Return the nearest shares that are not negative and sum to 1 over the allowed clusters."""
    falling = -np.sort(np.where(allowed, -shares, np.inf), axis=-1)
    many = np.arange(1, shares.shape[-1] + 1)
    with np.errstate(invalid="ignore"):
        excess = (np.cumsum(falling, axis=-1) - 1) / many
        last = (falling > excess).sum(axis=-1, keepdims=True) - 1
    shift = np.take_along_axis(excess, last, axis=-1)
    return np.where(allowed, np.maximum(shares - shift, 0.0), 0.0)
