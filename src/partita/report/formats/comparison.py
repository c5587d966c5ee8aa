"""Comparisons, diagnoses and sweeps laid out as text and HTML. Computes nothing."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ...base.wording import NAMED, level_text, named
from .scores import Scores
from .tables import html
from .text import Cell, Table, aligned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...comparison import Agreement, Columns, Comparison, RankSummary, Score, Sweep

_SHOWN = 20  # rows that print; all of them are in the columns


def presented(comparison: Comparison) -> Scores:
    """The scores as Python and the command line show them."""
    return Scores(comparison)


def explained(comparison: Comparison) -> Scores:
    """The same with sentences on how intervals and p were found, for who has only the text."""
    return presented(comparison)._replace(remarks=list(remarks(comparison)))


def remarks(comparison: Comparison) -> Iterator[str]:
    """What is missing and why, how intervals and p were found, and which are to be doubted."""
    yield from _missing(comparison.scores)
    estimates = [one.estimate for one in comparison.scores if one.estimate is not None]
    if estimates:
        first = estimates[0]
        drawn = f", {first.draws} draws, seed {first.rng}" if first.draws else ""
        yield f"In brackets: {level_text(first.confidence)} intervals ({first.method}{drawn})."
        yield from _doubts(comparison.scores)
    tests = [one.significance for one in comparison.scores if one.significance is not None]
    if tests:
        seed = f", seed {tests[0].rng}" if any(test.draws for test in tests) else ""
        corrected = f", corrected for {len(tests)} tests by Holm's method" if tests[1:] else ""
        yield f"p: how often chance does as well ({tests[0].method}{seed}){corrected}."


def _missing(scores: Iterable[Score]) -> Iterator[str]:
    """Why measures have no value, or no interval, each reason once."""
    concerned: dict[str, dict[str, None]] = {}
    for one in scores:
        if one.undefined:
            concerned.setdefault(one.undefined, {})[one.measure] = None
    for reason, measures in concerned.items():
        yield f"{', '.join(measures)}: {reason}."


def _doubts(scores: Iterable[Score]) -> Iterator[str]:
    """What the methods of the intervals warn of, each once, with the scores concerned."""
    estimated = [one for one in scores if one.estimate is not None]
    every = len({one.measure for one in estimated})
    concerned: dict[str, list[Score]] = {}
    for one in estimated:
        for note in one.estimate.notes if one.estimate is not None else ():
            concerned.setdefault(note, []).append(one)
    for note, found in concerned.items():
        measures = dict.fromkeys(one.measure for one in found)
        of = f" ({named(measures, NAMED)})" if len(measures) < every else ""
        predictions = dict.fromkeys(one.prediction for one in found)
        yield f"Intervals of {named(predictions, NAMED)}{of}: {note}."


def comparison_html(comparison: Comparison) -> str:
    """The scores as an HTML table."""
    return presented(comparison).render("html")


def columns_text(columns: Columns) -> str:
    """Aligned columns, and how many rows are not shown."""
    return aligned(columns_table(columns.head(_SHOWN))).rstrip("\n") + _rest(columns)


def columns_html(columns: Columns) -> str:
    """An HTML table, and how many rows are not shown."""
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
    """A value of a column as a cell; what has no value is None."""
    if isinstance(value, float) and isnan(value):
        return None
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return "" if value is None else str(value)
    return value


def _rest(columns: Columns) -> str:
    hidden = max(0, columns.height - _SHOWN)
    return f"\n… and {hidden} more rows" if hidden else ""
