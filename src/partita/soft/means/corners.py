"""Lower bounds of Σ v φ(b_j) - Σ w φ(n_ij), v, w >= 0, from the corners that a class can take.

If every object in cluster j pays a price q_j, the column sums leave the classes independent, and
each class is least at a corner: its objects choose by one order of the clusters, each the first one
in its set. The number of objects of a class in a cell is then a sum of independent indicators. On
the range that it rarely leaves, the concave term is above its chord. So the corner has a lower
bound that is linear in the number of objects that picked each set, up to a small term whose mean is
bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

import numpy as np

from ...base.arrays import Counts, Floats
from .class_masses import ClassMasses, room_of
from .convex_shapes import Shape
from .relaxations import Lines, on_simplex

MOST_CLUSTERS = 6  # with 720 orders
_STEPS = 600
_ROUNDS = 20
_LOGARITHMS = (3.0, 4.0, 5.0, 6.0, 7.0, 9.0, 12.0, 16.0)  # of the probability to leave a range
_FLOOR = 1 / 20  # of the mean column sum


class _Chords(NamedTuple):
    """Chords of φ, as arrays over classes, orders and clusters."""

    low: Floats
    slope: Floats
    beyond: Floats  # mean of φ minus the chord outside its range
    loss: Floats


@dataclass(frozen=True, eq=False)
class Corners:
    """The corners of all classes, and the functions on them."""

    shape: Shape
    masses: ClassMasses
    cells: float  # weight of φ(n_ij), not positive
    columns: float  # weight of φ(b_j), not negative

    @cached_property
    def first(self) -> Counts:
        """The first cluster of each set, by order, of shape (orders, sets)."""
        sets = self.masses.sets
        orders = np.array(list(permutations(range(sets.shape[1]))))
        first = np.take_along_axis(orders, sets[:, orders].argmax(axis=2).T, axis=1)
        return np.unique(first, axis=0)

    @cached_property
    def _chosen(self) -> Floats:
        """1 where an order takes a cluster of a set, of shape (orders, clusters, sets)."""
        k = self.masses.sets.shape[1]
        return np.asarray(self.first[:, None, :] == np.arange(k)[:, None], dtype=np.float64)

    @cached_property
    def counts(self) -> Floats:
        """The mean counts of each corner, of shape (classes, orders, clusters)."""
        return self.counts_of(self.masses.mean)

    def counts_of(self, numbers: Floats) -> Floats:
        """Return the counts of each corner for these numbers of objects that pick each set."""
        counts = numbers @ self._chosen.reshape(-1, numbers.shape[1]).T
        return counts.reshape(len(numbers), *self._chosen.shape[:2])

    def bound(self) -> CornerBounds:
        """Return the bounds at the best prices, and a good policy."""
        shares = self._mixture()
        sums = np.maximum(np.einsum("ro,rok->k", shares, self.counts), self._floor)
        prices = self.columns * self.shape.slope(sums)
        paid = float((self.columns * self.shape.of(sums) - prices * sums).sum())
        chosen = self._best_orders(shares.argmax(axis=1))
        return CornerBounds(self, prices, paid, self._chosen[chosen].transpose(0, 2, 1))

    @property
    def _floor(self) -> float:
        mean: float = self.masses.sizes.sum() / self.masses.sets.shape[1]
        return max(1.0, mean * _FLOOR)

    @cached_property
    def _own(self) -> Floats:
        """The sum over the cells of each corner, of shape (classes, orders)."""
        return np.asarray(self.cells * self.shape.of(self.counts).sum(axis=2))

    def _mixture(self) -> Floats:
        """The cheapest mixture of the corners of each class, by accelerated projected gradients."""
        many = self.first.shape[0]
        shares = ahead = np.full((len(self.counts), many), 1 / many)
        bend = self.columns * float(self.shape.curvature(np.array(self._floor * 2)))
        size = sum(float(np.linalg.norm(part, 2)) ** 2 for part in self.counts)
        step, speed = 1 / max(bend * size, 1e-12), 1.0
        for _ in range(_STEPS):
            sums = np.einsum("ro,rok->k", ahead, self.counts)
            prices = self.columns * self.shape.slope(np.maximum(sums, self._floor))
            gradient = self._own + self.counts @ prices
            moved = on_simplex(ahead - step * gradient, np.ones(many, dtype=bool))
            change = moved - shares
            if float(((ahead - moved) * change).sum()) > 0:
                speed = 1.0
            faster = (1 + (1 + 4 * speed * speed) ** 0.5) / 2
            shares, ahead = moved, moved + (speed - 1) / faster * change
            speed = faster
        return shares

    def _best_orders(self, chosen: Counts) -> Counts:
        """Improve the order of one class at a time, given those of the others."""
        chosen, classes = chosen.copy(), np.arange(len(chosen))
        for _ in range(_ROUNDS):
            before = chosen.copy()
            for i in classes:
                others = self.counts[classes, chosen].sum(axis=0) - self.counts[i, chosen[i]]
                sums = self.shape.of(others + self.counts[i]).sum(axis=1)
                chosen[i] = (self._own[i] + self.columns * sums).argmin()
            if (chosen == before).all():
                break
        return chosen

    def lines(self, prices: Floats) -> tuple[list[Lines], float]:
        """The lower bounds of every corner, and how far they may be too high on average."""
        chords = self._chords()
        rest = self.cells * (self.shape.of(chords.low) - chords.slope * chords.low).sum(axis=2)
        costs = np.einsum("rok,oks->ros", self.cells * chords.slope + prices, self._chosen)
        lines = []
        for i in range(len(rest)):
            whole = np.zeros((len(self.first), *self.masses.mean.shape))
            whole[:, i] = costs[i]
            lines.append(Lines(rest[i], whole))
        return lines, -self.cells * self._over_events(chords.beyond)

    def _chords(self) -> _Chords:
        """The chord of each count on the range that loses least.

        A wide range has a chord far above φ at the mean, a narrow one is left often. The first
        counts once for each cell, the second for every event.
        """
        moments = self.masses.moments_of(self._chosen)  # (classes, orders, clusters)
        best = self._chord(*moments, _LOGARITHMS[0])
        for logarithm in _LOGARITHMS[1:]:
            found = self._chord(*moments, logarithm)
            better = found.loss < best.loss
            best = _Chords(
                *(np.where(better, new, old) for new, old in zip(found, best, strict=True))
            )
        return best

    def _chord(self, mean: Floats, variance: Floats, logarithm: float) -> _Chords:
        room = room_of(variance, logarithm)
        totals = self.masses.sizes[:, None, None].astype(float)
        low = np.where(mean - room < 1, 0.0, mean - room)
        high = np.minimum(mean + room, totals)
        width = high - low
        slope = (self.shape.of(high) - self.shape.of(low)) / np.maximum(width, 1e-9)
        slope = np.where(width > 0, slope, 0.0)
        beyond = self._beyond(variance, slope, room, totals)
        beyond = np.where((low <= 0) & (high >= totals), 0.0, beyond)
        gap = self.shape.of(low) + slope * (mean - low) - self.shape.of(mean)
        events = 2 ** (self.masses.sets.shape[1] - 1)
        return _Chords(low, slope, beyond, gap + events * beyond)

    def _beyond(self, variance: Floats, slope: Floats, room: Floats, totals: Floats) -> Floats:
        """The mean of φ minus its chord where a count is further than `room` from its mean.

        D² - room² for squares, and (|D| - room) times a difference of slopes for t log t, with
        Pr(|D| > s) <= 2 exp(-s²/(2 (variance + s/3))) <= 2 exp(-rate·s) for s >= room.
        """
        rate = room / (2 * (variance + room / 3))
        tail = np.exp(-rate * room) / rate
        if self.shape.squares:
            return 4 * tail * (room + 1 / rate)
        return 2 * tail * np.maximum(self.shape.slope(np.maximum(totals, 1.0)) - slope, slope)

    def _over_events(self, values: Floats) -> float:
        """The sum over classes and over the different events of a count, of which orders share."""
        total = 0.0
        for j in range(values.shape[2]):
            _, where = np.unique(self._chosen[:, j], axis=0, return_index=True)
            total += float(values[:, where, j].sum())
        return total


@dataclass(frozen=True, eq=False)
class CornerBounds:
    """The sum if objects pay prices for clusters, each class at its cheapest corner."""

    corners: Corners
    prices: Floats
    paid: float  # the part of the column sums
    policy: Floats

    @cached_property
    def parts(self) -> list[Lines]:
        """A part with the corners of each class, and one for the constant."""
        lines, too_high = self.corners.lines(self.prices)
        constant = np.zeros((1, *self.corners.masses.mean.shape))
        return [*lines, Lines(np.array([self.paid - too_high]), constant)]

    def of_selections(self, numbers: Floats) -> Floats:
        """Return the cheapest corners for each table of numbers of objects that pick each set."""
        corners, found = self.corners, np.full(len(numbers), self.paid)
        for at, table in enumerate(numbers):
            counts = corners.counts_of(table)
            costs = corners.cells * corners.shape.of(counts).sum(axis=2) + counts @ self.prices
            found[at] += costs.min(axis=1).sum()
        return found
