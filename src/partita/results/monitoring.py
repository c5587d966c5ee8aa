"""`Monitoring`: what `monitor` returns: a score look by look."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from ..base.shown import Plain, Plotted
from ..base.wording import level_text, number_of, number_text, p_text
from .phrases import signed

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class Look:
    """The interval of all objects up to one look. All looks of a monitoring hold together.

    >>> print(Look(7, 200, 200, 0.75, 0.5, 0.875, 0.5, 0.8, 0.05, 0.0, None, ()))
    200 objects: 0.7500, interval at any time 0.5000 to 0.8750
    """

    batch: Hashable  #: name of the last batch, or its number
    n: int  #: objects so far
    units: int  #: independent units so far: groups, or objects
    value: float  #: of the measure, for the objects so far; or of a minus of b
    low: float  #: lower end of the interval
    high: float  #: upper end of the interval
    running_low: float  #: largest lower end so far
    running_high: float  #: smallest upper end so far; below running_low if no value is left
    standard_error: float  #: of the value, by the jackknife
    bias: float  #: of the value; the interval of a score is centered without it
    p_value: float | None  #: of no difference, the smallest so far; None for one score
    notes: tuple[str, ...]  #: what to doubt

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends."""
        return self.low, self.high

    @property
    def running(self) -> tuple[float, float] | None:
        """Both ends of what is in the intervals of all looks so far; None if nothing is."""
        empty = self.running_low > self.running_high
        return None if empty else (self.running_low, self.running_high)

    def __str__(self) -> str:
        shown = number_text if self.p_value is None else signed
        p_value = "" if self.p_value is None else f", {p_text(self.p_value, at_floor=False)}"
        ends = f"{shown(self.low)} to {shown(self.high)}"
        when = number_of(self.n, "object", "objects")
        return f"{when}: {shown(self.value)}, interval at any time {ends}{p_value}"


@dataclass(frozen=True, slots=True)
class Monitoring(Plotted, Plain):
    """A score, or the difference of two, look by look, with intervals that all hold together.

    `plot` draws the values and the intervals of all looks.

    >>> look = Look(7, 200, 200, 0.75, 0.5, 0.875, 0.5, 0.8, 0.05, 0.0, None, ())
    >>> print(Monitoring("rand", 0.95, "objects", 500, 50, "higher", (look,)))
    rand is 0.7500, 95% interval at any time 0.5000 to 0.8750 (200 objects, 1 look, sharpest at 500)
    """

    _figure = "monitoring"

    measure: str  #: name of the measure, with its options
    confidence: float  #: probability that the intervals of all looks hold
    unit: str  #: what is independent: "objects" or "groups"
    sharpest_at: int  #: units at which the interval is narrowest, compared with that of one look
    start: int  #: units of the first possible look
    better: str  #: which direction of the measure means more agreement
    looks: tuple[Look, ...] = field(repr=False)  #: in order of arrival, at least one

    @property
    def last(self) -> Look:
        """The look at all objects."""
        return self.looks[-1]

    @property
    def value(self) -> float:
        """The score of all objects; or the score of a minus the score of b."""
        return self.last.value

    @property
    def low(self) -> float:
        """Lower end of the interval of the last look."""
        return self.last.low

    @property
    def high(self) -> float:
        """Upper end of the interval of the last look."""
        return self.last.high

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the interval of the last look."""
        return self.last.interval

    @property
    def p_value(self) -> float | None:
        """The p of no difference, valid whenever monitoring stops; None for one score."""
        return self.last.p_value

    @property
    def of_difference(self) -> bool:
        """Whether two clusterings are compared."""
        return self.last.p_value is not None

    @property
    def first_decided(self) -> Look | None:
        """The first look at which one clustering is better; None if there is none."""
        if not self.of_difference:
            return None
        return next((one for one in self.looks if one.low > 0 or one.high < 0), None)

    @property
    def winner(self) -> str | None:
        """The better clustering, "a" or "b", at the first look that decides; None without one."""
        decided = self.first_decided
        if decided is None:
            return None
        return "a" if (decided.value > 0) == (self.better == "higher") else "b"

    @property
    def changed(self) -> Look | None:
        """The first look at which no value is in all intervals so far; None if there is none.

        The objects are then not from one population: the score rose or fell while they arrived.
        """
        return next((one for one in self.looks if one.running is None), None)

    @property
    def change(self) -> str | None:
        """Whether the value "rose" or "fell", at the look `changed`; None if it did neither."""
        changed = self.changed
        if changed is None:
            return None
        return "rose" if changed.low == changed.running_low else "fell"

    def first_below(self, limit: float) -> Look | None:
        """Return the first look at which the whole interval is below a limit.

        Parameters
        ----------
        limit
            A value of the measure, or a difference.

        Returns
        -------
        Look or None
            The look; None if there is none.
        """
        return next((one for one in self.looks if one.high < limit), None)

    def first_above(self, limit: float) -> Look | None:
        """Return the first look at which the whole interval is above a limit.

        Parameters
        ----------
        limit
            A value of the measure, or a difference.

        Returns
        -------
        Look or None
            The look; None if there is none.
        """
        return next((one for one in self.looks if one.low > limit), None)

    @property
    def judgment(self) -> str:
        """Which clustering is better since when, and whether the value rose or fell."""
        texts = []
        decided, changed = self.first_decided, self.changed
        if decided is not None:
            loser = "b" if self.winner == "a" else "a"
            texts.append(f"{self.winner} is better than {loser}, known since {self.when(decided)}")
        if changed is not None:
            what = "the difference" if self.of_difference else self.measure
            side = "below" if self.change == "fell" else "above"
            when = self.when(changed)
            texts.append(f"{what} {self.change}: the interval at {when} is {side} an earlier one")
        return "; ".join(texts)

    def when(self, look: Look) -> str:
        """Return when a look was, as text.

        Parameters
        ----------
        look
            One of the looks.

        Returns
        -------
        str
            The number of objects, and of groups if there are any.
        """
        groups = f" in {look.units:,} groups" if self.unit == "groups" else ""
        return f"{number_of(look.n, 'object', 'objects')}{groups}"

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain values; the looks are dictionaries.

        Returns
        -------
        dict
            The fields by name.
        """
        return {**Plain.to_dict(self), "looks": [asdict(one) for one in self.looks]}

    def to_frame(self) -> DataFrame:
        """Return the looks as a pandas DataFrame.

        Returns
        -------
        DataFrame
            A row per look, with the fields of `Look` as columns.
        """
        from pandas import DataFrame

        return DataFrame([{"measure": self.measure, **asdict(one)} for one in self.looks])

    def __str__(self) -> str:
        text, shown = ("differs by", signed) if self.of_difference else ("is", number_text)
        p_value = "" if self.p_value is None else f", {p_text(self.p_value, at_floor=False)}"
        how = [
            self.when(self.last),
            number_of(len(self.looks), "look", "looks"),
            f"sharpest at {self.sharpest_at:,}",
        ]
        notes = "; ".join([", ".join(how), *self.last.notes])
        judgment = f"; {self.judgment}" if self.judgment else ""
        return (
            f"{self.measure} {text} {shown(self.value)}, {level_text(self.confidence)} interval at "
            f"any time {shown(self.low)} to {shown(self.high)}{p_value} ({notes}){judgment}"
        )
