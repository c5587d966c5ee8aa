"""One measure of one clustering, with what was asked about it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from ...base.wording import number

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...results import Estimate, Significance
    from ...soft.kinds.results import Expectation


@dataclass(frozen=True, slots=True)
class Score:
    """A value; its interval, its chance level and p where `compare` was asked for them.

    For a soft clustering `value` is the mean over the hard clusterings that it leaves possible,
    and the interval goes from the lower to the upper expectation.
    """

    prediction: str
    chosen: Chosen
    value: float | None  # None where the measure has no value
    estimate: Estimate | None = None
    significance: Significance | None = None
    expectation: Expectation | None = None
    undefined: str = ""  # why there is no value, or not the interval or test asked for
    p_adjusted: float | None = None  # p after Holm, over all tests of the comparison
    at_floor: bool = False  # p_adjusted is an upper bound: so many draws cannot give less

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
        """Both ends; None where none was asked for, or where a soft mean is a single number."""
        if self.estimate is not None:
            return self.estimate.interval
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
        """What chance gives."""
        return None if self.significance is None else self.significance.expected

    @property
    def z(self) -> float | None:
        """How many standard deviations of chance the value lies above it.

        Where lower is better, a positive z means less agreement than chance. None where chance has
        no deviation.
        """
        return None if self.significance is None else self.significance.z

    @property
    def p_value(self) -> float | None:
        """How often chance does as well."""
        return None if self.significance is None else self.significance.p_value

    @property
    def details(self) -> dict[str, float | None]:
        """What was found beside the value, by name; what was not asked for is absent.

        z is None where it was asked for but chance has no deviation. An infinite low or
        high of a soft clustering says that no bound is known.
        """
        names = ("low", "high", "expected", "z", "p_value", "p_adjusted")
        found = {name: getattr(self, name) for name in names}
        known = {name: value for name, value in found.items() if value is not None}
        if self.significance is None:
            return known
        return {**known, "z": self.z, "at_floor": self.at_floor}

    @property
    def numbers(self) -> dict[str, float]:
        """Those of the details that are finite numbers."""
        known = self.details.items()
        return {
            name: one
            for name, one in known
            if name != "at_floor" and one is not None and isfinite(one)
        }

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.measure} of {self.prediction} has no value: {self.undefined}"
        found = [str(part) for part in (self.estimate, self.significance) if part is not None]
        if self.expectation is not None:
            found = [f"{self.measure}: {self.expectation}"]
        return f"{self.prediction}: " + "; ".join(
            found or [f"{self.measure} is {number(self.value)}"]
        )
