"""The score of one clustering by one measure, with its interval and its test against chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from ...base.errors import UndefinedError
from ...base.shown import Shown
from ...base.wording import number_text
from ...measures.chosen import choose

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...results import Estimate, Significance
    from ...soft.kinds.results import Expectation
    from ...table.contingency import AnyTable


@dataclass(frozen=True, slots=True)
class Score(Shown):
    """A value, with its interval and its test against chance if `compare` was asked for them.

    For a soft clustering `value` is the mean over the hard clusterings that it leaves possible,
    and the interval goes from the lower to the upper expectation. A fuzzy clustering has one
    expectation; if `confidence` was given, its interval contains this share of the hard
    clusterings. Neither is an interval over other objects.
    """

    prediction: str  #: name of the clustering
    chosen: Chosen  #: the measure with its options
    value: float | None  #: None if the measure has no value
    estimate: Estimate | None = None  #: its interval, if `confidence` was given
    significance: Significance | None = None  #: its test, if `null` was given
    expectation: Expectation | None = None  #: the mean of a soft clustering
    spread: tuple[float, float] | None = None  #: between these values are most hard clusterings
    undefined: str = ""  #: why there is no value, or no interval or test
    p_adjusted: float | None = None  #: p after Holm, over all tests of the comparison
    at_floor: bool = False  #: p_adjusted is an upper bound: more draws could make it smaller

    @property
    def measure(self) -> str:
        """Name of the measure, with its options."""
        return self.chosen.label

    @property
    def better(self) -> str:
        """Which direction means more agreement."""
        return self.chosen.measure.better

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends; None if no interval was asked for, or if a soft mean is a single number."""
        if self.estimate is not None:
            return self.estimate.interval
        if self.spread is not None:
            return self.spread
        if self.expectation is None or self.expectation.low == self.expectation.high:
            return None
        return self.expectation.low, self.expectation.high

    @property
    def low(self) -> float | None:
        """Lower end of the interval."""
        return None if self.interval is None else self.interval[0]

    @property
    def high(self) -> float | None:
        """Upper end of the interval."""
        return None if self.interval is None else self.interval[1]

    @property
    def expected(self) -> float | None:
        """Mean of the measure over random labels."""
        return None if self.significance is None else self.significance.expected

    @property
    def z(self) -> float | None:
        """How many standard deviations of chance the value lies above its mean under chance.

        If lower is better, a positive z means less agreement than chance. None if the value is
        the same for all random labels.
        """
        return None if self.significance is None else self.significance.z

    @property
    def p_value(self) -> float | None:
        """Probability that random labels agree at least as well."""
        return None if self.significance is None else self.significance.p_value

    @property
    def details(self) -> dict[str, float | None]:
        """The numbers that come with the value, by name; those not asked for are absent.

        z is None if it was asked for but chance has no deviation. An infinite low or high of a
        soft clustering means that no bound is known.
        """
        names = ("low", "high", "expected", "z", "p_value", "p_adjusted")
        found = {name: getattr(self, name) for name in names}
        known = {name: value for name, value in found.items() if value is not None}
        if self.significance is None:
            return known
        return {**known, "z": self.z, "at_floor": self.at_floor}

    @property
    def numbers(self) -> dict[str, float]:
        """The details that are finite numbers."""
        return {
            name: one
            for name, one in self.details.items()
            if name != "at_floor" and one is not None and isfinite(one)
        }

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.measure} of {self.prediction} has no value: {self.undefined}"
        found = [str(part) for part in (self.estimate, self.significance) if part is not None]
        if self.expectation is not None:
            found = [f"{self.measure}: {self.expectation}"]
        if self.spread is not None:
            found.append(f"most hard clusterings from {self.spread[0]:.6g} to {self.spread[1]:.6g}")
        return f"{self.prediction}: " + "; ".join(
            found or [f"{self.measure} is {number_text(self.value)}"]
        )


def value_or_reason(chosen: Chosen, table: AnyTable) -> float | str:
    """The value of a measure on a table, or why it has none."""
    try:
        return chosen.of(table)
    except UndefinedError as error:
        return str(error)


def value_or_none(measure: str, table: AnyTable) -> float | None:
    """The value of a measure on a table, or None if it has none."""
    found = value_or_reason(choose(measure), table)
    return None if isinstance(found, str) else found
