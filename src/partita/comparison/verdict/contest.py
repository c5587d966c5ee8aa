"""Which of several clusterings is best, and whether that is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.errors import InputError, UndefinedError
from ...base.wording import brief, named, p_text, three
from ..draws.drawing import check_paired
from ..ranking.ranking import Ranking, rank
from .grades import GRADED
from .verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...measures.chosen import Chosen
    from ..comparison import Comparison
    from ..counting.score import Score

LEVEL = 0.95
COSTLY, EACH = 150_000_000, 5_000  # objects and what a comparison costs besides; about a minute
NAMED, EQUAL = 3, 6  # clusterings that a sentence names


def ranked(comparison: Comparison) -> Ranking | str:
    """The ranking of the hard clusterings by the leading measure, or why there is none.

    It is what `Comparison.ranks` returns, unless that takes long.
    """
    hard = comparison.counted
    if len(hard) < 2:
        return "ranks need two hard clusterings"
    try:
        check_paired(hard)
        rows = max(len(one.pair.truth.codes) for one in hard.values())
        if (rows + EACH) * len(hard) * (len(hard) - 1) // 2 > COSTLY:
            soft = len(hard) < len(comparison.predictions)
            alone = ", where all are hard," if soft else ""
            return f"{len(hard)} clusterings of {rows:,} objects take long; ranks(){alone} does it"
        asked, seed = leading(comparison), comparison.rng
        return rank(hard, asked, comparison.scores, confidence=LEVEL, draws=None, seed=seed)
    except (InputError, UndefinedError) as error:
        return str(error)


def leading(comparison: Comparison) -> Chosen:
    """The measure that ranks clusterings: adjusted_rand, or the first that was asked for."""
    asked = comparison.measures
    return next((one for one in asked if one.label == GRADED), asked[0])


def best(comparison: Comparison, ranking: Ranking | str | None = None) -> Iterator[Verdict]:
    """The best clustering by the leading measure, and what is known of its lead."""
    asked = leading(comparison)
    order = ordered(comparison, asked)
    if len(order) < 2:
        return
    value = _number(order[0])
    equal = [one.prediction for one in order if _number(one) == value]
    evidence = {asked.label: value, "next": _number(order[1])}
    evidence |= {"equal": float(len(equal))} if len(equal) > 1 else {}
    names, score = named(equal, EQUAL), f"{asked.label} ({three(value)})"
    if len(equal) == len(order):
        yield Verdict(None, "best", f"{names} are equal in {score}.", evidence)
        return
    second = order[len(equal)]
    next_best = f"{brief(second.prediction)} ({three(_number(second))})"
    has = "has" if len(equal) == 1 else "share"
    most = f"{names} {has} the {'highest' if asked.sign > 0 else 'lowest'} {score}"
    ranking = ranked(comparison) if ranking is None else ranking
    if isinstance(ranking, str) or len(order) > ranking.table.height:
        why = ranking if isinstance(ranking, str) else "not all of them are hard"
        text = f"{most}, followed by {next_best}; whether that is certain was not tested: {why}."
        yield Verdict(None, "best", text, evidence)
        return
    tested, tied, p = _certain(ranking, equal)
    if tied:
        others = f"cannot be told apart from {named(tied, NAMED)} ({p})"
        text = f"{most}, followed by {next_best}, but {others}."
    else:
        are = "is best" if len(equal) == 1 else "are best"
        text = f"{names} {are} by {score}, ahead of {next_best} and told apart from every other"
        text += f" clustering ({p})."
    yield Verdict(None, "best", text, {**evidence, **tested})


def _certain(ranking: Ranking, first: Sequence[str]) -> tuple[dict[str, float], list[str], str]:
    """From which others the best ones cannot be told apart, and the p that this rests on."""
    rows = [
        row
        for row in ranking.differences.rows()
        if (row["first"] in first) ^ (row["second"] in first)
    ]
    alike = [row for row in rows if not ranking.is_apart(row)]
    tied = [row["second"] if row["first"] in first else row["first"] for row in alike]
    nearest = max(rows, key=lambda row: float(row["p_adjusted"]))
    p = p_text(nearest["p_adjusted"], at_floor=bool(nearest["at_floor"]))
    p = f"{p}, {ranking.correction}" if len(rows) == 1 else f"largest {p}, {ranking.correction}"
    tied = list(dict.fromkeys(tied))
    return {"tied": float(len(tied)), "p": float(nearest["p_adjusted"])}, tied, p


def ordered(comparison: Comparison, asked: Chosen) -> list[Score]:
    """The scores of one measure that have a value, the best first."""
    own = [one for one in comparison.scores if one.measure == asked.label and one.value is not None]
    return sorted(own, key=lambda one: -asked.sign * _number(one))


def _number(score: Score) -> float:
    return 0.0 if score.value is None else score.value
