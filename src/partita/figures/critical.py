"""The critical-difference diagram of Demšar (2006): mean ranks over data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.short_names import short_names
from ..base.wording import split_letters
from .grammar.marks import Axis, Figure, Line, Mark, Point, Text, Tick
from .grammar.words import decimals, short

if TYPE_CHECKING:
    from ..comparison import RankSummary

_ROW = 20.0


def critical(summary: RankSummary) -> Figure:
    """Methods at their mean ranks, the best on the left.

    A bar joins methods that are not distinguishable, with a dot at each of them.
    """
    rows = list(summary.table.rows())
    distance = summary.critical_difference
    last = max(float(len(rows)), 1 + (distance or 0.0))
    low, high = 0.85, last + 0.15
    groups = _groups(rows)
    first = 1.0 + 0.55 * len(groups)  # the names begin below the bars
    marks, left, right = _methods(rows, first, (low, high))
    marks += [mark for k, ranks in enumerate(groups) for mark in _group(ranks, 0.5 + 0.55 * k)]
    top = -1.1
    if distance is not None:
        marks += _distance(distance)
        top = -2.2
    bottom = first + (len(rows) + 1) // 2 - 0.4
    return Figure(
        title=f"Mean ranks over {summary.datasets} data sets",
        description=_description(rows, distance),
        width=460,
        height=_ROW * (bottom - top),
        x=Axis(low, high, line=False),
        y=Axis(bottom, top, ticks=left, far=right, far_color="ink", line=False),
        marks=(*_scale(len(rows), last), *marks),
    )


def _methods(
    rows: list[dict[str, Any]], first: float, edges: tuple[float, float]
) -> tuple[list[Mark], tuple[Tick, ...], tuple[Tick, ...]]:
    """A line from each rank to its name: the better half on the left, the others on the right."""
    half = (len(rows) + 1) // 2
    sides: tuple[list[Tick], list[Tick]] = ([], [])
    marks: list[Mark] = []
    names = short_names([row["method"] for row in rows], 26)
    for place, (row, name) in enumerate(zip(rows, names, strict=True)):
        side = int(place >= half)
        level = first + (place if place < half else len(rows) - 1 - place)
        rank, text = row["mean_rank"], decimals(row["mean_rank"], 2)
        marks.append(Line(((rank, 0.0), (rank, level), (edges[side], level)), "muted", 1.2))
        marks.append(Point(rank, 0.0, "ink", 6, tip=f"{name}: {text}"))
        sides[side].append((level, f"{text}  {name}" if side else f"{name}  {text}"))
    return marks, tuple(sides[0]), tuple(sides[1])


def _scale(methods: int, last: float) -> list[Mark]:
    marks: list[Mark] = [Line(((1.0, 0.0), (last, 0.0)), "ink", 1.5)]
    step = 1 + methods // 16
    for rank in range(1, methods + 1, step):
        marks.append(Line(((rank, -0.25), (rank, 0.0)), "ink", 1.2))
        marks.append(Text(rank, -0.7, str(rank), "muted", 11))
    return marks


def _distance(width: float) -> list[Mark]:
    """The critical difference as a bar above the scale."""
    return [
        Line(((1.0, -1.5), (1.0 + width, -1.5)), "ink", 1.5),
        *(Line(((x, -1.7), (x, -1.3)), "ink", 1.5) for x in (1.0, 1.0 + width)),
        Text(1.0, -1.95, f"critical difference {decimals(width, 2)}", "ink", 11, "start"),
    ]


def _group(ranks: list[float], height: float) -> list[Mark]:
    """A bar from the first to the last method of a group, with a dot for each."""
    ends = ((min(ranks), height), (max(ranks), height))
    return [Line(ends, "class 0", 4), *(Point(rank, height, "class 0", 7) for rank in ranks)]


def _groups(rows: list[dict[str, Any]]) -> list[list[float]]:
    """The mean ranks of methods that share a letter, for each letter."""
    shared: dict[str, list[float]] = {}
    for row in rows:
        for letter in split_letters(row["group"]):
            shared.setdefault(letter, []).append(row["mean_rank"])
    return [ranks for ranks in shared.values() if len(ranks) > 1]


def _description(rows: list[dict[str, Any]], distance: float | None) -> str:
    ranks = "; ".join(f"{short(row['method'])} {decimals(row['mean_rank'], 2)}" for row in rows)
    rest = "" if distance is None else f" Critical difference {decimals(distance, 2)}."
    return f"Mean ranks (1 is best): {ranks}.{rest}"
