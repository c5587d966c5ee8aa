"""Time over size as a figure, drawn by partita."""

from __future__ import annotations

from math import floor, log10

from partita.figures.grammar.marks import Axis, Figure, Line, Mark, Names, Point, Tick
from partita.figures.svg.svg import document

from .growth import Series

_LIMIT = "read limit"
_OWN = "partita"


def picture(title: str, label: str, found: Series) -> str:
    """An SVG file: a line per contender on two logarithmic axes, the read limit dashed."""
    marks: list[Mark] = []
    ends: list[tuple[float, float, str]] = []
    colors: list[str] = []
    for name, points in found.items():
        color = _color(name, len(colors))
        colors.append(color)
        places = tuple((float(size), 1000 * seconds) for size, seconds in points)
        marks.append(Line(places, color, 3 if name.startswith(_OWN) else 1.8, _LIMIT in name))
        marks += [Point(*place, color, 5, tip=f"{name}: {place[1]:.3g} ms") for place in places]
        ends.append((*places[-1], name))
    times = [1000 * seconds for points in found.values() for _, seconds in points]
    sizes = [float(size) for points in found.values() for size, _ in points]
    return document(
        Figure(
            title=title,
            description="; ".join(f"{name}: {y:.3g} ms at {x:,.0f}" for x, y, name in ends),
            width=520,
            height=380,
            x=Axis(min(sizes) / 1.12, max(sizes) * 1.12, label, _decades(sizes), log=True),
            y=Axis(
                *(min(times) / 1.3, max(times) * 1.3, "CPU time in milliseconds", _decades(times)),
                log=True,
                grid=True,
            ),
            marks=(*marks, Names(tuple(ends), tuple(colors), 12, "right")),
        )
    )


def _color(name: str, place: int) -> str:
    if name.startswith(_OWN):
        return "class 0"
    return "muted" if _LIMIT in name else f"class {1 + place % 9}"


def _decades(values: list[float]) -> tuple[Tick, ...]:
    """The powers of ten among the values."""
    powers = range(floor(log10(min(values))), floor(log10(max(values))) + 1)
    return tuple((10.0**power, _power(power)) for power in powers if 10.0**power >= min(values))


def _power(power: int) -> str:
    return f"{10.0**power:,.6g}" if -4 < power < 6 else f"10^{power}"
