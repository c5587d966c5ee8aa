"""Ends of measures that read two sums, by lines in the plane of (B, A) that no table crosses.

A program finds the smallest weighted sum of A and B, so a line with this slope bounds all tables
(`two_sums`). Levels of ARI, V and other ratios of linear functions are lines themselves. With the
slope of the level of the best table so far, the program finds a better table or proves that there
is none: Dinkelbach's method (1967), which needs one to three programs. Other levels are curved, and
further lines cut off the points where the bound is reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from math import inf

import numpy as np

from .grid import Flows, Grid
from .local_search import search
from .objectives import ReadObjective
from .programs import EFFORT
from .targets import MOST_FLOWS, least
from .two_sums import Levels, Point, TwoSums
from .values import Value

_PROGRAMS = 6
_SHORT = EFFORT / 8  # effort of programs that may find a better table
_ENOUGH = 1e-6  # width of a bracket; the long program is not worth its time below
_ROUNDING = 1e-12  # of the bound of a program, as a share of the range of B
_SLICES = 1_024  # of B for levels of unknown shape
_STEPS = 200  # of the search for the lowest point of a curve
_POLISH = 400  # visits of the local search from the table of a program


def bounded_end(
    grid: Grid, value: Value, flows: Flows, *, most: bool
) -> tuple[Flows, float] | None:
    """Return the best flows and an outer end in agreement, or None if the method does not apply.

    `flows` are to begin with; `most` asks for the largest agreement.
    """
    known = value.measure.ours and value.measure.monotone
    if not known or not (grid.truth.hard or grid.prediction.hard):
        return None
    if sum(map(len, grid.cells)) > MOST_FLOWS:
        return None
    return _Lines(grid, value, most=most).close(flows)


@dataclass(frozen=True)
class _Line:
    """A <= slope·B + height for the largest agreement, A >= slope·B + height for the smallest."""

    slope: float
    height: float

    def at(self, columns: float) -> float:
        """Return the A of the line."""
        return self.slope * columns + self.height


class _Lines:
    """The lines for one end of one measure."""

    def __init__(self, grid: Grid, value: Value, *, most: bool) -> None:
        self.plane = TwoSums(grid, value)
        self.value, self.given, self.most = value, grid, most
        self.side = -1.0 if most else 1.0  # of A in the programs
        low, high = value.measure.bounds
        self.limit = high if most == (value.measure.better == "higher") else low
        self.limit *= self.plane.sign
        plane = self.plane
        self.lines = (
            [_Line(0.0, plane.hard), _Line(1.0, 0.0)]
            if most
            else [_Line(0.0, 0.0), _Line(1.0, plane.hard - plane.whole)]
        )

    def close(self, flows: Flows) -> tuple[Flows, float]:
        """Add lines until the end is that of a table, or the programs are over.

        Short programs look for better tables. Then one long program improves the bound. Further
        lines cut off the points that curved levels leave.
        """
        at: Point | None = None
        ready = done = False  # for the long program, with it
        for _ in range(_PROGRAMS):
            best = self._agreement(flows)
            if best is None or best == self.limit:
                break
            long = ready and not done
            done = done or long
            point = at or self.plane.point(self.plane.grid.table(flows))
            found = self._add(self.plane.slope(point), flows, EFFORT if long else _SHORT)
            if self._better(found, flows):
                flows, at, ready = found, None, False
                continue
            outer, farthest = self._farthest()
            if abs(outer - best) <= _ENOUGH or (done and self.plane.levels is not Levels.CURVES):
                break
            at, ready = (farthest if done else None), True
        reached = self._agreement(flows) == self.limit
        return flows, self.limit if reached else self._farthest()[0]

    def _agreement(self, flows: Flows) -> float | None:
        found = self.value.of(self.given.table(flows))
        return None if found is None else self.plane.sign * found

    def _add(self, slope: float, flows: Flows, effort: float) -> Flows:
        """Add the line with a slope; return the best flows for it."""
        sums = self.plane.sums(self.side, -self.side * slope)
        solved = least(self.plane.grid, sums, [flows], effort)
        if np.isfinite(solved.bound):
            bound = solved.bound - _ROUNDING * self.plane.whole * (1 + slope)
            self.lines.append(_Line(slope, self.side * bound))
        if solved.flows is None or not self._better(solved.flows, flows):
            return flows
        goal = ReadObjective(self.value, self.side * self.plane.sign)
        return search(self.given, goal, visits=_POLISH, starts=[solved.flows])

    def _better(self, found: Flows, flows: Flows) -> bool:
        new, old = self._agreement(found), self._agreement(flows)
        if new is None or old is None:
            return False
        return -self.side * (new - old) > 1e-12

    def _farthest(self) -> tuple[float, Point | None]:
        """The best agreement that the lines allow, and where."""
        low, high = self.plane.range
        marks = {low, high}
        for one, other in combinations(self.lines, 2):
            if one.slope != other.slope:
                at = (other.height - one.height) / (one.slope - other.slope)
                if low < at < high:
                    marks.add(at)
        edges = sorted(marks)
        if len(edges) == 1:
            edges *= 2
        found: tuple[float, Point | None] = (self.side * inf, None)
        perfect = self.value.measure.perfect
        hard = self.plane.hard
        if self.most and perfect is not None and low <= hard <= high and self._cells(hard) >= hard:
            found = self.plane.sign * perfect, None  # even if the formula has another limit
        for left, right in pairwise(edges):
            value, point = self._on(left, right)
            if value is None:
                return self.limit, None
            if self.side * (value - found[0]) < 0:
                found = value, point
        inside = max(found[0], self.limit) if not self.most else min(found[0], self.limit)
        return inside, found[1]

    def _cells(self, columns: float) -> float:
        """The best A for this B."""
        heights = (line.at(columns) for line in self.lines)
        return min(heights) if self.most else max(heights)

    def _on(self, left: float, right: float) -> tuple[float | None, Point | None]:
        """The best agreement between two edges, where one line is active.

        Along a line, agreement is monotone if levels are lines. If they are curves, the part of the
        line beyond a level is one interval, or all but one. So agreement is best at an edge, or at
        the single best point between them.
        """
        if self.plane.levels is Levels.UNKNOWN:
            return self._on_slices(left, right)
        points = [Point(b, self._cells(b)) for b in (left, right)]
        if self.plane.levels is Levels.CURVES:
            points.append(self._between(left, right))
        read = [(self.plane.agreement(point), point) for point in points]
        defined = [(value, point) for value, point in read if value is not None]
        if len(defined) < len(read):
            return None, None
        return min(defined, key=lambda one: self.side * one[0])

    def _between(self, left: float, right: float) -> Point:
        """The best point of an interval on which agreement gets better and then worse."""
        for _ in range(_STEPS):
            third = (right - left) / 3
            tries = [Point(b, self._cells(b)) for b in (left + third, right - third)]
            first, second = (self.plane.agreement(point) for point in tries)
            if first is None or second is None:
                break
            if self.side * (first - second) <= 0:
                right = tries[1].columns
            else:
                left = tries[0].columns
        middle = (left + right) / 2
        return Point(middle, self._cells(middle))

    def _on_slices(self, left: float, right: float) -> tuple[float | None, Point | None]:
        """Agreement is best at the best A and, for fixed A, at the best B of a slice."""
        edges = np.linspace(left, right, _SLICES // len(self.lines) + 2).tolist()
        best: tuple[float, Point | None] = (self.side * inf, None)
        for low, high in pairwise(edges):
            cells = [self._cells(low), self._cells(high)]
            point = Point(low, max(cells)) if self.most else Point(high, min(cells))
            value = self.plane.agreement(point)
            if value is None:
                return None, None
            if self.side * (value - best[0]) < 0:
                best = value, point
        return best
