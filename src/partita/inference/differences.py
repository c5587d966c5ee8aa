"""Is one clustering better than another? Both are scored on the same draws of the same objects."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arithmetic import one_of
from ..errors import InputError
from ..measure import Measure
from ..results import Difference
from .doubts import is_smooth
from .ends import (
    Ends,
    Spread,
    bca,
    bca_p_value,
    calibrated,
    holding,
    is_constant,
    is_degenerate,
    percentile,
)
from .jackknife import Influence
from .pairing import PairedGroups, Pairing, paired
from .reading import level_of, seed_of, thread_count, whole_from
from .samples import FEW_GROUPS
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
    if is_constant(draws):
        (low, high), note = _never_seen(s, pair, value, level)
        p_value = 2 / (len(draws) + 1) if abs(value) > _TIE else 1.0
    else:
        spread, note = _spread(s, pair, draws, found, method)
        ends = (percentile if note or method == "percentile" else bca)(spread, level)
        low, high = holding(ends, value)
        if (low, high) != ends:
            note += "; widened to hold the value"
        p_value = max(bca_p_value(spread, point) for point in (-_TIE, _TIE))  # ties hold 0 too
    if p_value < (least := _least_p(pair)):
        p_value, note = least, note + f"; no more than {pair.deciding} {pair.unit} tell them apart"
        low, high = holding((low, high), 0.0) if least >= 1 - level else (low, high)
    if low <= 0 <= high and p_value < 1 - level and note:
        p_value = 1 - level  # what was widened up to 0 is not told apart from it
    return Difference(
        measure=s.label,
        value=value,
        low=low,
        high=high,
        p_value=min(1.0, p_value),
        standard_error=found.standard_error,
        level=level,
        method=method + note + _groups_note(pair),
        draws=len(draws),
        seed=seed,
    )


def _least_p(pair: Pairing) -> float:
    """Return the p of the sign test if all units that tell a from b favoured the same one."""
    return float(min(1.0, 2.0 ** (1 - min(pair.deciding, 1000))))


def _spread(
    s: Scorer, pair: Pairing, draws: Float64, found: Influence, method: str
) -> tuple[Spread, str]:
    """Return the draws as the method wants them, and a note where it cannot have them so."""
    value = s.of(pair.a) - s.of(pair.b)
    if method == "percentile":
        return _plain(draws), ""
    if method == "bca":
        return Spread(draws, value, found.acceleration), ""
    centre = value - found.bias if is_smooth(s.measure) else value
    if is_degenerate(draws, found.standard_error):
        return _plain(draws), "; jackknife degenerate: percentiles of the draws"
    spread = calibrated(draws, centre, found.standard_error, found.acceleration)
    moved = _heavier(spread.draws, centre, pair.size - 1) if pair.unit == "groups" else spread.draws
    # A draw on which both score alike says "no difference", and keeps saying so.
    return spread._replace(draws=np.where(np.abs(draws) <= _TIE, 0.0, moved)), ""


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


def _groups_note(pair: Pairing) -> str:
    if not isinstance(pair, PairedGroups):
        return ""
    few = ": too few to be sure of an interval" if pair.size < FEW_GROUPS else ""
    return f"; {pair.size} groups{few}"


def _never_seen(s: Scorer, pair: Pairing, value: float, level: float) -> tuple[Ends, str]:
    """No draw differs: kinds of objects never seen may be wrong in a, in b or in both."""
    if pair.same:
        return (value, value), "; no draw differs: the clusterings are the same"
    n = pair.a.n
    moved = unseen(n, pair.size, level)
    (a_low, a_high), (b_low, b_high) = (worst_scores(s, t, moved) for t in (pair.a, pair.b))
    a, b = s.of(pair.a), s.of(pair.b)
    low, high = min(a, a_low) - max(b, b_high), max(a, a_high) - min(b, b_low)
    text = f"; rule of three: no draw differs, up to {moved} of {n} objects may be wrong"
    return (min(low, value), max(high, value)), text
