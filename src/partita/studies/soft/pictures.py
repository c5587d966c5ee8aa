"""Pictures of the study: intervals of several sources side by side, and curves over draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10

from ...report.figures.marks import Axis, Figure, Key, Line, Mark, Point
from ...report.figures.palette import group_colour
from ...report.figures.words import decimals, round_ticks

Ends = tuple[float, ...]
_ROW = 0.24  # between the sources of one row
Curve = tuple[Sequence[float], Sequence[float]]


def intervals(
    title: str, label: str, rows: Mapping[str, Mapping[str, Ends]], *, description: str
) -> Figure:
    """One row for each name, in it a dot or an interval for each source."""
    sources = list(dict.fromkeys(source for row in rows.values() for source in row))
    colour = {name: group_colour(place) for place, name in enumerate(sources)}
    marks: list[Mark] = []
    for place, (name, row) in enumerate(rows.items()):
        for step, (source, ends) in enumerate(row.items()):
            height = place + _ROW * (step - (len(row) - 1) / 2)
            tip = f"{name}, {source}: {' to '.join(decimals(end) for end in ends)}"
            if len(ends) > 1:
                marks.append(
                    Line(((ends[0], height), (ends[1], height)), colour[source], 4, tip=tip)
                )
            shape = "dot" if len(ends) == 1 else "bar"
            marks += [Point(end, height, colour[source], 8, shape, tip) for end in ends]
    values = [end for row in rows.values() for ends in row.values() for end in ends]
    low, high = min(values), max(values)
    pad = 0.05 * (high - low) or 0.05
    return Figure(
        title=title,
        description=description,
        width=440,
        height=max(90.0, 22.0 * len(sources) * len(rows)),
        x=Axis(low - pad, high + pad, label, round_ticks(low, high), grid=True),
        y=Axis(len(rows) - 0.5, -0.5, ticks=tuple((float(i), name) for i, name in enumerate(rows)),
               line=False, categories=True),
        marks=tuple(marks),
        legend=tuple(Key(name, colour[name], "dot") for name in sources) if len(sources) > 1 else (),
    )  # fmt: skip


def curves(
    title: str,
    labels: tuple[str, str],
    lines: Mapping[str, Curve],
    *,
    description: str,
    dashed: Mapping[str, Curve] | None = None,
    points: Mapping[str, Curve] | None = None,
    log_height: bool = False,
) -> Figure:
    """Lines over a logarithmic axis; dashed ones and points of the same name share its colour."""
    dashed, points = dashed or {}, points or {}
    names = list(dict.fromkeys((*lines, *dashed, *points)))
    of = {name: group_colour(place) for place, name in enumerate(names)}
    marks: list[Mark] = [
        Line(_places(curve), of[name], 2, tip=name) for name, curve in lines.items()
    ]
    marks += [Line(_places(curve), of[name], 1.2, True, name) for name, curve in dashed.items()]
    marks += [
        Point(x, y, of[name], 7, "ring", f"{name} at {x:g}: {y:.3g}")
        for name, curve in points.items()
        for x, y in _places(curve)
    ]
    every = [
        place for group in (lines, dashed, points) for c in group.values() for place in _places(c)
    ]
    xs, ys = [x for x, _ in every], [y for _, y in every]
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
    first, last = floor(log10(low) + 1e-9), ceil(log10(high) - 1e-9)
    step = max(1, round((last - first) / 6))
    ticks = tuple((10.0**power, _power(power)) for power in range(first, last + 1, step))
    return Axis(low / 1.15, high * 1.15, label, ticks, log=True, grid=True)


def _power(power: int) -> str:
    if abs(power) <= 3:
        return f"{10.0**power:,g}"
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
