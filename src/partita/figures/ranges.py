"""The ranges figure: every score between the worst and the best value of its measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.short_names import short_names
from ..base.wording import brief, level_text
from .grammar.marks import Axis, Figure, Key, Mark, Text
from .grammar.palette import Colors, coloring
from .grammar.spans import Span, bar, span
from .grammar.words import decimals, short

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from ..comparison import Comparison, Score

_NUMBERS = 8  # predictions whose values are printed at the end of their bars
_ROW, _LINE, _THIN = 26.0, 15.0, 7.0  # pixels of a measure, and of each further prediction


def ranges(
    comparison: Comparison, prediction: str | None = None, *, colors: Colors = None
) -> Figure:
    """Bars from worst (left) to best (right), for every measure.

    The dot is the value, the thick line its interval, the short upright line the value of chance.
    """
    names = comparison.predictions if prediction is None else (prediction,)
    of_one = "" if prediction is None else f" of {short(prediction)}"
    of = coloring(colors, comparison.predictions)
    pitch = _LINE if len(names) <= _NUMBERS else _THIN
    step = pitch / (_ROW + pitch * (len(names) - 1))  # the distance of measures is 1
    marks: list[Mark] = []
    ticks, far = [], []
    for row, chosen in enumerate(comparison.measures):
        ticks.append((float(row), brief(chosen.label, 34)))
        scores = [comparison[name, chosen] for name in names]
        for place, score in enumerate(scores):
            height = row + (place - (len(names) - 1) / 2) * step
            marks += _score(score, height, of(score.prediction))
            if pitch == _LINE:
                far.append((height, _number(score)))
        marks += _ends(scores, float(row))
    high = len(comparison.measures) - 0.5
    return Figure(
        title=f"Scores{of_one} against {short(comparison.truth)}",
        description=_description(comparison, names),
        width=400,
        height=len(comparison.measures) * (_ROW + pitch * (len(names) - 1)),
        x=Axis(-0.13, 1.08, ticks=((0.0, "worst"), (1.0, "best")), line=False),
        y=Axis(
            high, -0.5, ticks=tuple(ticks), far=tuple(far), far_color="ink", line=False,
            categories=True,
        ),
        marks=tuple(marks),
        legend=_legend(comparison, names, of),
    )  # fmt: skip


def _span(score: Score) -> Span | None:
    if score.value is None:
        return None
    bounds = score.chosen.measure.bounds
    return span(bounds, score.better, score.value, score.interval, score.expected)


def _score(score: Score, height: float, color: str) -> list[Mark]:
    found = _span(score)
    if score.value is None:
        return [Text(0.5, height, "no value", "muted", 11)]
    if found is None:
        return [Text(0.5, height, "the measure has no bounds", "muted", 11)]
    return bar(
        found, height, score.value, score.interval, score.expected, color=color, tip=str(score)
    )


def _ends(scores: list[Score], height: float) -> list[Mark]:
    """The bounds at both ends; for a measure without a worst value, where the bars begin."""
    spans = [found for found in map(_span, scores) if found is not None]
    begin = {_start(found) for found in spans}
    worst, best = begin.pop() if len(begin) == 1 else "", _end(spans[0].best) if spans else ""
    return [
        Text(0.0, height, worst, "muted", 10, "end", (-9.0, 0.0)),
        Text(1.0, height, best, "muted", 10, "start", (9.0, 0.0)),
    ]


def _start(found: Span) -> str:
    return f"… {decimals(found.worst, 2)}" if found.open else _end(found.worst)


def _end(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _number(score: Score) -> str:
    return "undefined" if score.value is None else decimals(score.value)


def _legend(
    comparison: Comparison, names: tuple[str, ...], of: Callable[[Hashable], str]
) -> tuple[Key, ...]:
    used = [score for score in comparison.scores if score.prediction in names]
    labels = short_names(names, 22) if len(names) > 1 else ["value"]
    keys = [Key(label, of(name), "dot") for name, label in zip(names, labels, strict=True)]
    if any(score.estimate is not None for score in used):
        levels = {one.estimate.confidence for one in used if one.estimate is not None}
        keys.append(Key(f"{level_text(max(levels))} interval", "muted", "line"))
    if any(score.expectation is not None and score.interval is not None for score in used):
        keys.append(Key("what a soft clustering leaves open", "muted", "line"))
    if any(score.expected is not None for score in used):
        keys.append(Key("chance", "muted", "bar"))
    return tuple(keys)


def _description(comparison: Comparison, names: tuple[str, ...]) -> str:
    scores = [
        f"{short(one.prediction)}, {one.measure}: {_number(one)}"
        for one in comparison.scores
        if one.prediction in names
    ]
    rest = f"; and {len(scores) - 40} more" if len(scores) > 40 else ""
    lead = "Each score between the worst and the best possible value. "
    return lead + "; ".join(scores[:40]) + rest
