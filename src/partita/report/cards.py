"""Pieces of what a notebook shows: inline styles only, no colors but see-through ones.

Words take the notebook's own color, so that light and dark themes both work; every text from
outside is escaped and shortened; nothing is loaded and no script runs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING

from ..base.wording import brief, printable

if TYPE_CHECKING:
    from ..figures import Figure

_LONGEST = 28  # characters of a label
_TEXT = "text-align:left;vertical-align:top;padding:1px 12px 1px 0"
_QUIET = "opacity:0.75"

# Words, lines and paper of a figure follow the notebook; what has a meaning keeps a middle tone.
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


def card(*parts: str) -> str:
    """The whole, from parts that are escaped already."""
    return f'<div class="partita-notebook">{"".join(parts)}</div>'


def name(text: Hashable) -> str:
    """A label, shortened and escaped; one without a visible sign in quotes."""
    shown = brief(text, _LONGEST)
    return escape(shown if shown.strip() else repr(shown))


def words(text: str) -> str:
    """Prose, escaped."""
    return escape(printable(text))


def heading(title: str, note: str = "") -> str:
    """A line in bold, and what it is beside it."""
    beside = f' <span style="{_QUIET}">{words(note)}</span>' if note else ""
    return (
        f'<p style="margin:4px 0"><strong>{escape(brief(title, 2 * _LONGEST))}</strong>{beside}</p>'
    )


def paragraph(text: str) -> str:
    """Prose."""
    return f'<p style="margin:4px 0;max-width:50em">{words(text)}</p>' if text else ""


def facts(found: Mapping[str, str]) -> str:
    """A row per fact; empty ones are left out."""
    rows = "".join(
        f'<tr><th scope="row" style="{_TEXT}">{words(title)}</th>'
        f'<td style="{_TEXT}">{words(text)}</td></tr>'
        for title, text in found.items()
        if text
    )
    return f'<table style="margin:4px 0"><tbody>{rows}</tbody></table>' if rows else ""


def listed(title: str, entries: Iterable[str]) -> str:
    """A list under a quiet title."""
    items = "".join(f"<li>{words(entry)}</li>" for entry in entries)
    return (
        f'<p style="margin:4px 0;{_QUIET}">{words(title)}</p>'
        f'<ul style="margin:0 0 4px 0;max-width:50em">{items}</ul>'
        if items
        else ""
    )


def picture(figure: Figure) -> str:
    """A figure that follows the notebook's theme."""
    from ..figures.svg.svg import svg

    return f'<style>{_STYLE}</style><div style="margin:4px 0">{svg(figure)}</div>'
