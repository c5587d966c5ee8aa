"""The contingency table as a picture, best matches on the diagonal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.checks import one_of
from ..base.wording import count_text, percent
from .grammar.marks import Axis, Cells, Figure, Mark, Rect, Scale, Text
from .grammar.palette import depth, on_depth
from .grammar.spans import frame
from .grammar.words import short, short_names

if TYPE_CHECKING:
    from ..comparison import Columns, Comparison
    from ..table.groups import Groups

_NUMBERED = 25  # lines up to which numbers fit


def heatmap(
    comparison: Comparison,
    prediction: str | None = None,
    *,
    share: str = "class",
    limit: int = 40,
    colors: object = None,  # noqa: ARG001 - depth stands for the share; the face of a figure
) -> Figure:
    """Classes as rows, clusters as columns; the deeper, the more of the class lies there.

    With ``share="cluster"`` the depth is the part of the cluster. Numbers are objects, where they
    fit; sizes of classes stand at the right, those of clusters on top.
    """
    one_of("share", share, ("class", "cluster"))
    cells = comparison.cells(prediction, limit=limit)
    rows, columns = _lines(cells, "class", "row"), _lines(cells, "cluster", "column")
    side = min(46.0, max(15.0, 520 / max(len(rows), len(columns))))
    name = prediction or comparison.predictions[0]
    unit = "weight" if cells["count"].dtype.kind == "f" else "objects"
    return Figure(
        title=f"{short(comparison.truth)} and {short(name)}",
        description=_told(cells, comparison.table(prediction).groups),
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
    for row in cells.rows():
        x, y, part = row["column"], row["row"], row[f"{share}_share"]
        tip = (
            f"{short(row['class'])} in {short(row['cluster'])}: {count_text(row['count'])} "
            f"objects, {percent(row['class_share'])} of the class, "
            f"{percent(row['cluster_share'])} of the cluster"
        )
        marks.append(Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5, depth(part), tip=tip))
        word = (x, y, count_text(row["count"]), on_depth(part))
        (summed if row["others"] else words).append(word)
    marks.append(Cells(tuple(words), (0.88, 0.8)))
    if max(cells["row"].max(), cells["column"].max()) < _NUMBERED:  # sums have sizes of their own
        marks += [Text(*word, box=(0.88, 0.8)) for word in summed]
    return marks


def _lines(cells: Columns, name: str, place: str) -> list[tuple[object, float]]:
    """Name and size of every line, in order."""
    found = {row[place]: (row[name], row[f"{name}_size"]) for row in cells.rows()}
    return [found[line] for line in sorted(found)]


def _named(lines: list[tuple[object, float]], longest: int) -> tuple[tuple[float, str], ...]:
    names = short_names((str(name) for name, _ in lines), longest)
    return tuple((float(place), name) for place, name in enumerate(names))


def _sizes(lines: list[tuple[object, float]]) -> tuple[tuple[float, str], ...]:
    return tuple((float(place), count_text(size)) for place, (_, size) in enumerate(lines))


def _told(cells: Columns, groups: Groups) -> str:
    largest = cells.sorted_by("count", descending=True).head(5)
    told = "; ".join(
        f"{short(row['class'])} in {short(row['cluster'])}: {count_text(row['count'])}"
        for row in largest.rows()
    )
    sides = f"{groups.class_text} as rows and {groups.cluster_text} as columns"
    return f"{sides}. Largest cells: {told}."
