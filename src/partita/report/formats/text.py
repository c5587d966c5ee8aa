"""Tables as text: aligned columns, Markdown, CSV and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isinf
from typing import Any, NamedTuple

from ...base.wording import number_text, printable

Cell = str | int | float | None

FORMATS = ("table", "json", "jsonl", "csv", "markdown", "latex")

# Some spreadsheets accept the wide ones too.
_FORMULA_SIGNS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
# Signs with a meaning in Markdown; < > & are entities, as not all processors know other escapes.
_MARKDOWN = {sign: "\\" + sign for sign in "\\`*[]|~$"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
READING_WIDTH = 80  # of text that no terminal shows
_GAP = "  "
Signs = tuple[str, str, str]  # before and after a strong cell, and after any other
BOLD: Signs = ("\x1b[1m", "\x1b[0m", "")  # visible on any background of a terminal
STARRED: Signs = ("", "*", " ")  # plain text, which keeps the columns aligned


class Table(NamedTuple):
    """A header and rows of cells; None is a missing value."""

    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def aligned(
    table: Table,
    width: int | None = None,
    strong: frozenset[tuple[int, int]] = frozenset(),
    signs: Signs = BOLD,
) -> str:
    """Columns padded with blanks, numbers aligned to the right.

    Columns that do not fit into `width` continue in further blocks, each with the first column
    again. Cells at the `strong` places (row, column) are marked by the signs: bold, for a terminal.
    """
    sides = [">" if is_numeric(table, i) else "<" for i in range(len(table.header))]
    columns = [
        [printable(title), *(readable(row[position]) for row in table.rows)]
        for position, title in enumerate(table.header)
    ]
    padded = [
        _pad(column, side, {row + 1 for row, place in strong if place == position}, signs)
        for position, (column, side) in enumerate(zip(columns, sides, strict=True))
    ]
    blocks = [_join(block) for block in _blocks(padded, width)]
    return "\n\n".join(blocks) + "\n"


def markdown(table: Table) -> str:
    """A Markdown table, with escaped signs."""
    rows = [[readable(cell) for cell in row] for row in [table.header, *table.rows]]
    lines = ["| " + " | ".join(map(escape_markdown, row)) + " |" for row in rows]
    marks = ["--:" if is_numeric(table, i) else "---" for i in range(len(table.header))]
    lines.insert(1, "| " + " | ".join(marks) + " |")
    return "\n".join(lines) + "\n"


def comma_separated(table: Table) -> str:
    """CSV with numbers in full precision and a quote before text that spreadsheets would run."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_defused(title) for title in table.header])
    for row in table.rows:
        writer.writerow([_defused(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def json_text(document: Any) -> str:
    """JSON in ASCII; floats have enough digits to be read back unchanged."""
    import json

    return json.dumps(_bounded(document), indent=2, allow_nan=False) + "\n"


def json_lines(records: Iterable[Any]) -> str:
    """JSON lines, one record each."""
    import json

    return "".join(json.dumps(_bounded(record), allow_nan=False) + "\n" for record in records)


def _bounded(value: Any) -> Any:
    """The value with null for infinite numbers, which JSON does not have."""
    if isinstance(value, dict):
        return {name: _bounded(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_bounded(one) for one in value]
    return None if isinstance(value, float) and isinf(value) else value


def readable(cell: Cell) -> str:
    """A cell as text for reading."""
    if cell is None:
        return "undefined"
    return printable(cell) if isinstance(cell, str) else number_text(cell)


def is_numeric(table: Table, position: int) -> bool:
    """Whether a column holds only numbers."""
    cells = [row[position] for row in table.rows]
    return bool(cells) and not any(isinstance(cell, str) for cell in cells)


def _pad(column: list[str], side: str, strong: set[int], signs: Signs) -> list[str]:
    width = max(map(_cells_wide, column))
    blanks = [" " * (width - _cells_wide(text)) for text in column]
    before, after, plain = signs if strong else ("", "", "")
    inked = [f"{before}{x}{after}" if i in strong else f"{x}{plain}" for i, x in enumerate(column)]
    pairs = zip(blanks, inked, strict=True)
    return [blank + text if side == ">" else text + blank for blank, text in pairs]


def _cells_wide(text: str) -> int:
    """The width of a text in a terminal, where wide East Asian characters take two cells."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(1 + (east_asian_width(c) in "WF") for c in text if not combining(c))


def _blocks(columns: list[list[str]], width: int | None) -> list[list[list[str]]]:
    """Group padded columns so that each group, with the first column, fits the width."""
    first, *others = columns
    blocks = [[first]]
    used = start = _cells_wide(first[0])
    for column in others:
        needed = len(_GAP) + _cells_wide(column[0])
        if width is not None and used + needed > width and len(blocks[-1]) > 1:
            blocks.append([first])
            used = start
        blocks[-1].append(column)
        used += needed
    return blocks


def _join(columns: list[list[str]]) -> str:
    return "\n".join(_GAP.join(row).rstrip() for row in zip(*columns, strict=True))


def escape_markdown(text: str) -> str:
    """Text that Markdown prints unchanged; an underscore inside a word needs no escape."""
    marked = "".join(_MARKDOWN.get(c, c) for c in text)
    if "_" not in marked:
        return marked
    import re

    return re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", marked)


def markdown_paragraph(text: str) -> str:
    """The same for a paragraph, where signs at the start make headings, lists and rules."""
    import re

    return re.sub(r"^([#+=-]|[0-9]+(?=[.)]))", _masked, escape_markdown(text).lstrip(" "))


def _masked(found: Any) -> str:
    sign: str = found[0]
    return f"{sign}\\" if sign.isdigit() else f"\\{sign}"


def _defused(text: str) -> str:
    """Text that spreadsheets do not run, whether they split cells at commas or semicolons."""
    shown = printable(text)
    if not any(sign in shown for sign in _FORMULA_SIGNS):
        return shown
    parts = shown.split(";")
    return ";".join(f"'{p}" if p.lstrip().startswith(_FORMULA_SIGNS) else p for p in parts)
