"""Which of several clusterings is best, and whether its lead is significant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.errors import InputError, UndefinedError
from ...base.wording import brief, names_text, p_text, three
from ...results import Verdict
from ..draws.certainty import LEVEL
from ..draws.samples import check_paired
from ..ranking.ranking import Ranking, rank
from .beyond_chance import GRADED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...measures.chosen import Chosen
    from ..comparison import Comparison
    from ..counting.score import Score

COSTLY, EACH = 150_000_000, 5_000  # objects in all comparisons, about a minute; overhead of each
NAMED, EQUAL = 3, 6  # clusterings that a sentence names


def best_verdict(comparison: Comparison, ranking: Ranking | str | None = None) -> Iterator[Verdict]:
    """The best clustering by the leading measure, and whether it is significantly better."""
    chosen = leading_measure(comparison)
    order = sort_scores(comparison, chosen)
    if len(order) < 2:
        return
    value = _number(order[0])
    equal = [one.prediction for one in order if _number(one) == value]
    evidence = {chosen.label: value, "next": _number(order[1])}
    evidence |= {"equal": float(len(equal))} if len(equal) > 1 else {}
    names, score = names_text(equal, EQUAL), f"{chosen.label} ({three(value)})"
    if len(equal) == len(order):
        yield Verdict(None, "best", f"{names} are equal in {score}.", evidence)
        return
    second = order[len(equal)]
    following, following_value = brief(second.prediction), three(_number(second))
    extreme = "highest" if chosen.sign > 0 else "lowest"
    has, are = ("has", "is") if len(equal) == 1 else ("share", "are")
    most = f"{names} {has} the {extreme} {score}, followed by {following} ({following_value})"
    ranking = comparison.ranking if ranking is None else ranking
    if isinstance(ranking, str) or len(order) > ranking.table.height:
        reason = ranking if isinstance(ranking, str) else "soft clusterings are not ranked"
        text = f"{most}; significance was not tested: {reason}."
        yield Verdict(None, "best", text, evidence)
        return
    numbers, tied, p = _tests_of(ranking, equal)
    if tied:
        text = f"{most}, but {are} not significantly better than {names_text(tied, NAMED)} ({p})."
    elif len(order) == 2:
        text = (
            f"{names} is best by {score}, significantly better than {following} "
            f"({following_value}; {p})."
        )
    else:
        text = (
            f"{names} {are} best by {score}, ahead of {following} ({following_value}), and "
            f"significantly better than every other clustering ({p})."
        )
    yield Verdict(None, "best", text, {**evidence, **numbers})


def rank_or_reason(comparison: Comparison) -> Ranking | str:
    """Rank the hard clusterings by the leading measure, or say why that was not done.

    The ranking is what `Comparison.ranks` returns; it is not made if it takes long.
    """
    hard = comparison.counted
    try:
        reason = reason_against_ranks(comparison)
        if reason is not None:
            return reason
        chosen, seed = leading_measure(comparison), comparison.rng
        return rank(hard, chosen, comparison.scores, confidence=LEVEL, draws=None, seed=seed)
    except (InputError, UndefinedError) as error:
        return str(error)


def reason_against_ranks(comparison: Comparison) -> str | None:
    """Why the clusterings are not ranked without being asked; None if they are."""
    hard = comparison.counted
    if len(hard) < 2:
        return "ranks need two hard clusterings"
    check_paired(hard)
    rows = max(len(one.pair.truth.codes) for one in hard.values())
    if (rows + EACH) * len(hard) * (len(hard) - 1) // 2 > COSTLY:
        soft = len(hard) < len(comparison.predictions)
        remedy = "compare the hard ones alone and call ranks()" if soft else "call ranks()"
        return f"ranking {len(hard)} clusterings of {rows:,} objects takes long; {remedy}"
    return None


def leading_measure(comparison: Comparison) -> Chosen:
    """The measure that ranks clusterings: adjusted_rand if it was asked for, else the first."""
    asked = comparison.measures
    return next((one for one in asked if one.label == GRADED), asked[0])


def sort_scores(comparison: Comparison, chosen: Chosen) -> list[Score]:
    """The scores of one measure that have a value, the best first."""
    own = [one for one in comparison.scores if one.measure == chosen.label]
    valued = [one for one in own if one.value is not None]
    return sorted(valued, key=lambda one: -chosen.sign * _number(one))


def order_by(comparison: Comparison, chosen: Chosen) -> tuple[str, ...]:
    """The clusterings by this measure, the best first, those without a value last."""
    valued = [one.prediction for one in sort_scores(comparison, chosen)]
    return tuple(dict.fromkeys((*valued, *comparison.predictions)))


def _tests_of(ranking: Ranking, best: Sequence[str]) -> tuple[dict[str, float], list[str], str]:
    """The tests of the best against the others: numbers, those not significantly worse, and p."""
    rows = [
        row
        for row in ranking.differences.rows()
        if (row["first"] in best) ^ (row["second"] in best)
    ]
    alike = [row for row in rows if not ranking.is_apart(row)]
    tied = [row["second"] if row["first"] in best else row["first"] for row in alike]
    nearest = max(rows, key=lambda row: float(row["p_adjusted"]))
    p = p_text(nearest["p_adjusted"], at_floor=bool(nearest["at_floor"]))
    tied = list(dict.fromkeys(tied))
    largest = "" if len(rows) == 1 or len(alike) == 1 else "largest "  # the p of the only tie
    p = f"{largest}{p}, {ranking.correction}"
    return {"tied": float(len(tied)), "p": float(nearest["p_adjusted"])}, tied, p


def _number(score: Score) -> float:
    return 0.0 if score.value is None else score.value
