"""The plane figure: homogeneity against completeness, with lines of equal V-measure."""

from __future__ import annotations

from math import cos, floor, isnan, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

from ..base.short_names import short_names
from .grammar.marks import Axis, Figure, Line, Mark, Marked, Names, Place, Point, Region
from .grammar.palette import Colors, coloring
from .grammar.words import decimals, round_ticks, short

if TYPE_CHECKING:
    from ..comparison import Comparison

_STEPS = 64


def plane(comparison: Comparison, *, confidence: float = 0.95, colors: Colors = None) -> Figure:
    """Each hard clustering as a point with its confidence ellipse."""
    return plane_of(comparison.truth, list(comparison.plane(confidence=confidence).rows()), colors)


def plane_of(truth: str, rows: list[dict[str, Any]], colors: Colors = None) -> Figure:
    """The same figure from the rows of `Comparison.plane`, which take time for large tables."""
    of = coloring(colors, [row["prediction"] for row in rows])
    least = min((min(row["homogeneity"], row["completeness"]) for row in rows), default=0.0)
    low = max(0.0, floor(5 * (least - 0.1)) / 5) if least > 0.5 else 0.0
    ticks = round_ticks(low, 1.0)
    levels = [value for value, _ in round_ticks(low, 1.0, 8) if low < value < 1]
    marks: list[Mark] = [Line(_isoline(v, low), "faint", 1.2) for v in levels]
    certain = [row for row in rows if not isnan(row["homogeneity_error"])]
    marks += [_about(row, Region(_ellipse(row), of(row["prediction"]))) for row in certain]
    marks += [
        _about(
            row,
            Point(row["homogeneity"], row["completeness"], of(row["prediction"]), 9, tip=_tip(row)),
        )
        for row in rows
    ]
    names = short_names([row["prediction"] for row in rows], 22)
    places = [(row["homogeneity"], row["completeness"]) for row in rows]
    owners = tuple(row["prediction"] for row in rows)
    named = tuple((*at, name) for at, name in zip(places, names, strict=True))
    marks.append(Names(named, clusterings=owners))
    far = tuple((v / (2 - v), f"V = {decimals(v, 1 if low == 0 else 2)}") for v in levels)
    return Figure(
        title=f"Homogeneity and completeness against {short(truth)}",
        description="Each clustering by homogeneity and completeness. "
        + "; ".join(map(_tip, rows[:40])),
        width=400,
        height=400,
        x=Axis(low, 1.0, "homogeneity: clusters hold one class", ticks),
        y=Axis(low, 1.0, "completeness: classes stay together", ticks,
               tuple(tick for tick in far if tick[0] > low)),
        marks=tuple(marks),
    )  # fmt: skip


def _about(row: dict[str, Any], mark: Mark) -> Mark:
    return Marked((mark,), (row["prediction"],))


def _isoline(v: float, low: float) -> tuple[Place, ...]:
    """Points with 2hc/(h + c) = v, from c = 1 to h = 1."""
    first = max(v / (2 - v), low)
    steps = [first ** (1 - k / _STEPS) for k in range(_STEPS + 1)]  # dense where the line bends
    points = [(h, v * h / (2 * h - v)) for h in steps if 2 * h > v]
    return tuple((h, c) for h, c in points if low <= c <= 1 + 1e-9)


def _ellipse(row: dict[str, Any]) -> tuple[Place, ...]:
    """The outline of the confidence region, from its extent in both directions and its tilt."""
    first, second, rho = row["homogeneity_reach"], row["completeness_reach"], row["tilt"]
    points = []
    for k in range(_STEPS):
        u, w = cos(2 * pi * k / _STEPS), sin(2 * pi * k / _STEPS)
        x = row["homogeneity_center"] + first * u
        y = row["completeness_center"] + second * (rho * u + sqrt(1 - rho * rho) * w)
        points.append((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)))
    return tuple(points)


def _tip(row: dict[str, Any]) -> str:
    return (
        f"{short(row['prediction'])}: homogeneity {decimals(row['homogeneity'])}, completeness "
        f"{decimals(row['completeness'])}, V {decimals(row['v_measure'])}"
    )
