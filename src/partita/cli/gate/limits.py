"""Limits such as ``adjusted_rand=0.8``, and the checks that scores reach them."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import InputError
from ...base.wording import number_text
from .checks import Check

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...comparison.comparison import Comparison
    from ...comparison.counting.score import Score
    from ...measures.chosen import Chosen


class Limit(NamedTuple):
    """A measure and the value that its scores must reach."""

    chosen: Chosen
    value: float

    @property
    def demand(self) -> str:
        """The limit in words."""
        return f"at {'least' if self.chosen.sign > 0 else 'most'} {self.value:g}"

    def check(self, score: Score, *, perfect: bool) -> Check:
        """Hold a score against the limit."""
        missed = self._missed(score, perfect=perfect)
        shown = "undefined" if score.value is None else number_text(score.value)
        worse = f", worse than {self.value:g}{_doubt(score, self.value)}" if missed else ""
        return Check(
            score.prediction,
            score.measure,
            self.demand,
            f"is {shown}{worse}",
            not missed,
            {"value": score.value, "limit": self.value},
        )

    def _missed(self, score: Score, *, perfect: bool) -> bool:
        """Whether a score is worse; a score without a value is, unless the match is perfect."""
        if score.value is None:
            return not perfect
        sign = self.chosen.sign
        return sign * score.value < sign * self.value


def read_limit(text: str) -> Limit:
    """Read ``NAME=VALUE``."""
    from ...measures.chosen import choose

    name, equals, value = text.rpartition("=")
    try:
        limit = float(value)
    except ValueError:
        limit = float("nan")
    if not equals or isnan(limit):
        example = "rand" if equals or not value.isidentifier() else value
        raise InputError(f"--fail-under: expected NAME=VALUE such as {example}=0.8, found {text!r}")
    return Limit(choose(name), limit)


def limit_checks(comparison: Comparison, limits: Sequence[Limit]) -> Iterator[Check]:
    """A check for each limit and clustering."""
    for limit in limits:
        for name in comparison.predictions:
            score = comparison[name, limit.chosen]
            yield limit.check(score, perfect=_perfect(comparison, name))


def _perfect(comparison: Comparison, name: str) -> bool:
    """Whether a clustering is the same partition as the truth."""
    return name in comparison.counted and comparison.counted[name].table.perfect


def _doubt(score: Score, limit: float) -> str:
    """A note if the interval includes the limit."""
    if score.interval is None or not score.interval[0] <= limit <= score.interval[1]:
        return ""
    low, high = map(number_text, score.interval)
    return f", which its interval {low} to {high} includes"
