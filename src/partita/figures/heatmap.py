"""The heatmap: the contingency table as a figure, each cluster with its class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.checks import one_of
from ..base.short_names import short_names
from ..base.wording import count_text, percent
from .grammar.marks import Axis, Cells, Figure, Mark, Rect, Scale, Text
from .grammar.palette import depth, on_depth
from .grammar.spans import frame
from .grammar.words import largest_cells, line_sizes, short

if TYPE_CHECKING:
    from ..comparison import Columns, Comparison

_NUMBERED = 25  # rows or columns up to which numbers fit
_VISIBLE = 0.02  # share from which a cell without a number is drawn; paler ones look empty


def heatmap(
    comparison: Comparison,
    prediction: str | None = None,
    *,
    share: str = "class",
    limit: int = 40,
    colors: object = None,  # noqa: ARG001 - all figures take it; here depth shows the share
) -> Figure:
    """Classes as rows, clusters as columns; the deeper a cell, the larger its share of the class.

    With ``share="cluster"`` the depth is the share of the cluster. Cells show their number of
    objects where it fits. Class sizes are on the right, cluster sizes on top.
    """
    one_of("share", share, ("class", "cluster"))
    cells = comparison.cells(prediction, limit=limit)
    rows, columns = line_sizes(cells, "class", "row"), line_sizes(cells, "cluster", "column")
    side = min(46.0, max(15.0, 520 / max(len(rows), len(columns))))
    name, groups = prediction or comparison.predictions[0], comparison.table(prediction).groups
    unit = "weight" if cells["count"].dtype.kind == "f" else "objects"
    return Figure(
        title=f"{short(comparison.truth)} and {short(name)}",
        description=f"{groups.class_text} as rows and {groups.cluster_text} as columns. "
        f"Largest cells: {largest_cells(cells, 5, 'in')}.",
        width=max(side * len(columns), 60.0),
        height=max(side * len(rows), 30.0),
        x=Axis(
            -0.5, len(columns) - 0.5, "clusters", _named(columns, 20), _sizes(columns),
            unit, line=False, categories=True,
        ),
        y=Axis(
            len(rows) - 0.5, -0.5, "classes", _named(rows, 28), _sizes(rows), unit,
            line=False, categories=True,
        ),
        marks=(*_cells(cells, share), frame(len(columns), len(rows))),
        scale=Scale(f"share of the {share}", "0%", "100%"),
    )  # fmt: skip


def _cells(cells: Columns, share: str) -> list[Mark]:
    marks: list[Mark] = []
    words: list[tuple[float, float, str, str]] = []
    summed: list[tuple[float, float, str, str]] = []
    numbered = max(cells["row"].max(), cells["column"].max()) < _NUMBERED
    for row in cells.rows():
        x, y, part = row["column"], row["row"], row[f"{share}_share"]
        tip = (
            f"{short(row['class'])} in {short(row['cluster'])}: {count_text(row['count'])} "
            f"objects, {percent(row['class_share'])} of the class, "
            f"{percent(row['cluster_share'])} of the cluster"
        )
        if part >= _VISIBLE or numbered:
            marks.append(Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5, depth(part), tip=tip))
        word = (x, y, count_text(row["count"]), on_depth(part))
        (summed if row["others"] else words).append(word)
    marks.append(Cells(tuple(words), (0.88, 0.8)))
    if numbered:  # each sum has its own text size
        marks += [Text(*word, box=(0.88, 0.8)) for word in summed]
    return marks


def _named(lines: list[tuple[object, float]], longest: int) -> tuple[tuple[float, str], ...]:
    names = short_names((str(name) for name, _ in lines), longest)
    return tuple((float(place), name) for place, name in enumerate(names))


def _sizes(lines: list[tuple[object, float]]) -> tuple[tuple[float, str], ...]:
    return tuple((float(place), count_text(size)) for place, (_, size) in enumerate(lines))
