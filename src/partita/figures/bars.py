"""A small bar for one score, to be shown in a row of a table."""

from __future__ import annotations

from .grammar.marks import Axis, Figure
from .grammar.spans import bar, span
from .grammar.words import decimals


def range_bar(
    value: float,
    low: float | None = None,
    high: float | None = None,
    expected: float | None = None,
    bounds: tuple[float, float] = (0.0, 1.0),
    *,
    better: str = "higher",
    color: str = "class 0",
) -> Figure:
    """A value between the worst bound (left) and the best (right)."""
    interval = None if low is None or high is None else (low, high)
    found = span(bounds, better, value, interval, expected)
    title = decimals(value)
    if interval is not None:
        title += f", interval {decimals(interval[0])} to {decimals(interval[1])}"
    if expected is not None:
        title += f", chance {decimals(expected)}"
    marks = [] if found is None else bar(found, 0.0, value, interval, expected, color=color)
    return Figure(
        title=title,
        description="The value between the worst (left) and the best possible (right).",
        width=150,
        height=16,
        x=Axis(-0.04, 1.04, line=False),
        y=Axis(-1, 1, line=False),
        marks=tuple(marks),
    )
