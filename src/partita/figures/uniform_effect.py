"""The uniform effect: sizes of clusters vary less than those of classes."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ..base.short_names import short_names
from .grammar.marks import Axis, Figure, Key, Line, Mark, Marked, Names, Point
from .grammar.words import decimals, round_ticks, short, whole_ticks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..comparison import UniformEffect

_NAMED = 30  # points with names
_CV0, _CV1 = "CV₀ of the class sizes", "CV₁ of the cluster sizes"


def uniform_effect(found: UniformEffect) -> Figure:
    """CV₁ over the number of clusters, or over CV₀ if there are several data sets."""
    rows = [row for row in found.table.rows() if not isnan(row["dcv"])]
    return _over_datasets(rows) if found.datasets > 1 else _over_clusters(rows)


def _over_clusters(rows: Sequence[dict[str, Any]]) -> Figure:
    """CV₁ against the number of clusters, with a line at CV₀."""
    rows = sorted(rows, key=lambda row: int(row["clusters"]))
    counts = [row["clusters"] for row in rows]
    cv0 = tuple((float(row["clusters"]), row["cv0"]) for row in rows)
    pad = 0.05 * (max(counts, default=1) - min(counts, default=1)) or 0.5
    ends = (min(counts, default=1) - pad, max(counts, default=1) + pad)
    marks: list[Mark] = []
    if rows:
        dashes = ((ends[0], cv0[0][1]), *cv0, (ends[1], cv0[-1][1]))
        marks.append(Line(dashes, "ink", 1.5, True, f"CV₀ is {decimals(cv0[0][1])}"))
    places = [(float(row["clusters"]), row["cv1"]) for row in rows]
    marks += _points(rows, places, [row["prediction"] for row in rows])
    top = _top(rows)
    return Figure(
        "Do cluster sizes vary less than class sizes?",
        _described(rows),
        400,
        280,
        Axis(*ends, "number of clusters", whole_ticks(counts or [1])),
        Axis(0.0, top, _CV1, round_ticks(0.0, top), grid=True),
        tuple(marks),
        (Key("CV₁ of the clusters", "class 0", "dot"), Key("CV₀ of the classes", "ink", "dashed")),
    )


def _over_datasets(rows: Sequence[dict[str, Any]]) -> Figure:
    """CV₁ against CV₀: below the diagonal, cluster sizes vary less."""
    several = len({row["dataset"] for row in rows}) < len(rows)
    names = [
        f"{row['dataset']}, {row['prediction']}" if several else row["dataset"] for row in rows
    ]
    places = [(row["cv0"], row["cv1"]) for row in rows]
    top = _top(rows)
    diagonal = Line(((0.0, 0.0), (top, top)), "ink", 1.5, True, "CV₁ = CV₀")
    axis = round_ticks(0.0, top)
    return Figure(
        "Do cluster sizes vary less than class sizes?",
        _described(rows),
        360,
        360,
        Axis(0.0, top, _CV0, axis, grid=True),
        Axis(0.0, top, _CV1, axis, grid=True),
        (diagonal, *_points(rows, places, names)),
        (Key("clustering", "class 0", "dot"), Key("CV₁ = CV₀", "ink", "dashed")),
    )


def _points(
    rows: Sequence[dict[str, Any]],
    places: Sequence[tuple[float, float]],
    names: Sequence[str],
) -> list[Mark]:
    marks: list[Mark] = [
        Marked(
            (Point(*at, "class 0", 8, tip=f"{short(name)}: {_told(row)}"),), (row["prediction"],)
        )
        for row, at, name in zip(rows, places, names, strict=True)
    ]
    if 0 < len(rows) <= _NAMED:
        shown = zip(places, short_names(names, 22), strict=True)
        owners = tuple(row["prediction"] for row in rows)
        marks.append(Names(tuple((*at, name) for at, name in shown), clusterings=owners))
    return marks


def _top(rows: Sequence[dict[str, Any]]) -> float:
    return 1.08 * max([0.1, *(float(max(row["cv0"], row["cv1"])) for row in rows)])


def _told(row: dict[str, Any]) -> str:
    numbers = (decimals(row[key]) for key in ("cv1", "cv0", "dcv"))
    return "CV₁ {}, CV₀ {}, DCV {}".format(*numbers)


def _described(rows: Sequence[dict[str, Any]]) -> str:
    below = sum(row["dcv"] < 0 for row in rows)
    return f"Cluster sizes vary less than class sizes in {below} of {len(rows)} clusterings."
