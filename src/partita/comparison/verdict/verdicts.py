"""What the scores say, in words; every sentence rests on numbers, which it carries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .contest import best, leading
from .judgement import judged
from .soft_judgement import open_judged
from .verdict import Verdict

if TYPE_CHECKING:
    from ..comparison import Comparison
    from ..ranking.ranking import Ranking


def verdicts(comparison: Comparison, ranking: Ranking | str | None = None) -> tuple[Verdict, ...]:
    """Everything that the scores say: of all clusterings first, then of each in its order.

    A `ranking` made before is used; a text says why there is none.
    """
    found: list[Verdict] = []
    if len(comparison.predictions) > 1:
        found += best(comparison, ranking)
    for name in comparison.predictions:
        own = [score for score in comparison.scores if score.prediction == name]
        counted = comparison.counted.get(name)
        if counted is None:
            found += open_judged(name, comparison.truth, own)
        else:
            found += judged(
                name, comparison.truth, counted.table, own, comparison.rng,
                tests=len(comparison.counted),
            )  # fmt: skip
    return tuple(found)


def verdicts_by(comparison: Comparison, rankings: Iterable[Ranking]) -> tuple[Verdict, ...]:
    """The same, of the best by the ranking that was made by the leading measure, if any was."""
    by = leading(comparison).label
    return verdicts(comparison, next((one for one in rankings if one.measure == by), None))
