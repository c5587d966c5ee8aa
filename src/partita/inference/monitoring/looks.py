"""One look: the interval of all objects so far, which holds together with those of other looks.

Groups have the tails of Student's t, because a few groups give a poor estimate of their spread.
"""

from __future__ import annotations

from functools import partial
from math import ceil, nextafter
from typing import TYPE_CHECKING, NamedTuple

from scipy.special import ndtr, ndtri, stdtr, stdtrit

from ...chance.batch import largest_value
from ..differences.ends import ends_of_unseen, hull, largest_difference, notes_on_units
from ..differences.paired_populations import tied_pair
from ..sampling.bootstrap_intervals import Ends
from ..sampling.pairing import PairedObjects, oriented
from ..sampling.samples import GroupSample, ObjectSample
from ..widening.cautions import cautions
from ..widening.near_ties import BEYOND, tied
from ..widening.resampled_measures import has_bias, is_smooth
from ..widening.rule_of_three import worst_scores
from .boundary import Boundary, probability, sign_evidence
from .misplaced import differences_if_misplaced, scores_if_misplaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...measures.chosen import Chosen
    from ..sampling.pairing import Pairing, Sample
    from ..sampling.populations import Sampled

_SAMPLES = 199  # of a population in which maxima tie


class Seen(NamedTuple):
    """What one look shows."""

    value: float
    ends: Ends
    standard_error: float
    bias: float
    p_value: float | None
    notes: tuple[str, ...] = ()

    @property
    def mirrored(self) -> Seen:
        """The same with a and b exchanged."""
        ends = 0.0 - self.ends[1], 0.0 - self.ends[0]
        return self._replace(value=0.0 - self.value, ends=ends, bias=0.0 - self.bias)


def look_at(s: Chosen, sample: Sample, boundary: Boundary) -> Seen:
    """Return the interval of a score or of a difference, valid at all times."""
    if isinstance(sample, (ObjectSample, GroupSample)):
        return _look_at_score(s, sample, boundary)
    pair, turned, _ = oriented(sample)
    found = _look_at_difference(s, pair, boundary)
    found = found.mirrored if turned else found
    return found._replace(notes=_doubts(notes_on_units(s, sample), sample))


def _look_at_score(s: Chosen, sample: ObjectSample | GroupSample, boundary: Boundary) -> Seen:
    table, value = sample.table, sample.value(s)
    found = sample.influence(s, 1)
    bias = found.bias if has_bias(s.measure) else 0.0
    reach = _reach(sample, boundary)
    normal = [] if found.standard_error == 0 else [Normal(value - bias, found.standard_error)]
    ends = [worst_scores(s, table, _unseen(sample, boundary))] if not normal else []
    if isinstance(sample, ObjectSample):
        ends += [(one, one) for one in scores_if_misplaced(s, table, boundary)]
        normal += _without_ties(s, value, partial(tied, table), sample, boundary)
    low, high = hull([(value, value), *ends, *(one.ends(reach) for one in normal)])
    low = max(low, min(value, s.measure.bounds[0]))
    high = min(high, max(value, largest_value(s.measure, table.n)))
    notes = cautions(s.measure, sample, widened=isinstance(sample, ObjectSample))
    return Seen(value, (low, high), found.standard_error, bias, None, _doubts(notes, sample))


def _look_at_difference(s: Chosen, pair: Pairing, boundary: Boundary) -> Seen:
    value = pair.value(s)
    found = pair.influence(s, 1)
    bias = found.bias if has_bias(s.measure) else 0.0
    ends, p_value = [(value, value)], 0.0
    if pair.same or found.standard_error == 0:
        ends, p_value = [ends_of_unseen(s, pair, _unseen(pair, boundary))], 1.0
    else:
        centers = sorted({value, value - bias})
        normal = [Normal(center, found.standard_error) for center in centers]
        if isinstance(pair, PairedObjects):
            normal += _without_ties(s, value, partial(tied_pair, pair), pair, boundary)
            few = differences_if_misplaced(s, pair, boundary)
            ends += [(one, one) for one in few]
            if few:  # half of the risk is for the share of the objects in which they differ
                p_value = min(1.0, 2 * probability(sign_evidence(*pair.favoring)))
        ends += [one.ends(_reach(pair, boundary)) for one in normal]
        p_value = max(p_value, *(one.p_of_zero(pair, boundary) for one in normal))
    low, high = hull(ends)
    if p_value > boundary.risk:
        low, high = min(low, 0.0), max(high, 0.0)
    elif low <= 0 <= high:  # by rounding, or by the effects of the few objects that differ
        p_value = nextafter(boundary.risk, 1.0)
    most = largest_difference(s.measure, pair.a.n)
    return Seen(value, (max(low, -most), min(high, most)), found.standard_error, bias, p_value)


class Normal(NamedTuple):
    """Where a value would lie if its errors were normal."""

    center: float
    standard_error: float

    def ends(self, reach: float) -> Ends:
        """Return the interval that extends this many standard errors to each side."""
        return self.center - reach * self.standard_error, self.center + reach * self.standard_error

    def p_of_zero(self, sample: Sample, boundary: Boundary) -> float:
        """Return p of the value 0, valid at any time."""
        reach = abs(self.center) / self.standard_error
        if sample.unit == "groups":
            reach = -float(ndtri(stdtr(sample.size - 1, -reach)))
        return probability(boundary.evidence(reach, sample.size))


def _doubts(notes: list[str], sample: Sample) -> tuple[str, ...]:
    """Return the notes without the number of groups, which each look has."""
    return tuple(note for note in notes if note != f"{sample.size} groups")


def _reach(sample: Sample, boundary: Boundary) -> float:
    """Return how many standard errors the interval extends to each side."""
    reach = boundary.standard_errors(sample.size)
    if sample.unit == "groups":
        return -float(stdtrit(sample.size - 1, ndtr(-reach)))
    return reach


def _without_ties(
    s: Chosen,
    value: float,
    build: Callable[[float], Sampled | None],
    sample: ObjectSample | PairedObjects,
    boundary: Boundary,
) -> list[Normal]:
    """Return the value without the errors of samples from a population in which maxima tie.

    At one of many looks, equal overlaps differ by more than at a single one. So they may differ by
    as many standard errors more as the interval of all looks is wider, for all lines together.
    """
    if is_smooth(s.measure):
        return []
    single = -float(ndtri(boundary.risk / 2))
    lines = sum(size for table in sample.tables for size in table.shape)
    every = boundary._replace(risk=boundary.risk / lines)
    close = build(BEYOND + every.standard_errors(sample.size) - single)
    if close is None:
        return []
    errors = close.errors([s], sample.size, _SAMPLES, 0, 1)[:, 0]
    return [Normal(value - float(errors.mean()), float(errors.std(ddof=1)))]


def _unseen(sample: Sample, boundary: Boundary) -> int:
    """Return how many objects may be of a kind that no unit showed: a rule of three."""
    share, n = boundary.share(0, sample.size)[1], sample.tables[0].n
    return min(n, ceil(share * n))
