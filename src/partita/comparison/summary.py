"""`Summary`: a comparison in a few lines: the verdict, the scores, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.shown import Shown, above
from ..base.wording import brief, count_text, number_of
from .verdict.best import sort_scores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .comparison import Comparison
    from .counting.score import Score

_SCORES = 5  # clusterings that a summary lists
_ADVICE = 2  # findings of advice that a summary repeats
_TOPICS = ("best", "missed", "robust")
_OWN_TOPICS = ("agreement", "chance", "balance", "classes", "undefined")  # of the only clustering


@dataclass(frozen=True, slots=True)
class Summary(Shown):
    """A comparison in a few lines, for a message or a note. Print it, or show it in a notebook."""

    _layout = "summary_html"

    findings: tuple[str, ...]  #: which clustering is best, which classes none finds, …
    title: str  #: what the scores are
    scores: tuple[Score, ...]  #: the best clusterings by the leading measure
    more: int  #: further clusterings, which are not listed
    next_steps: tuple[str, ...]  #: the edit that helps most, and advice
    source: str  #: the numbers of objects, classes and clusterings

    def __repr__(self) -> str:
        text: str = above("report").summary_text(self)
        return text

    __str__ = __repr__


def summarize(comparison: Comparison) -> Summary:
    """The verdicts that matter most, the best scores, and what to do next."""
    ranked = sort_scores(comparison, comparison.leading)
    label = comparison.leading.label
    return Summary(
        tuple(_findings(comparison)),
        f"{label} ({comparison.leading.measure.direction} is better)",
        tuple(ranked[:_SCORES]),
        max(0, len(ranked) - _SCORES),
        tuple(_next_steps(comparison)),
        _source(comparison),
    )


def _findings(comparison: Comparison) -> Iterator[str]:
    """The verdicts on all clusterings, and how well the best one agrees with the truth."""
    several, best = len(comparison.predictions) > 1, comparison.best
    for one in comparison.verdict:
        overall = one.prediction is None and one.topic in _TOPICS
        about_best = one.prediction == best
        if overall or (about_best and one.topic in (_OWN_TOPICS[:1] if several else _OWN_TOPICS)):
            yield one.sentence


def _next_steps(comparison: Comparison) -> Iterator[str]:
    best = comparison.best
    if best in comparison.counted and comparison[best, comparison.leading].value is not None:
        for edit in comparison.edits(best, measure=comparison.leading, limit=1):
            yield f"Largest gain for {brief(best)}: {edit}."
    yield from map(str, comparison.advice[:_ADVICE])


def _source(comparison: Comparison) -> str:
    """The objects, the classes and the clusterings."""
    tables = [one.table for one in comparison.counted.values()]
    weighted = bool(tables) and not isinstance(tables[0].n, int)
    parts = [
        f"total weight {count_text(size)}" if weighted else number_of(size, "object", "objects")
        for size in dict.fromkeys(comparison.sizes.values())
    ]
    classes = f" in {tables[0].groups.class_text}" if tables else ""
    many = number_of(len(comparison.predictions), "clustering", "clusterings")
    return f"{' or '.join(parts)}{classes} of {brief(comparison.truth)}; {many}."
