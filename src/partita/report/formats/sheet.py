"""The output of a command in every format: data for programs, tables and text for readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.wording import printable, shortened
from .text import (
    READING_WIDTH,
    Table,
    aligned,
    comma_separated,
    escape_markdown,
    json_lines,
    json_text,
    markdown,
    markdown_paragraph,
)

if TYPE_CHECKING:
    from .latex import Grid


class Part(NamedTuple):
    """A table with sentences below it; either may be missing."""

    table: Table | None = None
    title: str = ""
    sentences: Sequence[str] = ()
    strong: frozenset[tuple[int, int]] = frozenset()  # cells that are bold on a terminal
    grid: Callable[[], Grid] | None = None  # the table for LaTeX, if it is another one


class Sheet(NamedTuple):
    """A result in every format.

    `document` is the published JSON, `lines` are its records, `long` is the table for CSV, and
    `parts` are for reading, below the `lead`.
    """

    document: Mapping[str, Any]
    lines: Sequence[Mapping[str, Any]]
    long: Table
    parts: Sequence[Part]
    lead: str = ""

    def render(self, style: str, width: int | None = None, *, bold: bool = False) -> str:
        """Text in one of `text.FORMATS`; `bold` is for terminals."""
        if style == "json":
            return json_text(self.document)
        if style == "jsonl":
            return json_lines(self.lines)
        if style == "csv":
            return comma_separated(self.long)
        if style == "table":
            blocks = [_text(part, width, bold=bold) for part in self.parts]
            return "\n".join([f"{printable(self.lead)}\n", *blocks] if self.lead else blocks)
        return "\n".join(_marked(part, style) for part in self.parts)


def complete_lines(document: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """The records under a key, each with the plain values of its document first."""
    plain = {name: v for name, v in document.items() if not isinstance(v, (list, dict))}
    return [{**plain, **record} for record in document[key]]


def _text(part: Part, width: int | None, *, bold: bool) -> str:
    blocks = [printable(part.title) + "\n"] if part.title else []
    if part.table is not None:
        blocks.append(aligned(part.table, width, part.strong if bold else frozenset()))
    blocks += [_wrapped(sentence, width or READING_WIDTH) for sentence in part.sentences]
    return "".join(blocks)


def _wrapped(text: str, width: int) -> str:
    from textwrap import fill

    shown = fill(
        _safe(text),
        width=max(width, 20),
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return shown + "\n"


def _safe(sentence: str) -> str:
    """A sentence without control characters and without very long words."""
    return " ".join(shortened(word) for word in printable(sentence).split(" "))


def _marked(part: Part, style: str) -> str:
    layout, title, escape, paragraph = _latex() if style == "latex" else _MARKDOWN
    blocks = [title.format(escape(printable(part.title)))] if part.title else []
    if part.table is not None:
        given = part.grid if style == "latex" else None
        blocks.append(layout(part.table) if given is None else given().written())
    paragraphs = [paragraph(_safe(sentence)) for sentence in part.sentences]
    if part.table is not None and paragraphs:
        blocks.append("\n")
    return "".join(blocks) + "\n\n".join(paragraphs) + ("\n" if paragraphs else "")


_Escape = Callable[[str], str]
_Markup = tuple[Callable[[Table], str], str, _Escape, _Escape]
_MARKDOWN: _Markup = (markdown, "### {}\n\n", escape_markdown, markdown_paragraph)


def _latex() -> _Markup:
    from .latex import latex  # the other formats do without it
    from .tex_text import escape_latex

    return latex, "% {}\n", escape_latex, escape_latex
