"""Small pieces of Markdown that the generated pages share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table. Bars inside cells are escaped, because they would end the cell."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def plain(text: str) -> str:
    """Escape the characters that Markdown would interpret, except in code."""
    parts = text.split("`")
    parts[::2] = [_escaped(part) for part in parts[::2]]
    return "`".join(parts)


def _escaped(text: str) -> str:
    return "".join("\\" + sign if sign in "\\*_<>[]|$#" else sign for sign in text)


def number(value: float | None) -> str:
    """A value with four digits, or a dash."""
    return "–" if value is None else f"{value:.4g}"


def drawn(html: str) -> str:
    """A block of HTML that the search does not index; the module `drawn` renders it."""
    return f"```{{drawn}}\n\n{html}\n```"


def page(*parts: str) -> str:
    """A page: parts with blank lines between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
