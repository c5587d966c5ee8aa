"""The figure of a plan: how wide an interval is, or which difference is detected, at each size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.wording import level_text
from .grammar.marks import Axis, Figure, Key, Line, Mark, Point, Rect
from .grammar.words import decimals, log_ticks, round_ticks

if TYPE_CHECKING:
    from ..results import Plan

_POINTS = 60  # of the curve
_BEYOND = 1.6  # factor by which the axis extends beyond what it shows


def plan(found: Plan) -> Figure:
    """The width against the number of objects, with the goal, the plan, its range and the pilot."""
    least, most = min(found.pilot, found.low) / _BEYOND, max(found.pilot, found.high) * _BEYOND
    sizes = np.geomspace(least, most, _POINTS).tolist()
    curve = tuple((size, found.width(size)) for size in sizes)
    top = 1.1 * max(found.pilot_width, found.target, found.width(found.low))
    shown = tuple((size, width) for size, width in curve if width <= top)
    goal = ((least, found.target), (found.n, found.target), (found.n, 0.0))
    marks: tuple[Mark, ...] = (
        Rect(
            found.low, 0.0, found.high, top, "faint", tip=f"range {found.low:,} to {found.high:,}"
        ),
        Line(shown, "class 0", 2.5),
        Line(goal, "muted", 1.2, dashed=True),
        Point(found.pilot, found.pilot_width, "ink", 10, "ring", _pilot(found)),
        Point(found.n, found.target, "bad", 9, "diamond", found.range_text),
    )
    return Figure(
        title=f"Plan for {found.measure}",
        description=str(found),
        width=440,
        height=240,
        x=Axis(least, most, f"{found.unit} (logarithmic)", log_ticks(least, most), log=True),
        y=Axis(0.0, top, _quantity(found), round_ticks(0.0, top, 5), grid=True),
        marks=marks,
        legend=(
            Key(found.range_text, "bad", "diamond"),
            Key("range", "faint", "box"),
            Key(_pilot(found), "ink", "ring"),
        ),
    )


def _pilot(found: Plan) -> str:
    return f"pilot of {found.pilot:,}: {decimals(found.pilot_width)}"


def _quantity(found: Plan) -> str:
    if found.power is not None:
        return f"difference detected with power {level_text(found.power)}"
    of = " of the difference" if found.paired else ""
    return f"half of the {level_text(found.confidence)} interval{of}"
