"""What an interactive report can show instead: the scores by measure and by treatment of noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...base.wording import names_text, number_text, printable, range_text, three
from ...comparison.verdict.best import order_by
from ...figures.grammar.layout import text_width
from ...figures.grammar.words import decimals, round_ticks
from ..formats.markup import Markup
from .classes import class_picture

if TYPE_CHECKING:
    from ...comparison import Comparison, Score
    from ...comparison.report_data import ReportData
    from ...measures.chosen import Chosen

_NAMED = 3  # clusterings that are named if they are equal
_TICKS = 6
_NO_INTERVALS = " Intervals are computed for the labels as given only."
_UNRANKED = "the ranking is that of the clusterings as given"


def switches(found: ReportData) -> dict[str, Any] | None:
    """The scores of each choice with their places on its scale; None if there is no choice.

    A score is its text, in short and in full, its place between the ends of the scale, the places
    of the ends of its interval, and the text of the interval.
    """
    if len(found.order) < 2:
        return None
    measures = found.comparison.measures
    labels = [one.label for one in measures]
    lead = found.asked
    return {
        "clusterings": [printable(name) for name in found.order],
        "measures": labels,
        "treatments": list(found.treated),
        "leading": labels.index(lead.label),
        "label": _label(lead),
        "choices": [
            [_choice(found, comparison, one, treatment) for one in measures]
            for treatment, comparison in found.treated.items()
        ],
    }


def pictures(found: ReportData) -> list[Markup]:
    """The first picture under each treatment of noise but the one as given."""
    _, *treated = found.treated.values()
    return [
        picture
        for comparison in treated
        for picture in class_picture(
            replace(found, comparison=comparison, order=comparison.order, ranking=_UNRANKED)
        )
    ]


def _choice(
    found: ReportData, comparison: Comparison, chosen: Chosen, treatment: str
) -> dict[str, Any]:
    scores = {one.prediction: one for one in comparison.scores if one.measure == chosen.label}
    order = order_by(comparison, chosen)
    low, high = _ends(list(scores.values()))

    def share(value: float) -> float:
        return round((value - low) / (high - low), 4)

    place = {name: k for k, name in enumerate(found.order)}
    return {
        "label": _fitting(chosen, _label(found.asked)),
        "title": f"Clusterings by {chosen.label}, {treatment}",
        "says": _sentence([scores[name] for name in order], chosen, treatment)
        + ("" if comparison is found.comparison else _NO_INTERVALS),
        "order": [place[name] for name in order],
        "scores": [_placed(scores[name], share) for name in found.order],
        "ticks": [[share(value), text] for value, text in round_ticks(low, high, _TICKS)],
    }


def _placed(score: Score, share: Callable[[float], float]) -> list[Any] | None:
    if score.value is None:
        return None
    texts = [decimals(score.value, 2), number_text(score.value)]
    if score.interval is None:
        return [*texts, share(score.value), None, None, ""]
    low, high = score.interval
    return [*texts, share(score.value), share(low), share(high), range_text(low, high)]


def _ends(scores: list[Score]) -> tuple[float, float]:
    """Both ends of a scale, a little beyond all values."""
    every = [end for one in scores for end in (*(one.interval or ()), one.value) if end is not None]
    low, high = min(every, default=0.0), max(every, default=1.0)
    pad = 0.05 * (high - low) or 0.05
    return low - pad, high + pad


def _label(chosen: Chosen) -> str:
    return f"{chosen.label}, {chosen.measure.better} is better"


def _fitting(chosen: Chosen, room: str) -> str:
    """What the picture calls the measure, where it has the space of another text."""
    for text in (_label(chosen), chosen.label):
        if text_width(text) <= text_width(room):
            return text
    return "value"


def _sentence(scores: list[Score], chosen: Chosen, treatment: str) -> str:
    """The best clusterings by this measure, under this treatment."""
    shown = f"{chosen.label}, {treatment}"
    best = [one.prediction for one in scores if one.value == scores[0].value]
    if scores[0].value is None:
        return f"Shown: {shown}. No clustering has a value."
    return f"Shown: {shown}. Best: {names_text(best, _NAMED)} ({three(scores[0].value)})."
