"""The flow figure: ribbons from classes to clusters, as wide as their objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..base.short_names import short_names
from ..base.wording import count_text, percent
from .grammar.marks import Axis, Figure, Mark, Rect, Ribbon
from .grammar.palette import Colors, coloring
from .grammar.words import largest_cells, line_sizes, short

if TYPE_CHECKING:
    from ..comparison import Columns, Comparison

_SLOT = 15.0  # the least pixels for a group, so that names do not touch
_GAP = 5.0
_BAR = 0.025  # width of the bars, as a share of the figure


class _Group(NamedTuple):
    name: object
    size: float
    low: float  # pixels from the top
    high: float


def flow(
    comparison: Comparison,
    prediction: str | None = None,
    *,
    limit: int = 20,
    colors: Colors = None,
) -> Figure:
    """Classes on the left, clusters on the right; the width of a ribbon is its number of objects.

    Ribbons have the color of their class.
    """
    cells = comparison.cells(prediction, limit=limit)
    order = _order(cells)
    sides = [line_sizes(cells, "class", "row"), line_sizes(cells, "cluster", "column")]
    sides[1] = [sides[1][column] for column in order]
    height = max(300.0, (_SLOT + _GAP) * max(map(len, sides)) * 1.25)
    total = sum(size for _, size in sides[0])
    scale = min(_scale([size for _, size in side], height) for side in sides)
    left, right = (_stacked(side, scale, height) for side in sides)
    places = sorted(range(len(order)), key=order.__getitem__)  # of the columns, from the top
    of = coloring(colors, [group.name for group in left])
    shades = [
        "muted" if _others(comparison, prediction, left, place) else of(group.name)
        for place, group in enumerate(left)
    ]
    bars: list[Mark] = [
        Rect(0, group.low, _BAR, group.high, shade, tip=_tip(group, total))
        for group, shade in zip(left, shades, strict=True)
    ]
    bars += [
        Rect(1 - _BAR, group.low, 1, group.high, "muted", tip=_tip(group, total)) for group in right
    ]
    name = prediction or comparison.predictions[0]
    return Figure(
        title=f"From {short(comparison.truth)} to {short(name)}",
        description="Flow of objects from classes to clusters. Largest: "
        f"{largest_cells(cells, 8, 'to')}.",
        width=440,
        height=height,
        x=Axis(0, 1, "classes → clusters", line=False),
        y=Axis(height, 0, ticks=_names(left), far=_names(right), far_color="ink", line=False),
        marks=(*_ribbons(cells, left, [right[at] for at in places], shades, scale), *bars),
    )


def _others(comparison: Comparison, prediction: str | None, left: list[_Group], at: int) -> bool:
    return at == len(left) - 1 and len(left) < comparison.table(prediction).shape[0]


def _order(cells: Columns) -> list[int]:
    """The columns from top to bottom, each next to its largest class, so that few ribbons cross."""
    main: dict[int, tuple[float, int, bool]] = {}
    for row in cells.rows():
        share = -float(row["count"])
        if share < main.get(row["column"], (0.0, 0, False))[0]:
            main[row["column"]] = (share, row["row"], row["others"])
    last = max(main)
    summed = cells["others"][cells["column"] == last].all()
    turns = {
        column: (column == last and summed, row, share) for column, (share, row, _) in main.items()
    }
    return sorted(turns, key=turns.__getitem__)


def _scale(sizes: list[float], height: float) -> float:
    """Pixels per object at which all groups, each in its slot, fill the height."""
    room = height - _GAP * (len(sizes) - 1)
    low, high = 0.0, room / sum(sizes)
    for _ in range(60):
        middle = (low + high) / 2
        full = sum(max(size * middle, _SLOT) for size in sizes) > room
        low, high = (low, middle) if full else (middle, high)
    return low


def _stacked(sizes: list[tuple[object, float]], scale: float, height: float) -> list[_Group]:
    """Groups from the top, each in the middle of its slot; remaining space goes between slots."""
    slots = [max(size * scale, _SLOT) for _, size in sizes]
    gap = (height - sum(slots)) / max(len(slots) - 1, 1)
    groups, top = [], 0.0 if len(slots) > 1 else (height - slots[0]) / 2
    for (name, size), slot in zip(sizes, slots, strict=True):
        middle = top + slot / 2
        groups.append(_Group(name, size, middle - size * scale / 2, middle + size * scale / 2))
        top += slot + gap
    return groups


def _ribbons(
    cells: Columns, left: list[_Group], right: list[_Group], shades: list[str], scale: float
) -> list[Mark]:
    starts, ends = [group.low for group in left], [group.low for group in right]
    marks: list[tuple[float, Mark]] = []
    rows = sorted(cells.rows(), key=lambda row: (row["row"], right[row["column"]].low))
    for row in rows:  # ribbons leave and arrive in the order of the groups that they join
        i, j, width = row["row"], row["column"], float(row["count"]) * scale
        tip = (
            f"{short(row['class'])} to {short(row['cluster'])}: {count_text(row['count'])} "
            f"objects, {percent(row['class_share'])} of the class"
        )
        ribbon = Ribbon(
            _BAR, 1 - _BAR, (starts[i], starts[i] + width), (ends[j], ends[j] + width),
            shades[i], tip,
        )  # fmt: skip
        starts[i] += width
        ends[j] += width
        marks.append((-width, ribbon))
    return [ribbon for _, ribbon in sorted(marks, key=lambda mark: mark[0])]


def _names(groups: list[_Group]) -> tuple[tuple[float, str], ...]:
    names = short_names((group.name for group in groups), 26)
    return tuple(
        ((group.low + group.high) / 2, name) for group, name in zip(groups, names, strict=True)
    )


def _tip(group: _Group, total: float) -> str:
    return f"{short(group.name)}: {count_text(group.size)} objects, {percent(group.size / total)}"
