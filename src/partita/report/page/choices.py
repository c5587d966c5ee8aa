"""The card of other choices: which clustering is best under each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..formats.markup import Markup, marked_name, named, paragraph, tag
from ..formats.text import Table
from .frame import Section, section, table

if TYPE_CHECKING:
    from ...comparison import Robustness

_KINDS = {
    "measure": "another measure",
    "noise": "another treatment of noise",
    "singletons": "without clusters of one object",
    "chance": "another model of chance",
}


def choices_section(found: Robustness) -> Section:
    """The best clustering under each choice of measure, noise policy and chance model."""
    rows = [
        (
            named(row["choice"]), _KINDS[row["about"]],
            marked_name(row["winner"]) if row["wins"] else tag("b", marked_name(row["winner"])),
            row["value"],
        )
        for row in found.table.rows()
    ]  # fmt: skip
    caption = "The best clustering if one choice changes. Bold: it is another one than above."
    made: Markup = table(Table(("choice", "kind", "best", "value"), rows), caption)
    about = "whether another choice changes the winner"
    return section("choices", "Other choices", paragraph(found.sentence), made, about=about)
