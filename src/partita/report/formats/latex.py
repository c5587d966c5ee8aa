r"""Tables for LaTeX: a tabular, or a float with caption, label and notes.

Tables need no package. The rules are those of the package booktabs if the document loads it, and
lines (``\hline``) otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...base.checks import real, whole_from
from ...base.errors import InputError
from ...base.wording import show
from .tex_text import escape_latex, needs
from .text import Table, is_numeric, readable

RULES = "".join(
    rf"\providecommand{{\{rule}}}{{\hline}}" for rule in ("toprule", "midrule", "bottomrule")
)
_POINT = 25.4 / 72.27  # millimeters
_SIZE = 8.0  # points of \footnotesize
_SMALL = 0.88  # \scriptsize, relative to it
_GAP = 4.0  # points on both sides of a column
_LINES = 46  # of a float, which a page holds with its caption
_NARROW, _WIDE = frozenset("ijlIft.,:;'|! ()[]/-"), frozenset("mwMW@%=+<>~#&")


class Box(NamedTuple):
    """A cell: its TeX, the text that it shows, and smaller lines below it."""

    tex: str
    shown: str
    below: tuple[Box, ...] = ()
    number: bool = False  # of a head: whether its column has numbers


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is laid out: as a float if it has a caption or a label."""

    digits: int = 3
    transpose: bool | None = None  # None: the longer side goes down
    caption: str = ""  # TeX
    label: str = ""
    width: float | None = None  # millimeters; further columns continue below

    @property
    def floats(self) -> bool:
        """Whether the table has an environment of its own."""
        return bool(self.caption or self.label)

    def checked(self) -> Layout:
        """The same options, if they can be used."""
        if whole_from("digits", self.digits, 0) > 15:
            raise InputError(f"digits must be at most 15; got {self.digits}")
        if not (self.transpose is None or isinstance(self.transpose, bool)):
            raise InputError(f"transpose must be True, False or None; got {show(self.transpose)}")
        for name, text in (("caption", self.caption), ("label", self.label)):
            if not isinstance(text, str):
                raise InputError(f"{name} must be text for LaTeX; got {show(text)}")
            bare = re.sub(r"\\.", "", text)
            if bare.count("{") != bare.count("}"):
                raise InputError(f"{name} opens or closes a brace without the other: {show(text)}")
        wide = real(self.width)
        if self.width is not None and (wide is None or not 30 <= wide <= 2000):
            raise InputError(
                f"width must be 30 to 2000 millimeters, such as 85; got {show(self.width)}"
            )
        return self


@dataclass(frozen=True, slots=True)
class Grid:
    """A table for TeX: heads, rows, how many last rows are below a line, and notes."""

    head: Sequence[Box]
    rows: Sequence[Sequence[Box]]
    last: int = 0
    notes: Sequence[str] = field(default=())  # TeX

    def turned(self, corner: str) -> Grid:
        """The same table with its columns as rows, below this head."""
        columns = list(zip(self.head, *self.rows, strict=True))
        head = [text_box(corner), *(box._replace(number=True) for box in columns[0][1:])]
        rows = [[title._replace(number=False), *cells] for title, *cells in columns[1:]]
        return Grid(head, rows, notes=self.notes)

    def written(self, layout: Layout = Layout()) -> str:
        """The code of the table."""
        warning = needs(box.shown for row in (self.head, *self.rows) for box in row)
        lead = f"% {warning}\n" if warning else ""
        if layout.floats:
            return lead + _floats(self, layout)
        return lead + RULES + "%\n" + "\n".join(_tabular(self)) + "\n"


def text_box(text: str, *, number: bool = False) -> Box:
    """A cell with text; as a head, it may be that of numbers."""
    return Box(escape_latex(text), text, number=number)


def latex(table: Table) -> str:
    r"""A table of cells as a tabular.

    Examples
    --------
    >>> print(latex(Table(("measure", "a_b"), [("rand", 0.5)])).partition("%")[2], end="")
    <BLANKLINE>
    \begin{tabular}{lr}
    \toprule
    measure & a\_b \\
    \midrule
    rand & 0.5000 \\
    \bottomrule
    \end{tabular}
    """
    return grid_of(table).written()


def grid_of(table: Table) -> Grid:
    """A table of cells for TeX; numbers have four decimals."""
    rows = [[Box(_cell(cell), readable(cell)) for cell in row] for row in table.rows]
    heads = [
        text_box(readable(title), number=is_numeric(table, place))
        for place, title in enumerate(table.header)
    ]
    return Grid(heads, rows)


def _cell(cell: str | float | None) -> str:
    text = escape_latex(readable(cell))
    return text if isinstance(cell, str) or cell is None else text.replace("-", "$-$", 1)


