"""Piecewise linear functions below or above a convex function of a count, for linear programs.

With as many pieces as units both equal the function at every integer. With fewer pieces they bound
it from below or from above at every integer, which is what certified ends need.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Floats

Convex = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class LinearPieces:
    """A continuous piecewise linear function on [0, Σ lengths] with ascending slopes."""

    start: float
    lengths: Floats
    slopes: Floats

    @property
    def unit(self) -> bool:
        """Whether each piece is one unit long."""
        return bool((self.lengths == 1.0).all())


def square(count: Floats) -> Floats:
    """Return t², the statistic of pairs."""
    return count * count


def t_log_t(count: Floats) -> Floats:
    """Return t log t, the statistic of information."""
    return np.where(count > 0, count * np.log(np.maximum(count, 1.0)), 0.0)


def chords_above(convex: Convex, base: int, room: int, most: int) -> LinearPieces:
    """Return chords of t ↦ convex(base + t) between breakpoints of [0, room]."""
    marks = _marks(convex, base, room, most)
    values = convex(base + marks)
    lengths = np.diff(marks)
    return LinearPieces(float(values[0]), lengths, np.diff(values) / lengths)


def lines_below(convex: Convex, base: int, room: int, most: int) -> LinearPieces:
    """Return the maximum of some lines through the graph at two neighboring integers."""
    if room <= most:
        return chords_above(convex, base, room, most)
    left = np.unique(np.minimum(_marks(convex, base, room, most - 1), room - 1.0))
    values = convex(base + left)
    slopes = convex(base + left + 1.0) - values
    heights = values - slopes * left  # each line at t = 0
    crossings = -np.diff(heights) / np.diff(slopes)
    ends = np.concatenate(([0.0], crossings, [float(room)]))
    return LinearPieces(float(heights[0]), np.diff(ends), slopes)


def _marks(convex: Convex, base: int, room: int, most: int) -> Floats:
    """Breakpoints of [0, room]: closer where the function bends more, so that chords stay near."""
    if convex is square or room <= most:
        marks = np.linspace(0.0, room, min(room, most) + 1)
    else:
        marks = np.linspace(np.sqrt(base), np.sqrt(base + room), most + 1) ** 2 - base
    return np.unique(np.round(marks))


def most_above(convex: Convex, base: int, chords: LinearPieces) -> float:
    """Return a bound of how much chords of t ↦ convex(base + t) exceed it at any integer."""
    if chords.unit:
        return 0.0
    starts = base + np.concatenate(([0.0], np.cumsum(chords.lengths[:-1])))
    middle = starts + chords.lengths / 2
    touch = middle if convex is square else np.exp(chords.slopes - 1)  # where both are parallel
    excess = convex(starts) + chords.slopes * (touch - starts) - convex(touch)
    return float(excess.max())
