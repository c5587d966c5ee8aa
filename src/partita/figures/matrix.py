"""Matrix figures: clusterings or measures against each other, ordered by their tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.short_names import short_names
from .grammar.marks import Axis, Cells, Figure, Line, Mark, Rect, Scale
from .grammar.palette import depth, on_depth
from .grammar.spans import frame
from .grammar.words import decimals, short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..base.arrays import Floats
    from ..comparison import Agreement, Consistency

_TREE = 70.0  # pixels of the tree above the matrix


def matrix(agreement: Agreement) -> Figure:
    """The matrix in the order of its tree; the deeper a cell, the more two clusterings agree."""
    names = agreement.order
    values = [[agreement[row, column] for column in names] for row in names]
    flat = [value for row in values for value in row]
    return shades(
        f"Agreement by {agreement.measure}",
        "Clusterings in the order " + ", ".join(short_names(names)) + ".",
        names,
        values,
        label=agreement.measure,
        ends=(min(0.0, *flat), max(flat)),
        higher=agreement.better == "higher",
        tree=_brackets([names.index(name) for name in agreement.names], agreement.linkage),
    )


def consistency(found: Consistency) -> Figure:
    """Measures in the order of their tree; the deeper a cell, the more alike two of them rank."""
    names = found.order
    return shades(
        "Consistency of measures",
        "Kendall correlations of the measures in the order " + ", ".join(names) + ".",
        names,
        [[found[row, column] for column in names] for row in names],
        label="Kendall correlation",
        tree=_brackets([names.index(name) for name in found.measures], found.linkage),
    )


def shades(
    title: str,
    description: str,
    names: Sequence[str],
    values: Floats | Sequence[Sequence[float]],
    *,
    label: str,
    ends: tuple[float, float] | None = None,
    higher: bool = True,
    tree: Sequence[Line] = (),
) -> Figure:
    """A square matrix as shaded cells with its numbers, below a tree if there is one.

    The shades run from the first end to the second, from 0 to 1 if left out, or further if a
    value is outside.
    """
    rows = [[float(value) for value in row] for row in values]
    size = len(names)
    side = min(46.0, max(15.0, 520 / size))
    flat = [value for row in rows for value in row]
    low, high = ends or (min(0.0, *flat), max(1.0, *flat))
    marks: list[Mark] = []
    words = []
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            share = (value - low) / (high - low) if high > low else 1.0
            share = share if higher else 1 - share
            tip = f"{short(names[y])} and {short(names[x])}: {decimals(value)}"
            marks.append(Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5, depth(share), tip=tip))
            words.append((float(x), float(y), decimals(value, 2), on_depth(share)))
    ticks = tuple((float(k), name) for k, name in enumerate(short_names(names)))
    shown = (decimals(low, 2), decimals(high, 2))
    room = _TREE if tree else 0.0
    top = room / side
    placed = [Line(tuple((x, -0.6 - y * (top - 0.2)) for x, y in one.points), one.color, one.width)
              for one in tree]  # fmt: skip
    return Figure(
        title=title,
        description=description,
        width=side * size,
        height=side * size + room,
        x=Axis(-0.5, size - 0.5, ticks=ticks, line=False, categories=True),
        y=Axis(size - 0.5, -0.5 - top, ticks=ticks, line=False, categories=True),
        marks=(*marks, Cells(tuple(words), (0.88, 0.8), 11), frame(size, size), *placed),
        scale=Scale(label, *(shown if higher else shown[::-1])),
    )


def _brackets(places: Sequence[int], linkage: Floats) -> list[Line]:
    """Brackets that join similar leaves, with heights from 0 to 1; the lower, the more similar."""
    nodes = [(float(place), 0.0) for place in places]
    most = float(linkage[:, 2].max()) or 1.0
    lines = []
    for first, second, height, _ in linkage.tolist():
        (a, low), (b, high) = nodes[int(first)], nodes[int(second)]
        level = height / most
        lines.append(Line(((a, low), (a, level), (b, level), (b, high)), "muted", 1.2))
        nodes.append(((a + b) / 2, level))
    return lines
