"""The score over the number of objects: the sample, more and fewer objects, and the population."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING

from ..base.wording import count_text, level_text
from .grammar.marks import Axis, Figure, Key, Line, Mark, Point
from .grammar.words import decimals, round_ticks

if TYPE_CHECKING:
    from ..results import ScoreAt


def score_curve(found: ScoreAt) -> Figure:
    """A line through the scores, dashed beyond the sample, with the interval of the stated number.

    The score of the population is at the right edge.
    """
    least, most = found.curve[0][0], found.curve[-1][0]
    right = 2.0 * most if found.objects is None else 1.1 * most
    at = right / 1.15 if found.objects is None else float(found.objects)
    heights = [value for _, value in found.curve] + [found.low, found.high, found.value]
    low, high = min(heights), max(heights)
    pad = 0.06 * (high - low) or 0.02
    known = [one for one in found.curve if one[0] <= found.sample_objects]
    more = [one for one in found.curve if one[0] >= found.sample_objects]
    return Figure(
        title=f"{found.measure} over the number of objects",
        description=str(found),
        width=440,
        height=240,
        x=Axis(least / 1.1, right, "number of objects", _decades(least / 1.1, right), log=True),
        y=Axis(low - pad, high + pad, found.measure, round_ticks(low, high), grid=True),
        marks=(
            *_line(known, dashed=False),
            *_line(more, dashed=True),
            *(_dot(*one) for one in found.curve),
            Line(((at, found.low), (at, found.high)), "bad", 4),
            Point(at, found.value, "bad", 9, "diamond", f"value {decimals(found.value)}"),
            Point(found.sample_objects, found.sample_value, "ink", 12, "ring", "the sample"),
        ),
        legend=_legend(found, beyond=len(more) > 1),
    )


def _line(points: list[tuple[int, float]], *, dashed: bool) -> list[Mark]:
    places = tuple((float(objects), value) for objects, value in points)
    return [Line(places, "class 0", 2, dashed)] if len(places) > 1 else []


def _dot(objects: int, value: float) -> Mark:
    return Point(objects, value, "class 0", 4, tip=f"{count_text(objects)}: {decimals(value)}")


def _decades(low: float, high: float) -> tuple[tuple[float, str], ...]:
    """Powers of ten as ticks, with 2 and 5 times them if there are few."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    steps = (1, 2, 5) if log10(high / low) < 3 else (1,)
    ticks = [step * 10**power for power in powers if power >= 0 for step in steps]
    return tuple((float(tick), count_text(tick)) for tick in ticks if low <= tick <= high)


def _legend(found: ScoreAt, *, beyond: bool) -> tuple[Key, ...]:
    count = "very many" if found.objects is None else count_text(found.objects)
    ends = f"{decimals(found.low)} to {decimals(found.high)}"
    keys = [
        Key(f"the sample: {decimals(found.sample_value)}", "ink", "ring"),
        Key("subsets of the sample", "class 0", "line"),
        *([Key("more objects, estimated", "class 0", "dashed")] if beyond else []),
        Key(f"{count} objects: {decimals(found.value)}", "bad", "diamond"),
        Key(f"{level_text(found.confidence)} interval, {ends}", "bad", "line"),
    ]
    return tuple(keys)
