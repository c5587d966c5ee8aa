"""Split the boxes of a relaxation until their lower bounds come close to a known value.

Every box that is left gives a bound that is linear in the number of objects that picked each set
(`relaxations.Lines`). For any selection of sets, the smallest of these bounds is a lower bound of
the sum over the clusterings that the selection allows, if its counts lie in the first box.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Floats, Int64
from .relaxations import Lines, Relaxation

_FIRST, _NEXT = 150, 15  # steps of the first relaxation, and of those that start from a parent
_AT_ONCE = 64  # boxes that are split together
_DESCENTS = 3  # each with the concave terms replaced by their tangents


@dataclass(frozen=True, eq=False)
class BoxBounds:
    """The bounds of the boxes that are left, for selections whose counts are in the first box."""

    lines: Lines
    policy: Floats

    @property
    def parts(self) -> list[Lines]:
        """All lines in one part."""
        return [self.lines]

    def of_selections(self, numbers: Floats) -> Floats:
        """Return the smallest bound for each table of numbers of objects that pick each set."""
        return self.lines.least(numbers)


@dataclass(eq=False)
class _Boxes:
    low: Floats
    high: Floats
    flows: Floats
    counts: Floats
    lines: Lines
    bounds: Floats

    def __len__(self) -> int:
        return len(self.bounds)

    def take(self, which: Int64) -> _Boxes:
        lines = Lines(self.lines.rest[which], self.lines.costs[which])
        return _Boxes(
            self.low[which],
            self.high[which],
            self.flows[which],
            self.counts[which],
            lines,
            self.bounds[which],
        )

    def with_(self, other: _Boxes) -> _Boxes:
        lines = Lines(*map(np.concatenate, zip(self.lines, other.lines, strict=True)))
        return _Boxes(
            np.concatenate((self.low, other.low)),
            np.concatenate((self.high, other.high)),
            np.concatenate((self.flows, other.flows)),
            np.concatenate((self.counts, other.counts)),
            lines,
            np.concatenate((self.bounds, other.bounds)),
        )


def branch(relaxation: Relaxation, low: Floats, high: Floats, close: float, most: int) -> BoxBounds:
    """Split until no bound at the mean is further than `close` below the best value known.

    At most `most` boxes are kept; `low` and `high` are the first.
    """
    boxes = _solved(relaxation, low[None], high[None], relaxation.start(), _FIRST)
    best, flows = _best(relaxation, boxes)
    while len(boxes) < most:
        order = np.argsort(boxes.bounds, kind="stable")[:_AT_ONCE]
        order = order[boxes.bounds[order] < best - close]
        if not len(order):
            break
        parents, at, place = _splits(relaxation, boxes, order, best)
        if not len(parents):
            break
        children = _children(relaxation, boxes.take(parents), at, place)
        found, where = _best(relaxation, children)
        if found < best:
            best, flows = found, where
        rest = np.delete(np.arange(len(boxes)), parents)
        boxes = boxes.take(rest).with_(children)
    return BoxBounds(boxes.lines, relaxation.policy(_descended(relaxation, flows)[0]))


def _solved(relaxation: Relaxation, low: Floats, high: Floats, flows: Floats, steps: int) -> _Boxes:
    flows = relaxation.solve(low, high, flows, steps)
    counts = relaxation.counts(flows)
    lines = relaxation.lines(low, high, counts)
    return _Boxes(low, high, flows, counts, lines, lines.at(relaxation.mean))


def _splits(
    relaxation: Relaxation, boxes: _Boxes, order: Int64, best: float
) -> tuple[Int64, Floats, Int64]:
    """Which boxes to split, the last count below the split, and the term: that of largest gap."""
    low, high = boxes.low[order], boxes.high[order]
    gaps = relaxation.gaps(low, high, boxes.counts[order]).reshape(len(order), -1)
    rows = np.flatnonzero(gaps.max(axis=1) > 1e-9 * (1 + abs(best)))
    place = gaps[rows].argmax(axis=1)
    left, right, count = (
        part.reshape(len(part), -1)[rows, place] for part in (low, high, boxes.counts[order])
    )
    inside = np.clip(count, left, right)
    at = np.floor(np.clip((2 * inside + left + right) / 4, left, right - 1))
    return order[rows], at, place


def _children(relaxation: Relaxation, parents: _Boxes, at: Floats, place: Int64) -> _Boxes:
    """The two parts of each box; each keeps the better bound of its own and of its parent."""
    many = len(parents)
    low, high = (np.concatenate((part, part)) for part in (parents.low, parents.high))
    rows = np.arange(many)
    high.reshape(2 * many, -1)[rows, place] = at
    low.reshape(2 * many, -1)[many + rows, place] = at + 1
    both = parents.with_(parents)
    found = _solved(relaxation, low, high, both.flows, _NEXT)
    worse = found.bounds < both.bounds
    found.lines.rest[worse] = both.lines.rest[worse]
    found.lines.costs[worse] = both.lines.costs[worse]
    found.bounds[worse] = both.bounds[worse]
    return found


def _best(relaxation: Relaxation, boxes: _Boxes) -> tuple[float, Floats]:
    values = relaxation.value(boxes.counts)
    at = int(values.argmin())
    return float(values[at]), boxes.flows[at : at + 1]


def _descended(relaxation: Relaxation, flows: Floats) -> Floats:
    """Flows that a convex-concave procedure reaches from the best ones."""
    best = float(relaxation.value(relaxation.counts(flows))[0])
    for _ in range(_DESCENTS):
        moved = relaxation.descend(flows, _FIRST // _DESCENTS)
        value = float(relaxation.value(relaxation.counts(moved))[0])
        if not value < best:
            break
        best, flows = value, moved
    return flows
