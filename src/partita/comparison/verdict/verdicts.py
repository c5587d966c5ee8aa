"""All verdicts on a comparison: what the scores mean, in sentences that carry their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...base.progress import step_through
from ...results import Verdicts
from .best import best_verdict, leading_measure
from .by_group import group_verdict
from .clustering import hard_verdicts, soft_verdicts
from .losses import missed_classes
from .robust import robust_verdict

if TYPE_CHECKING:
    from ...results import Verdict
    from ..comparison import Comparison
    from ..ranking.ranking import Ranking


def verdicts(comparison: Comparison, ranking: Ranking | str | None = None) -> Verdicts:
    """All verdicts: first on all clusterings together, then on each in its order.

    Pass the `ranking` if it was made before, or a text that says why there is none.
    """
    found: list[Verdict] = []
    if len(comparison.predictions) > 1:
        found += best_verdict(comparison, ranking)
    if len(comparison.counted) > 1:
        found += missed_classes({name: one.table for name, one in comparison.counted.items()})
        found += robust_verdict(comparison)
    found += group_verdict(comparison)
    for name in step_through(comparison.predictions, "clusterings"):
        own = [score for score in comparison.scores if score.prediction == name]
        counted = comparison.counted.get(name)
        if counted is None:
            found += soft_verdicts(name, comparison.truth, own)
        else:
            found += hard_verdicts(
                name, comparison.truth, counted.table, own, comparison.rng,
                tests=len(comparison.counted),
            )  # fmt: skip
    return Verdicts(found)


def verdicts_by(comparison: Comparison, rankings: Iterable[Ranking]) -> Verdicts:
    """All verdicts, given rankings of which one may be by the leading measure."""
    by = leading_measure(comparison).label
    return verdicts(comparison, next((one for one in rankings if one.measure == by), None))
