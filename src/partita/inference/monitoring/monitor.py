"""Monitoring a score, or the difference of two, while labeled objects arrive."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.checks import confidence_of, whole_from
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...labels import read_policies
from ...measures.chosen import choose
from ...results import Look, Monitoring
from ..sampling.given_tables import ordered_groups, table_from
from ..sampling.objects import Objects, Units, align_sides, read_together
from ..widening.resampled_measures import require_population
from .arrivals import in_batches, in_steps
from .boundary import Boundary
from .looks import look_at
from .tally import Tally

if TYPE_CHECKING:
    from ...measures.measure import Measure

__all__ = ["Monitor", "monitor"]

_SHARPEST = {"objects": 500, "groups": 50}
_START = {"objects": 50, "groups": 10}


class Monitor:
    """A score, or the difference of two, that is watched while batches of objects arrive.

    After each batch there is an interval. With 95% confidence, all of these intervals together hold
    the true value, so you may look after every batch and stop when you have seen enough.

    Parameters
    ----------
    measure
        The measure, or its name.
    confidence
        Probability that all intervals together hold the true value.
    sharpest_at
        Number of objects (or groups) at which the interval is narrowest, compared with that of a
        single look: 500 objects, or 50 groups, by default. Choose it before the first batch.
    start
        Number of objects (or groups) of the first look: 50 objects, or 10 groups, by default.
    missing, noise, noise_as
        As for every measure; they hold for all batches.
    **options
        Options of the measure.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita.inference import Monitor
    >>> watched = Monitor("rand", start=60)
    >>> for day in range(3):
    ...     look = watched.update([0, 0, 0, 1, 1, 1] * 10, [0, 0, 1, 1, 1, 1] * 10)
    >>> look.n, round(look.low, 2), round(look.high, 2)
    (180, 0.6, 0.84)
    """

    def __init__(
        self,
        measure: Measure | str,
        *,
        confidence: float = 0.95,
        sharpest_at: int | None = None,
        start: int | None = None,
        missing: str = "error",
        noise: Any = None,
        noise_as: str | None = None,
        **options: Any,
    ) -> None:
        s = choose((measure, options))
        require_population(s)
        if s.measure.degree:
            raise InputError(
                f"{s.label} grows with the number of objects, so looks cannot be compared: use a "
                "measure that does not, such as rand in place of mirkin_metric"
            )
        self._chosen, self._policies = s, read_policies(missing, noise, noise_as)
        self._confidence = confidence_of(confidence)
        self._sharpest_at = _given("sharpest_at", sharpest_at, 1)
        self._start = _given("start", start, 2)
        self._tally = Tally()
        self._batches = 0
        self._looks: list[Look] = []

    def update(
        self,
        truth: Any = None,
        a: Any = None,
        b: Any = None,
        *,
        table: Any = None,
        groups: Any = None,
        weights: Any = None,
        batch: Any = None,
    ) -> Look | None:
        """Count a batch of objects, and return the interval of all objects so far.

        Parameters
        ----------
        truth
            The class of each object of the batch.
        a
            The cluster of each object.
        b
            Another clustering of the same objects; the value is the score of `a` minus that of `b`.
        table
            In place of labels: the contingency table of the batch, or a mapping from group to
            table.
        groups
            Donor, document or patient of each object, if groups are the independent units. A batch
            has all objects of its groups.
        weights
            One weight for each object: how often it counts.
        batch
            A name for the batch, such as the day; its number if left out.

        Returns
        -------
        Look or None
            The interval, or None before the first look.

        Raises
        ------
        InputError
            If the batch cannot be used.
        UndefinedError
            If the measure has no value for the objects so far.
        """
        if table is None:
            if truth is None or a is None:
                raise InputError("give truth and a, and b to compare with, or table=")
            clusterings = {"a": a} if b is None else {"a": a, "b": b}
            if all(map(_is_empty, (truth, *clusterings.values()))):
                return self._look(batch)
            self._tally.add(*read_together(truth, clusterings, groups, weights, self._policies))
        elif any(one is not None for one in (truth, a, b, groups, weights)):
            raise InputError(
                "give either truth and a or table=, not both; tables have their groups"
            )
        elif isinstance(table, Mapping):
            for group in ordered_groups(table):
                only = _of_table(table[group])
                name = np.empty(1, dtype=object)
                name[:] = [group]
                self._tally.add([only], Units(np.zeros(len(only.truth), dtype=np.int64), name))
        else:
            self._tally.add([_of_table(table)], None)
        return self._look(batch)

    def _look(self, batch: Any) -> Look | None:
        """Add a look at everything so far, if there are enough units."""
        self._batches += 1
        if self._tally.units < self.start:
            return None
        boundary = Boundary(1 - self._confidence, self.sharpest_at)
        seen = look_at(self._chosen, self._tally.sample(), boundary)
        last = self._looks[-1] if self._looks else None
        low, high = seen.ends
        p_value = seen.p_value
        if last is not None and p_value is not None and last.p_value is not None:
            p_value = min(p_value, last.p_value)
        self._looks.append(
            Look(
                batch=self._batches if batch is None else batch,
                n=self._tally.n,
                units=self._tally.units,
                value=seen.value,
                low=low,
                high=high,
                running_low=low if last is None else max(low, last.running_low),
                running_high=high if last is None else min(high, last.running_high),
                standard_error=seen.standard_error,
                bias=seen.bias,
                p_value=p_value,
                notes=seen.notes,
            )
        )
        return self._looks[-1]

    @property
    def unit(self) -> str:
        """What is independent: "objects" or "groups"."""
        return "objects" if self._tally.groups is None else "groups"

    @property
    def sharpest_at(self) -> int:
        """The number of units at which the interval is narrowest, compared with a single look."""
        return self._sharpest_at or _SHARPEST[self.unit]

    @property
    def start(self) -> int:
        """The number of units of the first look."""
        return self._start or _START[self.unit]

    @property
    def result(self) -> Monitoring:
        """All looks so far."""
        if not self._looks:
            raise InputError(
                f"no look yet: the first look is at {self.start} {self.unit}, and there are "
                f"{self._tally.units}; set start= to look earlier"
            )
        return Monitoring(
            measure=self._chosen.label,
            confidence=self._confidence,
            unit=self.unit,
            sharpest_at=self.sharpest_at,
            start=self.start,
            better=self._chosen.measure.better,
            looks=tuple(self._looks),
        )

    def __repr__(self) -> str:
        return f"<Monitor of {self._chosen.label}: {self._tally.n:,} objects>"


@long_work("monitoring a score")
@explain_keywords
def monitor(
    measure: Measure | str,
    truth: Any,
    a: Any,
    b: Any = None,
    *,
    every: int | None = None,
    batches: Any = None,
    groups: Any = None,
    confidence: float = 0.95,
    sharpest_at: int | None = None,
    start: int | None = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    **options: Any,
) -> Monitoring:
    """Return the interval of a score after each batch; all of them hold together.

    The objects are in the order in which they arrived. With 95% confidence, the true score is in
    the intervals of all looks, so you may look often and stop when you have seen enough. A 95%
    interval of `confidence_interval` holds for one look only. With two clusterings, the value is
    the score of `a` minus the score of `b`, and monitoring may stop as soon as one is better.

    Objects (or groups) must be independent and from one population. If they are not from one,
    `changed` of the result says so once no value is in all intervals, and `change` whether the
    value rose or fell. If batches arrive over time, use `partita.inference.Monitor`, which keeps
    the counts and returns the same numbers.

    Parameters
    ----------
    measure
        The measure, or its name. It must have a value in a population.
    truth
        The class of each object, in order of arrival.
    a
        A clustering of the same objects.
    b
        Another clustering, to compare with.
    every
        Number of objects (or groups) from look to look. By default each look has 5% more than the
        last.
    batches
        The batch of each object, such as its day, in place of `every`: there is a look after each
        batch.
    groups
        Donor, document or patient of each object: groups are the independent units. A group
        arrives with its first object, as a whole.
    confidence
        Probability that all intervals together hold the true value.
    sharpest_at
        Number of objects (or groups) at which the interval is narrowest, compared with that of a
        single look: 500 objects, or 50 groups, by default. Choose it before you see the labels.
    start
        Number of objects (or groups) of the first look: 50 objects, or 10 groups, by default.
    weights, missing, noise, noise_as, align
        As for every measure.
    **options
        Options of the measure.

    Returns
    -------
    Monitoring
        The looks, and the first of them at which the value was below or above a limit.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for the labels of a look.

    Examples
    --------
    >>> truth = [0, 0, 0, 1, 1, 1] * 100
    >>> a, b = [0, 0, 0, 1, 1, 0] * 100, [0, 0, 1, 1, 1, 0] * 100
    >>> print(monitor("rand", truth, a, every=100))
    rand is 0.7218, 95% interval at any time 0.6599 to 0.7836 (600 objects, 6 looks, sharpest at 500)
    >>> monitor("rand", truth, a, b, every=100).judgment
    'a is better than b, known since 100 objects'
    """  # noqa: E501 - a sentence is one line
    if every is not None and batches is not None:
        raise InputError("give either every= or batches=, not both")
    step = None if every is None else whole_from("every", every, 1)
    watched = Monitor(
        measure, confidence=confidence, sharpest_at=sharpest_at, start=start, **options
    )
    policies = read_policies(missing, noise, noise_as, align)
    clusterings = {"a": a} if b is None else {"a": a, "b": b}
    found, units = read_together(truth, clusterings, groups, weights, policies)
    watched._tally.expect(len(found), grouped=units is not None)
    if batches is None:
        parts = in_steps(found[0], units, step, watched.start)
    else:
        sides, _ = align_sides(truth, {**clusterings, "batches": batches}, None, align)
        parts = in_batches(found[0], sides[-1])
    for name, places in parts:
        some = [one.take(places) for one in found]
        watched._tally.add(some, None if units is None else units.take(places))
        watched._look(name)
    return watched.result


def _of_table(table: Any) -> Objects:
    """Return the objects that a table counts."""
    counted = table_from(None, None, table)
    rows, cols = (x.astype(np.int64) for x in (counted.rows, counted.cols))
    kept = np.arange(len(rows))
    return Objects(rows, counted.classes, cols, counted.clusters, counted.counts, kept)


def _given(name: str, value: object, least: int) -> int | None:
    return None if value is None else whole_from(name, value, least)


def _is_empty(labels: Any) -> bool:
    return isinstance(labels, Sized) and len(labels) == 0
