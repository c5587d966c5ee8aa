"""The first picture: how well each clustering finds each class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...base.wording import brief, count_text
from ...comparison.diagnosis.class_matrix import FOUND
from ...figures import class_matrix
from ...figures.svg.svg import svg
from ..formats.markup import Markup, Number, marked_name
from ..formats.text import Table
from .frame import figure

if TYPE_CHECKING:
    from ...comparison import Comparison
    from ...comparison.report_data import ReportData

_CLASSES = 30  # in the figure and its table
_COLUMNS = 40  # clusterings in the table, as in the figure


def class_picture(found: ReportData) -> list[Markup]:
    """Classes by clusterings, if there are several hard clusterings."""
    comparison = found.comparison
    if len(comparison.counted) < 2:
        return []
    drawn = svg(class_matrix(comparison, found.ranking, limit=_CLASSES))
    return [figure(drawn, _caption(found), _numbers(found))]


def _caption(found: ReportData) -> str:
    text = (
        "Each cell: how well the clustering (column, the best first) finds the class (row, the "
        "hardest first), as the F of the cluster that matches the class best. A clustering finds "
        f"a class if that F is at least {FOUND}."
    )
    classes = max(len(one.table.classes) for one in found.comparison.counted.values())
    if classes > _CLASSES:
        text += (
            f" Shown are the {_CLASSES} classes with the most objects outside their best cluster."
        )
    if found.ranking is not None and not isinstance(found.ranking, str):
        text += " Clusterings that share a letter are not significantly different."
    return text + without_soft(found.comparison)


def without_soft(comparison: Comparison) -> str:
    """A sentence for a figure of tables, if some clusterings are soft."""
    if len(comparison.counted) == len(comparison.predictions):
        return ""
    return " Soft clusterings are not shown, because they have no single table."


def _numbers(found: ReportData) -> Table:
    rows = list(found.comparison.class_matrix(limit=_CLASSES).rows())
    hard = [name for name in found.order if name in found.comparison.counted][:_COLUMNS]
    lines: dict[object, dict[str, float]] = {}
    firsts: dict[object, dict[str, Any]] = {}
    for row in rows:
        firsts.setdefault(row["class"], row)
        lines.setdefault(row["class"], {})[row["prediction"]] = row["f"]
    body = [
        (
            brief(name, 40), Number(count_text(firsts[name]["size"])), firsts[name]["best"],
            *(own.get(prediction) for prediction in hard),
        )
        for name, own in lines.items()
    ]  # fmt: skip
    return Table(("class", "size", "best F", *(marked_name(name, 28) for name in hard)), body)
