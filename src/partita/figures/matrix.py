"""The matrix figure: every clustering against every other, ordered by a tree of agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .grammar.marks import Axis, Cells, Figure, Line, Mark, Rect, Scale
from .grammar.palette import depth, on_depth
from .grammar.spans import frame
from .grammar.words import decimals, short, short_names

if TYPE_CHECKING:
    from ..comparison import Agreement

_TREE = 70.0  # pixels of the tree above the matrix


def matrix(agreement: Agreement) -> Figure:
    """The matrix in the order of its tree; the deeper a cell, the more two clusterings agree."""
    names = agreement.order
    size = len(names)
    side = min(46.0, max(15.0, 520 / size))
    values = [[agreement[row, column] for column in names] for row in names]
    flat = [value for row in values for value in row]
    low, high = min(0.0, *flat), max(flat)
    higher = agreement.better == "higher"
    marks: list[Mark] = []
    words = []
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            share = (value - low) / (high - low) if high > low else 1.0
            share = share if higher else 1 - share
            tip = f"{short(names[y])} and {short(names[x])}: {decimals(value)}"
            marks.append(Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5, depth(share), tip=tip))
            words.append((x, y, decimals(value, 2), on_depth(share)))
    ticks = tuple((float(k), name) for k, name in enumerate(short_names(names)))
    ends = (decimals(low, 2), decimals(high, 2))
    top = _TREE / side
    return Figure(
        title=f"Agreement by {agreement.measure}",
        description="Clusterings in the order " + ", ".join(short_names(names)) + ".",
        width=side * size,
        height=side * size + _TREE,
        x=Axis(-0.5, size - 0.5, ticks=ticks, line=False, categories=True),
        y=Axis(size - 0.5, -0.5 - top, ticks=ticks, line=False, categories=True),
        marks=(
            *marks,
            Cells(tuple(words), (0.88, 0.8), 11),
            frame(size, size),
            *_tree(agreement, top),
        ),
        scale=Scale(agreement.measure, *(ends if higher else ends[::-1])),
    )


def _tree(agreement: Agreement, room: float) -> list[Mark]:
    """Brackets that join similar clusterings; the lower, the more similar."""
    places = {name: float(k) for k, name in enumerate(agreement.order)}
    nodes = [(places[name], 0.0) for name in agreement.names]
    most = float(agreement.linkage[:, 2].max()) or 1.0
    marks: list[Mark] = []
    for first, second, height, _ in agreement.linkage.tolist():
        (a, low), (b, high) = nodes[int(first)], nodes[int(second)]
        level = height / most
        points = tuple(
            (x, -0.6 - y * (room - 0.2)) for x, y in ((a, low), (a, level), (b, level), (b, high))
        )
        marks.append(Line(points, "muted", 1.2))
        nodes.append(((a + b) / 2, level))
    return marks
