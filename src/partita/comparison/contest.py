"""Which of several clusterings is best, and whether that is certain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import InputError, UndefinedError
from ..results import p_text
from .counting import can_be_drawn
from .grades import GRADED
from .ranking import Ranking, enough_draws, rank
from .verdict import Verdict
from .wording import brief, listed, percent, three

if TYPE_CHECKING:
    from ..request import Request
    from .comparison import Comparison
    from .score import Score

LEVEL = 0.95
COSTLY = 60_000_000  # draws times groups of like objects; about two seconds
NAMED = 3


def ranked(comparison: Comparison) -> Ranking | str:
    """The ranking of the hard clusterings by the leading measure, or why there is none.

    Draws are as many as `Comparison.ranks` makes, fewer where objects are many.
    """
    asked = leading(comparison)
    hard = comparison.counted
    if len(hard) < 2:
        return "ranks need two hard clusterings"
    if not all(can_be_drawn(one.table) for one in hard.values()):
        return "objects with fractional weights, or 2**63 of them, cannot be drawn anew"
    tests = len(hard) * (len(hard) - 1) // 2
    draws = min(enough_draws(len(hard), LEVEL), COSTLY // _groups(comparison))
    if draws < 40 * tests + 1:  # the finest p after Holm must lie below 0.05
        return "too many objects for a quick answer; ask ranks()"
    try:
        return rank(hard, asked, level=LEVEL, draws=draws, seed=comparison.seed)
    except (InputError, UndefinedError) as error:
        return str(error)


def leading(comparison: Comparison) -> Request:
    """The measure that ranks clusterings: adjusted_rand, or the first that was asked for."""
    asked = comparison.measures
    return next((one for one in asked if one.label == GRADED), asked[0])


def best(comparison: Comparison, ranking: Ranking | str | None = None) -> Iterator[Verdict]:
    """The best clustering by the leading measure, and what is known of its lead."""
    asked = leading(comparison)
    order = ordered(comparison, asked)
    if len(order) < 2:
        return
    ranking = ranked(comparison) if ranking is None else ranking
    first, second = order[:2]
    evidence = {asked.label: _number(first), "next": _number(second)}
    if _number(first) == _number(second):
        equal = [one for one in order if one.value == first.value]
        names = listed([brief(one.prediction) for one in equal[:6]])
        text = f"{names} are equal in {asked.label} ({three(_number(first))}), ahead of all others"
        text = text.removesuffix(", ahead of all others") if len(equal) == len(order) else text
        yield Verdict(None, "best", f"{text}.", {**evidence, "equal": float(len(equal))})
        return
    lead = (
        f"{brief(first.prediction)} is best by {asked.label} ({three(_number(first))}), ahead of "
        f"{brief(second.prediction)} ({three(_number(second))})"
    )
    if isinstance(ranking, str) or len(order) > ranking.table.height:
        why = ranking if isinstance(ranking, str) else "not all of them are hard"
        yield Verdict(
            None, "best", f"{lead}; whether that is certain was not tested: {why}.", evidence
        )
        return
    tested, certain = _certain(ranking, first.prediction)
    yield Verdict(None, "best", f"{lead}. {certain}", {**evidence, **tested})


def _certain(ranking: Ranking, first: str) -> tuple[dict[str, float], str]:
    """From which other clusterings the best one can be told apart."""
    table = {row["prediction"]: row for row in ranking.table.rows()}
    share = float(table[first]["best"])
    rows = [row for row in ranking.differences.rows() if first in (row["first"], row["second"])]
    alike = [row for row in rows if row["adjusted"] >= 1 - ranking.level]  # as letters tell
    tied = [row["second"] if row["first"] == first else row["first"] for row in alike]
    nearest = max(rows, key=lambda row: float(row["adjusted"]))
    numbers = {"first_in_draws": share, "tied": float(len(tied)), "p": float(nearest["adjusted"])}
    p = (
        f"largest {p_text(numbers['p'], at_floor=bool(nearest['at_floor']))} after Holm's "
        f"correction; first in {percent(share)} of "
        f"{ranking.draws:,} draws"
    )
    if not tied:
        return numbers, f"It can be told apart from every other one ({p})."
    names = listed([brief(name) for name in tied[:NAMED]])
    more = f" and {len(tied) - NAMED} more" if len(tied) > NAMED else ""
    return numbers, f"It cannot be told apart from {names}{more} ({p})."


def ordered(comparison: Comparison, asked: Request) -> list[Score]:
    """The scores of one measure that have a value, the best first."""
    own = [one for one in comparison.scores if one.measure == asked.label and one.value is not None]
    return sorted(own, key=lambda one: -asked.sign * _number(one))


def _number(score: Score) -> float:
    return 0.0 if score.value is None else score.value


def _groups(comparison: Comparison) -> int:
    """No more groups of objects that are alike everywhere than this."""
    tables: list[Any] = [one.table for one in comparison.counted.values()]
    most = tables[0].shape[0]
    for table in tables:
        most = min(most * table.shape[1], tables[0].n)
    return max(1, int(most))
