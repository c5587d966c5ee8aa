"""Notebook displays of comparisons, verdicts, advice, edits, rankings and summaries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from math import isfinite
from typing import TYPE_CHECKING

from ..base.short_names import short_names
from ..base.wording import level_text, number_text, p_text
from ..comparison.verdict.best import best_verdict
from ..figures import leaderboard
from ..figures.grammar.spans import Span
from ..results import AdviceList, Edits, Results, Verdicts
from .cards import bar, card, columns, facts, heading, listed, name, paragraph, picture
from .formats.findings import by_prediction, edits_table
from .formats.markup import Markup, joined, safe, tag
from .formats.references import citation
from .formats.scores import Scores

if TYPE_CHECKING:
    from ..comparison import Comparison, Ranking, Score, Summary

_WIDE = 12  # clusterings as columns; more are rows


def comparison_html(comparison: Comparison) -> str:
    """The scores with a bar each; the best of each measure is bold."""
    scores = Scores(comparison)
    best = scores.best()
    grid = [
        [_score(one, strong=(row, 2 + place) in best) for place, one in enumerate(own)]
        for row, (_, own) in enumerate(scores.by_measure())
    ]
    predictions = dict(
        zip(comparison.predictions, short_names(comparison.predictions), strict=True)
    )
    titles = [name(title) for title in predictions.values()]
    measures = [
        Markup(name(one.label) + _direction(one.measure.direction)) for one in comparison.measures
    ]
    if len(titles) > max(_WIDE, len(measures)):
        table = columns("", measures, titles, list(zip(*grid, strict=True)))
    else:
        table = columns("", titles, measures, grid)
    lead = [one.sentence for one in best_verdict(comparison, "call summary()")]
    full = {short: long for long, short in predictions.items() if short != long}
    return card(*map(paragraph, lead), table, facts(full), paragraph(_key(comparison)))


def _direction(direction: str) -> Markup:
    arrow = {"higher": " ↑", "lower": " ↓"}.get(direction, "")
    return tag("span", arrow, style="opacity:0.75") if arrow else Markup()


def _score(score: Score, *, strong: bool = False) -> Markup:
    """The value, its bar, its interval and its p."""
    if score.value is None:
        return tag("span", "undefined", title=score.undefined, style="opacity:0.75")
    value = number_text(score.value)
    notes = [] if score.interval is None else [" to ".join(map(number_text, score.interval))]
    p = score.p_value if score.p_adjusted is None else score.p_adjusted
    notes += [] if p is None else [p_text(p, at_floor=score.at_floor)]
    quiet = "opacity:0.75;font-size:85%;margin-left:0.7em"
    line = [tag("b", value) if strong else Markup(value)]
    line += [tag("span", note, style=quiet) for note in notes]
    return joined([tag("div", *line, style="white-space:nowrap"), _bar_of(score)], "")


def _bar_of(score: Score) -> Markup:
    """From 0, or the worst value, to the score; nothing if the measure has no worst or best."""
    m = score.chosen.measure
    worst, best = m.bounds if m.better == "higher" else m.bounds[::-1]
    worst = max(worst, 0.0)  # a score below 0 is worse than chance
    if m.baseline or score.value is None or not (isfinite(worst) and isfinite(best)):
        return Markup()
    found = Span(worst, best, open=False)
    return bar(found.at(score.value), *sorted(map(found.at, score.interval or ())))


def _key(comparison: Comparison) -> str:
    """What bars, arrows and bold numbers mean."""
    scores = comparison.scores
    levels = [level_text(one.estimate.confidence) for one in scores if one.estimate is not None]
    light = f" The light part of a bar is the {levels[0]} interval." if levels else ""
    bold = " Bold: best of the measure." if len(comparison.predictions) > 1 else ""
    return (
        f"↑ higher is better, ↓ lower is better; the longer the bar, the better.{light}{bold} "
        f"{Scores(comparison).caption()}."
    )


def ranking_html(ranking: Ranking) -> str:
    """The clusterings in order as a picture and a table, and how they were compared."""
    from .formats.columns import columns_html

    head = heading(f"ranks by {ranking.measure}")
    table = Markup(columns_html(ranking.table))
    return card(head, picture(leaderboard(ranking)), table, paragraph(ranking.meaning))


@singledispatch
def results_html(found: Results) -> str:  # type: ignore[type-arg]
    """Several results: verdicts, advice or edits."""
    return card(listed("", map(str, found)) or paragraph(found.nothing))


@results_html.register
def _(found: Verdicts) -> str:
    parts = [_sentences(*one) for one in by_prediction(found)]
    return card(heading("verdict"), *parts) if parts else card(paragraph(found.nothing))


def _sentences(title: str, own: Sequence[str]) -> Markup:
    if not title:
        return joined([paragraph(one) for one in own], "")
    return tag("details", tag("summary", own[0]), listed("", own[1:]))


@results_html.register
def _(found: AdviceList) -> str:
    entries = [joined([tag("b", one.finding), " ", one.recommendation], "") for one in found]
    works = dict.fromkeys(key for one in found for key in one.references)
    if not entries:
        return card(paragraph(found.nothing))
    return card(heading("advice"), listed("", entries), listed("References", map(citation, works)))


@results_html.register
def _(found: Edits) -> str:
    if not found:
        return card(paragraph(found.nothing))
    table, most = edits_table(found), max(abs(one.gain) for one in found)
    rows = [
        [joined([str(gain), bar(abs(one.gain) / most)], ""), *map(_number, rest)]
        for (_, gain, *rest), one in zip(table.rows, found, strict=True)
    ]
    changes = [Markup(tag("span", one.change)) for one in found]
    heads = [name(title) for title in table.header[1:]]
    return card(
        heading("edits", f"that would improve {found[0].measure}"),
        columns("change", heads, changes, rows),
        paragraph("The gain of each edit alone; gains of several edits do not add up."),
    )


def _number(value: object) -> Markup:
    return Markup("" if value is None else number_text(value))  # type: ignore[arg-type]


def summary_html(found: Summary) -> str:
    """The summary as a card with a bar for each score."""
    first, *others = found.findings or ("",)
    rows = [[_score(one)] for one in found.scores]
    titles = [name(one.prediction) for one in found.scores]
    more = [f"… and {found.more} more"] if found.more else []
    return card(
        tag("p", tag("b", first), style="margin:4px 0;max-width:50em"),
        *map(paragraph, others),
        columns("", [safe(found.title)], titles, rows) if rows else Markup(),
        *map(paragraph, more),
        listed("Next steps", found.next_steps),
        paragraph(found.source),
    )
