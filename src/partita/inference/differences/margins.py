"""Tests against a margin: equivalent, not worse, better, worse, or undecided.

The interval is inverted at the ends of the margin, as for p at 0. A one-sided p of a point is half
of the two-sided p that only one end of the interval gives, so a test at the level (1 - confidence)
/ 2 rejects exactly if the printed interval excludes the point. Two such tests, one at each end of
the margin, are Schuirmann's test of equivalence (1987).
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, nextafter
from typing import TYPE_CHECKING, NamedTuple

from ...base.checks import real
from ...base.errors import InputError
from ...base.wording import show
from ...results.phrases import margin_text
from ..sampling.bootstrap_intervals import Ends, p_of_point
from .ends import hull

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...measures.measure import Measure
    from ...results import Difference
    from .tails import Tail


class Margin(NamedTuple):
    """Differences that do not matter, positive if a is better than b."""

    low: float
    high: float

    @property
    def mirrored(self) -> Margin:
        """The margin with a and b exchanged."""
        return Margin(0.0 - self.high, 0.0 - self.low)


def margin_of(measure: Measure, margin: object) -> Margin | None:
    """Read a margin: a number for both directions, or how much worse and how much better."""
    if margin is None:
        return None
    if measure.baseline:
        raise InputError(f"{measure.name} is a value under chance: neither direction is better")
    if isinstance(margin, (tuple, list)) and len(margin) == 2:
        low, high = map(real, margin)
    else:
        high = real(margin)
        low = None if high is None else 0.0 - high
    if low is None or high is None or not -inf < low <= 0 <= high < inf:
        raise InputError(
            "margin must be a difference that does not matter, such as 0.02, or a pair of how much "
            f"worse and how much better a may be, such as (-0.02, 0.05); got {show(margin)}"
        )
    return Margin(low, high)


def refuse_whole_range(margin: Margin | None, label: str, largest: float) -> None:
    """Refuse a margin that every two clusterings are within."""
    if margin is not None and min(-margin.low, margin.high) >= largest:
        raise InputError(
            f"margin must be less than {largest:g}, the largest difference in {label} that two "
            f"clusterings of these objects can have; got {margin_text(margin)}"
        )


def toward_better(ends: Ends, sign: int) -> Ends:
    """Return an interval whose positive values mean that a is better."""
    return ends if sign > 0 else (0.0 - ends[1], 0.0 - ends[0])


def is_loss(ends: Ends, margin: Margin) -> bool:
    """Whether the whole interval, positive if a is better, is a loss beyond the margin."""
    return ends[1] < margin.low


def judged(
    found: Difference, ends: Callable[[float], Ends], margin: Margin, sign: int, tail: Tail | None
) -> Difference:
    """Add the tests against a margin to a difference, from its interval as a function of level."""

    def p_above(point: float, sign: int) -> float:
        return _p_above(point, found, ends, sign, tail)

    return _with_verdict(
        replace(
            found,
            margin=(margin.low, margin.high),
            p_not_worse=p_above(margin.low, sign),
            p_not_better=p_above(margin.mirrored.low, -sign),
            p_better=p_above(0.0, sign),
            p_worse=p_above(0.0, -sign),
        )
    )


def mirrored(found: Difference) -> Difference:
    """Return the difference with a and b exchanged."""
    turned = replace(found, value=0.0 - found.value, low=0.0 - found.high, high=0.0 - found.low)
    if found.margin is None:
        return turned
    low, high = Margin(*found.margin).mirrored
    return _with_verdict(
        replace(
            turned,
            margin=(low, high),
            p_not_worse=found.p_not_better,
            p_not_better=found.p_not_worse,
            p_better=found.p_worse,
            p_worse=found.p_better,
        )
    )


def widened(one: Difference, other: Difference) -> Difference:
    """Return a difference of 0 whose interval holds the intervals of two."""
    low, high = hull([one.interval, other.interval])
    found = replace(one, low=low, high=high)
    if one.margin is None:
        return found
    return _with_verdict(
        replace(
            found,
            p_not_worse=max(one.p_not_worse or 0.0, other.p_not_worse or 0.0),
            p_not_better=max(one.p_not_better or 0.0, other.p_not_better or 0.0),
        )
    )


def _with_verdict(found: Difference) -> Difference:
    """Name what the tests reject; each has half of the risk of the interval."""
    tests = found.p_not_worse, found.p_not_better, found.p_better, found.p_worse
    risk = (1 - found.confidence) / 2
    not_worse, not_better, better, worse = (one is not None and one <= risk for one in tests)
    names = {
        "equivalent": not_worse and not_better,
        "better": better,
        "worse": worse,
        "not worse": not_worse,
        "not better": not_better,
        "undecided": True,
    }
    return replace(found, verdict=next(name for name, holds in names.items() if holds))


def _p_above(
    point: float, found: Difference, ends: Callable[[float], Ends], sign: int, tail: Tail | None
) -> float:
    """Test whether the difference, times the sign, is above a point of at most 0."""
    value, (low, _) = sign * found.value, toward_better(found.interval, sign)
    above, least, risk = value > point, 2 / (found.draws + 1), (1 - found.confidence) / 2
    if point == 0:
        p_value = found.p_value if value else 1.0
        return p_value / 2 if above else 1 - p_value / 2

    def reached(level: float) -> Ends:
        first, last = toward_better(ends(level), sign)
        return (first, inf) if above else (-inf, last)

    p_value = p_of_point(reached, point, least)
    if tail is not None and p_value <= least:
        least = p_value = min(p_value, tail.p(sign * point))
    half = p_value / 2
    if not above:
        return 1 - half
    if low <= point:  # rounding of p must not contradict the interval
        return max(half, nextafter(risk, 1.0))
    return max(min(half, risk), least / 2)
