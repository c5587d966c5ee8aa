"""The scores in each group of objects, such as donors or batches."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from ...base.wording import brief, count_text, range_text
from ...figures.groups import SHOWN, groups_of
from ...figures.svg.svg import svg
from ..formats.columns import cell
from ..formats.markup import Markup, Number, marked_name
from ..formats.text import Table
from .frame import figure

if TYPE_CHECKING:
    from ...comparison import Columns
    from ...comparison.report_data import ReportData

_ROWS = 400


def group_picture(found: ReportData) -> list[Markup]:
    """The best clusterings in each group with the table of all, if there are groups."""
    if found.by_group is None:
        return []
    rows = found.by_group
    caption = (
        f"{found.asked.label} of the objects of each group alone, with its interval; the groups "
        "where the best clustering does worst are on top."
    )
    groups = len(set(rows["group"].tolist()))
    if groups > SHOWN:
        caption += f" The {SHOWN} worst of {groups} groups are drawn."
    if (rows["classes"] < 2).any():
        caption += " A group with a single class has no dot: its score would be a convention."
    return [figure(svg(groups_of(rows, found.asked)), caption, _numbers(rows))]


def _numbers(found: Columns) -> Table:
    rows = [
        (
            brief(row["group"], 40), Number(count_text(row["objects"])), row["classes"],
            marked_name(row["prediction"]), cell(row["value"]),
            Number("–" if isnan(row["low"]) else range_text(row["low"], row["high"])),
        )
        for row in found.head(_ROWS).rows()
    ]  # fmt: skip
    return Table(("group", "objects", "classes", "clustering", "value", "interval"), rows)
