"""Tables of results as papers print them: best in bold, intervals below, letters, arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isnan
from typing import TYPE_CHECKING, Any

from ...base.wording import count_text, level_text, listed
from .grid_cells import (
    below_score,
    best_of,
    interval_line,
    letters_of,
    short_heads,
    tied_with_best,
    value_cells,
)
from .latex import Box, Grid, Layout, text_box
from .tex_symbols import ARROWS, measure_head, measure_symbol, p_tex
from .tex_text import escape_latex

if TYPE_CHECKING:
    from ...base.shown import Tabled
    from ...comparison import Columns, Comparison, Ranking, RankSummary
    from ...measures.chosen import Chosen

_SPREAD = "most hard clusterings of fuzzy ones"
_MEANING = r"$\uparrow$: higher is better, $\downarrow$: lower is better."


def latex_text(result: Tabled, *options: Any, **more: Any) -> str:
    """The table of a result with the options of `to_latex`."""
    layout = Layout(*options).checked()
    grid: Grid = globals()[result._grid](result, layout, **more)
    return grid.written(layout)


def scores_grid(comparison: Comparison, layout: Layout, ranking: Ranking | None = None) -> Grid:
    """A row per measure; letters and ties are those of the ranking, if there is one."""
    names, measures = comparison.predictions, comparison.measures
    found = {(one.prediction, one.measure): one for one in comparison.scores}
    rows = []
    for chosen in measures:
        own = [found[name, chosen.label] for name in names]
        shared = letters_of(ranking) if ranking and ranking.measure == chosen.label else {}
        tied = tied_with_best(shared)
        strong = [name in tied for name in names]
        values = [one.value for one in own]
        if not chosen.measure.baseline and len(own) > 1:
            strong = best_of(values, chosen.sign, layout.digits, strong)
        cells = value_cells(
            values, strong, layout.digits,
            below=[below_score(one, layout.digits) for one in own],
            groups=[shared.get(name, "") for name in names],
        )  # fmt: skip
        rows.append([measure_head(chosen, chosen.measure.better), *cells])
    titles, notes = short_heads(names, layout)
    notes = [*_marks(comparison, ranking), *notes]
    grid = Grid([text_box("measure"), *titles], rows, notes=notes)
    down = len(names) > len(measures) if layout.transpose is None else layout.transpose
    return grid.turned("clustering") if down else grid


def ranking_grid(ranking: Ranking, layout: Layout) -> Grid:
    """A row per clustering: its value with interval and letters, and its rank with interval."""
    rows, digits = list(ranking.table.rows()), layout.digits
    tied = tied_with_best(letters_of(ranking))
    values = [row["value"] for row in rows]
    sign = 1 if ranking.better == "higher" else -1
    scores = value_cells(
        values, best_of(values, sign, digits, [row["prediction"] in tied for row in rows]), digits,
        below=[interval_line(row["low"], row["high"], digits) for row in rows],
        groups=[row["group"] for row in rows],
    )  # fmt: skip
    ranks = [
        Box(str(row["rank"]), str(row["rank"]), interval_line(row["rank_low"], row["rank_high"], 0))
        for row in rows
    ]
    names, notes = short_heads([row["prediction"] for row in rows], layout)
    measure = measure_head(ranking.measure, ranking.better)
    head = [text_box("clustering"), measure, text_box("rank", number=True)]
    body = [list(row) for row in zip(names, scores, ranks, strict=True)]
    meaning = escape_latex(ranking.meaning)
    brackets = f"In brackets: {escape_latex(level_text(ranking.confidence))} intervals."
    grid = Grid(head, body, notes=[_MEANING, brackets, meaning, *notes])
    return grid.turned("") if layout.transpose else grid


def datasets_grid(summary: RankSummary, layout: Layout) -> Grid:
    """A row per data set with the scores of the methods, and a last row with their mean ranks."""
    rows = list(summary.table.rows())
    names = [row["method"] for row in rows]
    sign = 1 if summary.better == "higher" else -1
    body = []
    sets, notes = short_heads(list(summary.scores), layout)
    for title, own in zip(sets, summary.scores.values(), strict=True):
        values = [own[name] for name in names]
        strong = best_of(values, sign, layout.digits)
        body.append([title, *value_cells(values, strong, layout.digits)])
    ranks = [row["mean_rank"] for row in rows]
    means = value_cells(ranks, best_of(ranks, -1, 2), 2, groups=[row["group"] for row in rows])
    titles, more = short_heads(names, layout)
    arrow = ARROWS[summary.better]
    corner = Box(
        f"data set, {measure_symbol(summary.measure)} {arrow}", f"data set, {summary.measure} -"
    )
    grid = Grid(
        [corner, *titles],
        [*body, [text_box("mean rank"), *means]],
        last=1,
        notes=[*_rank_notes(summary), *notes, *more],
    )
    return grid.turned("method") if layout.transpose else grid


def groups_grid(found: Columns, chosen: Chosen, layout: Layout, unit: str = "group") -> Grid:
    """A row per group of objects with the score of each clustering there."""
    names, digits = list(dict.fromkeys(found["prediction"].tolist())), layout.digits
    by_group: dict[Any, list[dict[str, Any]]] = {}
    for row in found.rows():
        by_group.setdefault(row["group"], []).append(row)
    sets, notes = short_heads(list(map(str, by_group)), layout)
    body = []
    for title, rows in zip(sets, by_group.values(), strict=True):
        values = [None if isnan(row["value"]) else row["value"] for row in rows]
        strong = best_of(values, chosen.sign, digits) if len(names) > 1 else [False]
        below = [interval_line(row["low"], row["high"], digits) for row in rows]
        objects = text_box(count_text(rows[0]["objects"]))
        body.append([title, objects, *value_cells(values, strong, digits, below=below)])
    titles, more = short_heads(names, layout)
    objects = text_box("objects", number=True)
    grid = Grid([text_box(unit), objects, *titles], body, notes=[*notes, *more])
    return grid.turned("") if layout.transpose else grid


def _marks(comparison: Comparison, ranking: Ranking | None) -> Iterator[str]:
    """What bold, arrows, brackets, letters and dashes mean."""
    if len(comparison.predictions) > 1:
        also = ""
        if ranking:
            also = f" and, by {measure_symbol(ranking.measure)}, those that share a letter with it"
        yield f"Bold: the best by each measure{also}."
    yield _MEANING
    levels = {one.estimate.confidence for one in comparison.scores if one.estimate is not None}
    means = [one for one in comparison.scores if one.expectation is not None]
    soft = any(one.interval and not one.spread for one in means)
    kinds = [f"{level_text(level)} confidence intervals" for level in sorted(levels)]
    kinds += ["lower and upper means of soft clusterings"] if soft else []
    kinds += [_SPREAD] if any(one.spread for one in means) else []
    if kinds:
        yield f"In brackets: {escape_latex(listed(kinds))}."
    if ranking:
        level = escape_latex(level_text(ranking.confidence))
        yield f"A common letter: not significantly different at the {level} level."
    if any(one.value is None for one in comparison.scores):
        yield "--: undefined."


def _rank_notes(summary: RankSummary) -> Iterable[str]:
    """The tests of the ranks, as computed."""
    yield "Bold: the best in each row."
    p = p_tex(summary.p_value)
    yield rf"Friedman's $\chi^2={summary.statistic:.2f}$, ${p}$ ({summary.p_method})."
    if summary.critical_difference is None:
        how = "signed ranks, corrected by Holm's method"
    else:
        how = f"Nemenyi's test, critical difference {summary.critical_difference:.2f}"
    yield escape_latex(
        f"A common letter: not significantly different at the {level_text(summary.confidence)} "
        f"level ({how})."
    )
