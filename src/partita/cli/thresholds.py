"""Thresholds such as ``adjusted_rand=0.8``, and the scores that miss them."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import InputError
from ..base.wording import number_text
from .status import DONE, MISSED
from .terminal import note

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..comparison.comparison import Comparison
    from ..comparison.counting.score import Score
    from ..measures.chosen import Chosen


class Threshold(NamedTuple):
    """A measure and the limit that its scores must reach."""

    chosen: Chosen
    limit: float

    def missed(self, score: Score, *, perfect: bool) -> bool:
        """Whether a score is worse; a score without a value is, unless the match is perfect."""
        if score.value is None:
            return not perfect
        sign = self.chosen.sign
        return sign * score.value < sign * self.limit


def threshold(text: str) -> Threshold:
    """Read ``NAME=VALUE``."""
    from ..measures.chosen import choose

    name, equals, value = text.rpartition("=")
    try:
        limit = float(value)
    except ValueError:
        limit = float("nan")
    if not equals or isnan(limit):
        example = "rand" if equals or not value.isidentifier() else value
        raise InputError(f"--fail-under: expected NAME=VALUE such as {example}=0.8, found {text!r}")
    return Threshold(choose(name), limit)


def judge(comparison: Comparison, thresholds: Sequence[Threshold]) -> int:
    """Note the scores that miss their threshold; return the exit status."""
    complaints = list(missed(comparison, thresholds))
    for message in complaints:
        note(message)
    return MISSED if complaints else DONE


def missed(comparison: Comparison, thresholds: Sequence[Threshold]) -> Iterator[str]:
    """A sentence for each score that is worse than its threshold."""
    for each in thresholds:
        for name in comparison.predictions:
            score = comparison[name, each.chosen]
            if each.missed(score, perfect=_perfect(comparison, name)):
                yield (
                    f"{score.measure} of {name} is {_shown(score)}, worse than {each.limit:g}"
                    f"{_doubt(score, each.limit)}"
                )


def _perfect(comparison: Comparison, name: str) -> bool:
    """Whether a clustering is the same partition as the truth."""
    return name in comparison.counted and comparison.counted[name].table.perfect


def _shown(score: Score) -> str:
    return "undefined" if score.value is None else number_text(score.value)


def _doubt(score: Score, limit: float) -> str:
    """A note if the interval includes the threshold."""
    if score.interval is None or not score.interval[0] <= limit <= score.interval[1]:
        return ""
    low, high = map(number_text, score.interval)
    return f", which its interval {low} to {high} includes"
