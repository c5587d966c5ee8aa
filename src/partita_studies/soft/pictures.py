"""Figures of the study: intervals of several sources, and curves over draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Any

from partita.figures.grammar.marks import Axis, Figure, Key, Line, Mark, Point
from partita.figures.grammar.palette import group_color
from partita.figures.grammar.words import decimals, round_ticks

Ends = tuple[float, ...]
_ROW = 0.24  # distance between the sources of one row
Curve = tuple[Any, Any]  # two sequences of numbers


def intervals(
    title: str, label: str, rows: Mapping[str, Mapping[str, Ends]], *, description: str
) -> Figure:
    """A row for each name, with a dot or an interval for each source."""
    sources = list(dict.fromkeys(source for row in rows.values() for source in row))
    color = {name: group_color(place) for place, name in enumerate(sources)}
    marks: list[Mark] = []
    for place, (name, row) in enumerate(rows.items()):
        for step, (source, ends) in enumerate(row.items()):
            height = place + _ROW * (step - (len(row) - 1) / 2)
            tip = f"{name}, {source}: {' to '.join(decimals(end) for end in ends)}"
            if len(ends) > 1:
                places = ((ends[0], height), (ends[1], height))
                marks.append(Line(places, color[source], 4, tip=tip))
            else:
                marks.append(Point(ends[0], height, color[source], 8, tip=tip))
    values = [end for row in rows.values() for ends in row.values() for end in ends]
    return Figure(
        title=title,
        description=description,
        width=440,
        height=max(90.0, 22.0 * len(sources) * len(rows)),
        x=_plain(label, values),
        y=Axis(len(rows) - 0.5, -0.5, ticks=tuple((float(i), name) for i, name in enumerate(rows)),
               line=False, categories=True),
        marks=tuple(marks),
        legend=tuple(Key(name, color[name], "dot") for name in sources),
    )  # fmt: skip


def curves(
    title: str,
    labels: tuple[str, str],
    lines: Mapping[str, Curve],
    *,
    description: str,
    levels: Mapping[str, Sequence[float]] | None = None,
    points: Mapping[str, Curve] | None = None,
    log_height: bool = False,
) -> Figure:
    """Lines over a logarithmic axis; a dashed level has the color of the line of its name."""
    levels, points = levels or {}, points or {}
    names = list(dict.fromkeys((*lines, *points)))
    of = {name: group_color(place) for place, name in enumerate(names)}
    marks: list[Mark] = [
        Line(_places(curve), of[name], 2, tip=name) for name, curve in lines.items()
    ]
    marks += [
        Point(x, y, of[name], 7, "ring", f"{name} at {x:g}: {y:.3g}")
        for name, curve in points.items()
        for x, y in _places(curve)
    ]
    every = [place for group in (lines, points) for c in group.values() for place in _places(c)]
    xs = [x for x, _ in every]
    ys = [y for _, y in every] + [level for some in levels.values() for level in some]
    marks += [
        Line(((min(xs), level), (max(xs), level)), of[name], 1.2, True, f"{name}: {level:.3f}")
        for name, some in levels.items()
        for level in some
    ]
    return Figure(
        title=title,
        description=description,
        width=440,
        height=280,
        x=_decades(labels[0], min(xs), max(xs)),
        y=_decades(labels[1], min(ys), max(ys)) if log_height else _plain(labels[1], ys),
        marks=tuple(marks),
        legend=tuple(Key(name, of[name], "line" if name in lines else "ring") for name in names),
    )  # fmt: skip


def _places(curve: Curve) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in zip(*curve, strict=True))


def _plain(label: str, values: Sequence[float]) -> Axis:
    low, high = min(values), max(values)
    pad = 0.05 * (high - low) or 0.05
    return Axis(low - pad, high + pad, label, round_ticks(low, high), grid=True)


def _decades(label: str, low: float, high: float) -> Axis:
    left, right = low / 1.15, high * 1.15
    powers = range(ceil(log10(left)), floor(log10(right)) + 1)
    ticks = tuple((10.0**power, _power(power)) for power in powers)
    return Axis(left, right, label, ticks, log=True, grid=True)


def _power(power: int) -> str:
    if abs(power) <= 3:
        return f"{10.0**power:,g}"
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
