"""Parts of a notebook display: inline styles only, and no colors except transparent ones.

Text has the notebook's own color, so that it is readable in light and dark themes. All text is
escaped and shortened; a display loads nothing and runs no script.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..base.wording import brief
from .formats.markup import Markup, safe, tag

if TYPE_CHECKING:
    from ..figures import Figure

_LONGEST = 28  # characters of a label
_CELL = "text-align:left;vertical-align:top;padding:1px 12px 1px 0"
_QUIET = "opacity:0.75"
_PARAGRAPH = "margin:4px 0"
_WIDTH = "max-width:50em"

# Text, lines and paper of a figure follow the notebook; colors with a meaning keep a middle tone.
_STYLE = (
    ".partita-notebook .f-ink{fill:currentColor}.partita-notebook .s-ink{stroke:currentColor}"
    ".partita-notebook .f-muted{fill:currentColor;opacity:.75}"
    ".partita-notebook .s-muted{stroke:currentColor;opacity:.75}"
    ".partita-notebook .s-faint{stroke:currentColor;opacity:.25}"
    ".partita-notebook .s-paper{stroke:none}"
    ".partita-notebook .f-c0{fill:#2f8fd0}.partita-notebook .s-c0{stroke:#2f8fd0}"
    ".partita-notebook .f-bad{fill:#d9703a}.partita-notebook .s-bad{stroke:#d9703a}"
    ".partita-notebook .partita-figure{max-width:100%;height:auto;background:none}"
)


def card(*parts: Markup) -> str:
    """A display of these parts."""
    return tag("div", *parts, class_="partita-notebook")


def name(text: Hashable) -> Markup:
    """A label, shortened; one without a visible character in quotes."""
    shown = brief(text, _LONGEST)
    return safe(shown if shown.strip() else repr(shown))


def heading(title: str, note: str = "") -> Markup:
    """A title in bold, with a note."""
    described = (" ", tag("span", note, style=_QUIET)) if note else ()
    return tag("p", tag("strong", brief(title, 2 * _LONGEST)), *described, style=_PARAGRAPH)


def paragraph(text: str) -> Markup:
    """A paragraph, or nothing without text."""
    return tag("p", text, style=f"{_PARAGRAPH};{_WIDTH}") if text else Markup()


def facts(found: Mapping[str, str]) -> Markup:
    """A row for each fact that is not empty."""
    rows = [
        tag("tr", tag("th", title, scope="row", style=_CELL), tag("td", text, style=_CELL))
        for title, text in found.items()
        if text
    ]
    return tag("table", tag("tbody", *rows), style=_PARAGRAPH) if rows else Markup()


def listed(title: str, entries: Iterable[str]) -> Markup:
    """A list under a quiet title, if it has one, or nothing without entries."""
    items = [tag("li", entry) for entry in entries]
    if not items:
        return Markup()
    head = tag("p", title, style=f"{_PARAGRAPH};{_QUIET}") if title else ""
    return Markup(head + tag("ul", *items, style=f"margin:0 0 4px 0;{_WIDTH}"))


def bar(value: float, low: float | None = None, high: float | None = None) -> Markup:
    """A horizontal bar up to a share of its width; its end is lighter from `low` to `high`."""
    low, high = (value if low is None else low), (value if high is None else high)
    parts = [
        tag("div", style=f"width:{100 * width:.1f}%;background:rgba(47,143,208,{ink})")
        for width, ink in ((low, 0.9), (high - low, 0.4))
        if width > 0
    ]
    track = "background:rgba(128,128,128,0.2)"
    return tag("div", *parts, style=f"display:flex;height:5px;min-width:6em;margin:2px 0;{track}")


def columns(
    corner: str,
    heads: Sequence[Markup],
    titles: Sequence[Markup],
    rows: Sequence[Sequence[Markup]],
) -> Markup:
    """A table of markup with a head for each column and a title for each row."""
    top = tag("tr", *(tag("th", one, scope="col", style=_CELL) for one in (corner, *heads)))
    lines = [
        tag(
            "tr",
            tag("th", title, scope="row", style=_CELL),
            *(tag("td", cell, style=_CELL) for cell in row),
        )
        for title, row in zip(titles, rows, strict=True)
    ]
    whole = tag("table", tag("thead", top), tag("tbody", *lines), style=_PARAGRAPH)
    return tag("div", whole, style="overflow-x:auto")


def picture(figure: Figure) -> Markup:
    """A figure that follows the notebook's theme."""
    from ..figures.svg.svg import svg

    drawn = tag("div", Markup(svg(figure)), style=_PARAGRAPH)
    return Markup(f"<style>{_STYLE}</style>{drawn}")
