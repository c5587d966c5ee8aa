"""The scores in each group of objects, such as donors or batches."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from ...base.wording import brief, count_text, number_text
from ...figures.groups import groups_of
from ...figures.svg.svg import svg
from ..formats.columns import cell
from ..formats.markup import Number, marked_name
from ..formats.text import Table
from .frame import Section, figure, section

if TYPE_CHECKING:
    from ...comparison import Columns
    from ...measures.chosen import Chosen

_ROWS = 400


def by_group_section(found: Columns, chosen: Chosen) -> Section:
    """A figure of the best clusterings in each group, and the table of all."""
    caption = (
        f"{chosen.label} of the objects of each group alone, with its interval; the groups where "
        "the best clustering does worst are on top."
    )
    drawn = figure(svg(groups_of(found, chosen)), caption, _numbers(found))
    return section("by-group", "Group by group", drawn, about="where the scores differ")


def _numbers(found: Columns) -> Table:
    rows = [
        (
            brief(row["group"], 40), Number(count_text(row["objects"])),
            marked_name(row["prediction"]), cell(row["value"]),
            Number("–" if isnan(row["low"]) else _interval(row["low"], row["high"])),
        )
        for row in found.head(_ROWS).rows()
    ]  # fmt: skip
    return Table(("group", "objects", "clustering", "value", "interval"), rows)


def _interval(low: float, high: float) -> str:
    return f"{number_text(low)} to {number_text(high)}"
