"""One clustering in detail: figures of its table, its groups, and changes that would help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...base.wording import brief, count_text, first_of, percent
from ...figures import flow, heatmap
from ...figures.grammar.marks import Rect
from ...figures.svg.svg import svg
from ..formats.markup import Markup, Number, joined, paragraph
from ..formats.text import Table
from .frame import figure, subsection, table
from .groups import class_table, cluster_table

if TYPE_CHECKING:
    from ...comparison import Columns, Comparison
    from ...comparison.report_data import ReportData
    from ...figures.grammar.palette import Colors
    from ...results import Edit

_LINES = 40  # classes and clusters of the heatmap; the rest are summed
_BANDS = 20  # classes and clusters of the flow
_LEAST = 0.5  # share of the objects that a flow must show; the rest is a band of its own
_FLOWS = 60  # rows of the table of the flow


def pictures(comparison: Comparison, name: str, colors: Colors = None, *, level: int = 3) -> Markup:
    """Heatmap and flow of one clustering, under headings of this level."""
    grid, bands = grid_picture(comparison, name), flow_picture(comparison, name, colors)
    return joined(
        [
            subsection("Classes against clusters", grid, level=level),
            subsection("From class to cluster", bands, level=level),
        ]
    )


def grid_picture(comparison: Comparison, name: str) -> Markup:
    """The heatmap of one clustering, with its numbers."""
    cells, drawn = comparison.cells(name, limit=_LINES), heatmap(comparison, name, limit=_LINES)
    caption = (
        "Objects of each class (row) in each cluster (column). A cluster stands with the class "
        "that it mostly holds. The deeper the color, the larger the share of the class."
    )
    if sum(isinstance(mark, Rect) for mark in drawn.marks) <= cells.height:  # one is the frame
        caption += " Cells that are too small for a number are blank below 2% of the class."
    return figure(svg(drawn), caption, _matrix(cells))


def flow_picture(comparison: Comparison, name: str, colors: Colors = None) -> Markup:
    """Bands from the classes to the clusters, if they show enough of the objects."""
    few = comparison.cells(name, limit=_BANDS)
    shown = few["count"][~few["others"]].sum() / few["count"].sum()
    if shown < _LEAST:
        return paragraph(
            f"Not drawn: the {_BANDS - 1} largest classes and clusters hold only {percent(shown)} "
            "of the objects. The tables below name the groups that matter."
        )
    return figure(
        svg(flow(comparison, name, limit=_BANDS, colors=colors)),
        "Where the objects of each class (left) go: a band that fans out is a split class, "
        "bands that meet are merged classes.",
        _flows(few),
    )


def groups(found: ReportData, name: str, level: int = 3) -> Markup:
    """The classes, the clusters and the changes that would help most."""
    parts = [
        class_table(found.comparison, name, level),
        cluster_table(found.comparison, name, level),
        subsection("What would help most?", _suggested(found, name), level=level),
    ]
    return joined(parts)


def _matrix(cells: Columns) -> Table:
    rows = list(cells.rows())
    names = {row["column"]: brief(row["cluster"], 20) for row in rows}
    columns = sorted(names)
    lines: dict[int, dict[int, float]] = {}
    classes: dict[int, str] = {}
    for row in rows:
        lines.setdefault(row["row"], {})[row["column"]] = row["count"]
        classes[row["row"]] = brief(row["class"], 28)
    body = [
        (classes[line], *(Number(count_text(lines[line].get(column, 0))) for column in columns))
        for line in sorted(lines)
    ]
    return Table(("class", *(names[column] for column in columns)), body)


def _flows(cells: Columns) -> Table:
    ordered = cells.sorted_by("count", descending=True)
    rows: list[Sequence[Any]] = [
        (
            brief(row["class"], 40), brief(row["cluster"], 40), Number(count_text(row["count"])),
            Number(percent(row["class_share"])), Number(percent(row["cluster_share"])),
        )
        for row in ordered.head(_FLOWS).rows()
    ]  # fmt: skip
    if ordered.height > _FLOWS:
        rows.append(
            (f"{ordered.height - _FLOWS:,} smaller ones", "", Number(""), Number(""), Number(""))
        )
    return Table(("class", "cluster", "objects", "of the class", "of the cluster"), rows)


def _suggested(found: ReportData, name: str) -> Markup:
    """The changes that would improve the leading measure, if there are any."""
    edits, measure = found.edits[name], found.asked.label
    if isinstance(edits, str):
        return paragraph(f"There are no suggestions: {edits}.")
    if not edits:
        return paragraph(f"No merge, split or move improves {measure}.")
    rows = [(edit.kind, _change(edit), edit.gain, edit.value) for edit in edits]
    header = ("change", "of", "gain", f"{measure} then")
    note = (
        "The exact gain of each change alone. A split separates the classes, which is the best "
        "result of clustering these objects again."
    )
    caption = f"Changes that would improve {measure} most"
    return table(Table(header, rows), caption, note=note)


def _change(edit: Edit) -> str:
    clusters = [brief(name, 28) for name in edit.clusters]
    classes = first_of([brief(name, 20) for name in edit.classes], 4)
    if edit.kind == "merge":
        return f"clusters {clusters[0]} and {clusters[1]}, which share {classes}"
    if edit.kind == "split":
        return f"cluster {clusters[0]} into {classes}"
    return f"class {classes} from cluster {clusters[0]} to cluster {clusters[1]}"
