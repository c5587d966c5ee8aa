"""How much group sizes vary: a figure if several clusterings have a value, and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...figures import uniform_effect
from ...figures.svg.svg import svg
from ..formats.columns import cell
from ..formats.markup import marked_name
from ..formats.text import Table
from .frame import Section, figure, section, table

if TYPE_CHECKING:
    from ...comparison import UniformEffect

_HEADING = "Group sizes"
_ABOUT = "how unequal classes and clusters are"
_MEANING = (
    "CV is the standard deviation of the group sizes over their mean: CV₀ of the classes, CV₁ of "
    "the clusters. DCV = CV₁ - CV₀ below 0 is the uniform effect, which k-means has on imbalanced "
    "classes."
)


def sizes_section(found: UniformEffect) -> Section:
    """CV₀, CV₁ and DCV of each clustering."""
    numbers, meaning = _numbers(found), " ".join((_MEANING, *found.summary))
    if found.known < 2:
        caption = "Coefficients of variation of the group sizes"
        return section("sizes", _HEADING, table(numbers, caption, note=meaning), about=_ABOUT)
    return section(
        "sizes", _HEADING, figure(svg(uniform_effect(found)), meaning, numbers), about=_ABOUT
    )


def _numbers(found: UniformEffect) -> Table:
    columns = ("classes", "clusters", "cv0", "cv1", "dcv", "error")
    rows = [
        (marked_name(row["prediction"]), *(cell(row[name]) for name in columns))
        for row in found.table.rows()
    ]
    header = ("clustering", "classes", "clusters", "CV₀", "CV₁", "DCV", "standard error of DCV")
    return Table(header, rows)
