"""The monitoring figure: a score, or a difference, look by look, with intervals that all hold."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from ..base.wording import level_text
from .grammar.marks import Axis, Figure, Key, Line, Mark, Point, Region
from .grammar.words import decimals, round_ticks

if TYPE_CHECKING:
    from ..results import Look, Monitoring

_DECADES = 1.0  # from this range on, the axis is logarithmic


def monitoring(found: Monitoring) -> Figure:
    """Values as a line, intervals as a band, and what is in all of them between dashed lines.

    For a difference, a dashed line marks 0. A diamond marks the first look at which one clustering
    is better, and a ring the first at which no value is in all intervals.
    """
    looks = found.looks
    places = [one.low for one in looks] + [one.high for one in looks]
    low, high = min(places), max(places)
    if found.of_difference:
        low, high = min(low, 0.0), max(high, 0.0)
    pad = 0.04 * (high - low) or 0.02
    what = f"{found.measure}, a minus b" if found.of_difference else found.measure
    return Figure(
        title=f"Monitoring of {what}",
        description=str(found),
        width=440,
        height=260,
        x=_axis(found),
        y=Axis(low - pad, high + pad, what, round_ticks(low, high), grid=True),
        marks=(*_band(found), *_zero(found), *_values(found), *_events(found)),
        legend=_legend(found),
    )


def _axis(found: Monitoring) -> Axis:
    first, last = found.looks[0].n, found.looks[-1].n
    label = "objects" if found.unit == "objects" else "objects in groups"
    if log10(last / first) < _DECADES:
        pad = 0.04 * (last - first) or 0.5
        ticks = tuple((x, f"{x:,.0f}") for x, _ in round_ticks(first, last) if x == int(x))
        return Axis(first - pad, last + pad, label, ticks)
    steps = [a * 10**k for k in range(20) for a in (1, 2, 5)]
    ticks = tuple((float(x), f"{x:,}") for x in steps if first <= x <= last)
    return Axis(first / 1.06, last * 1.06, label, ticks, log=True)


def _band(found: Monitoring) -> list[Mark]:
    upper = [(one.n, one.high) for one in found.looks]
    lower = [(one.n, one.low) for one in found.looks]
    if len(upper) == 1:
        return [Line((lower[0], upper[0]), "class 0", 3)]
    kept = [one for one in found.looks if one.running is not None]
    ends = [[(one.n, one.running_low) for one in kept], [(one.n, one.running_high) for one in kept]]
    thin = [Line(tuple(own), "muted", 1.2, dashed=True) for own in ends if len(own) > 1]
    return [Region((*upper, *reversed(lower)), "class 0"), *thin]


def _zero(found: Monitoring) -> list[Mark]:
    if not found.of_difference:
        return []
    return [Line(((found.looks[0].n, 0.0), (found.looks[-1].n, 0.0)), "ink", 1.2, dashed=True)]


def _values(found: Monitoring) -> list[Mark]:
    line = tuple((float(one.n), one.value) for one in found.looks)
    drawn: list[Mark] = [Line(line, "class 0", 2)] if len(line) > 1 else []
    few = found.looks if len(found.looks) <= 60 else found.looks[-1:]
    return drawn + [Point(one.n, one.value, "class 0", 4, tip=_tip(found, one)) for one in few]


def _events(found: Monitoring) -> list[Mark]:
    marks: list[Mark] = []
    if (decided := found.first_decided) is not None:
        marks.append(Point(decided.n, decided.value, "bad", 10, "diamond", found.judgment))
    if (changed := found.changed) is not None:
        marks.append(Point(changed.n, changed.value, "bad", 13, "ring", found.judgment))
    return marks


def _tip(found: Monitoring, look: Look) -> str:
    ends = f"{decimals(look.low)} to {decimals(look.high)}"
    return f"{found.when(look)}: {decimals(look.value)}, {ends}"


def _legend(found: Monitoring) -> tuple[Key, ...]:
    keys = [
        Key("value", "class 0", "line"),
        Key(f"{level_text(found.confidence)} interval at any time", "class 0", "box"),
        Key("in all intervals so far", "muted", "dashed"),
    ]
    if (decided := found.first_decided) is not None:
        keys.append(Key(f"{found.winner} better since {found.when(decided)}", "bad", "diamond"))
    if (changed := found.changed) is not None:
        keys.append(Key(f"{found.change} before {found.when(changed)}", "bad", "ring"))
    return tuple(keys)