def _tabular(grid: Grid) -> list[str]:
    sides = "".join("r" if box.number else "l" for box in grid.head)
    lines = [rf"\begin{{tabular}}{{{sides}}}", r"\toprule", _line(grid.head), r"\midrule"]
    body = len(grid.rows) - grid.last
    for place, row in enumerate(grid.rows):
        lines += [r"\midrule"] if place == body and body else []
        lines += _lines(row)
    return [*lines, r"\bottomrule", r"\end{tabular}"]


def _lines(row: Sequence[Box]) -> Iterator[str]:
    """A row, and the smaller lines below its cells."""
    yield _line(row)
    for place in range(_depth(row)):
        small = [box.below[place] if place < len(box.below) else Box("", "") for box in row]
        yield _line([box._replace(tex=rf"\scriptsize {box.tex}" * bool(box.tex)) for box in small])


def _depth(row: Sequence[Box]) -> int:
    return max((len(box.below) for box in row), default=0)


def _line(row: Sequence[Box]) -> str:
    return " & ".join(box.tex for box in row).lstrip() + r" \\"


def _floats(grid: Grid, layout: Layout) -> str:
    """As many floats as the pages need, each with parts that are as wide as the column."""
    pages = list(_pages(_parts(grid, layout.width)))
    name = "table*" if layout.width is not None and layout.width > 100 else "table"
    lines: list[str] = []
    for number, parts in enumerate(pages):
        lines += [
            rf"\begin{{{name}}}[tp]", RULES + "%", r"\centering\footnotesize",
            rf"\setlength{{\tabcolsep}}{{{_GAP:g}pt}}", *_heading(layout, first=not number),
        ]  # fmt: skip
        for place, part in enumerate(parts):
            lines += [r"\par\medskip"] if place else []
            lines += _tabular(part)
        if number == len(pages) - 1 and grid.notes:
            lines += [r"\par\smallskip", r"\parbox{\hsize}{\scriptsize\raggedright"]
            lines += [*grid.notes, "}"]
        lines.append(rf"\end{{{name}}}")
    return "\n".join(lines) + "\n"


def _heading(layout: Layout, *, first: bool) -> list[str]:
    """Caption and label; further floats continue the first one."""
    if not first:
        return [r"\addtocounter{table}{-1}", r"\caption{(continued)}", r"\smallskip"]
    caption = [rf"\caption{{{layout.caption}}}"] if layout.caption else []
    label = [rf"\label{{{layout.label}}}"] if layout.label else []
    return [*caption, *label, r"\smallskip"]


def _parts(grid: Grid, width: float | None) -> Iterator[Grid]:
    """Parts of at most this width and of less than a page."""
    each = 1 + max((_depth(row) for row in grid.rows), default=0)
    most = max(1, (_LINES - 2) // each - grid.last)
    body = len(grid.rows) - grid.last
    for start in range(0, max(1, body), most):
        rows = list(grid.rows[start : min(start + most, body)])
        end = start + most >= body
        rows += grid.rows[body:] if end else []
        for places in _columns(grid, width):
            yield Grid(
                [grid.head[k] for k in places],
                [[row[k] for k in places] for row in rows],
                grid.last if end else 0,
            )


def _columns(grid: Grid, width: float | None) -> list[list[int]]:
    """The columns of each part, which all have the first one."""
    rest = list(range(1, len(grid.head)))
    if width is None or not rest:
        return [[0, *rest]]
    widths = [
        max(map(_width, (row[k] for row in (grid.head, *grid.rows)))) + 2 * _GAP
        for k in range(len(grid.head))
    ]
    room = width / _POINT - widths[0]
    parts: list[list[int]] = [[0]]
    used = 0.0
    for k in rest:
        if used + widths[k] > room and len(parts[-1]) > 1:
            parts.append([0])
            used = 0.0
        parts[-1].append(k)
        used += widths[k]
    return parts


def _pages(parts: Iterable[Grid]) -> Iterator[list[Grid]]:
    page: list[Grid] = []
    used = 0
    for part in parts:
        lines = 3 + sum(1 + _depth(row) for row in part.rows)
        if page and used + lines > _LINES:
            yield page
            page, used = [], 0
        page.append(part)
        used += lines
    if page:
        yield page


def _width(box: Box) -> float:
    """Points of a cell in bold footnotesize, slightly too many."""
    small = max((_SMALL * _letters(one.shown) for one in box.below), default=0.0)
    return _SIZE * max(_letters(box.shown), small)


def _letters(text: str) -> float:
    return sum(map(_em, text))


def _em(sign: str) -> float:
    if sign in _NARROW:
        return 0.4
    if sign in _WIDE:
        return 1.0
    if not sign.isascii():
        return 1.2
    return 0.8 if sign.isupper() else 0.58
