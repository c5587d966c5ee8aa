"""Is one clustering better than another? Both are scored on the same draws of objects."""

from __future__ import annotations

from functools import partial
from math import nextafter
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.checks import confidence_of, one_of, thread_count, whole_from
from ...base.draws import SMALLEST_P, draws_of_objects, is_floor
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...base.seeds import seed_of
from ...labels import read_policies
from ...measures.chosen import Chosen, choose
from ...results import Difference
from ..sampling.bootstrap_intervals import Ends, Settings, including, is_constant
from ..sampling.given_samples import pairing_of
from ..sampling.pairing import oriented
from .ends import (
    hull,
    interval_by_level,
    largest_difference,
    least_p,
    notes_on_units,
    sign_ends,
)
from .margins import judged, margin_of, mirrored, refuse_whole_range, widened
from .tails import tail_of, zero_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Floats
    from ...measures.measure import Measure
    from ..sampling.jackknife import Influence
    from ..sampling.pairing import Pairing
    from .margins import Margin

__all__ = ["by_measure", "contrast", "difference", "least_p"]


class Contrast(NamedTuple):
    """A difference, and the |z| that its p is worth, also beyond the smallest p."""

    difference: Difference
    z: float


@long_work("comparing two clusterings")
@explain_keywords
def difference(
    measure: Measure | str,
    truth: Any = None,
    a: Any = None,
    b: Any = None,
    *,
    table: Any = None,
    confidence: float = 0.95,
    method: str = "calibrated",
    draws: int | None = None,
    rng: Any = 0,
    groups: Any = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    margin: float | tuple[float, float] | None = None,
    **options: Any,
) -> Difference:
    """Compare the scores of two clusterings of the same objects against one truth.

    The value is the score of `a` minus the score of `b`. Objects are drawn with both labels, so
    errors that both share cancel, and the interval is narrower than two separate ones. The p-value
    inverts the interval: it is at most 1 - confidence exactly if 0 is outside. Draws say no more
    than p ≤ 2/(draws + 1); beyond that, p follows from Student's t, and a note says so. At its
    floor p is an upper bound, and `at_floor` is true. If few objects differ, `notes` say how many,
    and how many of them favor a and b.

    Parameters
    ----------
    measure
        The measure, or its name.
    truth
        The class of each object.
    a, b
        Two clusterings of the same objects.
    table
        In place of labels, what ``tabulate(source, truth, [a, b], joint=True)`` returns, or two
        mappings from group to table, for a and for b, as with ``groups=...``.
    confidence
        Share of repetitions in which the interval should hold the true difference.
    method
        ``"calibrated"``, ``"bca"`` or ``"percentile"``, as for `confidence_interval`.
    draws
        Number of bootstrap draws: by default 1999, and fewer for tables with more than 25,000
        occupied cells in all, 499 at least (more for a `confidence` above 95%).
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    groups
        Donor, document or patient of each object: whole groups are drawn. Objects of one group
        resemble each other, so the number of groups is the real size of the sample.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.
    margin
        A difference that does not matter: a number for both directions, or a pair of how much
        worse (0 or negative) and how much better `a` may be. The result then has a `verdict` and
        one-sided p-values against the margin, as `Difference` describes them.
    **options
        Options of the measure.

    Returns
    -------
    Difference
        The difference, its interval, and p. If all draws are on one side of 0, a note says that
        p is from Student's t: the difference in standard errors, with one degree of freedom less
        than the number of objects (or groups) in which the clusterings differ.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for these labels.

    Examples
    --------
    >>> truth = [0, 0, 0, 1, 1, 1] * 20
    >>> a, b = [0, 0, 0, 1, 1, 0] * 20, [0, 0, 1, 1, 1, 0] * 20
    >>> print(difference("rand", truth, a, b, draws=999))
    rand differs by +0.1681, 95% interval +0.1039 to +0.2427, p = 0.00016 (calibrated; no draw reaches 0: p from Student's t(19) = 4.7, 999 draws, seed 0)
    >>> difference("rand", truth, b, a, draws=999, margin=0.3).verdict
    'equivalent'
    """  # noqa: E501 - a sentence is one line
    s = choose((measure, options))
    one_of("method", method, ("calibrated", "bca", "percentile"))
    policies = read_policies(missing, noise, noise_as, align)
    asked = pairing_of((truth, a, b), groups, table, weights, policies)
    workers, share, seeded = thread_count(threads), confidence_of(confidence), seed_of(rng)
    size = draws_of_objects(asked.cells, share) if draws is None else whole_from("draws", draws, 2)
    settings = [Settings(method, share, seeded, workers)]
    region = margin_of(s.measure, margin)
    refuse_whole_range(region, s.label, largest_difference(s.measure, asked.a.n))
    return by_measure([s], asked, size, settings, region)[0][0]


