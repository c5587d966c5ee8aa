"""Figures of this study: curves, shaded matrices, trees and ranges of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from partita.base.arrays import Floats
from partita.figures.grammar.marks import (
    Axis,
    Figure,
    Key,
    Line,
    Mark,
    Names,
    Point,
    Tick,
)
from partita.figures.grammar.palette import group_color
from partita.figures.grammar.words import decimals, round_ticks

_ROW = 22.0


def curves(
    title: str,
    description: str,
    places: Sequence[float],
    series: Mapping[str, Sequence[float] | Floats],
    labels: tuple[str, str],
    *,
    ticks: tuple[Tick, ...] | None = None,
    rings: Mapping[str, float] | None = None,
    colors: Mapping[str, str] | None = None,
) -> Figure:
    """A line for each series with its name at the end, and a ring at the place in `rings`."""
    marks: list[Mark] = []
    ends: list[tuple[float, float, str]] = []
    chosen = {name: (colors or {}).get(name, group_color(k)) for k, name in enumerate(series)}
    for name, values in series.items():
        points = tuple(zip(map(float, places), map(float, values), strict=True))
        marks.append(Line(points, chosen[name], 1.8))
        for x, y in points:
            tip = f"{name} at {x:g}: {decimals(y)}"
            marks.append(Point(x, y, chosen[name], 5, tip=tip))
            if rings and rings.get(name) == x:
                marks.append(Point(x, y, chosen[name], 13, "ring", f"{name} is best at {x:g}"))
        ends.append((*points[-1], name))
    low, high = _room([float(value) for values in series.values() for value in values])
    left, right = min(places), max(places)
    pad = 0.04 * (right - left)
    return Figure(
        title,
        description,
        430,
        290,
        Axis(left - pad, right + pad, labels[0], ticks or round_ticks(left, right)),
        Axis(low, high, labels[1], round_ticks(low, high), grid=True),
        (*marks, Names(tuple(ends), tuple(chosen.values()), 12, "right")),
        (Key("best", "muted", "ring"),) if rings else (),
    )


def spans(
    title: str, description: str, rows: Sequence[tuple[str, Floats, bool]], label: str
) -> Figure:
    """The range, middle half and median of the values of each row.

    A row is a name, its values, and whether it is normalized.
    """
    marks: list[Mark] = []
    for place, (name, values, normalized) in enumerate(rows):
        color = "class 0" if normalized else "class 1"
        low, first, middle, third, high = np.quantile(values, [0, 0.25, 0.5, 0.75, 1]).tolist()
        tip = f"{name}: {decimals(low)} to {decimals(high)}, median {decimals(middle)}"
        marks += [
            Line(((low, place), (high, place)), color, 2, tip=tip),
            Line(((first, place), (third, place)), color, 7, tip=tip),
            Point(middle, place, "ink", 9, "bar", tip),
        ]
    low, high = 0.0, max(1.0, *(float(values.max()) for _, values, _ in rows))
    low = min(low, *(float(values.min()) for _, values, _ in rows))
    return Figure(
        title,
        description,
        420,
        _ROW * len(rows),
        Axis(low - 0.02, high + 0.02, label, round_ticks(low, high), grid=True),
        Axis(
            len(rows) - 0.5, -0.5, ticks=tuple((float(k), row[0]) for k, row in enumerate(rows)),
            line=False, categories=True,
        ),
        tuple(marks),
        (
            Key("unnormalized", "class 1", "line"),
            Key("normalized", "class 0", "line"),
            Key("median", "ink", "bar"),
        ),
    )  # fmt: skip


def _room(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    pad = 0.06 * (high - low) or 0.05
    return low - pad, high + pad
