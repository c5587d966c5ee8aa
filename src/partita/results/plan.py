"""`Plan`: what `plan` returns."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING

from ..base.shown import Plain, Plotted
from ..base.wording import level_text

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class Plan(Plotted, Plain):
    """How many objects must be labeled, for an interval of a width or to detect a difference.

    `plot` draws the width against the number of objects.

    >>> print(Plan("rand", "half_width", 0.02, 1239, 1052, 1481, "objects", 300, 0.0413, 0.95,
    ...     None, False, (300, 1200, 4800), (0.041, 0.0203, 0.01), (), 0))
    rand: label about 1,240 objects (1,050 to 1,480) for a 95% interval of ±0.02; the pilot of 300 objects has ±0.041 (seed 0)
    """  # noqa: E501 - a sentence is one line

    _figure = "plan"

    measure: str  #: name of the measure, with its options
    asks: str  #: "half_width" of an interval, or the difference to "detect"
    target: float  #: the half width, or the difference
    n: int  #: how many objects or groups are needed
    low: int  #: lower end of the range of n, which allows for chance in the pilot
    high: int  #: upper end of the range
    unit: str  #: "objects", or "groups"
    pilot: int  #: number of objects or groups of the pilot
    pilot_width: float  #: half width of the pilot's own interval, or the difference it detects
    confidence: float  #: level of the interval, and of the range
    power: float | None  #: probability of detecting the difference; None for a half width
    paired: bool  #: whether the plan is for the difference of two clusterings
    sizes: tuple[int, ...]  #: numbers of objects or groups, ascending
    widths: tuple[float, ...]  #: half widths, or differences detected, at these numbers
    notes: tuple[str, ...]  #: what to doubt
    rng: int  #: the integer that seeded the samples

    def width(self, n: float) -> float:
        """Return half of the interval at a number of objects, or the difference detected there.

        Parameters
        ----------
        n
            Number of objects, or of groups.

        Returns
        -------
        float
            The width between the simulated sizes; beyond them it falls as 1/√n.
        """
        sizes, widths = self.sizes, self.widths
        at = bisect_left(sizes, n)
        if at == 0 or at == len(sizes):
            end = 0 if at == 0 else -1
            return widths[end] * sqrt(sizes[end] / n)
        part = log(n / sizes[at - 1]) / log(sizes[at] / sizes[at - 1])
        return exp((1 - part) * log(widths[at - 1]) + part * log(widths[at]))

    def to_frame(self) -> DataFrame:
        """Return the curve as a pandas DataFrame.

        Returns
        -------
        DataFrame
            A row per simulated size, with the columns measure, n and width.
        """
        from pandas import DataFrame

        columns = {"n": list(self.sizes), "width": list(self.widths)}
        return DataFrame({"measure": self.measure, **columns})

    @property
    def goal(self) -> str:
        """What the number of objects is for."""
        level = level_text(self.confidence)
        if self.power is None:
            of = " of the difference" if self.paired else ""
            return f"for a {level} interval of ±{self.target:g}{of}"
        risk = level_text(round(1 - self.confidence, 12))
        power = level_text(self.power)
        return f"to detect a difference of {self.target:g} at the {risk} level with power {power}"

    @property
    def range_text(self) -> str:
        """The number of objects with its range, to three digits."""
        ends = "" if self.low == self.high else f" ({_three_digits(self.low)} to "
        ends += f"{_three_digits(self.high)})" if ends else ""
        return f"{_three_digits(self.n)} {self.unit}{ends}"

    def __str__(self) -> str:
        verb = "label" if self.unit == "objects" else "sample"
        has = f"has ±{self.pilot_width:.2g}"
        if self.power is not None:
            has = f"detects {self.pilot_width:.2g}"
        how = "; ".join([*self.notes, f"seed {self.rng}"])
        return (
            f"{self.measure}: {verb} about {self.range_text} {self.goal}; the pilot of "
            f"{self.pilot:,} {self.unit} {has} ({how})"
        )


def _three_digits(count: int) -> str:
    """A planned number, which is not more exact than this.

    >>> _three_digits(1239), _three_digits(87)
    ('1,240', '87')
    """
    return f"{round(count, min(0, 3 - len(str(count)))):,}"
