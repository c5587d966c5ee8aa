"""How many objects must be labeled, for an interval of a given width or to detect a difference?"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ...base.checks import confidence_of, inner_share, real, thread_count
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...base.seeds import seed_of
from ...base.wording import show
from ...labels import read_policies
from ...measures.chosen import choose
from ...results import Plan
from ..sampling.bootstrap_intervals import Settings
from ..sampling.given_samples import sample_or_pairing
from ..sampling.pairing import PairedGroups, PairedObjects, oriented
from ..sampling.samples import FEW_GROUPS
from ..widening.cautions import nearly_ties
from ..widening.resampled_measures import is_smooth, require_population
from ..widening.unseen_cells import SPARSE
from .answer import answer
from .reaches import Question

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...measures.measure import Measure
    from ..sampling.pairing import Sample

__all__ = ["plan"]


@long_work("planning")
@explain_keywords
def plan(
    measure: Measure | str,
    truth: Any = None,
    a: Any = None,
    b: Any = None,
    *,
    half_width: float | None = None,
    detect: float | None = None,
    power: float = 0.8,
    table: Any = None,
    confidence: float = 0.95,
    rng: Any = 0,
    groups: Any = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Plan:
    """Return how many objects must be labeled, judged by a pilot of labeled objects.

    With `half_width`, it is the number of objects for which half of the interval of
    `confidence_interval` is this wide on average; with `b`, that of `difference`. With `detect`, it
    is the number for which `difference` finds a true difference of this size with probability
    `power`. With `groups`, it is a number of groups such as those of the pilot.

    Samples of several sizes are drawn from the population of the pilot, and their intervals are
    computed, so the plan includes what makes these wider than 1.96 standard errors. The difference
    in the pilot need not be `detect`: the pilot says how much a difference varies between samples,
    and `detect` how large it is.

    Parameters
    ----------
    measure
        The measure, or its name. It must have a value in a population.
    truth
        The class of each object of the pilot.
    a
        A clustering of the same objects.
    b
        Another clustering, for the difference of the scores of `a` and `b`.
    half_width
        Half of the interval, in units of the measure.
    detect
        The difference to be detected, in either direction. Only with `b`.
    power
        Probability of detecting it, from 0.5. The interval of `difference` then excludes 0.
    table
        In place of labels: a contingency table, a mapping from group to table, two such mappings,
        for a and for b, or what ``tabulate(source, truth, [a, b], joint=True)`` returns.
    confidence
        Level of the interval; a difference is detected if p is at most 1 - `confidence`.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    groups
        Donor, document or patient of each object: the plan is for a number of groups.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.
    **options
        Options of the measure.

    Returns
    -------
    Plan
        The number of objects or groups, its range, and the width at other numbers.

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
    >>> print(plan("rand", truth, a, half_width=0.05))
    rand: label about 412 objects (330 to 513) for a 95% interval of ±0.05; the pilot of 120 objects has ±0.094 (seed 0)
    >>> print(plan("rand", truth, a, b, detect=0.08))
    rand: label about 173 objects (133 to 227) to detect a difference of 0.08 at the 5% level with power 80%; the pilot of 120 objects detects 0.094 (seed 0)
    """  # noqa: E501 - a sentence is one line
    s = choose((measure, options))
    require_population(s)
    policies = read_policies(missing, noise, noise_as, align)
    pilot = sample_or_pairing((truth, a, b), groups, table, weights, policies)
    if pilot.size < 2:
        raise InputError("a single object does not vary: label more for a pilot, such as 50")
    paired = isinstance(pilot, (PairedObjects, PairedGroups))
    target = _target(half_width, detect, paired=paired)
    share = _power(power)
    workers, level, seed = thread_count(threads), confidence_of(confidence), seed_of(rng)
    if isinstance(pilot, (PairedObjects, PairedGroups)):
        pilot = oriented(pilot).pair  # so that (b, a) needs as many as (a, b)
    settings = Settings("calibrated", level, seed, workers)
    deviations = None if detect is None else _quantile(share)
    # what is to be detected has the direction of the pilot's difference
    question = Question(s, settings, deviations, sign=1 if pilot.value(s) >= 0 else -1)
    found = answer(question, pilot, target)
    sizes, widths = found.points(pilot.size)
    return Plan(
        measure=s.label,
        asks="half_width" if detect is None else "detect",
        target=target,
        n=found.n,
        low=found.low,
        high=found.high,
        unit=pilot.unit,
        pilot=pilot.size,
        pilot_width=found.own,
        confidence=level,
        power=None if detect is None else share,
        paired=paired,
        sizes=sizes,
        widths=widths,
        notes=(*found.notes, *_doubts(s, pilot, found.n)),
        rng=seed,
    )


def _target(half_width: object, detect: object, *, paired: bool) -> float:
    """Read what the plan is for."""
    if (half_width is None) == (detect is None):
        raise InputError(
            "give either half_width, such as half_width=0.02, or detect, the difference of a and b "
            "to be detected, such as detect=0.03"
        )
    if detect is not None and not paired:
        raise InputError("detect is a difference of two clusterings: give b too, or half_width")
    name, value = ("half_width", half_width) if detect is None else ("detect", detect)
    number = real(value)
    if number is None or not 0 < number < inf:
        raise InputError(f"{name} must be a positive number, such as 0.02; got {show(value)}")
    return number


def _power(power: object) -> float:
    share = inner_share("power", power, 0.8)
    if share < 0.5:
        raise InputError(f"power must be at least 0.5, such as 0.8; got {show(power)}")
    return share


def _quantile(share: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(share))


def _doubts(s: Chosen, pilot: Sample, n: int) -> list[str]:
    """Return notes on when the plan may be wrong."""
    if pilot.unit == "groups":
        few = pilot.size < FEW_GROUPS
        return [f"only {pilot.size} groups in the pilot: unreliable"] if few else []
    notes = []
    if any(min(n, table.n) < SPARSE * table.nnz for table in pilot.tables):
        notes.append(f"fewer than {SPARSE} objects per cell: unreliable")
    if not is_smooth(s.measure) and any(map(nearly_ties, pilot.tables)):
        notes.append("largest overlaps nearly tie: intervals may stay wider")
    return notes