def by_measure(
    chosen: Sequence[Chosen],
    asked: Pairing,
    draws: int,
    settings: Sequence[Settings],
    margin: Margin | None = None,
) -> list[list[Difference]]:
    """The difference of each measure by each of the settings, all from the same draws.

    The first of the settings has the seed and the number of threads.
    """
    pair, turned, symmetric = oriented(asked)
    mirror = None if margin is None else margin.mirrored
    own_margin = mirror if turned else margin
    seed, threads = settings[0].seed, settings[0].threads
    values = pair.draws(chosen, draws, seed, threads)
    found = []
    for k, s in enumerate(chosen):
        pull = pair.influence(s, threads)
        make = partial(contrast, s, pair, values[:, k].copy(), pull, asked=asked)
        own = [make(one, margin=own_margin).difference for one in settings]
        if symmetric:  # a and b are interchangeable, so the interval mirrors itself
            other = [make(one, margin=mirror).difference for one in settings]
            pairs = zip(own, other, strict=True)
            own = [widened(one, mirrored(back)) for one, back in pairs]
        found.append([mirrored(one) for one in own] if turned else own)
    return found


def contrast(
    s: Chosen,
    pair: Pairing,
    draws: Floats,
    found: Influence,
    settings: Settings,
    *,
    asked: Pairing | None = None,
    margin: Margin | None = None,
) -> Contrast:
    """Make the record of one measure from its draws and its jackknife.

    Notes name the sides as in `asked`, in case the pair has them swapped. The margin has the sides
    of the pair.
    """
    value, level = pair.value(s), settings.level
    ends, notes = interval_by_level(s, pair, draws, found, settings)
    constant = pair.same or is_constant(draws)
    tail = None
    if settings.method == "calibrated" and not constant and 2 / (len(draws) + 1) <= 1 - level:
        tail = tail_of(ends, value, found.standard_error, pair, len(draws))
    # The rule of three needs no draws, so its p has no floor of draws.
    zero = zero_test(ends, tail, SMALLEST_P if constant else 2 / (len(draws) + 1))

    def reached(level: float) -> Ends:
        if least_p(pair) > 1 - level:  # too few units for this level, regardless of the draws
            return hull([ends(level), sign_ends(pair, value, level)])
        return ends(level)

    p_value = max(zero.p_value, least_p(pair))
    (low, high), p_value = _agreeing(hull([reached(level)]), p_value, 1 - level)
    notes += notes_on_units(s, pair if asked is None else asked)
    notes += zero.notes
    if 2 / (len(draws) + 1) > 1 - level:
        notes.append("too few draws for this level")
    result = Difference(
        measure=s.label,
        value=value,
        low=low,
        high=high,
        standard_error=found.standard_error,
        confidence=level,
        method=settings.method,
        notes=tuple(notes),
        draws=len(draws),
        rng=settings.seed,
        p_value=p_value,
        at_floor=is_floor(p_value, len(draws)),
    )
    if margin is not None:
        result = judged(result, reached, margin, s.sign, tail)
    return Contrast(result, zero.z)


def _agreeing(ends: Ends, p_value: float, least: float) -> tuple[Ends, float]:
    """Make the interval include 0 exactly if p is above 1 - level, despite rounding."""
    if p_value > least:
        return including(ends, 0.0), p_value
    return ends, p_value if not ends[0] <= 0 <= ends[1] else nextafter(least, 1.0)
