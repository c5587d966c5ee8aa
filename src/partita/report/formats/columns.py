"""Columns of results as tables: text and HTML, with the number of rows that are not shown."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from .tables import html
from .text import Cell, Table, aligned

if TYPE_CHECKING:
    from ...comparison import Agreement, Columns, RankSummary, Sweep

_SHOWN = 20  # rows that are shown


def columns_text(columns: Columns) -> str:
    """Aligned columns, and the number of rows that are not shown."""
    return aligned(columns_table(columns.head(_SHOWN))).rstrip("\n") + _rest(columns)


def columns_html(columns: Columns) -> str:
    """An HTML table, and the number of rows that are not shown."""
    rest = _rest(columns).strip()
    return html(columns_table(columns.head(_SHOWN))) + (f"<p>{rest}</p>\n" if rest else "")


def rows_html(result: RankSummary | Sweep) -> str:
    """The table of a result as HTML."""
    return columns_html(result.table)


def matrix_html(agreement: Agreement) -> str:
    """The matrix in the order of its tree as HTML."""
    return columns_html(agreement.ordered())


def columns_table(columns: Columns) -> Table:
    """The columns as a table of cells."""
    names = list(columns)
    return Table(names, [[cell(row[name]) for name in names] for row in columns.rows()])


def cell(value: Any) -> Cell:
    """A value of a column as a cell; NaN, which marks a missing value, becomes None."""
    if isinstance(value, float) and isnan(value):
        return None
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return "" if value is None else str(value)
    return value


def _rest(columns: Columns) -> str:
    hidden = max(0, columns.height - _SHOWN)
    return f"\n… and {hidden} more rows" if hidden else ""
