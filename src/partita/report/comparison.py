"""Comparisons, diagnoses and sweeps laid out as text and HTML. Computes nothing."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from .scores import Score, Scores
from .tables import html
from .text import Cell, Table, aligned

if TYPE_CHECKING:
    from ..comparison import Columns, Comparison


def presented(comparison: Comparison) -> Scores:
    """The scores as the command line shows them."""
    return Scores(
        comparison.truth,
        [
            Score(
                prediction=one.prediction,
                measure=one.request.measure.name,
                better=one.better,
                value=one.value,
                n=comparison.sizes[one.prediction],
                options=one.request.options,
                details=one.details,
            )
            for one in comparison.scores
        ],
    )


def columns_text(columns: Columns, total: int) -> str:
    """Aligned columns, and how many rows are not shown."""
    return aligned(_table(columns)).rstrip("\n") + _rest(columns, total)


def columns_html(columns: Columns, total: int) -> str:
    """An HTML table, and how many rows are not shown."""
    rest = _rest(columns, total).strip()
    return html(_table(columns)) + (f"<p>{rest}</p>\n" if rest else "")


def _rest(columns: Columns, total: int) -> str:
    hidden = total - columns.height
    return f"\n… and {hidden} more rows" if hidden else ""


def _table(columns: Columns) -> Table:
    names = list(columns)
    return Table(names, [[_cell(row[name]) for name in names] for row in columns.rows()])


def _cell(value: Any) -> Cell:
    if isinstance(value, float) and isnan(value):
        return None  # no value here
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return "" if value is None else str(value)
    return value
