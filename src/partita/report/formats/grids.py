"""Tables of results as papers print them: best in bold, intervals below, letters, arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from ...base.errors import InputError
from ...base.short_names import short_names
from ...base.wording import count_text, level_text, listed, p_number, split_letters
from ...measures.chosen import choose
from .latex import Box, Grid, Layout, text_box
from .tex_text import escape_latex, plain_number, tex_number

if TYPE_CHECKING:
    from ...base.shown import Tabled
    from ...comparison import Columns, Comparison, Ranking, RankSummary, Score
    from ...measures.chosen import Chosen

_ARROWS = {"higher": r"$\uparrow$", "lower": r"$\downarrow$"}
_MEANING = r"$\uparrow$: higher is better, $\downarrow$: lower is better."
_MISSING = Box("--", "-", number=True)
_SHARE = 0.3  # of the width, for the longest name
_LETTER = 1.7  # millimeters of a letter
_LONGEST = 28  # characters of a name


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
        head = measure_head(chosen, chosen.measure.better)
        own = [found[name, chosen.label] for name in names]
        shared = _letters(ranking) if ranking and ranking.measure == chosen.label else {}
        strong = [one.prediction in _tied(shared) for one in own]
        values = [one.value for one in own]
        if not chosen.measure.baseline and len(own) > 1:
            strong = _strong(values, chosen.sign, layout.digits, strong)
        cells = [_score(one, layout.digits) for one in own]
        rows.append([head, *_lettered(cells, values, strong, [shared.get(n, "") for n in names],
                                      layout.digits)])  # fmt: skip
    titles, notes = _titled(names, layout)
    notes = [*_marks(comparison, ranking), *notes]
    grid = Grid([text_box("measure"), *titles], rows, notes=notes)
    down = len(names) > len(measures) if layout.transpose is None else layout.transpose
    return grid.turned("clustering") if down else grid


def ranking_grid(ranking: Ranking, layout: Layout) -> Grid:
    """A row per clustering: its value with interval and letters, and its rank with interval."""
    rows = list(ranking.table.rows())
    shared = _letters(ranking)
    values = [row["value"] for row in rows]
    sign = 1 if ranking.better == "higher" else -1
    tied = [row["prediction"] in _tied(shared) for row in rows]
    cells = [Box("", "", _interval(row["low"], row["high"], layout.digits)) for row in rows]
    scores = _lettered(
        cells, values, _strong(values, sign, layout.digits, tied),
        [row["group"] for row in rows], layout.digits,
    )  # fmt: skip
    ranks = [
        Box(str(row["rank"]), str(row["rank"]), _interval(row["rank_low"], row["rank_high"], 0))
        for row in rows
    ]
    titles, notes = _titled([row["prediction"] for row in rows], layout)
    names = [title._replace(number=False) for title in titles]
    head = [text_box("clustering"), measure_head(ranking.measure, ranking.better), text_box("rank")]
    head[2] = head[2]._replace(number=True)
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
    sets, notes = _titled(list(summary.scores), layout)
    for title, own in zip(sets, summary.scores.values(), strict=True):
        values = [own[name] for name in names]
        cells = [Box("", "") for _ in names]
        strong = _strong(values, sign, layout.digits, [False] * len(names))
        scores = _lettered(cells, values, strong, [""] * len(names), layout.digits)
        body.append([title._replace(number=False), *scores])
    ranks = [row["mean_rank"] for row in rows]
    strong = _strong(ranks, -1, 2, [False] * len(rows))
    means = _lettered(
        [Box("", "") for _ in ranks], ranks, strong, [row["group"] for row in rows], 2
    )
    titles, more = _titled(names, layout)
    arrow = _ARROWS[summary.better]
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
    names = list(dict.fromkeys(found["prediction"].tolist()))
    by_group: dict[Any, list[dict[str, Any]]] = {}
    for row in found.rows():
        by_group.setdefault(row["group"], []).append(row)
    sets, notes = _titled(list(map(str, by_group)), layout)
    body = []
    for title, rows in zip(sets, by_group.values(), strict=True):
        values = [None if isnan(row["value"]) else row["value"] for row in rows]
        cells = [Box("", "", _interval(row["low"], row["high"], layout.digits)) for row in rows]
        none = [False] * len(rows)
        strong = _strong(values, chosen.sign, layout.digits, none) if len(names) > 1 else none
        objects = Box(count_text(rows[0]["objects"]), count_text(rows[0]["objects"]), number=True)
        scores = _lettered(cells, values, strong, [""] * len(rows), layout.digits)
        body.append([title._replace(number=False), objects, *scores])
    titles, more = _titled(names, layout)
    objects = text_box("objects")._replace(number=True)
    grid = Grid([text_box(unit), objects, *titles], body, notes=[*notes, *more])
    return grid.turned("") if layout.transpose else grid


def measure_head(asked: Chosen | str, better: str) -> Box:
    """The symbol of a measure with its options and an arrow; no arrow for a baseline."""
    baseline = not isinstance(asked, str) and asked.measure.baseline
    arrow = "" if baseline else _ARROWS[better]
    return Box(f"{measure_symbol(asked)} {arrow}".strip(), f"{_plain_symbol(asked)} -", number=True)


def symbol_tex(chosen: Chosen) -> str:
    """The symbol of a measure with its options, as TeX."""
    from .formulas.tex import tex_symbol  # slow to import

    symbol = chosen.measure.symbol
    try:
        shown = symbol if symbol.isascii() and symbol.isalpha() and len(symbol) > 1 else ""
        shown = shown or f"${tex_symbol(symbol)}$"
    except ValueError:  # the symbol of a user's measure may be any text
        shown = escape_latex(symbol)
    options = ", ".join(f"{name} = {value}" for name, value in chosen.options.items())
    return f"{shown} ({escape_latex(options)})" if options else shown


def measure_symbol(asked: Chosen | str) -> str:
    """The symbol of a measure as TeX; the text itself if no measure is called so."""
    chosen = _chosen(asked)
    return escape_latex(str(asked)) if chosen is None else symbol_tex(chosen)


def _plain_symbol(asked: Chosen | str) -> str:
    chosen = _chosen(asked)
    if chosen is None:
        return str(asked)
    options = ", ".join(f"{name} = {value}" for name, value in chosen.options.items())
    return f"{chosen.measure.symbol} ({options})" if options else chosen.measure.symbol


def _chosen(asked: Chosen | str) -> Chosen | None:
    try:
        return choose(asked)
    except InputError:  # scores of no known measure
        return None


def _score(score: Score, digits: int) -> Box:
    """The lines below a score: its interval, and p, which is corrected for all tests."""
    if score.value is None:
        return _MISSING
    below = () if score.interval is None else _interval(*score.interval, digits)
    p = score.p_value if score.p_adjusted is None else score.p_adjusted
    if p is not None:
        shown = f"p = {p_number(p, at_floor=score.at_floor)}"
        below += (Box(f"${p_tex(p, at_floor=score.at_floor)}$", shown),)
    return Box("", "", below, number=True)


def p_tex(p_value: float, *, at_floor: bool = False) -> str:
    """A p-value with its sign, as the inside of a formula."""
    text = p_number(p_value, at_floor=at_floor)
    number = text.removeprefix("≤ ")
    mantissa, exponent, power = number.partition("e")
    shown = rf"{mantissa}\times10^{{{int(power)}}}" if exponent else number
    return rf"p\le {shown}" if at_floor else f"p={shown}"


def _lettered(
    cells: Sequence[Box],
    values: Sequence[float | None],
    strong: Sequence[bool],
    groups: Sequence[str],
    digits: int,
) -> list[Box]:
    """Values in the first lines of cells, with letters of one width."""
    widest = max(groups, key=len, default="")
    made = []
    for cell, value, bold, group in zip(cells, values, strong, groups, strict=True):
        if value is None:
            made.append(_MISSING)
            continue
        text = tex_number(value, digits, strong=bold)
        if widest:
            rest = rf"\phantom{{{widest[len(group) :]}}}" if len(group) < len(widest) else ""
            text += rf"\textsuperscript{{{group}{rest}}}"
        made.append(Box(text, plain_number(value, digits) + widest, cell.below, number=True))
    return made


def _strong(
    values: Sequence[float | None], sign: int, digits: int, tied: Sequence[bool]
) -> list[bool]:
    """The best values, those that are printed alike, and those tied with them; none if all are."""
    known = [value for value in values if value is not None]
    if not known:
        return [False] * len(values)
    top = tex_number(max(known, key=lambda value: sign * value), digits)
    found = [
        value is not None and (also or tex_number(value, digits) == top)
        for value, also in zip(values, tied, strict=True)
    ]
    same = all(tex_number(value, digits) == top for value in known)
    return [False] * len(values) if same else found


def _interval(low: float, high: float, digits: int) -> tuple[Box, ...]:
    if isnan(low) or isnan(high):
        return ()
    ends = f"{tex_number(low, digits)}, {tex_number(high, digits)}"
    shown = f"[{plain_number(low, digits)}, {plain_number(high, digits)}]"
    return (Box(f"{{[}}{ends}{{]}}", shown),)


def _letters(ranking: Ranking) -> dict[str, str]:
    return {row["prediction"]: row["group"] for row in ranking.table.rows()}


def _tied(letters: Mapping[str, str]) -> set[str]:
    """The clusterings that share a letter with the first one."""
    if not letters:
        return set()
    first = set(split_letters(next(iter(letters.values()))))
    return {name for name, group in letters.items() if first & set(split_letters(group))}


def _titled(names: Sequence[str], layout: Layout) -> tuple[list[Box], list[str]]:
    """Short names for heads, and a note that gives the full ones."""
    longest = _LONGEST
    if layout.width is not None:
        longest = max(10, min(_LONGEST, int(_SHARE * layout.width / _LETTER)))
    short = short_names(names, longest)
    changed = [
        f"{escape_latex(one)}: {escape_latex(name)}"
        for one, name in zip(short, names, strict=True)
        if one != name
    ]
    notes = [f"Full names: {'; '.join(changed)}."] if changed else []
    return [text_box(one)._replace(number=True) for one in short], notes


def _marks(comparison: Comparison, ranking: Ranking | None) -> Iterator[str]:
    """What bold, arrows, brackets, letters and dashes mean."""
    if len(comparison.predictions) > 1:
        also = ""
        if ranking:
            also = f" and, by {measure_symbol(ranking.measure)}, those that share a letter with it"
        yield f"Bold: the best by each measure{also}."
    yield _MEANING
    levels = {one.estimate.confidence for one in comparison.scores if one.estimate is not None}
    soft = any(one.expectation is not None and one.interval for one in comparison.scores)
    kinds = [f"{level_text(level)} confidence intervals" for level in sorted(levels)]
    kinds += ["lower and upper means of soft clusterings"] if soft else []
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
