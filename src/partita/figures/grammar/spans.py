"""A score as a position between the worst and the best value of its measure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from .marks import Line, Mark, Point, Rect


@dataclass(frozen=True, slots=True)
class Span:
    """The values of a measure mapped to 0 (worst) to 1 (best).

    `open` means that the measure has no worst value: the bar then begins at chance, or at the value
    if that is worse. Without a value of chance there is no bar.
    """

    worst: float
    best: float
    open: bool

    def at(self, value: float) -> float:
        """The position of a value, clipped to the ends."""
        if self.worst == self.best:
            return 1.0
        return min(1.0, max(0.0, (value - self.worst) / (self.best - self.worst)))


def span(
    bounds: tuple[float, float],
    better: str,
    value: float,
    ends: Iterable[float] | None,
    expected: float | None,
) -> Span | None:
    """The span of a measure; None if there is no bar to draw."""
    worst, best = bounds if better == "higher" else bounds[::-1]
    if not isfinite(best):
        return None
    if isfinite(worst):
        return Span(worst, best, open=False)
    places = (value, *(ends or ()))
    if better == "higher":  # for all measures of this kind, chance is 0
        return Span(min(0.0 if expected is None else expected, *places), best, open=True)
    return None if expected is None else Span(max(expected, *places), best, open=True)


def bar(
    found: Span,
    height: float,
    value: float,
    interval: tuple[float, float] | None,
    expected: float | None,
    *,
    color: str = "class 0",
    tip: str = "",
) -> list[Mark]:
    """The marks of one score: track, interval, chance and value."""
    marks: list[Mark] = [Line(((0.0, height), (1.0, height)), "faint", 2, dashed=found.open)]
    if interval is not None:
        ends = sorted(found.at(end) for end in interval)
        marks.append(Line(tuple((end, height) for end in ends), color, 5, tip=tip))
    if expected is not None:
        marks.append(Point(found.at(expected), height, "muted", 12, "bar", "chance"))
    return [*marks, Point(found.at(value), height, color, 9, tip=tip)]


def frame(width: float, height: float) -> Rect:
    """A thin frame around this many columns and rows."""
    return Rect(-0.5, -0.5, width - 0.5, height - 0.5, "", "faint")
