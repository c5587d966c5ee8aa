"""The frame of a page: one self-contained HTML file of sections, tables and figures.

A page loads nothing and runs no script but the one that it may be given: the policy in its head
forbids all else, even for markup that should not be there. All content that is not `Markup` is
escaped.

>>> from partita.report.formats.text import Table
>>> scores = table(Table(("measure", "value"), [("rand", 0.5)]), "Scores")
>>> html = document("A study", [section("scores", "Scores", scores)])
>>> html[:15], "<h2" in html
('<!DOCTYPE html>', True)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..formats.markup import Content, Markup, Number, joined, paragraph, plain, safe, tag
from ..formats.text import Table, readable
from .style import STYLE

if TYPE_CHECKING:
    from .interactive import Extra

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
_RUNS_NOTHING = "This page loads nothing and runs no script."
_RUNS_ITS_OWN = (
    "This page loads nothing. It runs one script, which it contains, and is complete without it."
)
_LONG = 20  # characters; columns with longer text are not made narrow
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_WIDTH = re.compile(r'<svg [^>]*?width="([0-9.]+)"')
_SIDE = 660.0  # pixels of a figure, up to which wide screens have room for its caption on the right


class Section(NamedTuple):
    """A part of a page with a heading; links lead to its name.

    With a text `about` what it holds, it is closed, and opens on a click.
    """

    name: str
    heading: str
    body: Markup
    about: str = ""


def section(name: str, heading: str, *body: Content, about: str = "") -> Section:
    """A section; `name` consists of lowercase letters, digits and hyphens."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"name a section by lowercase letters, digits and hyphens, not {name!r}")
    return Section(name, heading, joined(body), about)


def document(
    title: str,
    sections: Sequence[Section],
    *,
    lead: Content = "",
    footer: Content = "",
    more: Extra | None = None,
) -> str:
    """The whole page: head, contents, sections, foot, and the script if there is `more`.

    Closed sections list themselves, so that contents are listed only if all sections are open.
    """
    policy = _POLICY if more is None else f"{_POLICY}; {more.policy}"
    style = STYLE if more is None else STYLE + more.style
    names = [one.name for one in sections]
    if len(set(names)) < len(names):
        raise ValueError(f"two sections have the same name among {names}")
    head = joined(
        [
            Markup('<meta charset="utf-8">'),
            Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
            Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
            Markup('<meta name="referrer" content="no-referrer">'),
            Markup('<meta name="color-scheme" content="light dark">'),
            Markup('<link rel="icon" href="data:,">'),  # otherwise browsers ask for one
            tag("title", plain(title)),
            Markup(f"<style>{style}</style>"),
        ]
    )
    body = joined(
        [
            tag("a", "Skip to the content", class_="skip", href="#content"),
            tag("header", tag("h1", title), safe(lead)),
            Markup("") if any(one.about for one in sections) else _contents(sections),
            Markup('<main id="content">'),
            *map(_section, sections),
            Markup("</main>"),
            tag("footer", footer, " ", _RUNS_NOTHING if more is None else _RUNS_ITS_OWN),
            *([] if more is None else [more.body]),
        ]
    )
    page = joined([tag("head", head), tag("body", body)])
    return f'<!DOCTYPE html>\n<html lang="en">\n{page}\n</html>\n'


def subsection(heading: str, *body: Content, level: int = 3) -> Markup:
    """A part of a section with its own heading."""
    return joined([tag(f"h{level}", heading), *body])


def table(content: Table, caption: str, *, note: Content = "") -> Markup:
    """A table with its caption; the first column heads the rows.

    Cells that are `Markup` are not escaped; columns of numbers are aligned to the right.
    """
    sides = [_kind_of(content, place) for place in range(len(content.header))]
    head = [
        tag("th", title, scope="col", **_kind(kind))
        for title, kind in zip(content.header, sides, strict=True)
    ]
    body = []
    for first, *rest in content.rows:
        cells = (
            tag("td", _cell(cell), **_kind(kind))
            for cell, kind in zip(rest, sides[1:], strict=True)
        )
        body.append(tag("tr", tag("th", _cell(first), scope="row"), *cells))
    top = [
        Markup(f"<table>{tag('caption', tag('span', caption))}"),
        tag("thead", tag("tr", *head)),
        Markup("<tbody>"),
    ]
    whole = joined([*top, *body, Markup("</tbody></table>")])
    scroll = tag("div", whole, class_="scroll", role="group", aria_label=caption, tabindex="0")
    return joined([scroll, paragraph(note, kind="note")]) if note else scroll


def figure(svg: str, caption: Content, numbers: Table | None = None, *more: Content) -> Markup:
    """A figure with its caption, and its numbers as a table that opens on a click.

    On small screens a figure shrinks with its text, but not below 55% of its width.
    """
    found = _WIDTH.search(svg)
    width = float(found[1]) if found else 0.0
    rows = []
    if numbers is not None:
        rows = [folded("Numbers of this figure", table(numbers, "Numbers"), kind="numbers")]
    return tag(
        "figure",
        tag("div", Markup(svg), class_="picture"),
        tag("figcaption", caption),
        *rows,
        *more,
        style=f"--width:{width:g}px",
        **_kind("side" if width <= _SIDE else ""),
    )


def folded(summary: Content, *body: Content, opened: bool = False, kind: str = "") -> Markup:
    """Content that opens on a click."""
    made = tag("details", tag("summary", summary), Markup("\n"), *body, **_kind(kind))
    return Markup(made.replace("<details", "<details open", 1)) if opened else made


def in_a_row(*parts: Content) -> Markup:
    """Parts that open on a click, next to each other while they are closed."""
    return tag("div", *parts, class_="row")


def _section(one: Section) -> Markup:
    heading = tag("h2", one.heading, id=f"{one.name}-heading")
    parts = [heading, Markup("\n"), one.body]
    if one.about:
        about = tag("span", one.about, class_="about")
        parts = [folded(joined([heading, about], " "), one.body, kind="section")]
    return tag("section", *parts, id=one.name, aria_labelledby=f"{one.name}-heading")


def _contents(sections: Sequence[Section]) -> Markup:
    links = [tag("li", tag("a", one.heading, href=f"#{one.name}")) for one in sections]
    return tag("nav", tag("ul", *links), aria_label="Contents")


def _kind(kind: str) -> dict[str, str]:
    return {"class_": kind} if kind else {}


def _cell(cell: str | float | None) -> Markup:
    if isinstance(cell, Markup):
        return cell
    if cell is None:
        return tag("span", "no value", class_="none")
    return safe(f"{cell:,}" if isinstance(cell, int) else readable(cell))


def _kind_of(content: Table, place: int) -> str:
    """The class of a column: numbers ("n"), long text ("t"), or none."""
    cells = [row[place] for row in content.rows if row[place] is not None]
    if cells and all(isinstance(cell, (int, float, Number)) for cell in cells):
        return "n"
    longest = max((len(c) for c in cells if type(c) is str), default=0)
    return "t" if place and longest > _LONG else ""
