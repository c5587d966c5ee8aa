"""Is one clustering better than another? Both are scored on the same draws of the same objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import nextafter
from typing import Any

import numpy as np

from ..arithmetic import one_of
from ..errors import InputError
from ..measure import Measure
from ..results import Difference
from .discordance import FEW, errors
from .doubts import is_smooth, warnings
from .ends import (
    Ends,
    Spread,
    bca,
    calibrated,
    holding,
    is_constant,
    is_degenerate,
    p_of_point,
    percentile,
)
from .jackknife import Influence
from .pairing import PairedGroups, Pairing, paired
from .populations import without_error
from .reading import level_of, seed_of, thread_count, whole_from
from .samples import FEW_GROUPS, ObjectSample
from .scores import Float64, Scorer, scorer
from .worst import unseen, worst_scores

_TIE = 1e-12  # scores closer than this are equal: they differ by rounding


def difference(
    measure: Measure | str,
    truth: Any = None,
    a: Any = None,
    b: Any = None,
    *,
    table: Any = None,
    level: float = 0.95,
    method: str = "calibrated",
    draws: int = 1999,
    seed: int = 0,
    groups: Any = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Difference:
    """Compare the scores of two clusterings of the same objects against one truth.

    The value is the score of `a` minus that of `b`. Objects are drawn with both their labels, so
    what makes an object hard for both cancels, and the interval is narrower than those of two
    separate scores. The p-value is the level at which the interval just holds 0, and not below
    2/(draws + 1), the least that the draws can tell.

    With `groups`, the donor, document or patient of each object, whole groups are drawn: objects
    of one group resemble each other, so the number of groups is the real size of the sample.

    In place of labels, `table` takes two mappings from group to table, of a and of b, as
    ``tabulate(source, truth, [a, b], grouped=...)`` returns them.

    >>> truth = [0, 0, 0, 1, 1, 1] * 20
    >>> a, b = [0, 0, 0, 1, 1, 0] * 20, [0, 0, 1, 1, 1, 0] * 20
    >>> print(difference("rand", truth, a, b, draws=999))
    rand differs by +0.1681, 95 % interval +0.1039 to +0.2427, p = 0.002 (calibrated, 999 draws, seed 0)
    """  # noqa: E501 - a sentence is one line
    s = scorer((measure, options))
    one_of("method", method, ("calibrated", "bca", "percentile"))
    labels = {
        "weights": weights, "missing": missing, "noise": noise, "noise_as": noise_as,
        "align": align,
    }  # fmt: skip
    pair = _pairing((truth, a, b), groups, table, labels)
    size, seeded = whole_from("draws", draws, 2), seed_of(seed)
    workers, share = thread_count(threads), level_of(level)
    values = pair.draws([s], size, seeded, workers)[:, 0]
    found = pair.influence(s, workers)
    return contrast(s, pair, values, found, method=method, level=share, seed=seeded)


def _pairing(
    given: tuple[Any, Any, Any], groups: Any, table: Any, labels: dict[str, Any]
) -> Pairing:
    if table is None:
        if any(one is None for one in given):
            raise InputError("give truth, a and b, or table=, the tables by group of a and of b")
        return paired(*given, groups, labels)
    from ..engines.grouped import paired_groups

    if not all(one is None for one in (*given, groups)):
        raise InputError("give either truth, a and b or table=, not both")
    if any(value is not None for value in labels.values() if value != "error"):
        raise InputError("weights, missing, noise and align are for labels, not for table=")
    return paired_groups(table)


def contrast(
    s: Scorer,
    pair: Pairing,
    draws: Float64,
    found: Influence,
    *,
    method: str,
    level: float,
    seed: int,
) -> Difference:
    """Make the record of one measure from its draws and its jackknife; both may be shared."""
    value = s.of(pair.a) - s.of(pair.b)
    ends, notes = _law(s, pair, draws, found, method=method, level=level, seed=seed)
    least = 2 / (len(draws) + 1)
    p_value = max(p_of_point(ends, 0.0, least), 0.0 if pair.same else least_p(pair))
    reached = ends(level) if pair.same else _hull([ends(level), _sign_ends(pair, value, level)])
    (low, high), p_value = _agreeing(reached, p_value, 1 - level)
    if least > 1 - level:
        notes.append("too few draws for this level")
    return Difference(
        measure=s.label,
        value=value,
        low=low,
        high=high,
        standard_error=found.standard_error,
        level=level,
        method="; ".join([method, *notes]),
        draws=len(draws),
        seed=seed,
        p_value=p_value,
        at_floor=p_value <= least,
    )


def _agreeing(ends: Ends, p_value: float, least: float) -> tuple[Ends, float]:
    """Let 0 be in the interval exactly where p is above 1 - level, also where both just meet."""
    if p_value > least:
        return holding(ends, 0.0), p_value
    return ends, p_value if not ends[0] <= 0 <= ends[1] else nextafter(least, 1.0)


def _law(
    s: Scorer,
    pair: Pairing,
    draws: Float64,
    found: Influence,
    *,
    method: str,
    level: float,
    seed: int,
) -> tuple[Callable[[float], Ends], list[str]]:
    """Return the interval as a function of its level, and notes on how it is made."""
    value = s.of(pair.a) - s.of(pair.b)
    if pair.same:
        return lambda _: (value, value), ["no draw differs: the clusterings are the same"]
    said = _said(s, pair)
    if is_constant(draws):
        moved = unseen(pair.a.n, pair.size, level)
        text = f"rule of three: no draw differs, up to {moved} of {pair.a.n} objects may be wrong"
        return partial(_never_seen, s, pair, value), [text, *said]
    spread, notes = _spread(s, pair, draws, found, method)
    own = percentile if notes or method == "percentile" else bca
    wider = errors(s, pair, len(draws), seed) if method == "calibrated" else {}
    bound = s.measure.bounds[1] - s.measure.bounds[0]

    def ends(level: float) -> Ends:
        further = [without_error(value, one, level) for one in wider.values()]
        low, high = _hull([own(spread, level), (value, value), *further])
        return max(low, -bound), min(high, bound)

    drawn = own(spread, level)
    for reason, one in wider.items():
        low, high = _hull([drawn, without_error(value, one, level)])
        if 10 * (high - low) >= 11 * (drawn[1] - drawn[0]):
            notes.append(f"widened for {reason}")
    return ends, [*notes, *said]


def _hull(every: list[Ends]) -> Ends:
    """Return the interval that holds all of these; an end within rounding of 0 is 0."""
    low, high = min(low for low, _ in every), max(high for _, high in every)
    return 0.0 if abs(low) <= _TIE else low, 0.0 if abs(high) <= _TIE else high


def least_p(pair: Pairing) -> float:
    """Return the p of the sign test if all units that tell a from b favored the same one."""
    return float(min(1.0, 2.0 ** (1 - min(pair.deciding, 1000))))


def _sign_ends(pair: Pairing, value: float, level: float) -> Ends:
    """Return how far the sign test lets the difference reach if all units favor the same side.

    Among m units that all favor one side, that side's true share θ may be as low as (α/2)^(1/m)
    (Clopper and Pearson 1934). Where the others favor the other side, the difference is 2θ - 1
    times its value. So 0 is within reach exactly where the sign test's p, 2^(1 - m), is above α.
    """
    share = ((1 - level) / 2) ** (1 / max(pair.deciding, 1))
    end = value * (2 * share - 1)
    return min(end, value), max(end, value)


def _said(s: Scorer, pair: Pairing) -> list[str]:
    """Say in how few units the clusterings differ, and where the interval may lie."""
    if isinstance(pair, PairedGroups):
        few = ": too few to be sure of an interval" if pair.size < FEW_GROUPS else ""
        differ = f"differ in {pair.deciding} of " if pair.deciding < min(FEW, pair.size) else ""
        return [f"{differ}{pair.size} groups{few}"]
    notes = []
    if 0 < pair.deciding < FEW:
        for_a, for_b = pair.sides
        objects = "1 object" if pair.deciding == 1 else f"{pair.deciding} objects"
        notes.append(f"differ in {objects}, {for_a} : {for_b}")
    doubts = [warnings(s.measure, ObjectSample(t), widened=True) for t in (pair.a, pair.b)]
    return notes + sorted({text for own in doubts for text in own}, key=len)[-1:]


def _spread(
    s: Scorer, pair: Pairing, draws: Float64, found: Influence, method: str
) -> tuple[Spread, list[str]]:
    """Return the draws as the method wants them, and a note where it cannot have them so."""
    value = s.of(pair.a) - s.of(pair.b)
    if method == "percentile":
        return _plain(draws), []
    if method == "bca":
        return Spread(draws, value, found.acceleration), []
    centre = value - found.bias if is_smooth(s.measure) else value
    if is_degenerate(draws, found.standard_error):
        return _plain(draws), ["jackknife degenerate: percentiles of the draws"]
    spread = calibrated(draws, centre, found.standard_error, found.acceleration)
    moved = _heavier(spread.draws, centre, pair.size - 1) if pair.unit == "groups" else spread.draws
    # A draw on which both score alike says "no difference", and keeps saying so.
    return spread._replace(draws=np.where(np.abs(draws) <= _TIE, 0.0, moved)), []


def _heavier(draws: Float64, centre: float, freedom: int) -> Float64:
    """Give the draws the tails of Student's t: few groups do not know their own spread well."""
    from scipy.special import ndtri, stdtrit

    ranks = np.empty(len(draws))
    ranks[np.argsort(draws, kind="stable")] = np.arange(len(draws)) + 0.5
    shares = ranks / len(draws)
    shares[shares == 0.5] = 0.5 + 1e-9  # where both quantiles are 0, the limit of their ratio
    return np.asarray(centre + (draws - centre) * stdtrit(freedom, shares) / ndtri(shares))


def _plain(draws: Float64) -> Spread:
    """Return draws whose z0 and acceleration are 0, so that ends are percentiles."""
    return Spread(draws, float(np.median(draws)), 0.0)


def _never_seen(s: Scorer, pair: Pairing, value: float, level: float) -> Ends:
    """No draw differs: kinds of objects never seen may be wrong in a, in b or in both."""
    moved = unseen(pair.a.n, pair.size, level)
    (a_low, a_high), (b_low, b_high) = (worst_scores(s, t, moved) for t in (pair.a, pair.b))
    a, b = s.of(pair.a), s.of(pair.b)
    low, high = min(a, a_low) - max(b, b_high), max(a, a_high) - min(b, b_low)
    return min(low, value), max(high, value)
