"""Comparisons, diagnoses and sweeps laid out as text and HTML. Computes nothing."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ...base.wording import shortened
from .scores import Score, Scores
from .tables import html
from .text import Cell, Table, aligned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...comparison import Columns, Comparison
    from ...comparison.counting.score import Score as Found

_NAMED = 3  # clusterings that a remark names before it counts the rest


def presented(comparison: Comparison) -> Scores:
    """The scores as Python and the command line show them."""
    results = [_shown(one, comparison) for one in comparison.scores]
    return Scores(comparison.truth, results, _settings(comparison))


def explained(comparison: Comparison) -> Scores:
    """The same with sentences on how intervals and p were found, for who has only the text."""
    return presented(comparison)._replace(remarks=list(remarks(comparison)))


def remarks(comparison: Comparison) -> Iterator[str]:
    """What is missing and why, how intervals and p were found, and which are to be doubted."""
    yield from _missing(comparison.scores)
    estimates = [one.estimate for one in comparison.scores if one.estimate is not None]
    if estimates:
        first = estimates[0]
        method = first.method.partition(";")[0]
        drawn = f", {first.draws} draws, seed {first.rng}" if first.draws else ""
        yield f"In brackets: {100 * first.confidence:g} % intervals ({method}{drawn})."
        yield from _doubts(comparison.scores)
    tests = [one.significance for one in comparison.scores if one.significance is not None]
    if tests:
        model = tests[0].method.partition(":")[0]
        seed = f", seed {tests[0].rng}" if any(test.draws for test in tests) else ""
        corrected = f", corrected for {len(tests)} tests by Holm's method" if tests[1:] else ""
        yield f"p: how often chance does as well ({model}{seed}){corrected}."


def _missing(scores: Iterable[Found]) -> Iterator[str]:
    """Why measures have no value, or no interval, each reason once."""
    concerned: dict[str, dict[str, None]] = {}
    for one in scores:
        if one.undefined:
            concerned.setdefault(one.undefined, {})[one.measure] = None
    for reason, measures in concerned.items():
        yield f"{', '.join(measures)}: {reason}."


def _doubts(scores: Iterable[Found]) -> Iterator[str]:
    """What the methods of the intervals warn of, each once, with the scores concerned."""
    estimated = [one for one in scores if one.estimate is not None]
    every = len({one.measure for one in estimated})
    concerned: dict[str, list[Found]] = {}
    for one in estimated:
        for note in one.estimate.method.split("; ")[1:] if one.estimate is not None else []:
            if not note.startswith("bias of"):
                concerned.setdefault(note, []).append(one)
    for note, found in concerned.items():
        measures = dict.fromkeys(one.measure for one in found)
        of = f" ({_few(measures)})" if len(measures) < every else ""
        yield f"Intervals of {_few(dict.fromkeys(one.prediction for one in found))}{of}: {note}."


def _few(names: Iterable[str]) -> str:
    """Names, the first ones of many.

    >>> _few(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    first, rest = (listed := [shortened(name) for name in names])[:_NAMED], listed[_NAMED:]
    return ", ".join(first) + (f" and {len(rest)} more" if rest else "")


def _settings(comparison: Comparison) -> dict[str, Any]:
    """The level of the intervals, and the seed of what was drawn."""
    levels = [one.estimate.confidence for one in comparison.scores if one.estimate is not None]
    tested = any(one.significance is not None for one in comparison.scores)
    level = {"confidence": levels[0]} if levels else {}
    return {**level, "seed": comparison.rng} if levels or tested else {}


def _shown(one: Found, comparison: Comparison) -> Score:
    methods = {}
    if one.estimate is not None:
        methods["method"] = one.estimate.method
    if one.significance is not None:
        methods["null"] = one.significance.method
    if one.undefined:
        methods["undefined"] = one.undefined
    size = comparison.sizes[one.prediction]
    return Score(
        prediction=one.prediction,
        measure=one.chosen.measure.name,
        better=one.chosen.measure.direction,
        value=one.value,
        n=size if isinstance(size, int) else float(size),
        options=one.chosen.options,
        details=one.details,
        methods=methods,
    )


def columns_text(columns: Columns, total: int) -> str:
    """Aligned columns, and how many rows are not shown."""
    return aligned(columns_table(columns)).rstrip("\n") + _rest(columns, total)


def columns_html(columns: Columns, total: int) -> str:
    """An HTML table, and how many rows are not shown."""
    rest = _rest(columns, total).strip()
    return html(columns_table(columns)) + (f"<p>{rest}</p>\n" if rest else "")


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


def _rest(columns: Columns, total: int) -> str:
    hidden = total - columns.height
    return f"\n… and {hidden} more rows" if hidden else ""
